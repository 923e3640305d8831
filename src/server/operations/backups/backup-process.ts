/** Runs each backup and each folder test in a child process: `backup-child.ts`. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { BackupOutcome } from '#shared/backups.ts';
import { withEnvironment } from '../../config.ts';
import type { BackupMaker, FolderAnswer } from '../../deps.ts';
import type { Runtime } from '../../runtime.ts';
import type { ChildOrder } from './backup-child.ts';

const program = join(import.meta.dirname, 'backup-child.ts');

/**
 * In milliseconds. An unreachable network folder may never answer. A large backup to a slow memory stick takes hours.
 */
const longest = { backup: 4 * 3_600_000, folder: 15_000 };

type ChildMessage<T> = { isReady?: true; early?: T; answer?: T };

type Running<T> = { done: Promise<T>; kill: () => void };

/**
 * `otherwise` returns the answer if the process ends without one. Its argument is the answer that the process sent
 * early.
 */
function runChild<T>(
  childOrder: ChildOrder,
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
  const timer = after(longest[childOrder.kind], kill);
  let early: T | undefined;
  child.on('message', (message: ChildMessage<T>) => {
    if (message.isReady) child.send(childOrder, () => {});
    if (message.early) early = message.early;
    if (message.answer) resolve(message.answer);
  });
  child.on('error', () => resolve(otherwise(early)));
  child.on('exit', () => resolve(otherwise(early)));
  return { done: promise.finally(() => timer.cancel()), kill };
}

/** The outcome if the process ended or took too long. A backup that was already complete is valid. */
const endedEarly = (early: BackupOutcome | undefined): BackupOutcome =>
  early?.kind === 'made'
    ? { ...early, second: { error: { code: 'stuck' } } }
    : { kind: 'failed', error: { code: 'stuck' } };

/** This process makes one backup at a time. Locks prevent other processes from using the same folder or database. */
export function createBackupMaker(runtime: Pick<Runtime, 'after'>): BackupMaker {
  let atWork: Running<BackupOutcome> | undefined;
  let isStopped = false;
  return {
    make: async (order) => {
      if (isStopped) return { kind: 'stopped' };
      if (atWork) return { kind: 'failed', error: { code: 'atWork' } };
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
        error: { code: 'stuck' },
      })).done,
    isAtWork: () => atWork !== undefined,
    stop: async () => {
      isStopped = true;
      atWork?.kill();
      await atWork?.done;
    },
  };
}
