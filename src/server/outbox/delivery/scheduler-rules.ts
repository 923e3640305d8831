/**
 * How far this process has gone through each broadcast. Sent messages have left the queue but not yet PostgreSQL's
 * index, so walking past them would take longer with every batch. Once a second it begins again, because some messages
 * may be back in the queue.
 */
export type Progress = {
  /** The last message that was looked at; 0 when the broadcast is to be read from its beginning. */
  reached: (broadcastID: number) => number;
  note: (broadcastID: number, messageID: number) => void;
  /** Called when the end of the broadcast was reached. */
  forget: (broadcastID: number) => void;
};

/** Milliseconds. */
const restartAfter = 1000;

export function createProgress(elapsed: () => number): Progress {
  const broadcasts = new Map<number, { messageID: number; begunAt: number }>();
  const forget = (broadcastID: number): void => void broadcasts.delete(broadcastID);
  const reached = (broadcastID: number): number => {
    const broadcast = broadcasts.get(broadcastID);
    if (broadcast && elapsed() - broadcast.begunAt < restartAfter) return broadcast.messageID;
    forget(broadcastID);
    return 0;
  };
  const note = (broadcastID: number, messageID: number): void => {
    broadcasts.set(broadcastID, { messageID, begunAt: broadcasts.get(broadcastID)?.begunAt ?? elapsed() });
  };
  return { reached, note, forget };
}
