import { sql } from 'kysely';
import type { Scope } from '../auth/scope.ts';
import { valueList } from '../db/value-rows.ts';

/** Those of these numbers that wrote after `since`, each with when it last did. */
export async function listOpenWindows(
  scope: Scope,
  numbers: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  // `cross`: SQLite shall look up each number, and not go through all that the campus ever got.
  const { rows } = await sql<{ number: string; at: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select inbound.number, max(inbound.at) as at from asked cross join inbound
    where inbound."campusID" = ${scope.campusID} and inbound.number = asked.value and inbound.at > ${since}
    group by inbound.number`.execute(scope.db);
  return new Map(rows.map(({ number, at }) => [number, at]));
}
