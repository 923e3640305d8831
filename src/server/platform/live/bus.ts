/**
 * The live event bus. It tells all listeners of a campus what has changed, in all processes on the store. Events
 * contain no data.
 */
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import type { Bus, WorkerName } from '../../bus.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import type { Notify } from '../db/store.ts';

/** If there are more events, it is faster for a page to reload everything. */
const mostReplayed = 100;

type Listener = (event: LiveEvent) => void;

/** Event replay: the events of the last minute, each once, ordered by their latest delivery. */
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
    // Deleted first, so that the latest event comes last in the map.
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
  // Events from before the start of this process are unknown. A replay from before the start therefore consists of
  // `everything`.
  record('all', { what: 'everything' });
  return { record, since };
}

/** The listeners of each campus in this process. */
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

/** Equal events are delivered at most once in this many milliseconds. */
const throttledFor = 500;

/**
 * Throttle: for each key the first call runs immediately. Of the calls that follow within the time, only the last one
 * runs.
 */
function createThrottle({ after }: Runtime): {
  run: (key: string, act: () => void) => void;
  close: () => void;
} {
  const throttled = new Map<string, { again: boolean; timer: Timer }>();
  const run = (key: string, act: () => void): void => {
    const waiting = throttled.get(key);
    if (waiting) {
      waiting.again = true;
      return;
    }
    const end = () => {
      const again = throttled.get(key)?.again;
      throttled.delete(key);
      if (again) run(key, act);
    };
    throttled.set(key, { again: false, timer: after(throttledFor, end) });
    act();
  };
  const close = () => {
    for (const { timer } of throttled.values()) timer.cancel();
  };
  return { run, close };
}

type BusMessage = { campusID: number; event: LiveEvent };

/** The prefix of a message that wakes a worker in other processes. The name of the worker follows. */
const wakePrefix = 'work ';

/** Everybody with access to the database can send on this channel. Undefined for messages that are not ours. */
function readMessage(text: string): BusMessage | undefined {
  try {
    const message = JSON.parse(text) as Partial<BusMessage> | null;
    return message?.event ? (message as BusMessage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * With `notify`, an event reaches the listeners of all processes on the same database, and `wake` wakes the worker in
 * all of them. `wakeHere` wakes the worker with this name in this process, or all workers if there is no name.
 */
export function createBus(
  runtime: Runtime,
  notify?: Notify,
  wakeHere: (worker?: string) => void = () => {},
): Bus & { wake: (worker: WorkerName) => void } {
  const throttle = createThrottle(runtime);
  const { deliver, deliverToAll, subscribe } = createListeners(runtime);

  const sending = new Set<Promise<void>>();
  // A lost message only delays a page or a worker by about a second, until the next event or poll.
  const send = (notify: Notify, text: string): void => {
    const sent = notify
      .send(text)
      .catch(() => {})
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };

  const publish = (campusID: number, event: LiveEvent) => {
    const text = JSON.stringify({ campusID, event });
    throttle.run(text, () => (notify ? send(notify, text) : deliver(campusID, event)));
  };

  const wake = (worker: WorkerName) => {
    wakeHere(worker);
    const text = wakePrefix + worker;
    if (notify) throttle.run(text, () => send(notify, text));
  };

  const onText = (text: string) => {
    if (text.startsWith(wakePrefix)) return wakeHere(text.slice(wakePrefix.length));
    const message = readMessage(text);
    if (message) deliver(message.campusID, message.event);
  };
  const onReconnect = () => {
    wakeHere();
    deliverToAll({ what: 'everything' });
  };
  // A failed listen is repeated until the store is closed.
  notify?.listen({ onText, onReconnect }).catch(() => {});

  const close = async () => {
    throttle.close();
    await Promise.all(sending);
  };
  return { publish, subscribe, wake, close };
}
