/** Looks now and then whether the night's backup is still to be made. */
import type { Deps } from '../deps.ts';
import { lookPeriodically } from '../loop.ts';
import { backUpWhenDue } from './actions.ts';

export type BackupWatch = { stop: () => Promise<void> };

/** From now on, until it is stopped; a backup that is being made then is ended, and the former one stays. */
export function watchBackups(deps: Deps): BackupWatch {
  const looking = lookPeriodically(deps, {
    look: () => backUpWhenDue(deps),
    // Who has just switched the computer on wants to begin.
    first: 3 * 60_000,
    every: 10 * 60_000,
    failed: 'backups cannot be looked after',
  });
  return {
    stop: async () => {
      const stopped = looking.stop();
      await deps.backups.stop();
      await stopped;
    },
  };
}
