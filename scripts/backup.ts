// `npm run backup`: a backup now, as the program itself makes one each night. Prints where it is. Without the key of the
// secrets, and without sessions: whoever has a backup is not to have the tokens of WhatsApp, nor anybody's way in.
import { join } from 'node:path';
import { sayBackupTrouble } from '#shared/words/backups.ts';
import { orderOf, usualTimeZone } from '../src/server/backups/actions.ts';
import { backupsOf, makeBackup } from '../src/server/backups/make-backup.ts';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { StartFailure } from '../src/server/db/start-failure.ts';

async function backUp(): Promise<void> {
  process.umask(0o077);
  const config = readConfig();
  const at = new Date().toISOString();
  const order = orderOf(config, { at, why: 'byHand', timeZone: usualTimeZone });
  const outcome = await makeBackup(order, withEnvironment({}));
  if (outcome.kind === 'failed') throw new StartFailure(sayBackupTrouble(outcome.trouble));
  if (outcome.kind !== 'made') return;
  process.stdout.write(
    `Backed up to ${join(backupsOf(config.dataDir), outcome.name)}\nThe key of WhatsApp’s tokens, secret.key, is not in it: keep a copy elsewhere.\n`,
  );
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
