import { dayIn } from '#shared/dates.ts';
import { type DueRules, type InTimeFrom, inTimeFrom } from '#shared/payable.ts';

/** The earliest due date that is in time still now, in the campus of a session. */
export const dueDayNow = (campus: DueRules & { timeZone: string }): InTimeFrom =>
  inTimeFrom(dayIn(campus.timeZone, new Date()), campus);
