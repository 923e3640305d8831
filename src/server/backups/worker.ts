/** Looks now and then whether the night's backup is still to be made. */
import type { Deps } from '../deps.ts';
import { backUpWhenDue } from './actions.ts';

/** Milliseconds. Who has just switched the computer on wants to begin. */
const firstLook = 3 * 60_000;
const lookEvery = 10 * 60_000;

export type BackupWatch = { stop: () => Promise<void> };

/** From now on, until it is stopped; a backup that is being made then is ended, and the former one stays. */
export function watchBackups(deps: Deps): BackupWatch {
  let looking: Promise<unknown> | undefined;
  const look = (): void => {
    looking ??= backUpWhenDue(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'backups cannot be looked after'))
      .finally(() => {
        looking = undefined;
      });
  };
  const first = deps.runtime.after(firstLook, look);
  const later = deps.runtime.every(lookEvery, look);
  return {
    stop: async () => {
      first.cancel();
      later.cancel();
      await deps.backups.stop();
      await looking;
    },
  };
}
