// Clocks, timers, random numbers and network calls come from the Runtime that is passed as an argument. The
// simulation replaces the Runtime, because it can repeat only what it controls.
import { type Complaint, isTest, type Source } from './source.ts';

/** Files that may use them directly, and why. A folder ends with a slash. Without `what` everything is allowed. */
const allowed: { of: string; why: string; what?: string[] }[] = [
  { of: 'runtime.ts', why: 'it provides them' },
  { of: 'yielding.ts', why: 'yielding needs no clock', what: ['node:timers/promises', 'setImmediate'] },
  { of: 'main.ts', why: 'it stops the process', what: ['Date.now', 'setTimeout'] },
  { of: 'platform/log/open-log.ts', why: 'the times of log lines', what: ['new Date()'] },
  {
    of: 'whatsapp/reach.ts',
    why: 'it makes the call; providers get another function',
    what: ['node:dns/promises', 'request of node:http', 'request of node:https'],
  },
  { of: 'platform/files/draw.ts', why: 'it runs in a child process' },
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
  { of: 'papers/engine/compile.ts', why: 'it runs in a child process' },
  {
    of: 'papers/engine/paper-maker.ts',
    why: 'it starts the child process; tests pass in another',
    what: ['node:child_process'],
  },
  {
    of: 'platform/db/postgres-tools.ts',
    why: 'it runs programs of PostgreSQL',
    what: ['node:child_process'],
  },
  { of: 'platform/db/read-connection-thread.ts', why: 'it runs in a thread', what: ['node:worker_threads'] },
  {
    of: 'platform/db/read-connection.ts',
    why: 'it starts the thread; tests pass in another',
    what: ['node:worker_threads'],
  },
  { of: 'platform/db/checkpoint-thread.ts', why: 'it runs in a thread', what: ['node:worker_threads'] },
  {
    of: 'platform/db/checkpoints.ts',
    why: 'it starts the thread; tests pass in another',
    what: ['node:worker_threads'],
  },
  { of: 'platform/db/migrations/', why: 'a published migration is never edited' },
];

export function checkRuntime({ path, runtimeUses }: Source): Complaint[] {
  if (!path.startsWith('src/server/') || isTest(path)) return [];
  const file = path.slice('src/server/'.length);
  const rule = allowed.find(({ of }) => (of.endsWith('/') ? file.startsWith(of) : file === of));
  if (rule && !rule.what) return [];
  return runtimeUses
    .filter(({ what }) => !rule?.what?.includes(what))
    .map(({ what, line }) => ({
      path,
      line,
      text: `${what} is the computer's own. Use the Runtime that is passed as an argument: src/server/runtime.ts.`,
    }));
}
