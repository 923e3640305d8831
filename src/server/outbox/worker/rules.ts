/** Whether this process has slept: its computer did, or somebody stopped it. The clocks are given. */
import type { Runtime } from '../../runtime.ts';

/** Milliseconds between two looks after which it has; looks are a second apart. */
const noticeable = 20_000;
/** Milliseconds for which a computer that wakes may still look for its network. */
const waking = 30_000;

export type Vigil = {
  look: () => void;
  /** Whether it slept since that moment of the monotonic clock, or shortly before. */
  hasSlept: (since: number) => boolean;
};

/** Of two clocks the one stands still while the computer sleeps, the other while nobody asks it: either will do. */
export function createVigil({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>): Vigil {
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
