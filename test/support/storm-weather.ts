/** The faults of the storm, and what the person at the desk does about them while the outbox empties. */
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '#shared/calls/all.ts';
import type { Fault } from '../peers/graph/faults.ts';
import { ask } from './fault-clerk.ts';
import type { Storm } from './storm-desk.ts';

/** Seconds. A program that resends messages of unknown outcome would have done so by then. */
const late = 60;

/** Every kind of fault except those that stop the number or the template. */
export const faults: readonly Fault[] = [
  { kind: 'reject', code: 131016 },
  { kind: 'reject', code: 2 },
  { kind: 'reject', code: 131026 },
  { kind: 'reject', code: 131056 },
  { kind: 'reject', code: 132012 },
  { kind: 'html' },
  { kind: 'htmlAfter', status: 504, late },
  { kind: 'hang', seconds: 0.5 },
  { kind: 'hangAfter', seconds: 0.5, late },
  { kind: 'cutBefore' },
  { kind: 'cutAfter', late },
  { kind: 'noID', late },
  { kind: 'hookFirst' },
  { kind: 'repeat' },
  { kind: 'reorder' },
  { kind: 'drop' },
  { kind: 'failLater', code: 131026 },
  { kind: 'failLater', code: 131049 },
  { kind: 'held' },
];
/** These faults come once, each after the one before was handled. A person must act on all but the first. */
const once: readonly Fault[] = [
  { kind: 'reject', code: 130429 },
  { kind: 'reject', code: 131048 },
  { kind: 'pauseTemplate' },
  { kind: 'reject', code: 190 },
];

export type Weather = { seed: number; messages: number; patience: number };

/** What waits, and the latest instant at which it must be looked at again. */
async function look({ running }: Storm) {
  const { db } = running.deps.store;
  const rows = await db
    .selectFrom('message')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.min('dueAt').as('dueAt')])
    .where('status', 'in', ['queued', 'sending'])
    .groupBy('status')
    .execute();
  const hooks = await db
    .selectFrom('hook')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('handledAt', 'is', null)
    .executeTakeFirstOrThrow();
  const runs = await db.selectFrom('broadcast').select('nextAt').where('state', '=', 'running').execute();
  const sender = await db
    .selectFrom('sender')
    .select(['nextAt', 'runsAt', 'stoppedAt'])
    .executeTakeFirstOrThrow();
  const held = await db.selectFrom('broadcast').select('id').where('state', '=', 'paused').execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  const queued = of('queued')?.count ?? 0;
  const sending = of('sending')?.count ?? 0;
  const instants = [of('queued')?.dueAt, sender.nextAt, sender.runsAt, ...runs.map(({ nextAt }) => nextAt)];
  return {
    queued,
    sending,
    unheard: hooks.count,
    isStopped: sender.stoppedAt !== null || held.length > 0,
    // A message that waits for several things waits for the last one.
    nextAt: instants.map((instant) => instant ?? '').reduce((a, b) => (a > b ? a : b)),
  };
}

/** Approves the template again and resumes the stopped number or send. */
async function resumeSends({ graph, counter }: Storm): Promise<void> {
  for (const { name, status } of graph.templates.all())
    if (status === 'PAUSED') graph.templates.approve(name);
  await ask(counter, calls.resumeOutbox, {});
}

/** The clock moves on after this many equal looks, by a step between these milliseconds. */
const stillLooks = 3;
const shortest = 10_000;
const longest = 2 * 3_600_000;

function moveOn({ now, moveTo, running }: Storm, milliseconds: number): void {
  moveTo(new Date(now().getTime() + milliseconds).toISOString());
  for (const worker of ['sending', 'receipts', 'webhooks'] as const) running.deps.wake(worker);
}

/** Waits until everything is sent and every receipt has arrived. Returns how often a person had to act. */
export async function weather(storm: Storm, { seed, messages, patience }: Weather): Promise<number> {
  const { graph } = storm;
  graph.faults.storm({ seed, share: 0.2, faults });
  const until = performance.now() + patience;
  let raised = 0;
  let mended = 0;
  let still = 0;
  let step = shortest;
  let before = '';
  while (performance.now() < until) {
    const fault = once[raised];
    if (fault && graph.accepted.length > (raised * messages) / (once.length + 1)) {
      graph.faults.next(fault);
      raised += 1;
    }
    // The fake is asked first, so that its receipts are stored before the look.
    const isQuiet = graph.isIdle();
    const seen = await look(storm);
    if (seen.queued + seen.sending + seen.unheard === 0 && isQuiet) return mended;
    const now = `${graph.requests.length} ${seen.queued} ${seen.sending} ${seen.unheard} ${seen.isStopped}`;
    still = now === before && seen.sending === 0 ? still + 1 : 0;
    if (now !== before) step = shortest;
    before = now;
    if (still >= stillLooks && seen.isStopped) {
      await resumeSends(storm);
      mended += 1;
      still = 0;
    } else if (still >= stillLooks && isQuiet) {
      // When many messages wait for the next day, the queue is due every hour. The clock skips most of these hours.
      moveOn(storm, Math.max(Date.parse(seen.nextAt) - storm.now().getTime(), step));
      step = Math.min(2 * step, longest);
      still = 0;
    }
    await wait(50);
  }
  throw new Error(`the storm did not end: ${before}`);
}
