/** Queries on the attempts of messages and on why they failed, for one campus. */
import { sql } from 'kysely';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { isContactedByPhone } from './broadcasts-queries.ts';

/** Returns the campus of a message, or undefined when it is not one of `campusIDs`. */
export async function findCampusOfMessage(
  db: Db,
  campusIDs: readonly number[],
  messageID: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('message')
    .select('campusID')
    .where('id', '=', messageID)
    .where('campusID', 'in', campusIDs)
    .executeTakeFirst();
  return row?.campusID;
}

/** Returns the attempt of a message that is being sent now. Undefined when the message is not being sent. */
export async function findOpenAttempt(scope: Scope, messageID: number) {
  return scope.db
    .selectFrom('message')
    .select(['attempts', 'updatedAt'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', messageID)
    .where('status', '=', 'sending')
    .executeTakeFirst();
}

/** Lists the attempts that have ended, the first one first. */
export async function listEndedAttempts(scope: Scope, messageID: number) {
  return scope.db
    .selectFrom('attempt')
    .select(['attempt', 'senderID', 'startedAt', 'endedAt', 'outcome', 'code', 'reason', 'providerID'])
    .where('campusID', '=', scope.campusID)
    .where('messageID', '=', messageID)
    .orderBy('attempt')
    .execute();
}

/**
 * Stores one attempt for each message of a broadcast that was already finished when it was stored. A message with a
 * provider id was accepted; without one it was rejected or is unknown. Attempts that are already stored stay unchanged.
 */
export async function insertAttemptsOfPast(scope: Scope, broadcastID: number): Promise<void> {
  await sql`insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason, "providerID")
    select id, attempts, "campusID", "senderID", coalesce("acceptedAt", "updatedAt"), coalesce("acceptedAt", "updatedAt"),
      case when "providerID" is not null then 'accepted' when status = 'unknown' then 'unknown' else 'rejected' end,
      case when "providerID" is null then reason end, "providerID"
    from message
    where ${unindexed('campusID')} = ${scope.campusID} and "broadcastID" = ${broadcastID} and attempts > 0
      and not exists (select 1 from attempt where attempt."messageID" = message.id)
    order by id`.execute(scope.db);
}

/** Lists what the provider reported later about the attempts of a message. */
export async function listReceipts(scope: Scope, messageID: number) {
  return scope.db
    .selectFrom('attempt')
    .innerJoin('receipt', (join) =>
      join
        .onRef('receipt.senderID', '=', 'attempt.senderID')
        .onRef('receipt.providerID', '=', 'attempt.providerID'),
    )
    .select(['attempt.attempt', 'receipt.status', 'receipt.at', 'receipt.reason'])
    .where('attempt.campusID', '=', scope.campusID)
    .where('attempt.messageID', '=', messageID)
    .orderBy('receipt.at')
    .orderBy('receipt.id')
    .execute();
}

/**
 * Counts failed messages by reason, including its details, the most frequent first. It leaves out messages whose
 * families were told by phone.
 */
export async function listFailures(
  scope: Scope,
  broadcastID: number | undefined,
): Promise<{ reason: Reason | null; count: number }[]> {
  return scope.db
    .selectFrom('message')
    .select((eb) => ['reason', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'failed')
    .where((eb) => eb.not(isContactedByPhone(eb)))
    .$if(broadcastID === undefined, (query) => query.where('campusID', '=', scope.campusID))
    .$if(broadcastID !== undefined, (query) =>
      query.where(unindexed('campusID'), '=', scope.campusID).where('broadcastID', '=', broadcastID ?? 0),
    )
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy(sql`coalesce(reason, '')`)
    .execute();
}

/**
 * Marks unknown messages as decided, because a person will not send them again. Messages that a person has already
 * decided about stay unchanged. Returns how many changed.
 */
export async function closeUnknown(
  scope: Scope,
  ids: number[],
  { reason, now }: { reason: Reason; now: string },
): Promise<number> {
  const { numUpdatedRows } = await scope.db
    .updateTable('message')
    .set({ decidedAt: now, reason, updatedAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, ids))
    .where('status', '=', 'unknown')
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
