/**
 * Detects that this process has slept, because its computer slept or somebody stopped the process. The clocks are
 * parameters.
 */
import type { Runtime } from '../../runtime.ts';

/** Milliseconds between two checks from which it counts as sleep. Checks are a second apart. */
const noticeable = 20_000;
/** Milliseconds in which a computer that wakes up may still be connecting to its network. */
const waking = 30_000;

export type SleepDetector = {
  look: () => void;
  /** Tells whether the process slept since that moment of the monotonic clock, or shortly before it. */
  hasSlept: (since: number) => boolean;
};

/**
 * While the computer sleeps the monotonic clock may stop, and the wall clock may be set back. So a gap on either clock
 * counts.
 */
export function createSleepDetector({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>): SleepDetector {
  let seen: { at: number; steady: number } | undefined;
  let wokeAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const next = { at: now().getTime(), steady: elapsed() };
    const gap = seen ? Math.max(next.at - seen.at, next.steady - seen.steady) : 0;
    if (gap > noticeable) wokeAt = next.steady;
    seen = next;
  };
  const hasSlept = (since: number): boolean => {
    look();
    return wokeAt > since - waking;
  };
  return { look, hasSlept };
}
