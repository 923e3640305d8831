/**
 * Compares the clock of the computer with the `Date` header (RFC 9110, 6.6.1) of answers that the program receives
 * anyway.
 */
import type { ClockWatch } from '../../deps.ts';
import type { Runtime } from '../../runtime.ts';

/**
 * In milliseconds. If wall clock and monotonic clock have moved apart by more than this, the clock was set or the
 * computer slept.
 */
const setBy = 60_000;

export function createClockWatch({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>): ClockWatch {
  let lastAnswer: { skew: number; at: number; elapsed: number } | undefined;
  return {
    note: (date) => {
      const serverTime = Date.parse(date ?? '');
      if (Number.isNaN(serverTime)) return;
      const at = now().getTime();
      lastAnswer = { skew: serverTime - at, at, elapsed: elapsed() };
    },
    skew: () => {
      if (!lastAnswer) return undefined;
      const moved = now().getTime() - lastAnswer.at - (elapsed() - lastAnswer.elapsed);
      return Math.abs(moved) > setBy ? undefined : lastAnswer.skew;
    },
  };
}

/** Wraps fetch, and passes the time in each answer to the clock watch. */
export const notingTimes =
  (runtime: Pick<Runtime, 'fetch'>, clock: Pick<ClockWatch, 'note'>): Runtime['fetch'] =>
  async (input, init) => {
    const response = await runtime.fetch(input, init);
    clock.note(response.headers.get('date'));
    return response;
  };
