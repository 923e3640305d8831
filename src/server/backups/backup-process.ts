/** Makes backups, and looks at folders, in a process of its own each time: `backup-child.ts`. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { BackupOutcome } from '#shared/backups.ts';
import { withEnvironment } from '../config.ts';
import type { BackupMaker, FolderAnswer } from '../deps.ts';
import type { Runtime } from '../runtime.ts';
import type { ChildOrder } from './backup-child.ts';

const program = join(import.meta.dirname, 'backup-child.ts');

/** Milliseconds. A folder of a network that is gone answers never; a large backup to a slow stick takes hours. */
const longest = { backup: 4 * 3_600_000, folder: 15_000 };

type Told<T> = { isReady?: true; early?: T; answer?: T };

type Running<T> = { done: Promise<T>; kill: () => void };

/** `otherwise`: what is answered when the process ends without an answer; of what it told early, that with it. */
function runChild<T>(
  asked: ChildOrder,
  { after }: Pick<Runtime, 'after'>,
  otherwise: (early: T | undefined) => T,
): Running<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: withEnvironment({}),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => void child.kill('SIGKILL');
  const timer = after(longest[asked.kind], kill);
  let early: T | undefined;
  child.on('message', (told: Told<T>) => {
    if (told.isReady) child.send(asked, () => {});
    if (told.early) early = told.early;
    if (told.answer) resolve(told.answer);
  });
  child.on('error', () => resolve(otherwise(early)));
  child.on('exit', () => resolve(otherwise(early)));
  return { done: promise.finally(() => timer.cancel()), kill };
}

/** It ended by itself, or took too long: what is whole by then is a backup all the same. */
const endedEarly = (early: BackupOutcome | undefined): BackupOutcome =>
  early?.kind === 'made'
    ? { ...early, second: { trouble: { code: 'stuck' } } }
    : { kind: 'failed', trouble: { code: 'stuck' } };

/** One backup at a time of this process; others of the same folder or database are kept away by their locks. */
export function createBackupMaker(runtime: Pick<Runtime, 'after'>): BackupMaker {
  let atWork: Running<BackupOutcome> | undefined;
  let isStopped = false;
  return {
    make: async (order) => {
      if (isStopped) return { kind: 'stopped' };
      if (atWork) return { kind: 'failed', trouble: { code: 'atWork' } };
      atWork = runChild<BackupOutcome>({ kind: 'backup', order }, runtime, (early) =>
        isStopped ? { kind: 'stopped' } : endedEarly(early),
      );
      try {
        return await atWork.done;
      } finally {
        atWork = undefined;
      }
    },
    look: (folder, dataDir) =>
      runChild<FolderAnswer>({ kind: 'folder', folder, dataDir }, runtime, () => ({
        trouble: { code: 'stuck' },
      })).done,
    isAtWork: () => atWork !== undefined,
    stop: async () => {
      isStopped = true;
      atWork?.kill();
      await atWork?.done;
    },
  };
}
