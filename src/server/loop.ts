/** A worker's heart: works while there is work, looks again every second, wakes when told, stops after its round. */

import type { FastifyBaseLogger } from 'fastify';
import type { WorkerName } from './bus.ts';
import type { Runtime } from './runtime.ts';
import { yieldToEventLoop } from './yielding.ts';

export type Loop = {
  name: WorkerName;
  /** `log`: where a round that fails is told. */
  start: (log?: FastifyBaseLogger) => Promise<void>;
  /** Ends after the round in progress; resolves when it is over. */
  stop: () => Promise<void>;
  /** One round, for tests; answers how much was done. */
  tick: () => Promise<number>;
  /** There may be work: look now. */
  wake: () => void;
};

export type Work = {
  name: WorkerName;
  /** Once, before the first round. */
  start?: () => Promise<void>;
  tick: () => Promise<number>;
};

/** Milliseconds. Polling is the truth, a wake-up only a hint. */
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
        // The store may be away for a moment; what is not settled stays claimed until its lease ends.
        log?.error({ err: error, worker: work.name }, 'a round failed');
        return 0;
      });
      // SQLite and a provider that answers at once never wait for anything: without this, requests would until the end.
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

/** Work that is looked at now and then, such as what is to be done each night. */
type Periodic = {
  /** Does what is due, if anything is. */
  look: () => Promise<unknown>;
  /** Milliseconds. */
  first: number;
  every: number;
  /** Told to the log where a look fails; the next one tries again. */
  failed: string;
};

/** From now on, until it is stopped; stopping waits for a look that is under way. */
export function lookPeriodically(
  { runtime, log }: { runtime: Pick<Runtime, 'after' | 'every'>; log: Pick<FastifyBaseLogger, 'error'> },
  work: Periodic,
) {
  let looking: Promise<unknown> | undefined;
  const look = (): void => {
    looking ??= work
      .look()
      .catch((error: unknown) => log.error({ err: error }, work.failed))
      .finally(() => {
        looking = undefined;
      });
  };
  const first = runtime.after(work.first, look);
  const later = runtime.every(work.every, look);
  return {
    stop: async (): Promise<void> => {
      first.cancel();
      later.cancel();
      await looking;
    },
  };
}
