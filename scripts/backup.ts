// `npm run backup`: a whole copy of the data, made while the program runs. Prints where it is. Without the key of the
// secrets, and without sessions: whoever has a backup is not to have the tokens of WhatsApp, nor anybody's way in.

import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { readConfig } from '../src/server/config.ts';
import { holdLock } from '../src/server/db/open-sqlite.ts';
import { StartFailure } from '../src/server/db/start-failure.ts';

/** More pages than any database has: in several steps each message that is sent meanwhile would begin the copy anew. */
const inOneStep = 2 ** 31 - 1;

/** Overwritten, not only unlinked: what is deleted otherwise stands in the file until its page is used again. */
function removeSessions(file: string): void {
  const copy = new DatabaseSync(file);
  copy.exec('pragma secure_delete = on; delete from session');
  copy.close();
}

/** What a backup that was ended by a power cut has left behind. Only while no other one is at work. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { recursive: true });
  }
}

async function copyAll(): Promise<string> {
  process.umask(0o077);
  const { dataDir, uploadsDir, databaseUrl } = readConfig();
  if (databaseUrl) {
    throw new StartFailure(
      'With PostgreSQL, back up the database with pg_dump, and copy DATA_DIR/uploads beside it.',
    );
  }
  const file = join(dataDir, 'qasid.db');
  if (!existsSync(file))
    throw new StartFailure(`There is no database at ${file}. Set DATA_DIR to the folder that holds it.`);
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  const lock = holdLock(folder, 'Another backup is being made. Wait until it is done.');
  await removeUnfinished(folder);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const target = join(folder, stamp);
  // Under another name until it is whole, so that a power cut leaves nothing that looks like a backup.
  const unfinished = `${target}.part`;
  await mkdir(unfinished);
  const database = new DatabaseSync(file, { readOnly: true });
  await backup(database, join(unfinished, 'qasid.db'), { rate: inOneStep });
  database.close();
  removeSessions(join(unfinished, 'qasid.db'));
  if (existsSync(uploadsDir)) await cp(uploadsDir, join(unfinished, 'uploads'), { recursive: true });
  await rename(unfinished, target);
  lock.close();
  return target;
}

try {
  process.stdout.write(
    `Backed up to ${await copyAll()}\nThe key of WhatsApp’s tokens, secret.key, is not in it: keep a copy elsewhere.\n`,
  );
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
