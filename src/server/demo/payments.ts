/** Counter payments of the last days in the demonstration school. */

import type { PaymentMethod } from '#shared/money/ledger.ts';
import { toPaisa } from '#shared/money/money.ts';
import { addDays, dayIn, weekdayOf } from '#shared/time/dates.ts';
import type { Scope } from '../auth/scope.ts';
import { type Part, payParts } from '../ledger/ledger.ts';
import { findRecipients } from '../recipients/recipients.ts';
import type { Recipient } from '../recipients/recipients-rules.ts';

/** The last `days` days up to today have `aDay` payments each, except Sundays. */
const days = 10;
const aDay = 4;
const everyNinth = 9;

const methods: readonly PaymentMethod[] = ['cash', 'cash', 'online', 'cash', 'wallet'];

/** Returns the recipients of a billing who have not paid anything. */
export async function listUnpaid(scope: Scope, groupID: number, now: Date): Promise<Recipient[]> {
  const filter = { contacts: '', groupIDs: [groupID], contactIDs: [], status: 'unpaid' as const };
  const found = await findRecipients(scope, { now, at: now }, { ...filter, family: false, again: true });
  return found.recipients.filter(
    ({ status, issueDate, total }) => status === 'unpaid' && issueDate !== null && total !== null,
  );
}

/** The full amount of the bill on that day. A few families pay only a part. */
function partOf({ billID, total, amountAfterDueDate, dueDate }: Recipient, day: string, place: number): Part {
  const charged = dueDate !== null && day > dueDate ? (amountAfterDueDate ?? total) : total;
  const amount = place % everyNinth === 5 ? 3000 : (charged ?? 0);
  return { billID: billID ?? 0, amount: toPaisa(amount), day };
}

/** Pays bills of the newest month. On days before the newest month began, pays bills of the month before. */
export async function fillPayments(
  scope: Scope,
  { newestID, beforeID, now }: { newestID: number; beforeID: number; now: Date },
): Promise<void> {
  const today = dayIn(scope.campus.timeZone, now);
  const newest = await listUnpaid(scope, newestID, now);
  const before = await listUnpaid(scope, beforeID, now);
  const begins = newest[0]?.issueDate ?? today;
  const paid = Array.from({ length: days }, (_, ago) => addDays(today, ago + 1 - days))
    .filter((day) => weekdayOf(day) !== 0)
    .flatMap((day) => (day < begins ? before : newest).splice(0, aDay).map((bill) => ({ bill, day })))
    .map(({ bill, day }, place) => ({
      part: partOf(bill, day, place),
      method: methods[place % methods.length],
    }));
  const byMethod = Map.groupBy(paid, ({ method }) => method ?? 'cash');
  const origin = { source: 'counter', now: now.toISOString() } as const;
  for (const [method, list] of byMethod)
    await payParts(
      scope,
      list.map(({ part }) => part),
      { ...origin, method },
    );
}
