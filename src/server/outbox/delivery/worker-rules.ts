/** Detects that this process was suspended, for example because the computer slept. The clocks are parameters. */
import type { Runtime } from '../../runtime.ts';

/** A gap of this many milliseconds between two checks counts as sleep. Checks are a second apart. */
const shortestSleep = 20_000;
/** For this many milliseconds after it wakes up, a computer may still be connecting to its network. */
const waking = 30_000;

export type SleepDetector = {
  look: () => void;
  /** Tells whether the process slept since that moment of the monotonic clock, or shortly before it. */
  hasSlept: (since: number) => boolean;
};

/**
 * A gap on either clock counts. While the computer sleeps, the monotonic clock may stop, and the wall clock may be set
 * back.
 */
export function createSleepDetector({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>): SleepDetector {
  let seen: { at: number; monotonic: number } | undefined;
  let wokeAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const next = { at: now().getTime(), monotonic: elapsed() };
    const gap = seen ? Math.max(next.at - seen.at, next.monotonic - seen.monotonic) : 0;
    if (gap > shortestSleep) wokeAt = next.monotonic;
    seen = next;
  };
  const hasSlept = (since: number): boolean => {
    look();
    return wokeAt > since - waking;
  };
  return { look, hasSlept };
}
