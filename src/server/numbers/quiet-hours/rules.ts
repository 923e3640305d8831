/** Quiet hours and quiet days: when no broadcast may send, in the campus's time zone. Pure: the clock is given. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import { addDays, clockIn, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

type Quiet = Pick<PaceSettings, 'quiet' | 'quietDays'>;

/** The end of the quiet day or of the quiet hours around this instant, whether or not others follow at once. */
function endOfQuiet({ quiet, quietDays }: Quiet, timeZone: string, at: Date): Date | undefined {
  const day = dayIn(timeZone, at);
  if (quietDays.includes(weekdayOf(day))) return instantIn(timeZone, `${addDays(day, 1)}T00:00`);
  if (!quiet) return undefined;
  const clock = clockIn(timeZone, at);
  const isOverNight = quiet.from > quiet.to;
  const isBefore = clock < quiet.to;
  const isAfter = clock >= quiet.from;
  if (!(isOverNight ? isBefore || isAfter : isBefore && isAfter)) return undefined;
  return instantIn(timeZone, `${isOverNight && isAfter ? addDays(day, 1) : day}T${quiet.to}`);
}

/** Until when no broadcast may send; undefined where one may now. */
export function quietUntil(pace: Quiet, timeZone: string, now: Date): Date | undefined {
  let at = now;
  // A week of quiet days, each with its hours, is the longest there can be.
  for (let round = 0; round < 16; round += 1) {
    const end = endOfQuiet(pace, timeZone, at);
    if (!end) break;
    at = end;
  }
  return at > now ? at : undefined;
}

/** When sending that begins now and takes so many seconds is over: quiet hours and days stop it in between. */
export function endOfSending(
  pace: Quiet,
  timeZone: string,
  { now, seconds }: { now: Date; seconds: number },
): Date {
  let at = quietUntil(pace, timeZone, now) ?? now;
  let left = seconds * 1000;
  // A year of days is more than any broadcast takes; then what is left is added as it is.
  for (let round = 0; round < 800 && left > 0; round += 1) {
    const day = dayIn(timeZone, at);
    const stops = [instantIn(timeZone, `${addDays(day, 1)}T00:00`)];
    if (pace.quiet) stops.push(instantIn(timeZone, `${day}T${pace.quiet.from}`));
    const stop = Math.min(...stops.map((one) => one.getTime()).filter((one) => one > at.getTime()));
    const span = Math.min(left, stop - at.getTime());
    left -= span;
    at = new Date(at.getTime() + span);
    if (left > 0) at = quietUntil(pace, timeZone, at) ?? at;
  }
  return new Date(at.getTime() + left);
}
