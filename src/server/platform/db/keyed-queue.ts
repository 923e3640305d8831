/**
 * A queue for each key, within this process. Work waits in the queue before it takes a connection. Otherwise the work
 * that waits for one long import would occupy all connections, and all other schools would have to wait.
 */

import { computer, type Runtime } from '../../runtime.ts';

/** In milliseconds. Work that waits longer would probably wait forever and block the work after it. */
export const longestWait = 60_000;

/**
 * How many keys may run at the same time: half of the connections of a process. The other half stays free for reads,
 * workers and readiness checks, even if many campuses import.
 */
export const keysAtOnce = 5;

/**
 * An error with PostgreSQL's code for a statement timeout. Callers also get this code when they wait too long for the
 * row lock of the campus.
 */
const waitedTooLong = (): Error =>
  Object.assign(new Error('another change of the same campus takes too long'), { code: '57014' });

export type KeyedQueue = <T>(key: number, work: () => Promise<T>) => Promise<T>;

type Settings = {
  most: number;
  longest: number;
  tooLong: () => Error;
  /** Queues of campuses use the real clock, because only PostgreSQL needs them and the simulation uses SQLite. */
  runtime: Pick<Runtime, 'after'>;
};

/** Runs the work of each key one after the other, in order of arrival. A failure does not stop the work after it. */
export function createKeyedQueue({
  most = keysAtOnce,
  longest = longestWait,
  tooLong = waitedTooLong,
  runtime = computer,
}: Partial<Settings> = {}): KeyedQueue {
  const atWork = new Set<number>();
  const waiting: { key: number; begin: () => void }[] = [];

  const startNext = (): void => {
    while (atWork.size < most) {
      const at = waiting.findIndex(({ key }) => !atWork.has(key));
      const [one] = at < 0 ? [] : waiting.splice(at, 1);
      if (!one) return;
      atWork.add(one.key);
      one.begin();
    }
  };
  const wait = (key: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = runtime.after(longest, () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(tooLong());
      });
      const begin = () => {
        giveUp.cancel();
        resolve();
      };
      const one = { key, begin };
      waiting.push(one);
      startNext();
    });

  return async (key, work) => {
    await wait(key);
    try {
      return await work();
    } finally {
      atWork.delete(key);
      startNext();
    }
  };
}
