/**
 * Quiet hours and quiet days: when no broadcast may be sent, in the time zone of the campus. Pure: the clock is a
 * parameter.
 */
import type { PaceSettings } from '#shared/calls/senders.ts';
import { addDays, clockIn, dayIn, instantIn, weekdayOf } from '#shared/time/dates.ts';

type Quiet = Pick<PaceSettings, 'quiet' | 'quietDays'>;

/**
 * Returns the end of the quiet day or quiet hours that contain this instant. Further quiet time may follow immediately.
 */
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

/** Returns until when no broadcast may be sent. Undefined when a broadcast may be sent now. */
export function quietUntil(pace: Quiet, timeZone: string, now: Date): Date | undefined {
  let at = now;
  // A week of quiet days, each with quiet hours, is the longest possible chain.
  for (let round = 0; round < 16; round += 1) {
    const end = endOfQuiet(pace, timeZone, at);
    if (!end) break;
    at = end;
  }
  return at > now ? at : undefined;
}

/** Returns when sending ends if it begins now and takes this many seconds. Quiet hours and days interrupt it. */
export function endOfSending(
  pace: Quiet,
  timeZone: string,
  { now, seconds }: { now: Date; seconds: number },
): Date {
  let at = quietUntil(pace, timeZone, now) ?? now;
  let left = seconds * 1000;
  // No broadcast takes more days than this. If one did, the rest would be added without quiet time.
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
