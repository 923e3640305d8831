/**
 * How long sending takes at a pace. The page uses it while a person sets the pace, and the server when it plans a send.
 */
import type { PaceSettings } from '../calls/senders.ts';

/** Seconds that this number of messages takes, with rests and without quiet hours. */
export function secondsAt(
  { perMinute, gap, rest }: Pick<PaceSettings, 'perMinute' | 'gap' | 'rest'>,
  messages: number,
): number {
  const between = Math.max(gap ? (gap.from + gap.to) / 2 : 0, perMinute ? 60 / perMinute : 0);
  const rests = rest ? Math.floor(Math.max(0, messages - 1) / rest.every) * rest.seconds : 0;
  return Math.max(0, messages - 1) * between + rests;
}
