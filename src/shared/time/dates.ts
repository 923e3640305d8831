/** Days are text, `2026-11-05`, and never pass through local time. Instants are ISO text in UTC. */

/** The years of a billing (the spec, section 9). */
export const firstYear = 2023;
export const lastYear = 2050;

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

/** `Nov` for 11; empty for a number that is not a month. */
export const monthName = (month: number): string => monthNames[month - 1] ?? '';

const dayShape = /^(\d{4})-(\d{2})-(\d{2})$/;

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Uses arithmetic instead of `Date`, which takes ten times as long. An import calls it for every date of every row. */
function isInCalendar(year: number, month: number, day: number): boolean {
  const length = (monthLengths[month - 1] ?? 0) + (month === 2 && isLeapYear(year) ? 1 : 0);
  return year >= 1900 && year <= 2199 && day >= 1 && day <= length;
}

/** The day as `YYYY-MM-DD`, or undefined if the calendar has no such day (30 February). */
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

/** Programs write days of 1900 for an empty or wrong cell. No school enters money of before this day. */
const firstMoneyDay = '2000-01-01';

/** Whether the text is a day on which money can have moved. Birth dates and filters may be earlier. */
export const isMoneyDay = (text: string): boolean => isDay(text) && text >= firstMoneyDay;

/** `2026-11-05` as the en-UK short form `5 Nov 2026`; other text is returned as it is. */
export function formatDay(day: string): string {
  const parts = dayShape.exec(day);
  return parts ? `${Number(parts[3])} ${monthName(Number(parts[2]))} ${parts[1]}` : day;
}

/** A day in the short form without its year, `5 Nov`. */
export function formatDayOfYear(day: string): string {
  const parts = dayShape.exec(day);
  return parts ? `${Number(parts[3])} ${monthName(Number(parts[2]))}` : day;
}

/** Caches the formatters: making one takes a millisecond, and a list needs it at every scroll step. */
function formatsOf(locale: string, shape: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const cached = formats.get(timeZone);
    if (cached) return cached;
    const made = new Intl.DateTimeFormat(locale, { ...shape, timeZone });
    formats.set(timeZone, made);
    return made;
  };
}

const dayFormatIn = formatsOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const clockFormatIn = formatsOf('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The day at this instant in the campus's time zone. */
export const dayIn = (timeZone: string, instant: Date): string => dayFormatIn(timeZone).format(instant);

/** The time of day at this instant in the campus's time zone, `09:05`. */
export const clockIn = (timeZone: string, instant: Date): string => clockFormatIn(timeZone).format(instant);

/**
 * The instant at which a clock in the time zone shows this day and time, `2026-11-06T09:00`. For a time that a clock
 * change skips, it is the instant one hour later; for a time that occurs twice, it is one of the two.
 */
export function instantIn(timeZone: string, local: string): Date {
  const target = Date.parse(`${local}:00Z`);
  let instant = target;
  // The second round is needed if the clocks change between the first guess and the result.
  for (let round = 0; round < 2; round += 1) {
    const at = new Date(instant);
    instant += target - Date.parse(`${dayIn(timeZone, at)}T${clockIn(timeZone, at)}:00Z`);
  }
  return new Date(instant);
}

const dayLength = 86_400_000;

/** The day `days` days later, or earlier if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Thursday 10 December 2026`, so that a person sees at once which day a short text became. */
export function formatWholeDay(day: string): string {
  const [year, month = '', date] = day.split('-');
  return `${weekdays[weekdayOf(day)]} ${Number(date)} ${fullMonthNames[Number(month) - 1]} ${year}`;
}

/** An instant as `5 Nov 2026, 14:05` in the campus's time zone. */
export function formatInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  return `${formatDay(dayIn(timeZone, at))}, ${clockIn(timeZone, at)}`;
}
