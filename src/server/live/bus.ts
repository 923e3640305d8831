/** Live event bus: says to every listener of a campus what changed, in every process on the store; never how. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Bus, WorkerName } from '../bus.ts';
import type { Notify } from '../db/store.ts';
import type { Runtime, Timer } from '../runtime.ts';
import { createListeners } from './listeners.ts';

/** Milliseconds between two of the same event, however often it happens. */
const throttledFor = 500;

/** Throttle: of calls with one key the first runs at once, and of those that follow within that time the last. */
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

/** Said to a worker of other processes, its name behind it. */
const workWord = 'work ';

/** Anybody on the database may speak on the channel: undefined for what is none of ours. */
function readMessage(text: string): BusMessage | undefined {
  try {
    const message = JSON.parse(text) as Partial<BusMessage> | null;
    return message?.event ? (message as BusMessage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * With `notify` an event of one process reaches the listeners of every process on the same database, and `wake` wakes
 * that worker of all of them. `wakeHere` wakes that of this process, or every one where no name is given.
 */
export function createBus(
  runtime: Runtime,
  notify?: Notify,
  wakeHere: (worker?: string) => void = () => {},
): Bus & { wake: (worker: WorkerName) => void } {
  const throttle = createThrottle(runtime);
  const { deliver, deliverToAll, subscribe } = createListeners(runtime);

  const sending = new Set<Promise<void>>();
  // A lost hint costs a late refresh or a second's wait; the next event or a look of its own brings it.
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

  const hear = (text: string) => {
    if (text.startsWith(workWord)) return wakeHere(text.slice(workWord.length));
    const message = readMessage(text);
    if (message) deliver(message.campusID, message.event);
  };
  const missed = () => {
    wakeHere();
    deliverToAll({ what: 'everything' });
  };
  // Whoever cannot listen yet tries again until the store is closed.
  notify?.listen({ hear, missed }).catch(() => {});

  const close = async () => {
    throttle.close();
    await Promise.all(sending);
  };
  return { publish, subscribe, wake, close };
}
