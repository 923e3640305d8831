import type { LiveEvent } from '#shared/calls/live.ts';
import type { Db, Store } from './platform/db/store.ts';

/** The names of the background loops. Each loop does one kind of work. */
export type WorkerName = 'sending' | 'receipts' | 'webhooks' | 'media' | 'approvals' | 'trail' | 'reminders';

/** Publishes changes to the listeners of a campus. */
export type Bus = {
  publish: (campusID: number, event: LiveEvent) => void;
  /**
   * Listens to the events of a campus. First it replays the events of the last `ago` milliseconds, at most a minute.
   * Returns a function that stops listening.
   */
  subscribe: (campusID: number, listener: (event: LiveEvent) => void, ago?: number) => () => void;
  /** Resolves when all events were sent to the other processes. The store must stay open until then. */
  close: () => Promise<void>;
};

type BufferedDeps = { store: Store; bus: Bus; wake: (worker: WorkerName) => void };

/**
 * Buffers live events until the commit, because a transaction may still be rolled back. The returned `deps` use the
 * handle of the transaction. The caller calls `publishBuffered` after the commit.
 */
export function bufferEvents<D extends BufferedDeps>(
  deps: D,
  db: Db,
): { deps: D; publishBuffered: () => void } {
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
