/** Which days are closed: those until `closedUntil`, and for the cash of a clerk the days that were counted. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';

/** Is true for a payment that counts on a closed day. */
const isClosedPayment = ({ campusID, campus: { closedUntil } }: Scope): RawBuilder<SqlBool> => {
  const isCounted = sql`(payment.method = 'cash' and payment.source = 'counter' and exists (select 1 from cash_count
    where cash_count."campusID" = ${campusID} and cash_count.day = payment."receivedOn"
    and cash_count.clerk = payment."createdBy"))`;
  return closedUntil === null
    ? sql`${isCounted}`
    : sql`(coalesce(payment."bookedOn", payment."receivedOn") <= ${closedUntil} or ${isCounted})`;
};

type LateDay = RawBuilder<string | null>;
const todayOf = ({ campus }: Scope, now: string): string => dayIn(campus.timeZone, new Date(now));

/** The day on which a change of a payment counts: null if the day of the payment is open. */
export const lateDayOfPayment = (scope: Scope, now: string): LateDay =>
  sql`(case when ${isClosedPayment(scope)} then ${todayOf(scope, now)} end)`;

/** The same for a change of an allocation. */
export const lateDayOfAllocation = (scope: Scope, now: string): LateDay =>
  sql`(select ${lateDayOfPayment(scope, now)} from payment where payment.id = allocation."paymentID")`;

/** The same for a change of an adjustment. */
export const lateDayOfAdjustment = (scope: Scope, now: string): LateDay => {
  const { closedUntil } = scope.campus;
  return closedUntil === null
    ? sql`null`
    : sql`(case when adjustment.day <= ${closedUntil} then ${todayOf(scope, now)} end)`;
};

/** The day on which a new fact of `day` counts: null if that day is open. */
export const lateDayOf = (scope: Scope, day: string, now: string): string | null =>
  scope.campus.closedUntil !== null && day <= scope.campus.closedUntil ? todayOf(scope, now) : null;

/**
 * Returns the day on which a new allocation of this payment counts, and the closed day that a change of the payment
 * concerns. Null means the day of the payment, and no closed day.
 */
export async function findBooking(
  scope: Scope,
  paymentID: number,
  now: string,
): Promise<{ bookedOn: string | null; concerns: string | null }> {
  const row = await scope.db
    .selectFrom('payment')
    .select(['receivedOn', 'bookedOn', lateDayOfPayment(scope, now).as('lateDay')])
    .where('campusID', '=', scope.campusID)
    .where('id', '=', paymentID)
    .executeTakeFirst();
  if (!row) return { bookedOn: null, concerns: null };
  const { receivedOn, bookedOn, lateDay } = row;
  return { bookedOn: lateDay ?? bookedOn, concerns: lateDay === null ? null : receivedOn };
}

/** Returns whether the cash of this clerk was counted for this day. */
export async function isCashCounted(
  scope: Scope,
  { day, clerk }: { day: string; clerk: string },
): Promise<boolean> {
  const row = await scope.db
    .selectFrom('cash_count')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('day', '=', day)
    .where('clerk', '=', clerk)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
