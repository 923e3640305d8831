/** The latest messages about bills, for lists of bills. */
import { type RawBuilder, sql } from 'kysely';
import { messageStates } from '#shared/messages/message-states.ts';
import type { Scope } from '../../auth/scope.ts';
import { textList } from '../../platform/db/long-lists.ts';

/** Messages in these states were not sent and will not be. */
const unsent = ['skipped', 'cancelled'] as const;

/** Returns the smallest or largest message id of a broadcast, with one index lookup per state. */
async function findEdge(scope: Scope, broadcastID: number, edge: 'min' | 'max'): Promise<number | undefined> {
  const parts = messageStates.map(
    (state): RawBuilder<unknown> =>
      sql`select ${sql.raw(edge)}(id) as id from message where "broadcastID" = ${broadcastID} and status = ${state}`,
  );
  const { rows } = await sql<{ id: number | null }>`select ${sql.raw(edge)}(id) as id
    from (${sql.join(parts, sql` union all `)}) edge`.execute(scope.db);
  return rows[0]?.id ?? undefined;
}

/** Returns the range of message ids from the first to the last send to this billing; undefined when there is none. */
async function findRange(scope: Scope, groupID: number): Promise<{ low: number; high: number } | undefined> {
  const { first, last } = await scope.db
    .selectFrom('broadcast_group')
    .select((eb) => [
      eb.fn.min<number | null>('broadcastID').as('first'),
      eb.fn.max<number | null>('broadcastID').as('last'),
    ])
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return undefined;
  const low = await findEdge(scope, first, 'min');
  const high = await findEdge(scope, last, 'max');
  return low === undefined || high === undefined ? undefined : { low, high };
}

/**
 * Lists messages to these E.164 numbers that were sent or are waiting, from the first to the last send to this billing,
 * the oldest first. Message ids of a campus grow with its sends, so only the few messages of each number in that range
 * are read, even among a million.
 */
export async function listMessagesToNumbers(
  scope: Scope,
  { groupID, numbers }: { groupID: number; numbers: readonly string[] },
) {
  const range = numbers.length > 0 ? await findRange(scope, groupID) : undefined;
  if (!range) return [];
  return scope.db
    .selectFrom('message')
    .select(['id', 'billIDs', 'status', 'updatedAt', 'dueAt'])
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', textList(scope.db, numbers))
    .where('id', '>=', range.low)
    .where('id', '<=', range.high)
    .where('status', 'not in', unsent)
    .orderBy('id')
    .execute();
}
