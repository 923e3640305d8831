// Clocks, timers, random numbers and network calls come from the Runtime that is passed in. The simulation replaces it,
// and can only repeat what it controls.
import { type Complaint, isTest, type Source } from './source.ts';

/** Files that may use them directly, and why. A folder ends in a slash. Without `what` everything is allowed. */
const allowed: { of: string; why: string; what?: string[] }[] = [
  { of: 'runtime.ts', why: 'it is what gives them' },
  { of: 'yielding.ts', why: 'to yield is no clock', what: ['node:timers/promises', 'setImmediate'] },
  { of: 'main.ts', why: 'it ends the process', what: ['Date.now', 'setTimeout'] },
  { of: 'platform/log/open-log.ts', why: 'the times of lines', what: ['new Date()'] },
  {
    of: 'whatsapp/reach.ts',
    why: 'the call itself; providers are handed another',
    what: ['node:dns/promises', 'request of node:http', 'request of node:https'],
  },
  { of: 'platform/files/draw.ts', why: 'the program of a child process' },
  {
    of: 'platform/files/redraw.ts',
    why: 'it starts the child process; tests pass in another',
    what: ['node:child_process'],
  },
  {
    of: 'operations/backups/backup-process.ts',
    why: 'it starts the child process; tests pass in another',
    what: ['node:child_process'],
  },
  { of: 'papers/engine/compile.ts', why: 'the program of a child process' },
  {
    of: 'papers/engine/paper-maker.ts',
    why: 'it starts the child process; tests pass in another',
    what: ['node:child_process'],
  },
  { of: 'platform/db/postgres-tools.ts', why: 'programs of PostgreSQL', what: ['node:child_process'] },
  { of: 'platform/db/aside-thread.ts', why: 'the program of a thread', what: ['node:worker_threads'] },
  {
    of: 'platform/db/aside.ts',
    why: 'the thread itself; a store is handed another',
    what: ['node:worker_threads'],
  },
  { of: 'platform/db/checkpoint-thread.ts', why: 'the program of a thread', what: ['node:worker_threads'] },
  {
    of: 'platform/db/checkpoints.ts',
    why: 'the thread itself; a store is handed another',
    what: ['node:worker_threads'],
  },
  { of: 'platform/db/migrations/', why: 'a published step is never edited' },
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
