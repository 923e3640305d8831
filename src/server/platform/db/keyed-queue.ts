/**
 * A queue for each key within this process. Work waits in it before it takes a connection. Otherwise work that waits
 * for one long import would hold all connections, and all other schools would wait too.
 */

import { computer, type Runtime } from '../../runtime.ts';

/** Milliseconds. Work that waits longer would probably wait for ever, and block the work behind it. */
export const longestWait = 60_000;

/**
 * How many keys may run at once: half of the connections of a process. The other half stays free for reads, workers and
 * readiness checks, even if many campuses import.
 */
export const keysAtOnce = 5;

/**
 * PostgreSQL's code for a statement timeout, as before this queue, when work waited for the lock on the campus's row.
 */
const takesTooLong = (): Error =>
  Object.assign(new Error('another change of the same campus takes too long'), { code: '57014' });

export type KeyedQueue = <T>(key: number, work: () => Promise<T>) => Promise<T>;

type Settings = {
  most: number;
  longest: number;
  tooLong: () => Error;
  /** The queues of campuses use the real clock; only PostgreSQL has them. */
  runtime: Pick<Runtime, 'after'>;
};

/** Runs the work of a key one after the other, in order of arrival. After a failure the next one runs. */
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
