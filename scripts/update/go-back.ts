/**
 * Goes back to the program before the last update. If that program cannot read the data, the backup from before the
 * update is restored.
 */
import { createInterface } from 'node:readline/promises';
import { formatInstant } from '#shared/time/dates.ts';
import { restoreWords, updateWords } from '#shared/words/command-line.ts';
import { type Config, version as present } from '../../src/server/config.ts';
import { defaultTimeZone } from '../../src/server/operations/backups/backups.ts';
import type { FoundBackup } from '../../src/server/operations/backups/model.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { folderOf, home, readCurrent, versionIn, writeCurrent } from '../programs.mjs';
import { backUpNow, findBackup, restoreData } from './data-of.ts';
import { stopQasid } from './running.ts';

type Say = (line: string) => void;
type Back = { config: Config; say: Say; isSure: boolean };

/** The tables whose row counts are shown to the user. */
const counted = ['group', 'bill', 'student', 'message'] as const;

function sayLoss(then: FoundBackup, now: FoundBackup, say: Say): void {
  say(updateWords.wouldLose(formatInstant(then.manifest.madeAt, defaultTimeZone)));
  for (const table of counted) {
    const { [table]: before = 0 } = then.manifest.rows;
    say(restoreWords.compare(restoreWords.tables[table], before, now.manifest.rows[table] ?? 0));
  }
}

async function isAgreed({ isSure }: Back): Promise<boolean> {
  if (isSure) return true;
  if (!process.stdin.isTTY) throw new StartFailure(updateWords.needsYes);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(updateWords.sure)).trim() === updateWords.yes;
  } finally {
    lines.close();
  }
}

/** Returns the backup to restore, or undefined if the former program can read the current data. */
async function findNeeded(
  { config }: Back,
  now: FoundBackup | undefined,
  name: string | undefined,
): Promise<FoundBackup | undefined> {
  if (!now) return undefined;
  const then = name === undefined ? undefined : await findBackup(config, name);
  const steps = then?.manifest.steps;
  if (steps && now.manifest.steps.every((step) => steps.includes(step))) return undefined;
  if (!then) throw new StartFailure(updateWords.goneBackup(name ?? ''));
  return then;
}

async function changeBack(
  back: Back,
  before: { program: string; backup?: string | undefined },
): Promise<boolean> {
  const { config, say } = back;
  say(updateWords.backingUp);
  const now = await backUpNow(config, 'byHand');
  const then = await findNeeded(back, now, before.backup);
  if (then && now) sayLoss(then, now, say);
  else say(updateWords.nothingLost);
  if (!(await isAgreed(back))) return false;
  // The data are restored first, because the newer program can read older data, but the former program cannot read
  // newer data.
  const previous = then && (await restoreData(then, config));
  writeCurrent(home, { program: before.program });
  if (then) say(updateWords.restored);
  if (previous)
    say(config.databaseUrl ? restoreWords.previousSchema(previous) : restoreWords.previousFolder(previous));
  return true;
}

export async function goBack(back: Back): Promise<void> {
  const { before } = readCurrent(home);
  if (!before) throw new StartFailure(updateWords.noWayBack);
  const folder = folderOf(home, before.program);
  const version = versionIn(folder);
  if (version !== before.version) throw new StartFailure(updateWords.goneProgram(folder));
  back.say(updateWords.back(version, present));
  const stopped = await stopQasid(back.config, back.say);
  let isBack = false;
  try {
    isBack = await changeBack(back, before);
    back.say(isBack ? updateWords.backDone(version) : updateWords.nothingChanged);
  } finally {
    await stopped.startAgain(isBack ? version : present);
  }
}
