import type { Pace } from '#shared/calls/demo.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { lockName } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/store.ts';
import { isPostgres } from '../../db/store.ts';
import type { CopyWhy, SenderChange, SenderRow } from '../tables.ts';
import { beginWord } from './rules.ts';

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
export async function lockOutbox(scope: Scope): Promise<void> {
  const { id } = await scope.db
    .updateTable('sender')
    .set((eb) => ({ provider: eb.ref('provider') }))
    .where('campusID', '=', scope.campusID)
    .returning('id')
    .executeTakeFirstOrThrow();
  await lockReceipts(scope.db, id);
}

/** One transaction at a time moves a sender's messages by receipts; whoever claims does not wait for it. */
export const lockReceipts = (db: Db, senderID: string): Promise<void> => lockName(db, `receipts ${senderID}`);

/** Keeps others from claiming of this sender until the caller's transaction ends. */
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

/** How many people all numbers that share this one's limit may write to first in a day; answers their campuses, in order. */
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

/** By a worker: after it has served this sender, or learned that it must not. */
export async function changeSender(db: Db, senderID: string, change: SenderChange): Promise<void> {
  await db.updateTable('sender').set(change).where('id', '=', senderID).execute();
}

/** These have just called us, and were who they said. Skips whom another transaction has locked; answers the others. */
export async function setCalledAt(db: Db, senderIDs: readonly string[], now: string): Promise<string[]> {
  if (senderIDs.length === 0) return [];
  const free = db
    .selectFrom('sender')
    .select('id')
    .where('id', 'in', senderIDs)
    // Dialect: PostgreSQL has several writers, of whom one may hold a sender for long; SQLite has one.
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked());
  const noted = await db
    .updateTable('sender')
    .set({ hookAt: now })
    .where('id', 'in', free)
    .returning('id')
    .execute();
  return noted.map(({ id }) => id);
}

/** Sends nothing more until a person lets it go on. The first reason stays. */
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

/** Sends again if it was stopped for this reason; a sender that was stopped for another one stays so. */
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

/** The numbers of these campuses send nothing since that instant; with null they send again. */
export async function setSuspended(db: Db, campusIDs: readonly number[], at: string | null): Promise<void> {
  if (campusIDs.length === 0) return;
  await db.updateTable('sender').set({ suspendedAt: at }).where('campusID', 'in', campusIDs).execute();
}

/** The same of every number, in the words of both engines. */
export const letNumbersGo = 'update sender set "suspendedAt" = null';

/**
 * Marks every sender of a store as that of a copy, in the words of both engines: nothing is sent until a person says
 * what became of what waits in it. `at`: an instant of ours, as ISO text. What is marked already stays as it is.
 */
export const markCopy = (why: CopyWhy, at: string): string =>
  `update sender set "copiedAt" = '${at}', "copyWhy" = '${why}',
    "copyUpTo" = (select coalesce(max(id), 0) from message) where "copiedAt" is null`;

/**
 * The number of a new campus: the demo phone, until WhatsApp is connected. `word`: nobody else's, and in what it sends;
 * `now`: ISO text.
 */
export async function insertDemoSender(
  scope: Scope,
  { word, now }: { word: string; now: string },
): Promise<void> {
  await scope.db
    .insertInto('sender')
    .values({
      id: `s${scope.campusID}`,
      campusID: scope.campusID,
      provider: 'demo',
      pace: 'quick',
      createdAt: now,
      words: beginWord([], word, now),
    })
    .execute();
}
