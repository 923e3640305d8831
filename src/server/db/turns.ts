/**
 * Whose turn it is within this process, before a connection is taken: who waits for his campus holds none. Otherwise
 * those who wait for one long import would hold every connection there is, and all other schools would wait too.
 */

/** Milliseconds. What takes longer waits for something that will not come, and holds up everybody behind it. */
export const longestWait = 60_000;

/**
 * Campuses that may be at work at once: the half of the connections of a process. The other half is for whoever only
 * reads, for the workers and for whoever asks whether this process is ready, however many campuses import.
 */
export const turnsAtOnce = 5;

/** PostgreSQL's code for a statement that took too long, as it was when the wait was one for the campus's row. */
const takesTooLong = (): Error =>
  Object.assign(new Error('another change of the same campus takes too long'), { code: '57014' });

export type Turns = <T>(campusID: number, work: () => Promise<T>) => Promise<T>;

/** One after the other within a campus, in the order in which they came; a failure lets the next one in. */
export function createTurns({
  most = turnsAtOnce,
  longest = longestWait,
  tooLong = takesTooLong,
} = {}): Turns {
  const atWork = new Set<number>();
  const waiting: { campusID: number; begin: () => void }[] = [];

  const letIn = (): void => {
    while (atWork.size < most) {
      const at = waiting.findIndex(({ campusID }) => !atWork.has(campusID));
      const [one] = at < 0 ? [] : waiting.splice(at, 1);
      if (!one) return;
      atWork.add(one.campusID);
      one.begin();
    }
  };
  const wait = (campusID: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(tooLong());
      }, longest);
      const begin = () => {
        clearTimeout(giveUp);
        resolve();
      };
      const one = { campusID, begin };
      waiting.push(one);
      letIn();
    });

  return async (campusID, work) => {
    await wait(campusID);
    try {
      return await work();
    } finally {
      atWork.delete(campusID);
      letIn();
    }
  };
}
