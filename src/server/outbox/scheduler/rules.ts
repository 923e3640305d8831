/**
 * How far this process has gone through a run. Those before have mostly left the queue, but not yet PostgreSQL's index:
 * to walk past them would take longer with every batch. Some may be back in the queue: once a second it begins anew.
 */
export type Progress = {
  /** The message up to which the run was gone through; 0 where it is to be gone through from its beginning. */
  reached: (runID: number) => number;
  note: (runID: number, messageID: number) => void;
  /** The end was reached. */
  forget: (runID: number) => void;
};

/** Milliseconds. */
const beginAnewAfter = 1000;

export function createProgress(clock = () => performance.now()): Progress {
  const runs = new Map<number, { messageID: number; begunAt: number }>();
  const forget = (runID: number): void => void runs.delete(runID);
  const reached = (runID: number): number => {
    const run = runs.get(runID);
    if (run && clock() - run.begunAt < beginAnewAfter) return run.messageID;
    forget(runID);
    return 0;
  };
  const note = (runID: number, messageID: number): void => {
    runs.set(runID, { messageID, begunAt: runs.get(runID)?.begunAt ?? clock() });
  };
  return { reached, note, forget };
}
