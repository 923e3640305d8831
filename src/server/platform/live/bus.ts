/**
 * The live event bus tells all listeners of a campus, in all processes on the store, what has changed. Events carry no
 * data.
 */
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import type { Bus, WorkerName } from '../../bus.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import type { Notify } from '../db/store.ts';

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

/** Milliseconds between two equal events, however often they are published. */
const throttledFor = 500;

/** Throttle: for each key the first call runs at once, and of the calls that follow within that time only the last. */
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

/** The prefix of a message to workers of other processes; the name of the worker follows. */
const workWord = 'work ';

/** Anybody on the database may send on this channel; undefined for messages that are not ours. */
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
 * all of them. `wakeHere` wakes the worker of this process, or all workers without a name.
 */
export function createBus(
  runtime: Runtime,
  notify?: Notify,
  wakeHere: (worker?: string) => void = () => {},
): Bus & { wake: (worker: WorkerName) => void } {
  const throttle = createThrottle(runtime);
  const { deliver, deliverToAll, subscribe } = createListeners(runtime);

  const sending = new Set<Promise<void>>();
  // A lost message only delays a refresh or a worker by about a second; the next event or poll makes up for it.
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
    const text = workWord + worker;
    if (notify) throttle.run(text, () => send(notify, text));
  };

  const onText = (text: string) => {
    if (text.startsWith(workWord)) return wakeHere(text.slice(workWord.length));
    const message = readMessage(text);
    if (message) deliver(message.campusID, message.event);
  };
  const onReconnect = () => {
    wakeHere();
    deliverToAll({ what: 'everything' });
  };
  // A failed listen is retried until the store is closed.
  notify?.listen({ onText, onReconnect }).catch(() => {});

  const close = async () => {
    throttle.close();
    await Promise.all(sending);
  };
  return { publish, subscribe, wake, close };
}
