/** A single message in its own campus, with a clock and a provider that the test controls. */
import type { MessageState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Deps } from '../../src/server/deps.ts';
import { rescueExpiredLeases } from '../../src/server/outbox/delivery/rescue.ts';
import { claimNext } from '../../src/server/outbox/delivery/scheduler.ts';
import type { Claimed } from '../../src/server/outbox/model.ts';
import { applyReceipts, toNewReceipt } from '../../src/server/outbox/receipts/receipts.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { computer } from '../../src/server/runtime.ts';
import type { Receipt } from '../../src/server/whatsapp/model.ts';
import type { Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import type { CampusInTest } from '../support/campus.ts';
import { asking } from '../support/leaving.ts';
import { providerReason } from '../support/provider-reason.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import type { World } from '../support/world.ts';

/** The outside world: the next answer of the provider and the time. */
export function createOutside() {
  const outside = {
    now: new Date('2026-11-05T06:00:00.000Z'),
    answer: (_opaque: string): Outcome => ({ kind: 'rejected', reason: providerReason('Refused') }),
    pass: (seconds: number) => {
      outside.now = new Date(outside.now.getTime() + seconds * 1000);
    },
  };
  const demo: Provider = { send: asking((_sender, { opaque }) => outside.answer(opaque)) };
  return { outside, given: { providers: { demo }, now: () => outside.now } };
}

export type Row = {
  id: number;
  campusID: number;
  broadcastID: number;
  billIDs: string;
  senderID: string;
  status: MessageState;
  reason: Reason | null;
  attempts: number;
  waits: number;
  providerID: string | null;
  leaseUntil: string | null;
  sequence: number | null;
  dueAt: string | null;
  updatedAt: string;
};

export async function readRun({ db }: CampusInTest['scope'], broadcastID: number): Promise<Row[]> {
  return db
    .selectFrom('message')
    .select([
      'id',
      'campusID',
      'broadcastID',
      'billIDs',
      'senderID',
      'status',
      'reason',
      'attempts',
      'waits',
      'providerID',
      'leaseUntil',
      'sequence',
      'dueAt',
      'updatedAt',
    ])
    .where('broadcastID', '=', broadcastID)
    .orderBy('id')
    .execute();
}

/**
 * Claims up to this many messages of the next send. Returns none when nothing is due or another claimer holds the send.
 */
export async function claimSome(
  deps: Pick<Deps, 'store' | 'now' | 'providers' | 'runtime'>,
  most: number,
): Promise<Claimed[]> {
  for (;;) {
    const { claimed, next } = await claimNext(deps, { most: () => most });
    if (claimed.length > 0 || next !== 'again') return claimed;
  }
}

/** Claims everything that waits, send by send, and returns how many. */
export async function claimAll({ db }: { db: Db }, now: Date): Promise<number> {
  const store = { db, engine: 'sqlite', identity: { note: () => {} } } as unknown as Deps['store'];
  for (let all = 0; ; ) {
    const claimed = await claimSome({ store, now: () => now, providers: {}, runtime: computer }, 100);
    if (claimed.length === 0) return all;
    all += claimed.length;
  }
}

/** Empties the outbox, because messages that a test leaves would be sent in the next one. */
export async function emptyOutbox({ deps }: World): Promise<void> {
  const { db } = deps.store;
  await rescueExpiredLeases(deps, { all: true });
  await db
    .updateTable('message')
    .set({ status: 'cancelled', dueAt: null })
    .where('status', '=', 'queued')
    .execute();
  await db.updateTable('broadcast').set({ state: 'done' }).execute();
}

let campuses = 0;
export const nextSlug = () => `school${++campuses}`;

/** Queues one message in its own campus. */
export async function queueOne(world: World) {
  const campus = await world.school(nextSlug());
  const { id: groupID } = await campus.group({ bills: 1 });
  const { broadcastID } = await campus.message({ groupIDs: [groupID] });
  const read = async () => (await readRun(campus.scope, broadcastID))[0]!;
  const { id, senderID } = await read();
  const teller = await receiptSenderOf(campus.scope.db, senderID);
  const opaque = (attempts: number): string => opaqueBy(teller, id, attempts);
  const take = (...receipts: Receipt[]) => {
    const rows = receipts.map((receipt) => toNewReceipt(teller, receipt));
    const moment = { now: world.deps.now().toISOString(), chance: Math.random };
    return inTransaction(campus.scope, ({ db }) => applyReceipts(db, rows, moment));
  };
  const tell = (status: Receipt['status'], more: Partial<Receipt> = {}) =>
    take({ providerID: `p${id}`, status, at: world.deps.now(), ...more });
  return { campus, scope: campus.scope, id, broadcastID, senderID, opaque, read, tell, take };
}

/** The provider accepts the message with the id `p` and its number. */
export const acceptAsP = (opaque: string): Outcome => ({
  kind: 'accepted',
  providerID: `p${opaque.split(':')[1]}`,
});

/** A claimed message in the form that `settle` takes. */
export const triedOf = ({ leaseUntil, updatedAt, ...row }: Row) => ({
  ...row,
  leaseUntil: leaseUntil ?? '',
  startedAt: updatedAt,
});
