/**
 * Group commit: items that arrive during a write are written together in the next commit. Commits take most of the
 * time of a write.
 */
import { yieldToEventLoop } from '../../yielding.ts';

type GroupCommit<T> = {
  /** Writes one group. It may put items back into the queue to write them again. It must not throw. */
  write: (group: T[], queue: T[]) => Promise<void>;
  /** Takes from the queue the items of one commit. By default all items. */
  takeGroup?: (queue: T[]) => T[];
};

/** Returns a function that puts an item into the queue. Groups are written one at a time, in order of arrival. */
export function createGroupCommit<T>({ write, takeGroup = (queue) => queue.splice(0) }: GroupCommit<T>) {
  const queue: T[] = [];
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (queue.length > 0) {
      // Items that arrive in the same turn of the event loop join the same group.
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
