/**
 * A checkpoint moves what was committed from SQLite's log (WAL) into the file, and waits for the disk. It comes with the
 * commit that makes the log long. After a large one that takes longer than anybody else should wait: then a thread does it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** Pages after which a commit brings a checkpoint with it; SQLite's own number. */
const usual = 1000;
/** Rows that may be changed in one transaction whose checkpoint nobody feels. */
const many = 5000;

export type Checkpoints = {
  /** Commits a transaction that has changed so many rows. */
  commit: (changed: number, work: () => Promise<void>) => Promise<void>;
  /** Resolves when none is under way. */
  rest: () => Promise<void>;
};

/** Carries out one checkpoint of the file. What fails here is made up for by the next commit. */
export type Checkpoint = (file: string) => Promise<void>;

export const checkpointInThread: Checkpoint = (file) =>
  new Promise((done) => {
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file });
    thread.on('error', () => {});
    thread.once('exit', () => done());
  });

export function createCheckpoints(
  writer: DatabaseSync,
  file: string,
  checkpoint = checkpointInThread,
): Checkpoints {
  let isDue = false;
  let underWay: Promise<void> | undefined;

  const catchUp = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await checkpoint(file).catch(() => {});
    }
    writer.exec(`pragma wal_autocheckpoint = ${usual}`);
    underWay = undefined;
  };

  const commit = async (changed: number, work: () => Promise<void>): Promise<void> => {
    if (changed < many) return work();
    writer.exec('pragma wal_autocheckpoint = 0');
    try {
      await work();
    } finally {
      isDue = true;
      underWay ??= catchUp();
    }
  };
  return { commit, rest: async () => underWay };
}
