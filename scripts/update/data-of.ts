/**
 * The data during an update. They are backed up first, a copy is tested with the new program, and going back restores
 * them.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupReason } from '#shared/backups.ts';
import { sayBackupError } from '#shared/words/installation.ts';
import { type Config, withEnvironment } from '../../src/server/config.ts';
import { defaultTimeZone, orderOf } from '../../src/server/operations/backups/backups.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { backupsOf, makeBackup } from '../../src/server/operations/backups/make-backup.ts';
import type { FoundBackup } from '../../src/server/operations/backups/model.ts';
import { restoreBackup } from '../../src/server/operations/backups/restore.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { runScript } from './place-program.ts';

/** Returns undefined if there are no data to back up yet. */
export async function backUpNow(config: Config, why: BackupReason): Promise<FoundBackup | undefined> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'qasid.db'))) return undefined;
  const at = new Date().toISOString();
  const outcome = await makeBackup(
    orderOf(config, { at, why, timeZone: defaultTimeZone }),
    withEnvironment({}),
  );
  if (outcome.kind === 'failed') throw new StartFailure(sayBackupError(outcome.error));
  const name = outcome.kind === 'made' ? outcome.name : '';
  return findBackup(config, name);
}

export async function findBackup(config: Config, name: string): Promise<FoundBackup | undefined> {
  return (await listBackups(backupsOf(config.dataDir))).find((found) => found.name === name);
}

/**
 * Runs the self-check of the program with a copy of the data, or without data if they are on a PostgreSQL server.
 * Returns what the program printed. `place` is a temporary folder.
 */
export async function tryProgram(
  program: string,
  backup: FoundBackup | undefined,
  place: string,
): Promise<{ isGood: boolean; output: string }> {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true, mode: 0o700 });
  try {
    if (backup?.manifest.engine === 'sqlite')
      copyFileSync(join(backup.path, backup.manifest.database.file), join(place, 'qasid.db'));
    // A backup of the copy would be useless.
    const env = { DATA_DIR: place, DATABASE_URL: '', ROLE: 'all', BACKUPS: 'off', LOG_LEVEL: 'error' };
    const { code, output } = await runScript(program, 'self-check.mjs', { cwd: place, env });
    return { isGood: code === 0, output };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Migrates the data for the program. A backup was made just before. */
export async function takeOverData(
  program: string,
  { dataDir }: Config,
): Promise<{ isGood: boolean; output: string }> {
  const env = { DATA_DIR: dataDir, BACKUPS: 'off', LOG_LEVEL: 'error' };
  const { code, output } = await runScript(program, 'self-check.mjs', { env });
  return { isGood: code === 0, output };
}

/** Returns where the replaced data are kept: a folder, or on PostgreSQL a schema. */
export async function restoreData(backup: FoundBackup, config: Config): Promise<string | undefined> {
  const restoring = { at: new Date().toISOString(), environment: withEnvironment({}) };
  return (await restoreBackup(backup, config, restoring)).previous;
}
