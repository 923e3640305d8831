/** The real outbox of one campus, which is compared with the model. */
import type { MessageState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import { startDue } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { markHandedOver } from '../../src/server/outbox/delivery/claims-queries.ts';
import { rescueExpiredLeases } from '../../src/server/outbox/delivery/rescue.ts';
import { claimNext } from '../../src/server/outbox/delivery/scheduler.ts';
import type { Claimed } from '../../src/server/outbox/model.ts';
import type { CampusInTest } from '../support/campus.ts';
import type { World } from '../support/world.ts';
import { failuresOf, type Model } from './model.ts';

export type Clock = { now: number };
/** `held`: claims without an answer yet; `left`: those that were handed over. */
export type Real = {
  world: World;
  campus: CampusInTest;
  groupID: number;
  clock: Clock;
  held: Claimed[];
  left: Set<Claimed>;
  /** The instants of the cancels, the last one at the end. */
  cancelled: string[];
  /** The bills that were marked as paid, and when; the last one at the end. */
  paid: { billID: number; at: string }[];
};

export type Row = {
  id: number;
  broadcastID: number;
  number: string;
  billIDs: string;
  status: MessageState;
  attempts: number;
  reason: Reason | null;
  dueAt: string | null;
  leaseUntil: string | null;
  handedOverAt: string | null;
  providerID: string | null;
  decidedAt: string | null;
};

export const idsIn = (billIDs: string): number[] => billIDs.split(' ').filter(Boolean).map(Number);

export async function readRows({ campus: { scope } }: Real): Promise<Row[]> {
  return scope.db
    .selectFrom('message')
    .select([
      'id',
      'broadcastID',
      'number',
      'billIDs',
      'status',
      'attempts',
      'reason',
      'dueAt',
      'leaseUntil',
      'handedOverAt',
      'providerID',
      'decidedAt',
    ])
    .where('campusID', '=', scope.campusID)
    .orderBy('id')
    .execute();
}

async function readAttempts({ campus: { scope } }: Real) {
  const rows = await scope.db
    .selectFrom('attempt')
    .select(['messageID', 'attempt', 'outcome', 'providerID'])
    .where('campusID', '=', scope.campusID)
    .orderBy('messageID')
    .orderBy('attempt')
    .execute();
  return Map.groupBy(rows, ({ messageID }) => messageID);
}

async function readRuns({ campus: { scope } }: Real) {
  return scope.db
    .selectFrom('broadcast')
    .select(['id', 'state', 'failures', 'startedAt'])
    .where('campusID', '=', scope.campusID)
    .execute();
}

export async function readSender({ campus: { scope } }: Real) {
  return scope.db
    .selectFrom('sender')
    .select(['id', 'stoppedAt', 'nextAt'])
    .where('campusID', '=', scope.campusID)
    .executeTakeFirstOrThrow();
}

/** Begins due sends and claims, as the worker does: `most` messages in one turn, or all. */
export async function claimReal({ world: { deps } }: Real, most: number | 'all'): Promise<Claimed[]> {
  await startDue(deps);
  if (most !== 'all') return (await claimNext(deps, { most: () => most })).claimed;
  const all: Claimed[] = [];
  for (let turn = 0; turn < 100; turn++) {
    const { claimed, next } = await claimNext(deps, { most: () => 500 });
    all.push(...claimed);
    if (claimed.length === 0 && next === 'later') return all;
  }
  throw new Error('the claims do not end');
}

/** Whether the message may go to the provider now. */
export async function handOverReal({ world: { deps } }: Real, claimed: Claimed): Promise<boolean> {
  const marked = await markHandedOver(deps.store.db, [claimed], deps.now().toISOString());
  return marked.has(claimed.id);
}

/** Rescues leases, as after a process died or a lease ended. */
export const giveUpReal = ({ world: { deps } }: Real, isAll: boolean): Promise<void> =>
  rescueExpiredLeases(deps, { all: isAll });

const differ = (what: string, real: unknown, model: unknown): void => {
  const [one, other] = [JSON.stringify(real), JSON.stringify(model)];
  if (one !== other) throw new Error(`${what}: the store has ${one}, the model ${other}`);
};

function compareMessage(row: Row, model: Model): void {
  const message = model.messages.get(row.id);
  if (!message) throw new Error(`the store has a message ${row.id} that the model lacks`);
  const what = `message ${row.id}`;
  differ(`${what} status`, row.status, message.status);
  differ(`${what} attempts`, row.attempts, message.attempts);
  differ(`${what} bills`, idsIn(row.billIDs), message.bills);
  const isQueued = message.status === 'queued';
  differ(`${what} dueAt`, row.dueAt, isQueued ? new Date(message.dueAt).toISOString() : null);
  differ(`${what} lease`, row.leaseUntil, message.status === 'sending' ? message.lease : null);
  const isHandedOverNow = message.status === 'sending' && message.isHandedOver;
  differ(`${what} handed over`, row.handedOverAt !== null, isHandedOverNow);
  differ(`${what} decided`, row.decidedAt !== null, message.isDecided);
  const isHandedOver = ['accepted', 'sent', 'delivered', 'read'].includes(row.status);
  if (isHandedOver && row.providerID === null) throw new Error(`${what} is ${row.status} without a name`);
  message.reason = row.reason;
}

/** Compares states, tries, sends and the sender, and throws on a difference. */
export async function agree(model: Model, real: Real): Promise<void> {
  const rows = await readRows(real);
  differ('messages', rows.length, model.messages.size);
  for (const row of rows) compareMessage(row, model);
  const attempts = await readAttempts(real);
  for (const { id, tries } of model.messages.values()) {
    const stored = (attempts.get(id) ?? []).map(({ attempt, outcome, providerID }) => [
      attempt,
      outcome,
      providerID,
    ]);
    const expected = [...tries].sort(([a], [b]) => a - b);
    differ(
      `tries of message ${id}`,
      stored,
      expected.map(([attempt, { outcome, providerID }]) => [attempt, outcome, providerID]),
    );
  }
  const waiting = new Set(
    rows.flatMap(({ status, broadcastID }) => (status === 'queued' ? broadcastID : [])),
  );
  for (const { id, state, failures, startedAt } of await readRuns(real)) {
    const run = model.runs.get(id);
    if (!run) throw new Error(`the store has a run ${id} that the model lacks`);
    // A send without waiting messages becomes done at its next turn, whenever that is.
    if (run.state === 'running' && state === 'done' && !waiting.has(id)) run.state = 'done';
    differ(`run ${id} state`, state, run.state);
    differ(`run ${id} failures`, failures, failuresOf(run));
    if (run.startAt !== null) differ(`run ${id} begun`, startedAt !== null, run.hasBegun);
  }
  differ('sender stopped', (await readSender(real)).stoppedAt !== null, model.isStopped);
}
