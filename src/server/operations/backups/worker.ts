/** Checks regularly whether the nightly backup is due. */
import type { Deps } from '../../deps.ts';
import { lookPeriodically } from '../../loop.ts';
import { backUpWhenDue } from './backups.ts';

export type BackupWatch = { stop: () => Promise<void> };

/** Runs until it is stopped. A backup in progress is then stopped too; the previous backups stay. */
export function watchBackups(deps: Deps): BackupWatch {
  const looking = lookPeriodically(deps, {
    look: () => backUpWhenDue(deps),
    // Waits three minutes after the start, so that the computer is not busy with a backup right after it was switched
    // on.
    first: 3 * 60_000,
    every: 10 * 60_000,
    failed: 'the check for a due backup failed',
  });
  return {
    stop: async () => {
      const stopped = looking.stop();
      await deps.backups.stop();
      await stopped;
    },
  };
}
