import { dayIn } from '#shared/dates.ts';
import { type DueRules, type InTimeFrom, inTimeFrom } from '#shared/payable.ts';

/** The earliest due date that is still in time today in the campus. */
export const dueDayNow = (campus: DueRules & { timeZone: string }): InTimeFrom =>
  inTimeFrom(dayIn(campus.timeZone, new Date()), campus);
