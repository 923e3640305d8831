/** Within a transaction: what is to be told of it is told when it has been committed, and nothing when it has not. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Db } from '../db/store.ts';
import type { Deps } from '../deps.ts';

/** The same, but for the handle of the transaction and a bus that keeps still until `tell`. */
export function holdBack(deps: Deps, db: Db): { deps: Deps; tell: () => void } {
  const heard: { campusID: number; event: LiveEvent }[] = [];
  let isWoken = false;
  const wake = () => {
    isWoken = true;
  };
  const publish = (campusID: number, event: LiveEvent) => void heard.push({ campusID, event });
  const tell = () => {
    for (const { campusID, event } of heard) deps.bus.publish(campusID, event);
    if (isWoken) deps.wake();
  };
  return { deps: { ...deps, store: { ...deps.store, db }, bus: { ...deps.bus, publish }, wake }, tell };
}
