// `npm run backup`: a whole copy of the data, made while the program runs. Prints where it is. Without the key of the
// secrets, and without sessions: whoever has a backup is not to have the tokens of WhatsApp, nor anybody's way in.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { makeFolder } from '../src/server/db/make-folder.ts';
import { holdLock } from '../src/server/db/open-sqlite.ts';
import { StartFailure } from '../src/server/db/start-failure.ts';
import { markCopy } from '../src/server/numbers/senders/queries.ts';

/** More pages than any database has: in several steps each message that is sent meanwhile would begin the copy anew. */
const inOneStep = 2 ** 31 - 1;

/** What a backup that was ended by a power cut has left behind. Only while no other one is at work. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { recursive: true });
  }
}

/** Whoever puts it back is asked what became of what waits in it: it may have been sent since. */
const mark = (): string => `${markCopy('backup', new Date().toISOString())};`;

async function copyFile(file: string, target: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  await backup(database, target, { rate: inOneStep });
  database.close();
  const copy = new DatabaseSync(target);
  // Overwritten, not only unlinked: what is deleted otherwise stands in the file until its page is used again.
  copy.exec('pragma secure_delete = on; delete from session');
  try {
    copy.exec(mark());
  } catch {
    throw new StartFailure('This database is of an older Qasid: start it once, then back it up.');
  } finally {
    copy.close();
  }
}

/** The address as pg_dump is told it: on its command line everybody on the machine could read the password. */
function addressOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('sslmode');
  return {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(ssl && { PGSSLMODE: ssl }),
  };
}

/** By PostgreSQL’s own pg_dump, as a script for psql; without the sessions of those who are signed in. */
async function dump(url: string, target: string): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--exclude-table-data=session', `--file=${target}`];
  const child = spawn('pg_dump', args, {
    env: withEnvironment(addressOf(url)),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT';
    throw new StartFailure(
      isMissing
        ? 'pg_dump is not on this machine. Install PostgreSQL’s client programs, not older than the server.'
        : `pg_dump cannot be run: ${error.message}`,
    );
  });
  if (code !== 0) throw new StartFailure(`pg_dump did not back it up: ${complaint.trim()}`);
  // The dump has taken away where names are looked for.
  await appendFile(target, `\nreset search_path;\n${mark()}\n`);
}

async function copyAll(): Promise<string> {
  process.umask(0o077);
  const { dataDir, uploadsDir, databaseUrl } = readConfig();
  const file = join(dataDir, 'qasid.db');
  if (!databaseUrl && !existsSync(file))
    throw new StartFailure(`There is no database at ${file}. Set DATA_DIR to the folder that holds it.`);
  const folder = join(dataDir, 'backups');
  makeFolder(folder);
  const lock = holdLock(folder, 'Another backup is being made. Wait until it is done.');
  await removeUnfinished(folder);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const target = join(folder, stamp);
  // Under another name until it is whole, so that a power cut leaves nothing that looks like a backup.
  const unfinished = `${target}.part`;
  await mkdir(unfinished);
  if (databaseUrl) await dump(databaseUrl, join(unfinished, 'qasid.sql'));
  else await copyFile(file, join(unfinished, 'qasid.db'));
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
