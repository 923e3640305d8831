/** Group commit: what comes while others are being written is written together, since it is the commit that takes its time. */
import { yieldToEventLoop } from '../yielding.ts';

type GroupCommit<T> = {
  /** Writes one group; what it puts into the queue is written again. It must not fail. */
  write: (group: T[], queue: T[]) => Promise<void>;
  /** Takes from the queue what one commit may hold; all of it unless said. */
  takeGroup?: (queue: T[]) => T[];
};

/** Answers how to have something written. One group is written at a time, in the order in which its members came. */
export function createGroupCommit<T>({ write, takeGroup = (queue) => queue.splice(0) }: GroupCommit<T>) {
  const queue: T[] = [];
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (queue.length > 0) {
      // Whatever comes at the same moment is of the same group.
      await yieldToEventLoop();
      await write(takeGroup(queue), queue);
    }
    isWriting = false;
  };
  return (one: T): void => {
    queue.push(one);
    if (!isWriting) void writeAll();
  };
}
