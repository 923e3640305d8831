/** A backup before the data are changed to fit a newer program: there is no way back but this. */
import { sayBackupTrouble } from '#shared/words/backups.ts';
import type { Config } from '../config.ts';
import { StartFailure } from '../db/start-failure.ts';
import type { Deps } from '../deps.ts';
import { orderOf, usualTimeZone } from './actions.ts';

type UpdateDeps = Pick<Deps, 'backups' | 'runtime' | 'log'> & { config: Config };

/** Times that another process may be found at work, a second apart. */
const patience = 120;

/**
 * Fails with a line that says why there is none. On PostgreSQL whoever has no pg_dump of the server's age sees to his
 * own backups: that is only said.
 */
export async function backUpBeforeUpdate({ backups, config, runtime, log }: UpdateDeps): Promise<void> {
  for (let count = 0; ; count += 1) {
    const at = runtime.now().toISOString();
    const order = orderOf(config, { at, why: 'beforeUpdate', timeZone: usualTimeZone });
    const outcome = await backups.make(order);
    if (outcome.kind !== 'failed') return;
    const { trouble } = outcome;
    if (trouble.code === 'noDump' || trouble.code === 'oldDump') {
      log.warn({ trouble: trouble.code }, 'the data are brought up to date without a backup before it');
      return;
    }
    if (trouble.code !== 'atWork' || count >= patience)
      throw new StartFailure(
        `The data are to be brought up to date for this version, and are backed up before. ${sayBackupTrouble(trouble)} Nothing was changed.`,
      );
    await runtime.sleep(1000);
  }
}
