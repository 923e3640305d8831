import type { ExpressionBuilder } from 'kysely';
import { type BillFilter, knownStatuses, partlyPaid } from '#shared/bill-status.ts';
import type { Tables } from './tables.ts';

/** The filter's meaning, once for lists, counts and sends. `today` is the campus's day. */
export function hasStatus(eb: ExpressionBuilder<Tables, 'bill'>, status: BillFilter, today: string) {
  if (status === 'all') return eb.lit(true);
  const isUnpaid = eb('bill.status', '=', 'unpaid');
  if (status === 'unpaid') return isUnpaid;
  if (status === 'paid') return eb('bill.status', '=', 'paid');
  if (status === 'part-paid') return eb('bill.status', '=', partlyPaid);
  if (status === 'other') return eb('bill.status', 'not in', knownStatuses);
  return eb.and([isUnpaid, eb('bill.dueDate', '<', today)]);
}
