import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { valueList } from '../../platform/db/long-lists.ts';
import { windowClosed } from '../../whatsapp/error-codes.ts';

/**
 * True when WhatsApp has refused a text because the window of the number is closed. WhatsApp says so in its answer, or
 * later in a receipt. Attempts before the parent's last message do not count.
 */
const wasRefusedAsClosed = ({ campusID }: Scope) => sql`exists (
  select 1 from message cross join attempt
  where message."campusID" = ${campusID} and message.number = wrote.number and message."updatedAt" > wrote.at
    and attempt."messageID" = message.id and attempt."startedAt" > wrote.at
    and (attempt.code = ${windowClosed} or exists (select 1 from receipt
      where receipt."senderID" = attempt."senderID" and receipt."providerID" = attempt."providerID"
        and receipt.status = 'failed' and receipt.code = ${windowClosed})))`;

/**
 * Returns the numbers that wrote after `since`, each with the time of its last message. It leaves out numbers for which
 * WhatsApp has said that the window is closed.
 */
export async function listOpenWindows(
  scope: Scope,
  numbers: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  // `cross` makes SQLite look up each number instead of scanning all messages that the campus received.
  const { rows } = await sql<{ number: string; at: string }>`with ${valueList(scope.db, 'asked', numbers)},
    wrote as materialized (
      select inbound.number, max(inbound.at) as at from asked cross join inbound
      where inbound."campusID" = ${scope.campusID} and inbound.number = asked.value and inbound.at > ${since}
        and inbound."isOurs" = 0 and inbound.kind <> 'change'
      group by inbound.number)
    select number, at from wrote where not ${wasRefusedAsClosed(scope)}`.execute(scope.db);
  return new Map(rows.map(({ number, at }) => [number, at]));
}
