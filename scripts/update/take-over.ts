/**
 * Replaces the current program with a new one. The new program is installed and tested first. Then one atomic step
 * makes it the current program. So if the update is killed at any time, the next start runs a program that can read
 * the data.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { updateWords } from '#shared/words/command-line.ts';
import { type Config, version as present } from '../../src/server/config.ts';
import type { FoundBackup } from '../../src/server/operations/backups/model.ts';
import { checkSqlite } from '../../src/server/platform/db/copy-sqlite.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import {
  currentProgram,
  folderOf,
  home,
  isVersion,
  programsOf,
  readCurrent,
  writeCurrent,
} from '../programs.mjs';
import { backUpNow, restoreData, takeOverData, tryProgram } from './data-of.ts';
import type { NewVersion } from './newcomer.ts';
import { placeProgram } from './place-program.ts';
import { stopQasid } from './running.ts';

type Say = (line: string) => void;
type Update = { newVersion: NewVersion; config: Config; say: Say };

/** Bytes for a program and its packages, with some reserve. */
const roomOfProgram = 1024 ** 3;

async function needRoom({ config }: Update): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  // The test needs a copy of the database besides the backup.
  const file = join(config.dataDir, 'qasid.db');
  const data = !config.databaseUrl && existsSync(file) ? (await stat(file)).size * 2 : 0;
  const needed = roomOfProgram + data;
  if (bavail * bsize < needed) throw new StartFailure(updateWords.noRoom(needed, bavail * bsize));
}

/** Returns the current program as `current.json` names it. */
function currentName(): string {
  const { program } = readCurrent(home);
  return currentProgram(home) === home ? '.' : program;
}

async function trial({ newVersion, say, config }: Update, backup: FoundBackup | undefined): Promise<void> {
  const isWithData = backup !== undefined && !config.databaseUrl;
  say(isWithData ? updateWords.trying : updateWords.tryingAlone);
  const place = join(programsOf(home), '.trial');
  const { isGood, output } = await tryProgram(folderOf(home, newVersion.version), backup, place);
  if (!isGood) throw new StartFailure(updateWords.notTried(output));
  say(updateWords.tried);
}

/** Returns whether the data differ from the backup. Data on a PostgreSQL server are assumed to differ. */
function areChanged(backup: FoundBackup, { dataDir, databaseUrl }: Config): boolean {
  if (databaseUrl) return true;
  const { steps } = checkSqlite(join(dataDir, 'qasid.db'));
  return steps.some((step) => !backup.manifest.steps.includes(step));
}

/** The new program failed after it took over, and the update was undone. `nothingChanged` would be wrong here. */
export class UpdateUndone extends StartFailure {}

/** Makes the new program the current one, which every later start uses. */
async function activate(update: Update, backup: FoundBackup | undefined): Promise<void> {
  const { newVersion, config, say } = update;
  const former = readCurrent(home);
  const before = { program: currentName(), version: present, backup: backup?.name };
  writeCurrent(home, { program: newVersion.version, before });
  if (!backup) return;
  say(updateWords.updating);
  const { isGood, output } = await takeOverData(folderOf(home, newVersion.version), config);
  if (isGood) return;
  const isChanged = areChanged(backup, config);
  if (isChanged) await restoreData(backup, config);
  writeCurrent(home, former);
  const restored = isChanged ? ` ${updateWords.restored}` : '';
  throw new UpdateUndone(`${updateWords.wentBack(output)}${restored}`);
}

/**
 * Keeps only the current program and the previous one. If a virus scanner holds a folder open, the next update
 * removes it.
 */
function removeOlder(): void {
  const { program, before } = readCurrent(home);
  const retained = [program, before?.program];
  for (const name of readdirSync(programsOf(home))) {
    if (!isVersion(name) || retained.includes(name)) continue;
    try {
      rmSync(folderOf(home, name), { recursive: true, force: true });
    } catch {}
  }
}

export async function takeOver(update: Update): Promise<void> {
  const { newVersion, config, say } = update;
  const program = folderOf(home, newVersion.version);
  await needRoom(update);
  let isNamed = false;
  try {
    await placeProgram(program, newVersion, { present: currentProgram(home), say });
    const stopped = await stopQasid(config, say);
    try {
      say(updateWords.backingUp);
      const backup = await backUpNow(config, 'beforeUpdate');
      say(backup ? updateWords.backedUp(backup.name) : updateWords.noData);
      await trial(update, backup);
      await activate(update, backup);
      isNamed = true;
      say(updateWords.done(newVersion.version));
    } finally {
      await stopped.startAgain(isNamed ? newVersion.version : present);
    }
    removeOlder();
  } finally {
    // After a failure the new program is removed, unless it is already the current one: only the current program can
    // read migrated data.
    if (readCurrent(home).program !== newVersion.version) rmSync(program, { recursive: true, force: true });
  }
}
