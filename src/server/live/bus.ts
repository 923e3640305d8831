/** What changed is told to every listener of its campus, in every process on the store: only what, never how. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Notify } from '../db/store.ts';
import type { Bus } from '../deps.ts';
import { createListeners } from './listeners.ts';

/** The same event is told at once and then at most twice a second, however often it happens. */
const quietFor = 500;

/** Lets the first of the same things through at once, and of those that follow within the quiet time the last. */
function createCalm(): { pass: (key: string, act: () => void) => void; close: () => void } {
  const quiet = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  const pass = (key: string, act: () => void): void => {
    const waiting = quiet.get(key);
    if (waiting) {
      waiting.again = true;
      return;
    }
    const end = () => {
      const again = quiet.get(key)?.again;
      quiet.delete(key);
      if (again) pass(key, act);
    };
    quiet.set(key, { again: false, timer: setTimeout(end, quietFor).unref() });
    act();
  };
  const close = () => {
    for (const { timer } of quiet.values()) clearTimeout(timer);
  };
  return { pass, close };
}

type Heard = { campusID: number; event: LiveEvent };

/** Said to the workers of other processes. */
const workWord = 'work';

/** Anybody on the database may speak on the channel: what is none of ours is not heard. */
function read(text: string): Heard | undefined {
  try {
    const heard = JSON.parse(text) as Partial<Heard> | null;
    return heard?.event ? (heard as Heard) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * With `notify`, what one process publishes every process on the same database tells its listeners, and `wake` wakes
 * the workers of all of them: `wakeHere` those of this one.
 */
export function createBus(notify?: Notify, wakeHere = () => {}): Bus & { wake: () => void } {
  const calm = createCalm();
  const { tell, tellAll, subscribe } = createListeners();

  // A lost hint costs a late refresh or a second's wait; the next event or a look of its own brings it.
  const say = (notify: Notify, text: string) => void notify.send(text).catch(() => {});

  const publish = (campusID: number, event: LiveEvent) => {
    const text = JSON.stringify({ campusID, event });
    calm.pass(text, () => (notify ? say(notify, text) : tell(campusID, event)));
  };

  const wake = () => {
    wakeHere();
    if (notify) calm.pass(workWord, () => say(notify, workWord));
  };

  const hear = (text: string) => {
    if (text === workWord) return wakeHere();
    const heard = read(text);
    if (heard) tell(heard.campusID, heard.event);
  };
  const missed = () => {
    wakeHere();
    tellAll({ what: 'everything' });
  };
  // Whoever cannot listen yet tries again until the store is closed.
  notify?.listen({ hear, missed }).catch(() => {});

  return { publish, subscribe, wake, close: calm.close };
}
