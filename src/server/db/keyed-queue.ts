/**
 * A queue for each key within this process, before a connection is taken: who waits for his campus holds none. Otherwise
 * those who wait for one long import would hold every connection there is, and all other schools would wait too.
 */

import { computer, type Runtime } from '../runtime.ts';

/** Milliseconds. What takes longer waits for something that will not come, and holds up everybody behind it. */
export const longestWait = 60_000;

/**
 * Keys that may be at work at once: the half of the connections of a process. The other half is for whoever only
 * reads, for the workers and for whoever asks whether this process is ready, however many campuses import.
 */
export const keysAtOnce = 5;

/** PostgreSQL's code for a statement that took too long, as it was when the wait was one for the campus's row. */
const takesTooLong = (): Error =>
  Object.assign(new Error('another change of the same campus takes too long'), { code: '57014' });

export type KeyedQueue = <T>(key: number, work: () => Promise<T>) => Promise<T>;

type Settings = {
  most: number;
  longest: number;
  tooLong: () => Error;
  /** That of the computer for campuses, which stand in line here on PostgreSQL alone. */
  runtime: Pick<Runtime, 'after'>;
};

/** One after the other within a key, in the order in which they came; a failure lets the next one in. */
export function createKeyedQueue({
  most = keysAtOnce,
  longest = longestWait,
  tooLong = takesTooLong,
  runtime = computer,
}: Partial<Settings> = {}): KeyedQueue {
  const atWork = new Set<number>();
  const waiting: { key: number; begin: () => void }[] = [];

  const letIn = (): void => {
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
      letIn();
    });

  return async (key, work) => {
    await wait(key);
    try {
      return await work();
    } finally {
      atWork.delete(key);
      letIn();
    }
  };
}
