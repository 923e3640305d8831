// `npm run backup` makes a backup now, as Qasid does every night, and prints where it is. The backup contains neither
// the secrets key nor sessions. So a stolen backup gives no WhatsApp tokens and no way to sign in.
import { join } from 'node:path';
import { backupWords, sayBackupError, sayDamaged } from '#shared/words/installation.ts';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { defaultTimeZone, orderOf } from '../src/server/operations/backups/backups.ts';
import { listBeforeFall } from '../src/server/operations/backups/backups-rules.ts';
import { heldBy, listBackups } from '../src/server/operations/backups/folder.ts';
import { backupsOf, makeBackup } from '../src/server/operations/backups/make-backup.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';

/** Reports if the backup holds much less than the one before, because lost data is often noticed late. */
async function reportFall(folder: string, latest: string): Promise<void> {
  const found = await listBackups(folder);
  const before = found[found.findIndex(({ name }) => name === latest) + 1];
  if (before && listBeforeFall(found.map(heldBy)).has(before.name))
    process.stdout.write(`${before.name}: ${backupWords.beforeFall}\n`);
}

async function backUp(): Promise<void> {
  process.umask(0o077);
  const config = readConfig();
  const at = new Date().toISOString();
  const order = orderOf(config, { at, why: 'byHand', timeZone: defaultTimeZone });
  const outcome = await makeBackup(order, withEnvironment({}));
  if (outcome.kind === 'failed') throw new StartFailure(sayBackupError(outcome.error));
  if (outcome.kind !== 'made') return;
  process.stdout.write(
    `Backed up to ${join(backupsOf(config.dataDir), outcome.name)}\nIt does not contain secret.key, the key for the WhatsApp tokens and two-factor secrets. Keep a copy of this file elsewhere.\n`,
  );
  if (outcome.damaged.length > 0) process.stdout.write(`${sayDamaged(outcome.damaged)}\n`);
  await reportFall(backupsOf(config.dataDir), outcome.name);
  const error = outcome.second?.error;
  if (error)
    throw new StartFailure(`The backup was not copied to the second folder. ${sayBackupError(error)}`);
}

try {
  await backUp();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
