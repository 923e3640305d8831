import { type Selectable, sql, type Updateable } from 'kysely';
import type { Pace } from '#shared/calls/demo.ts';
import type { Scope } from '../auth/scope.ts';
import { holdName } from '../db/hold.ts';
import { openRuns } from '../db/open-runs.ts';
import type { SenderTable } from '../db/outbox-tables.ts';
import type { Db } from '../db/store.ts';

export type SenderRow = Selectable<SenderTable>;
export type SenderChange = Omit<Updateable<SenderTable>, 'id' | 'campusID'>;

/** The WhatsApp number of this campus; every campus has one from its creation. */
export async function findSender(scope: Scope): Promise<SenderRow | undefined> {
  return scope.db.selectFrom('sender').selectAll().where('campusID', '=', scope.campusID).executeTakeFirst();
}

/** How fast the demo phone answers. */
export async function updateDemoPace(scope: Scope, pace: Pace): Promise<void> {
  await scope.db.updateTable('sender').set({ pace }).where('campusID', '=', scope.campusID).execute();
}

export async function updateSender(scope: Scope, change: SenderChange): Promise<void> {
  await scope.db.updateTable('sender').set(change).where('campusID', '=', scope.campusID).execute();
}

/** Lets a sender that was stopped go on; answers whether it had been. */
export async function letSenderGoOn(scope: Scope, now: string): Promise<boolean> {
  const row = await scope.db
    .updateTable('sender')
    .set({ stoppedAt: null, stopReason: null, stopPolicy: null, nextAt: now })
    .where('campusID', '=', scope.campusID)
    .where('stoppedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * One at a time moves messages of a campus's outbox, be it by claims or by receipts: the engine locks rows in an order
 * of its own, and two that begin at different ends would wait for each other. The row stays as it is.
 */
export async function holdOutbox(scope: Scope): Promise<void> {
  const { id } = await scope.db
    .updateTable('sender')
    .set((eb) => ({ provider: eb.ref('provider') }))
    .where('campusID', '=', scope.campusID)
    .returning('id')
    .executeTakeFirstOrThrow();
  await holdReceipts(scope.db, id);
}

/** One transaction at a time moves a sender's messages by receipts; whoever claims does not wait for it. */
export const holdReceipts = (db: Db, senderID: string): Promise<void> => holdName(db, `receipts ${senderID}`);

/** Keeps others from claiming of this sender until the caller's transaction ends. */
export async function holdSender(db: Db, senderID: string): Promise<void> {
  await db
    .updateTable('sender')
    .set((eb) => ({ provider: eb.ref('provider') }))
    .where('id', '=', senderID)
    .execute();
}

export async function findSendersByID(db: Db, senderIDs: string[]): Promise<SenderRow[]> {
  if (senderIDs.length === 0) return [];
  return db.selectFrom('sender').selectAll().where('id', 'in', senderIDs).execute();
}

/** Those of every campus that send by this provider. */
export async function listSendersOf(db: Db, provider: string): Promise<SenderRow[]> {
  return db.selectFrom('sender').selectAll().where('provider', '=', provider).orderBy('id').execute();
}

/** The numbers that share this one's limit, itself among them, in the order in which they are held. */
export async function listSharing(
  db: Db,
  { id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>,
): Promise<string[]> {
  if (portfolio === '') return [id];
  const rows = await db.selectFrom('sender').select('id').where('portfolio', '=', portfolio).execute();
  return [...new Set([id, ...rows.map((row) => row.id)])].sort();
}

/** What was put off by a limit that has grown is looked at anew; what was tried before waits for its own time. */
async function lookAgain(db: Db, campusIDs: readonly number[], now: string): Promise<void> {
  for (const campusID of campusIDs) {
    const runs = () =>
      openRuns({ db, campusID }).where((eb) =>
        eb.or([eb('startAt', 'is', null), eb('startedAt', 'is not', null)]),
      );
    await db
      .updateTable('message')
      .set({ dueAt: now, reason: null })
      .where('broadcastID', 'in', runs())
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      .where('waits', '=', 0)
      .where('dueAt', '>', now)
      .execute();
    await db.updateTable('broadcast').set({ nextAt: now }).where('id', 'in', runs()).execute();
  }
}

/** How many people may be written to first in a day, of all numbers that share the limit. */
export async function changeLimit(
  db: Db,
  { id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>,
  { perDay, now }: { perDay: number | null; now: string },
): Promise<void> {
  const rows = await db
    .updateTable('sender')
    .set({ perDay })
    .where((eb) =>
      portfolio === '' ? eb('id', '=', id) : eb.or([eb('id', '=', id), eb('portfolio', '=', portfolio)]),
    )
    .returning('campusID')
    .execute();
  const campusIDs = rows.map(({ campusID }) => campusID).sort((a, b) => a - b);
  await lookAgain(db, campusIDs, now);
}

/** Those who count for the one count for the other as well, each from when it was last written to. */
export async function carryReached(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`insert into reached (portfolio, number, at)
    select ${to}, number, at from reached where portfolio = ${from} order by number
    on conflict (portfolio, number) do update set at = excluded.at where excluded.at > reached.at`.execute(
    db,
  );
}

/** By a worker: after it has served this sender, or learned that it must not. */
export async function changeSender(db: Db, senderID: string, change: SenderChange): Promise<void> {
  await db.updateTable('sender').set(change).where('id', '=', senderID).execute();
}
