/** The listeners of each campus in this process, with event replay for late subscribers. */
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import type { Runtime } from '../../runtime.ts';

/** With more events it is cheaper for a page to reload everything. */
const mostReplayed = 100;

type Listener = (event: LiveEvent) => void;

/** Event replay: the events of the last minute, each once, in order of their latest delivery. */
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
    // Deleted first, so that the latest event is last in the map.
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
  // Events from before this process started are unknown, so an earlier replay becomes `everything`.
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

  /** Delivers an event to all campuses. */
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
