/**
 * How far this process has gone through a broadcast. Those before have mostly left the queue, but not yet PostgreSQL's
 * index: to walk past them would take longer with every batch. Some may be back in the queue: once a second it begins
 * anew.
 */
export type Progress = {
  /** The message up to which the broadcast was gone through; 0 where it is to be gone through from its beginning. */
  reached: (broadcastID: number) => number;
  note: (broadcastID: number, messageID: number) => void;
  /** The end was reached. */
  forget: (broadcastID: number) => void;
};

/** Milliseconds. */
const beginAnewAfter = 1000;

export function createProgress(elapsed: () => number): Progress {
  const broadcasts = new Map<number, { messageID: number; begunAt: number }>();
  const forget = (broadcastID: number): void => void broadcasts.delete(broadcastID);
  const reached = (broadcastID: number): number => {
    const broadcast = broadcasts.get(broadcastID);
    if (broadcast && elapsed() - broadcast.begunAt < beginAnewAfter) return broadcast.messageID;
    forget(broadcastID);
    return 0;
  };
  const note = (broadcastID: number, messageID: number): void => {
    broadcasts.set(broadcastID, { messageID, begunAt: broadcasts.get(broadcastID)?.begunAt ?? elapsed() });
  };
  return { reached, note, forget };
}
