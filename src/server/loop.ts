/**
 * The loop of a worker. It runs rounds while there is work, and otherwise checks every second or when it is woken. It
 * stops after its round.
 */

import type { FastifyBaseLogger } from 'fastify';
import type { WorkerName } from './bus.ts';
import type { Runtime } from './runtime.ts';
import { yieldToEventLoop } from './yielding.ts';

export type Loop = {
  name: WorkerName;
  /** Starts the loop. Failed rounds are reported to `log`. */
  start: (log?: FastifyBaseLogger) => Promise<void>;
  /** Stops after the current round, and resolves when that round is over. */
  stop: () => Promise<void>;
  /** Runs one round, for tests. Returns how much was done. */
  tick: () => Promise<number>;
  /** Makes the loop check immediately, because there may be work. */
  wake: () => void;
};

export type Work = {
  name: WorkerName;
  /** Runs once before the first round. */
  start?: () => Promise<void>;
  tick: () => Promise<number>;
};

/** Milliseconds between two checks. Polling finds all work, even without a wake-up. */
const lookEvery = 1000;

export function createLoop(work: Work, { after }: Pick<Runtime, 'after'>): Loop {
  let isStopping = false;
  let isWoken = false;
  let endWait: (() => void) | undefined;
  let running: Promise<void> | undefined;

  const wait = () =>
    new Promise<void>((resolve) => {
      if (isWoken) return resolve();
      const timer = after(lookEvery, resolve);
      endWait = () => {
        timer.cancel();
        resolve();
      };
    });

  async function run(log?: FastifyBaseLogger): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      const done = await work.tick().catch((error: unknown) => {
        // The store may be unavailable for a moment. Unsettled messages stay claimed until their lease ends.
        log?.error({ err: error, worker: work.name }, 'a round failed');
        return 0;
      });
      // SQLite and a fast provider never wait for I/O. Without this yield, requests would wait until all work is done.
      if (done > 0) await yieldToEventLoop();
      else if (!isStopping) await wait();
    }
  }

  const wake = () => {
    isWoken = true;
    endWait?.();
  };

  return {
    name: work.name,
    start: async (log) => {
      await work.start?.();
      running = run(log);
    },
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
    tick: work.tick,
    wake,
  };
}

/** In random order, so that several workers share the campuses and do not meet at each of them. */
export const shuffled = <T>({ random }: Pick<Runtime, 'random'>, list: readonly T[]): T[] =>
  list.length < 2
    ? [...list]
    : list
        .map((one) => ({ one, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);

/** Work that is due from time to time, such as the nightly backup. */
type Periodic = {
  /** Does the work if it is due. Long work ends early when `stopping` is aborted. */
  look: (stopping: AbortSignal) => Promise<unknown>;
  /** Milliseconds. */
  first: number;
  every: number;
  /** This line is logged when a check fails. The next check tries again. */
  failed: string;
};

export type Watch = { stop: () => Promise<void> };

/** Runs the checks until it is stopped. `stop` waits for a check in progress. */
export function lookPeriodically(
  { runtime, log }: { runtime: Pick<Runtime, 'after' | 'every'>; log: Pick<FastifyBaseLogger, 'error'> },
  work: Periodic,
): Watch {
  const stopping = new AbortController();
  let looking: Promise<unknown> | undefined;
  const look = (): void => {
    looking ??= work
      .look(stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, work.failed))
      .finally(() => {
        looking = undefined;
      });
  };
  const first = runtime.after(work.first, look);
  const later = runtime.every(work.every, look);
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      first.cancel();
      later.cancel();
      await looking;
    },
  };
}
