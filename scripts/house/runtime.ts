// Clocks, timers, randomness and outside calls must come from the Runtime that is handed in. A simulation replaces the
// Runtime, and it cannot repeat anything that bypasses it.
import { type Complaint, isTest, type Source } from './source.ts';

/**
 * What each of these files may use directly, and why. A folder ends in a slash; without a list everything is allowed.
 */
const allowed: { of: string; why: string; what?: string[] }[] = [
  { of: 'runtime.ts', why: 'it is what gives them' },
  { of: 'yielding.ts', why: 'to yield is no clock', what: ['node:timers/promises', 'setImmediate'] },
  { of: 'main.ts', why: 'it ends the process', what: ['Date.now', 'setTimeout'] },
  { of: 'log/open-log.ts', why: 'the times of lines', what: ['new Date()'] },
  {
    of: 'whatsapp/reach.ts',
    why: 'the call itself; providers are handed another',
    what: ['node:dns/promises', 'request of node:http', 'request of node:https'],
  },
  { of: 'files/draw.ts', why: 'the program of a child process' },
  {
    of: 'files/redraw.ts',
    why: 'the child process itself; rooms are handed another',
    what: ['node:child_process'],
  },
  {
    of: 'backups/backup-process.ts',
    why: 'the child process itself; rooms are handed another',
    what: ['node:child_process'],
  },
  { of: 'papers/engine/compile.ts', why: 'the program of a child process' },
  {
    of: 'papers/engine/paper-maker.ts',
    why: 'the child process itself; rooms are handed another',
    what: ['node:child_process'],
  },
  { of: 'db/postgres-tools.ts', why: 'programs of PostgreSQL', what: ['node:child_process'] },
  { of: 'db/aside-thread.ts', why: 'the program of a thread', what: ['node:worker_threads'] },
  {
    of: 'db/aside.ts',
    why: 'the thread itself; a store is handed another',
    what: ['node:worker_threads'],
  },
  { of: 'db/checkpoint-thread.ts', why: 'the program of a thread', what: ['node:worker_threads'] },
  {
    of: 'db/checkpoints.ts',
    why: 'the thread itself; a store is handed another',
    what: ['node:worker_threads'],
  },
  { of: 'db/migrations/', why: 'a published step is never edited' },
];

export function checkRuntime({ path, taken }: Source): Complaint[] {
  if (!path.startsWith('src/server/') || isTest(path)) return [];
  const file = path.slice('src/server/'.length);
  const rule = allowed.find(({ of }) => (of.endsWith('/') ? file.startsWith(of) : file === of));
  if (rule && !rule.what) return [];
  return taken
    .filter(({ what }) => !rule?.what?.includes(what))
    .map(({ what, line }) => ({
      path,
      line,
      text: `${what} is the computer's own. Take it from the Runtime that is handed in: src/server/runtime.ts.`,
    }));
}
