/** Makes a backup before a newer version migrates the data, because a migration cannot be undone. */
import { sayBackupError } from '#shared/words/installation.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';
import { defaultTimeZone, orderOf } from './backups.ts';

type UpdateDeps = Pick<Deps, 'backups' | 'runtime' | 'log'> & { config: Config };

/** How many times the process waits a second for another process. */
const patience = 120;

/**
 * Throws with a sentence that says why there is no backup. On PostgreSQL without a matching pg_dump, only a warning
 * is logged, because the operator makes other backups.
 */
export async function backUpBeforeUpdate({ backups, config, runtime, log }: UpdateDeps): Promise<void> {
  for (let count = 0; ; count += 1) {
    const at = runtime.now().toISOString();
    const order = orderOf(config, { at, why: 'beforeUpdate', timeZone: defaultTimeZone });
    const outcome = await backups.make(order);
    if (outcome.kind !== 'failed') return;
    const { error } = outcome;
    if (error.code === 'noDump' || error.code === 'oldDump') {
      log.warn({ error: error.code }, 'the data is migrated without a backup');
      return;
    }
    if (error.code !== 'atWork' || count >= patience)
      throw new StartFailure(
        `This version migrates the data, and they are backed up before. ${sayBackupError(error)} Nothing was changed.`,
      );
    await runtime.sleep(1000);
  }
}
