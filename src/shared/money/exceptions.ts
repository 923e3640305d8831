/** What an owner checks in a month: the acts by which money can disappear. */

export const exceptionKinds = [
  'voided',
  'returned',
  'waived',
  'lowered',
  'backDated',
  'reprinted',
  'counted',
  'creditMoved',
  'deleted',
  'doubtful',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Days of each part of a month but the last: 1–7, 8–14, 15–21, 22 to the end. */
const weekDays = 7;
const weeks = 4;

/** The part of its month in which a day lies: 0 to 3. */
export const weekOfMonth = (day: string): number =>
  Math.min(Math.floor((Number(day.slice(8, 10)) - 1) / weekDays), weeks - 1);

/** The first and last day of each part of a month: `[[1, 7], [8, 14], …]`. `lastDay`: the last day of the month. */
export const weeksOf = (lastDay: number): [number, number][] =>
  Array.from({ length: weeks }, (_, at) => [
    at * weekDays + 1,
    at === weeks - 1 ? lastDay : (at + 1) * weekDays,
  ]);

/** The month so many months later: `addMonths('2026-01', -1)` is `2025-12`. */
export function addMonths(month: string, by: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`;
}

/** A month has at least this many times the usual number if it is marked. */
const manyTimes = 2;

/** Whether an owner should look at a number: at least twice the usual, and more than one. */
export const isUnusual = (count: number, usual: number): boolean => count > 1 && count >= usual * manyTimes;
