import type { Pace } from '#shared/calls/demo.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { lockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { isPostgres } from '../../platform/db/store.ts';
import type { CopyWhy, SenderChange, SenderRow } from '../tables.ts';
import { beginReceiptSecret } from './settings-rules.ts';

/** Returns the WhatsApp number of this campus. Every campus has one from its creation. */
export async function findSender(scope: Scope): Promise<SenderRow | undefined> {
  return scope.db.selectFrom('sender').selectAll().where('campusID', '=', scope.campusID).executeTakeFirst();
}

/** Sets how fast the demo phone answers. */
export async function updateDemoPace(scope: Scope, pace: Pace): Promise<void> {
  await scope.db.updateTable('sender').set({ pace }).where('campusID', '=', scope.campusID).execute();
}

export async function updateSender(scope: Scope, change: SenderChange): Promise<void> {
  await scope.db.updateTable('sender').set(change).where('campusID', '=', scope.campusID).execute();
}

/** Resumes a stopped sender. Returns whether it was stopped. */
export async function resumeSender(scope: Scope, now: string): Promise<boolean> {
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
 * Locks the outbox of a campus, so that only one transaction at a time changes its messages, by claims or by receipts.
 * Without this lock two such transactions could deadlock, because the engine locks rows in its own order. The row stays
 * unchanged.
 */
export async function lockOutbox(scope: Scope): Promise<void> {
  const { id } = await scope.db
    .updateTable('sender')
    .set((eb) => ({ provider: eb.ref('provider') }))
    .where('campusID', '=', scope.campusID)
    .returning('id')
    .executeTakeFirstOrThrow();
  await lockReceipts(scope.db, id);
}

/**
 * Locks the receipts of a sender, so that only one transaction at a time applies receipts to its messages. Claims do
 * not wait for this lock.
 */
export const lockReceipts = (db: Db, senderID: string): Promise<void> => lockName(db, `receipts ${senderID}`);

/** Locks a sender, so that no other transaction claims its messages until the transaction of the caller ends. */
export async function lockSender(db: Db, senderID: string): Promise<void> {
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

/** Returns the senders of every campus that use this provider. */
export async function listSendersOf(db: Db, provider: string): Promise<SenderRow[]> {
  return db.selectFrom('sender').selectAll().where('provider', '=', provider).orderBy('id').execute();
}

/**
 * Lists the WhatsApp numbers that share the messaging limit of this one, including itself. They are in the order in
 * which they are locked.
 */
export async function listSharing(
  db: Db,
  { id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>,
): Promise<string[]> {
  if (portfolio === '') return [id];
  const rows = await db.selectFrom('sender').select('id').where('portfolio', '=', portfolio).execute();
  return [...new Set([id, ...rows.map((row) => row.id)])].sort();
}

/** Sets the messaging limit of all WhatsApp numbers that share it. Returns their campuses, sorted. */
export async function setPerDay(
  db: Db,
  { id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>,
  perDay: number | null,
): Promise<number[]> {
  const rows = await db
    .updateTable('sender')
    .set({ perDay })
    .where((eb) =>
      portfolio === '' ? eb('id', '=', id) : eb.or([eb('id', '=', id), eb('portfolio', '=', portfolio)]),
    )
    .returning('campusID')
    .execute();
  return rows.map(({ campusID }) => campusID).sort((a, b) => a - b);
}

/** Changes a sender of any campus, for example after a worker has sent its messages. */
export async function changeSender(db: Db, senderID: string, change: SenderChange): Promise<void> {
  await db.updateTable('sender').set(change).where('id', '=', senderID).execute();
}

/**
 * Stores that the providers of these senders made an authentic call at `now`. Returns the senders that were updated.
 * Senders that another transaction has locked are skipped.
 */
export async function setCalledAt(db: Db, senderIDs: readonly string[], now: string): Promise<string[]> {
  if (senderIDs.length === 0) return [];
  const free = db
    .selectFrom('sender')
    .select('id')
    .where('id', 'in', senderIDs)
    // Dialect: PostgreSQL has several writers, and another writer may lock a sender for a long time. SQLite has a
    // single writer.
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked());
  const noted = await db
    .updateTable('sender')
    .set({ hookAt: now })
    .where('id', 'in', free)
    .returning('id')
    .execute();
  return noted.map(({ id }) => id);
}

/** Stops a sender until a person resumes it. The first reason stays. */
export async function stopSender(
  db: Db,
  senderID: string,
  { reason, policy, now }: { reason: Reason; policy: 'pauseSender' | 'fixToken'; now: string },
): Promise<void> {
  await db
    .updateTable('sender')
    .set({ stoppedAt: now, stopReason: reason, stopPolicy: policy })
    .where('id', '=', senderID)
    .where('stoppedAt', 'is', null)
    .execute();
}

/** Resumes a sender that was stopped for this reason. A sender with another reason stays stopped. */
export async function endStop(
  db: Db,
  senderID: string,
  { reason, now }: { reason: Reason; now: string },
): Promise<void> {
  await db
    .updateTable('sender')
    .set({ stoppedAt: null, stopReason: null, stopPolicy: null, nextAt: now })
    .where('id', '=', senderID)
    .where('stopReason', '=', reason)
    .execute();
}

/** Suspends the WhatsApp numbers of these campuses from that instant on. With null they send again. */
export async function setSuspended(db: Db, campusIDs: readonly number[], at: string | null): Promise<void> {
  if (campusIDs.length === 0) return;
  await db.updateTable('sender').set({ suspendedAt: at }).where('campusID', 'in', campusIDs).execute();
}

/** Lets every suspended number send again. This is SQL for both engines. */
export const resumeAllNumbers = 'update sender set "suspendedAt" = null';

/**
 * Marks every sender of a store as part of a copy. Nothing is sent until a person decides about the waiting messages.
 * This is SQL for both engines. `at` is an instant of this program, as ISO text. Senders that are already marked stay
 * unchanged.
 */
export const markCopy = (why: CopyWhy, at: string): string =>
  `update sender set "copiedAt" = '${at}', "copyWhy" = '${why}',
    "copyUpTo" = (select coalesce(max(id), 0) from message) where "copiedAt" is null`;

/**
 * Creates the sender of a new campus: the demo phone, until WhatsApp is connected. Receipts for its messages must contain
 * `receiptSecret`. `now` is ISO text.
 */
export async function insertDemoSender(
  scope: Scope,
  { receiptSecret, now }: { receiptSecret: string; now: string },
): Promise<void> {
  await scope.db
    .insertInto('sender')
    .values({
      id: `s${scope.campusID}`,
      campusID: scope.campusID,
      provider: 'demo',
      pace: 'quick',
      createdAt: now,
      words: beginReceiptSecret([], receiptSecret, now),
    })
    .execute();
}
