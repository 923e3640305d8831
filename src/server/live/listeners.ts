/** Who listens to a campus in this process. Who comes late is told what he has just missed. */
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';

/** To be told of more would cost a page more than to ask for everything. */
const mostToldAgain = 100;

type Listener = (event: LiveEvent) => void;

/** What was told in the last minute, campus by campus: each once, by when it was told last. */
function createMemory() {
  const told = new Map<string, { campusID: number | 'all'; event: LiveEvent; at: number }>();
  const forget = (now: number): void => {
    for (const [text, { at }] of told) {
      if (at >= now - longestAgo) return;
      told.delete(text);
    }
  };
  const keep = (campusID: number | 'all', event: LiveEvent): void => {
    const now = performance.now();
    forget(now);
    const text = JSON.stringify({ campusID, event });
    // The latest stays last.
    told.delete(text);
    told.set(text, { campusID, event, at: now });
  };
  const since = (campusID: number, ago: number): LiveEvent[] => {
    const from = performance.now() - ago;
    const missed = [...told.values()].filter(
      (one) => (one.campusID === campusID || one.campusID === 'all') && one.at >= from,
    );
    return missed.length > mostToldAgain ? [{ what: 'everything' }] : missed.map(({ event }) => event);
  };
  // What was told before, by the process before this one, is not known.
  keep('all', { what: 'everything' });
  return { keep, since };
}

export function createListeners() {
  const listeners = new Map<number, Set<Listener>>();
  const memory = createMemory();

  const pass = (campusID: number, event: LiveEvent): void => {
    for (const listener of listeners.get(campusID) ?? []) listener(event);
  };

  const tell = (campusID: number, event: LiveEvent): void => {
    memory.keep(campusID, event);
    pass(campusID, event);
  };

  /** In every campus. */
  const tellAll = (event: LiveEvent): void => {
    memory.keep('all', event);
    for (const campusID of listeners.keys()) pass(campusID, event);
  };

  const subscribe = (campusID: number, listener: Listener, ago = 0): (() => void) => {
    for (const event of memory.since(campusID, ago)) listener(event);
    const ofCampus = listeners.get(campusID) ?? new Set();
    listeners.set(campusID, ofCampus.add(listener));
    return () => {
      ofCampus.delete(listener);
      if (ofCampus.size === 0) listeners.delete(campusID);
    };
  };

  return { tell, tellAll, subscribe };
}
