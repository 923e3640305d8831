import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { valueList } from '../../db/long-lists.ts';
import { windowClosed } from '../../whatsapp/error-codes.ts';

/**
 * Since a number wrote, WhatsApp has not taken a text to it because its window is closed: said at once, or later of one
 * that it had accepted. What was tried before it wrote says nothing.
 */
const saidClosed = ({ campusID }: Scope) => sql`exists (
  select 1 from message cross join attempt
  where message."campusID" = ${campusID} and message.number = wrote.number and message."updatedAt" > wrote.at
    and attempt."messageID" = message.id and attempt."startedAt" > wrote.at
    and (attempt.code = ${windowClosed} or exists (select 1 from receipt
      where receipt."senderID" = attempt."senderID" and receipt."providerID" = attempt."providerID"
        and receipt.status = 'failed' and receipt.code = ${windowClosed})))`;

/** Those of these numbers that wrote after `since` and whose window WhatsApp has not called closed, each with when it last wrote. */
export async function listOpenWindows(
  scope: Scope,
  numbers: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  // `cross`: SQLite shall look up each number, and not go through all that the campus ever got.
  const { rows } = await sql<{ number: string; at: string }>`with ${valueList(scope.db, 'asked', numbers)},
    wrote as materialized (
      select inbound.number, max(inbound.at) as at from asked cross join inbound
      where inbound."campusID" = ${scope.campusID} and inbound.number = asked.value and inbound.at > ${since}
      group by inbound.number)
    select number, at from wrote where not ${saidClosed(scope)}`.execute(scope.db);
  return new Map(rows.map(({ number, at }) => [number, at]));
}
