/**
 * A checkpoint copies committed pages from SQLite's log (WAL) into the database file and waits for the disk. Normally
 * it is part of the commit that makes the log long. After a large commit a thread runs the checkpoint, because other
 * requests would have to wait too long.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** The number of log pages after which a commit runs a checkpoint. This is SQLite's default. */
const usual = 1000;
/** From this many changed rows on, the checkpoint of a commit would take too long. */
const many = 5000;

export type Checkpoints = {
  /** Commits a transaction that has changed `changed` rows. */
  commit: (changed: number, work: () => Promise<void>) => Promise<void>;
  /** Resolves when no checkpoint is running. */
  rest: () => Promise<void>;
};

/** Runs one checkpoint of the file. A failure does no harm, because the next commit tries again. */
export type Checkpoint = (file: string) => Promise<void>;

const checkpointInThread: Checkpoint = (file) =>
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
  let running: Promise<void> | undefined;

  const runCheckpoints = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await checkpoint(file).catch(() => {});
    }
    writer.exec(`pragma wal_autocheckpoint = ${usual}`);
    running = undefined;
  };

  const commit = async (changed: number, work: () => Promise<void>): Promise<void> => {
    if (changed < many) return work();
    writer.exec('pragma wal_autocheckpoint = 0');
    try {
      await work();
    } finally {
      isDue = true;
      running ??= runCheckpoints();
    }
  };
  return { commit, rest: async () => running };
}
