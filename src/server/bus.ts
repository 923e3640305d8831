import type { LiveEvent } from '#shared/calls/live.ts';
import type { Db, Store } from './db/store.ts';

/** The loops beside the web: each looks for its own kind of work. */
export type WorkerName = 'sending' | 'receipts' | 'webhooks' | 'media' | 'approvals' | 'trail' | 'reminders';

/** Tells whoever watches a campus what changed. */
export type Bus = {
  publish: (campusID: number, event: LiveEvent) => void;
  /**
   * Tells first what was told in the last `ago` milliseconds, a minute at most. Answers how to stop listening.
   */
  subscribe: (campusID: number, listener: (event: LiveEvent) => void, ago?: number) => () => void;
  /** Resolves once other processes were sent what was published: before that the store must not be closed. */
  close: () => Promise<void>;
};

type Telling = { store: Store; bus: Bus; wake: (worker: WorkerName) => void };

/**
 * Buffers live events until commit: within a transaction nobody is told of what may still be rolled back. `deps` with the
 * handle of the transaction, whose events wait until `publishBuffered` is called after the commit.
 */
export function bufferEvents<D extends Telling>(deps: D, db: Db): { deps: D; publishBuffered: () => void } {
  const events: { campusID: number; event: LiveEvent }[] = [];
  const woken = new Set<WorkerName>();
  const wake = (worker: WorkerName) => void woken.add(worker);
  const publish = (campusID: number, event: LiveEvent) => void events.push({ campusID, event });
  const publishBuffered = () => {
    for (const { campusID, event } of events) deps.bus.publish(campusID, event);
    for (const worker of woken) deps.wake(worker);
  };
  const buffering = { ...deps, store: { ...deps.store, db }, bus: { ...deps.bus, publish }, wake };
  return { deps: buffering, publishBuffered };
}
