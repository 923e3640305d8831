/**
 * One program after another. The new one is complete beside the old one, and has come through a trial, before the one
 * step that names it; so whenever this is killed there is a program that starts, with data that it reads.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { updateWords } from '#shared/words/updating.ts';
import type { FoundBackup } from '../../src/server/backups/model.ts';
import { type Config, version as present } from '../../src/server/config.ts';
import { checkSqlite } from '../../src/server/db/copy-sqlite.ts';
import { StartFailure } from '../../src/server/db/start-failure.ts';
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
import type { Newcomer } from './newcomer.ts';
import { placeProgram } from './place-program.ts';
import { standStill } from './running.ts';

type Say = (line: string) => void;
type Update = { newcomer: Newcomer; config: Config; say: Say };

/** Bytes: a program with what it needs, and some air. */
const roomOfProgram = 1024 ** 3;

async function needRoom({ config }: Update): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  // Its copy for the trial is there beside the backup.
  const file = join(config.dataDir, 'qasid.db');
  const data = !config.databaseUrl && existsSync(file) ? (await stat(file)).size * 2 : 0;
  const needed = roomOfProgram + data;
  if (bavail * bsize < needed) throw new StartFailure(updateWords.noRoom(needed, bavail * bsize));
}

/** Where the present program lies, as `current.json` names it. */
function presentName(): string {
  const { program } = readCurrent(home);
  return currentProgram(home) === home ? '.' : program;
}

async function trial({ newcomer, say, config }: Update, backup: FoundBackup | undefined): Promise<void> {
  const isWithData = backup !== undefined && !config.databaseUrl;
  say(isWithData ? updateWords.trying : updateWords.tryingAlone);
  const place = join(programsOf(home), '.trial');
  const { isGood, said } = await tryProgram(folderOf(home, newcomer.version), backup, place);
  if (!isGood) throw new StartFailure(updateWords.notTried(said));
  say(updateWords.tried);
}

/** Whether the data are no longer as they were backed up; those of a server are not asked. */
function areChanged(backup: FoundBackup, { dataDir, databaseUrl }: Config): boolean {
  if (databaseUrl) return true;
  const { steps } = checkSqlite(join(dataDir, 'qasid.db'));
  return steps.some((step) => !backup.manifest.steps.includes(step));
}

/** It had taken over, and the former one is back: more was done than nothing. */
export class WentBack extends StartFailure {}

/** From the step on that names the new program it is the one that starts. */
async function hand(update: Update, backup: FoundBackup | undefined): Promise<void> {
  const { newcomer, config, say } = update;
  const former = readCurrent(home);
  const before = { program: presentName(), version: present, backup: backup?.name };
  writeCurrent(home, { program: newcomer.version, before });
  if (!backup) return;
  say(updateWords.updating);
  const { isGood, said } = await takeOverData(folderOf(home, newcomer.version), config);
  if (isGood) return;
  const isChanged = areChanged(backup, config);
  if (isChanged) await putBack(backup, config);
  writeCurrent(home, former);
  const restored = isChanged ? ` ${updateWords.restored}` : '';
  throw new WentBack(`${updateWords.wentBack(said)}${restored}`);
}

/** Only the present program and the one before it are kept; what a virus scanner holds goes the next time. */
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
  const { newcomer, config, say } = update;
  const program = folderOf(home, newcomer.version);
  await needRoom(update);
  let isNamed = false;
  try {
    await placeProgram(program, newcomer, { present: currentProgram(home), say });
    const still = await standStill(config, say);
    try {
      say(updateWords.backingUp);
      const backup = await backUpNow(config, 'beforeUpdate');
      say(backup ? updateWords.backedUp(backup.name) : updateWords.noData);
      await trial(update, backup);
      await hand(update, backup);
      isNamed = true;
      say(updateWords.done(newcomer.version));
    } finally {
      await still.goOn(isNamed ? newcomer.version : present);
    }
    removeOlder();
  } finally {
    // Whatever went wrong: what is named stays, or with data brought up to date none would start.
    if (readCurrent(home).program !== newcomer.version) rmSync(program, { recursive: true, force: true });
  }
}
