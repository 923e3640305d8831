/** Buffers live events until commit: within a transaction nobody is told of what may still be rolled back. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { WorkerName } from '../bus.ts';
import type { Db } from '../db/store.ts';
import type { Deps } from '../deps.ts';

/** `deps` with the handle of the transaction, whose events wait until `publishBuffered` is called after the commit. */
export function bufferEvents(deps: Deps, db: Db): { deps: Deps; publishBuffered: () => void } {
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
