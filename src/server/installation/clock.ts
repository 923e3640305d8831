/** Whether the computer's clock is right, by the `Date` of answers that the program gets anyway (RFC 9110, 6.6.1). */
import type { ClockWatch } from '../deps.ts';
import type { Runtime } from '../runtime.ts';

/** Milliseconds. When the clock moved by more than this against the one that only goes on, it was set, or the computer slept. */
const setBy = 60_000;

export function createClockWatch({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>): ClockWatch {
  let heard: { skew: number; at: number; elapsed: number } | undefined;
  return {
    note: (date) => {
      const told = Date.parse(date ?? '');
      if (Number.isNaN(told)) return;
      const at = now().getTime();
      heard = { skew: told - at, at, elapsed: elapsed() };
    },
    skew: () => {
      if (!heard) return undefined;
      const moved = now().getTime() - heard.at - (elapsed() - heard.elapsed);
      return Math.abs(moved) > setBy ? undefined : heard.skew;
    },
  };
}

/** The same calls to others, each answer's time noted. */
export const notingTimes =
  (runtime: Pick<Runtime, 'fetch'>, clock: Pick<ClockWatch, 'note'>): Runtime['fetch'] =>
  async (input, init) => {
    const response = await runtime.fetch(input, init);
    clock.note(response.headers.get('date'));
    return response;
  };
