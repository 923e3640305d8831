import { type DueRules, type InTimeFrom, inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';

/** The earliest due date that is still in time today in the campus. */
export const dueDayNow = (campus: DueRules & { timeZone: string }): InTimeFrom =>
  inTimeFrom(dayIn(campus.timeZone, new Date()), campus);
