/** Days are text, `2026-11-05`, and never pass through local time. Instants are ISO text in UTC. */

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;
export const fullMonthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `Nov` for 11; empty for what is no month. */
export const monthName = (month: number): string => monthNames[month - 1] ?? '';

const dayShape = /^(\d{4})-(\d{2})-(\d{2})$/;

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** By arithmetic: an import asks it for every date of every row, and a `Date` would take ten times as long. */
function isInCalendar(year: number, month: number, day: number): boolean {
  const length = (monthLengths[month - 1] ?? 0) + (month === 2 && isLeapYear(year) ? 1 : 0);
  return year >= 1900 && year <= 2199 && day >= 1 && day <= length;
}

/** The day as `YYYY-MM-DD`, or undefined where there is no such day in the calendar (30 February). */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const isWhole = Number.isInteger(year) && Number.isInteger(month) && Number.isInteger(day);
  if (!isWhole || !isInCalendar(year, month, day)) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether the text is a real day in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const parts = dayShape.exec(text);
  return parts !== null && isInCalendar(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** `2026-11-05` as the en-UK short form `5 Nov 2026`; other text is returned as it is. */
export function formatDay(day: string): string {
  const parts = dayShape.exec(day);
  return parts ? `${Number(parts[3])} ${monthName(Number(parts[2]))} ${parts[1]}` : day;
}

// A formatter takes a millisecond to make, and a list asks at every step it is scrolled.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatIn(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormats.set(timeZone, made);
  return made;
}

/** The day it is at this instant in the campus's time zone. */
export const dayIn = (timeZone: string, instant: Date): string => dayFormatIn(timeZone).format(instant);

/** An instant as `5 Nov 2026, 14:05` in the campus's time zone. */
export function formatInstant(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${formatDay(dayIn(timeZone, new Date(instant)))}, ${time.format(new Date(instant))}`;
}
