/** Who listens to a campus in this process, with event replay: whoever comes late hears what he has just missed. */
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import type { Runtime } from '../runtime.ts';

/** More would cost a page more than to ask for everything. */
const mostReplayed = 100;

type Listener = (event: LiveEvent) => void;

/** Event replay: what was delivered in the last minute, each event once, by when it was last. */
function createReplay({ elapsed }: Runtime) {
  const delivered = new Map<string, { campusID: number | 'all'; event: LiveEvent; at: number }>();
  const dropOld = (now: number): void => {
    for (const [text, { at }] of delivered) {
      if (at >= now - longestAgo) return;
      delivered.delete(text);
    }
  };
  const record = (campusID: number | 'all', event: LiveEvent): void => {
    const now = elapsed();
    dropOld(now);
    const text = JSON.stringify({ campusID, event });
    // The latest stays last.
    delivered.delete(text);
    delivered.set(text, { campusID, event, at: now });
  };
  const since = (campusID: number, ago: number): LiveEvent[] => {
    const from = elapsed() - ago;
    const missed = [...delivered.values()].filter(
      (one) => (one.campusID === campusID || one.campusID === 'all') && one.at >= from,
    );
    return missed.length > mostReplayed ? [{ what: 'everything' }] : missed.map(({ event }) => event);
  };
  // What the process before this one delivered is not known.
  record('all', { what: 'everything' });
  return { record, since };
}

export function createListeners(runtime: Runtime) {
  const listeners = new Map<number, Set<Listener>>();
  const replay = createReplay(runtime);

  const callListeners = (campusID: number, event: LiveEvent): void => {
    for (const listener of listeners.get(campusID) ?? []) listener(event);
  };

  const deliver = (campusID: number, event: LiveEvent): void => {
    replay.record(campusID, event);
    callListeners(campusID, event);
  };

  /** In every campus. */
  const deliverToAll = (event: LiveEvent): void => {
    replay.record('all', event);
    for (const campusID of listeners.keys()) callListeners(campusID, event);
  };

  const subscribe = (campusID: number, listener: Listener, ago = 0): (() => void) => {
    for (const event of replay.since(campusID, ago)) listener(event);
    const ofCampus = listeners.get(campusID) ?? new Set();
    listeners.set(campusID, ofCampus.add(listener));
    return () => {
      ofCampus.delete(listener);
      if (ofCampus.size === 0) listeners.delete(campusID);
    };
  };

  return { deliver, deliverToAll, subscribe };
}
