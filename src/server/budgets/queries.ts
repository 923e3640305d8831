/** Who was written to first by the numbers of one portfolio, which may be of several campuses: each takes `Db`, and says so. */
import { sql } from 'kysely';
import type { Db } from '../db/store.ts';
import { valueList } from '../db/value-rows.ts';

/** Whose limit, and the instant behind which a person counts. */
export type Counted = { portfolio: string; since: string };

const reachedSince = (db: Db, { portfolio, since }: Counted) =>
  db.selectFrom('reached').where('portfolio', '=', portfolio).where('at', '>', since);

export async function countReached(db: Db, counted: Counted): Promise<number> {
  const row = await reachedSince(db, counted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Those of these numbers that count already. */
export async function listReached(
  db: Db,
  { portfolio, since }: Counted,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  // `cross`: SQLite shall look up each number, and not go through everybody of the day.
  const { rows } = await sql<{ number: string }>`with ${valueList(db, 'asked', numbers)}
    select reached.number from asked cross join reached
    where reached.portfolio = ${portfolio} and reached.number = asked.value and reached.at > ${since}`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

/** When they were written to, the longest ago first. */
export async function listReachedAt(
  db: Db,
  counted: Counted,
  { from = 0, most }: { from?: number; most: number },
): Promise<string[]> {
  const rows = await reachedSince(db, counted).select('at').orderBy('at').limit(most).offset(from).execute();
  return rows.map(({ at }) => at);
}

/** In one order, as every lock of several rows. */
export async function keepReached(
  db: Db,
  portfolio: string,
  { numbers, at }: { numbers: readonly string[]; at: string },
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`with ${valueList(db, 'written', [...new Set(numbers)].sort())}
    insert into reached (portfolio, number, at) select ${portfolio}, value, ${at} from written where true
    on conflict (portfolio, number) do update set at = excluded.at`.execute(db);
}
