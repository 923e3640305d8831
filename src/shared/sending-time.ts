/** What a pace comes to. Both sides reckon with it: the page while it is being set, the server when it plans a run. */
import type { PaceSettings } from './calls/senders.ts';

/** Seconds of sending that so many messages take, rests included and quiet hours not. */
export function secondsAt(
  { perMinute, gap, rest }: Pick<PaceSettings, 'perMinute' | 'gap' | 'rest'>,
  messages: number,
): number {
  const between = Math.max(gap ? (gap.from + gap.to) / 2 : 0, perMinute ? 60 / perMinute : 0);
  const rests = rest ? Math.floor(Math.max(0, messages - 1) / rest.every) * rest.seconds : 0;
  return Math.max(0, messages - 1) * between + rests;
}
