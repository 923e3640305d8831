/**
 * Replaces the current program with a new one. The new one is complete and has passed a trial before a single step
 * names it as current, so after a kill at any time a program starts that can read the data.
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
import { backUpNow, putBack, takeOverData, tryProgram } from './data-of.ts';
import type { NewVersion } from './newcomer.ts';
import { placeProgram } from './place-program.ts';
import { standStill } from './running.ts';

type Say = (line: string) => void;
type Update = { newVersion: NewVersion; config: Config; say: Say };

/** Bytes for a program and its packages, with a margin. */
const roomOfProgram = 1024 ** 3;

async function needRoom({ config }: Update): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  // Besides the backup the trial needs a copy of the database.
  const file = join(config.dataDir, 'qasid.db');
  const data = !config.databaseUrl && existsSync(file) ? (await stat(file)).size * 2 : 0;
  const needed = roomOfProgram + data;
  if (bavail * bsize < needed) throw new StartFailure(updateWords.noRoom(needed, bavail * bsize));
}

/** The current program as `current.json` names it. */
function presentName(): string {
  const { program } = readCurrent(home);
  return currentProgram(home) === home ? '.' : program;
}

async function trial({ newVersion, say, config }: Update, backup: FoundBackup | undefined): Promise<void> {
  const isWithData = backup !== undefined && !config.databaseUrl;
  say(isWithData ? updateWords.trying : updateWords.tryingAlone);
  const place = join(programsOf(home), '.trial');
  const { isGood, said } = await tryProgram(folderOf(home, newVersion.version), backup, place);
  if (!isGood) throw new StartFailure(updateWords.notTried(said));
  say(updateWords.tried);
}

/** Whether the data differ from the backup. Data on a PostgreSQL server are assumed to differ. */
function areChanged(backup: FoundBackup, { dataDir, databaseUrl }: Config): boolean {
  if (databaseUrl) return true;
  const { steps } = checkSqlite(join(dataDir, 'qasid.db'));
  return steps.some((step) => !backup.manifest.steps.includes(step));
}

/** The update took over, failed and was undone, so more happened than nothing. */
export class WentBack extends StartFailure {}

/** Names the new program as current, which is the one that starts from then on. */
async function hand(update: Update, backup: FoundBackup | undefined): Promise<void> {
  const { newVersion, config, say } = update;
  const former = readCurrent(home);
  const before = { program: presentName(), version: present, backup: backup?.name };
  writeCurrent(home, { program: newVersion.version, before });
  if (!backup) return;
  say(updateWords.updating);
  const { isGood, said } = await takeOverData(folderOf(home, newVersion.version), config);
  if (isGood) return;
  const isChanged = areChanged(backup, config);
  if (isChanged) await putBack(backup, config);
  writeCurrent(home, former);
  const restored = isChanged ? ` ${updateWords.restored}` : '';
  throw new WentBack(`${updateWords.wentBack(said)}${restored}`);
}

/**
 * Keeps only the current program and the one before it. A folder that a virus scanner holds open is removed at the next
 * update.
 */
function removeOlder(): void {
  const { program, before } = readCurrent(home);
  const kept = [program, before?.program];
  for (const name of readdirSync(programsOf(home))) {
    if (!isVersion(name) || kept.includes(name)) continue;
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
    const still = await standStill(config, say);
    try {
      say(updateWords.backingUp);
      const backup = await backUpNow(config, 'beforeUpdate');
      say(backup ? updateWords.backedUp(backup.name) : updateWords.noData);
      await trial(update, backup);
      await hand(update, backup);
      isNamed = true;
      say(updateWords.done(newVersion.version));
    } finally {
      await still.goOn(isNamed ? newVersion.version : present);
    }
    removeOlder();
  } finally {
    // After a failure the new program is removed, unless it is already named: migrated data need the named program to
    // start.
    if (readCurrent(home).program !== newVersion.version) rmSync(program, { recursive: true, force: true });
  }
}
