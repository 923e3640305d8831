/**
 * Queries about the people to whom the numbers of one portfolio wrote first. A portfolio may span several campuses, so
 * each function takes a `Db`.
 */
import { sql } from 'kysely';
import { valueList } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { openBroadcasts } from '../broadcasts/broadcasts-queries.ts';

/** A portfolio, and the instant after which a message to a person counts. */
export type LimitPeriod = { portfolio: string; since: string };

const reachedSince = (db: Db, { portfolio, since }: LimitPeriod) =>
  db.selectFrom('reached').where('portfolio', '=', portfolio).where('at', '>', since);

export async function countReached(db: Db, counted: LimitPeriod): Promise<number> {
  const row = await reachedSince(db, counted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns those of these numbers that count already. */
export async function listReached(
  db: Db,
  { portfolio, since }: LimitPeriod,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  // `cross` makes SQLite look up each number instead of scanning all people of the day.
  const { rows } = await sql<{ number: string }>`with ${valueList(db, 'asked', numbers)}
    select reached.number from asked cross join reached
    where reached.portfolio = ${portfolio} and reached.number = asked.value and reached.at > ${since}`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

/** Returns when the people who count were written to, the oldest first. */
export async function listReachedAt(
  db: Db,
  counted: LimitPeriod,
  { from = 0, most }: { from?: number; most: number },
): Promise<string[]> {
  const rows = await reachedSince(db, counted).select('at').orderBy('at').limit(most).offset(from).execute();
  return rows.map(({ at }) => at);
}

/**
 * Stores when these numbers were written to. They are sorted, because locks of several rows are always taken in the
 * same order.
 */
export async function recordReached(
  db: Db,
  portfolio: string,
  { numbers, at }: { numbers: readonly string[]; at: string },
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`with ${valueList(db, 'written', [...new Set(numbers)].sort())}
    insert into reached (portfolio, number, at) select ${portfolio}, value, ${at} from written where true
    on conflict (portfolio, number) do update set at = excluded.at`.execute(db);
}

/**
 * Makes messages due now that a limit may have postponed, after the limit has grown. Messages with an earlier attempt
 * keep their time.
 */
export async function makePostponedDue(db: Db, campusIDs: readonly number[], now: string): Promise<void> {
  for (const campusID of campusIDs) {
    const broadcasts = () =>
      openBroadcasts({ db, campusID }).where((eb) =>
        eb.or([eb('startAt', 'is', null), eb('startedAt', 'is not', null)]),
      );
    await db
      .updateTable('message')
      .set({ dueAt: now, reason: null })
      .where('broadcastID', 'in', broadcasts())
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      .where('waits', '=', 0)
      .where('dueAt', '>', now)
      .execute();
    await db.updateTable('broadcast').set({ nextAt: now }).where('id', 'in', broadcasts()).execute();
  }
}

/** Copies the recipients that count for one portfolio to another. The later time of each recipient wins. */
export async function copyReached(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`insert into reached (portfolio, number, at)
    select ${to}, number, at from reached where portfolio = ${from} order by number
    on conflict (portfolio, number) do update set at = excluded.at where excluded.at > reached.at`.execute(
    db,
  );
}
