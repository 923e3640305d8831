// `npm run backup` makes a backup now, in the same way as the nightly one, and prints where it is. The backup holds
// neither the secrets key nor sessions: a person who has a backup must get neither the WhatsApp tokens nor a way to
// sign in.
import { join } from 'node:path';
import { backupWords, sayBackupTrouble, sayDamaged } from '#shared/words/installation.ts';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { orderOf, usualTimeZone } from '../src/server/operations/backups/backups.ts';
import { listBeforeFall } from '../src/server/operations/backups/backups-rules.ts';
import { heldBy, listBackups } from '../src/server/operations/backups/folder.ts';
import { backupsOf, makeBackup } from '../src/server/operations/backups/make-backup.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';

/** Data loss is often noticed late, so a backup that holds much less than the one before is reported. */
async function sayFall(folder: string, latest: string): Promise<void> {
  const found = await listBackups(folder);
  const before = found[found.findIndex(({ name }) => name === latest) + 1];
  if (before && listBeforeFall(found.map(heldBy)).has(before.name))
    process.stdout.write(`${before.name}: ${backupWords.beforeFall}\n`);
}

async function backUp(): Promise<void> {
  process.umask(0o077);
  const config = readConfig();
  const at = new Date().toISOString();
  const order = orderOf(config, { at, why: 'byHand', timeZone: usualTimeZone });
  const outcome = await makeBackup(order, withEnvironment({}));
  if (outcome.kind === 'failed') throw new StartFailure(sayBackupTrouble(outcome.trouble));
  if (outcome.kind !== 'made') return;
  process.stdout.write(
    `Backed up to ${join(backupsOf(config.dataDir), outcome.name)}\nThe key of WhatsApp’s tokens and of two-factor, secret.key, is not in it: keep a copy elsewhere.\n`,
  );
  if (outcome.damaged.length > 0) process.stdout.write(`${sayDamaged(outcome.damaged)}\n`);
  await sayFall(backupsOf(config.dataDir), outcome.name);
  const trouble = outcome.second?.trouble;
  if (trouble)
    throw new StartFailure(`It was not brought to the second folder. ${sayBackupTrouble(trouble)}`);
}

try {
  await backUp();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
