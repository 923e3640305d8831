/** Who listens to a campus, and what they are told: only what changed, never how. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Notify } from '../db/store.ts';

/** The same event is told at once and then at most twice a second, however often it happens. */
const quietFor = 500;

type Listener = (event: LiveEvent) => void;

export type Bus = {
  publish: (campusID: number, event: LiveEvent) => void;
  subscribe: (campusID: number, listener: Listener) => () => void;
  close: () => void;
};

/** With `notify`, what one process publishes every process on the same database tells its listeners. */
export function createBus(notify?: Notify): Bus {
  const listeners = new Map<number, Set<Listener>>();
  const quiet = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();

  const tell = (campusID: number, event: LiveEvent) => {
    for (const listener of listeners.get(campusID) ?? []) listener(event);
  };

  const emit = (campusID: number, event: LiveEvent) => {
    if (!notify) return tell(campusID, event);
    // A lost hint costs a late refresh; the next event or a reconnect brings it.
    notify.send(JSON.stringify({ campusID, event })).catch(() => {});
  };

  function startQuiet(key: string, campusID: number, event: LiveEvent): void {
    const end = () => {
      const again = quiet.get(key)?.again;
      quiet.delete(key);
      if (again) publish(campusID, event);
    };
    quiet.set(key, { again: false, timer: setTimeout(end, quietFor).unref() });
  }

  function publish(campusID: number, event: LiveEvent): void {
    const key = `${campusID} ${JSON.stringify(event)}`;
    const waiting = quiet.get(key);
    if (waiting) {
      waiting.again = true;
      return;
    }
    startQuiet(key, campusID, event);
    emit(campusID, event);
  }

  function subscribe(campusID: number, listener: Listener): () => void {
    const ofCampus = listeners.get(campusID) ?? new Set();
    listeners.set(campusID, ofCampus.add(listener));
    return () => {
      ofCampus.delete(listener);
      if (ofCampus.size === 0) listeners.delete(campusID);
    };
  }

  notify?.listen((text) => {
    const { campusID, event } = JSON.parse(text) as { campusID: number; event: LiveEvent };
    tell(campusID, event);
  }).catch(() => {
    // The store was closed before it listened.
  });

  const close = () => {
    for (const { timer } of quiet.values()) clearTimeout(timer);
  };
  return { publish, subscribe, close };
}
