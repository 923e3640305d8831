// `npm run restore` restores a backup step by step. It lists the backups with their contents, tests one without
// changing anything, keeps the present data aside, and asks before it restores.
//   npm run restore -- --list                        lists the backups
//   npm run restore -- 2026-11-23T21-00-00 --dry-run tests whether this one can be restored
//   npm run restore -- 2026-11-23T21-00-00 --yes     restores it without asking
//   npm run restore -- --from=/media/stick/backups   uses the backups of another folder
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { formatInstant } from '#shared/time/dates.ts';
import { restoreWords } from '#shared/words/command-line.ts';
import { backupWords, sayBackupError } from '#shared/words/installation.ts';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { toBackupError } from '../src/server/operations/backups/backup-error.ts';
import { defaultTimeZone } from '../src/server/operations/backups/backups.ts';
import { listBeforeFall } from '../src/server/operations/backups/backups-rules.ts';
import { heldBy, listBackups } from '../src/server/operations/backups/folder.ts';
import { backupsOf } from '../src/server/operations/backups/make-backup.ts';
import type { FoundBackup } from '../src/server/operations/backups/model.ts';
import {
  countPresent,
  type RestoreFinding,
  restoreBackup,
  tryRestore,
} from '../src/server/operations/backups/restore.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { readCommandLine } from './command-line.ts';

const say = (line = ''): void => void process.stdout.write(`${line}\n`);

/** The tables whose row counts are shown to the user. */
const counted = ['school', 'campus', 'group', 'bill', 'student', 'message', 'template'] as const;

const at = (found: FoundBackup): string => formatInstant(found.manifest.madeAt, defaultTimeZone);

function sayLine(found: FoundBackup, index: number): void {
  const { why, database, rows, uploads } = found.manifest;
  const size = backupWords.inMegabytes(database.bytes);
  const holds = backupWords.sayHolds({
    bills: rows.bill ?? 0,
    students: rows.student ?? 0,
    messages: rows.message ?? 0,
    files: uploads.count,
  });
  say(
    `${String(index + 1).padStart(3)}  ${at(found)}  ${backupWords.reasons[why]}  (${size}, ${found.name})`,
  );
  say(`     ${holds}`);
}

async function printContents(found: FoundBackup, config: ReturnType<typeof readConfig>): Promise<void> {
  const present = await countPresent(config, counted);
  say(`\n${restoreWords.holds(at(found), found.manifest.version)}`);
  for (const table of counted) {
    const then = found.manifest.rows[table] ?? 0;
    say(restoreWords.compare(restoreWords.tables[table], then, present?.[table]));
  }
  if (!present) say(restoreWords.nothingPresent);
}

function sayFinding({ what, error, detail }: RestoreFinding): string {
  if (error === undefined) return `  ✓ ${restoreWords.looks[what]}`;
  const text = typeof error === 'string' ? restoreWords.refusals[error](detail) : sayBackupError(error);
  return `  ✗ ${restoreWords.looks[what]}: ${text}`;
}

async function dryRun(found: FoundBackup, config: ReturnType<typeof readConfig>): Promise<void> {
  say(`\n${restoreWords.trying}`);
  for await (const finding of tryRestore(found, config)) {
    say(sayFinding(finding));
    if (finding.error) throw new StartFailure(restoreWords.nothingChanged);
    if (finding.damaged.length > 0) say(`  ! ${restoreWords.damaged(finding.damaged)}`);
  }
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

async function choose(found: FoundBackup[], name: string | undefined): Promise<FoundBackup | undefined> {
  if (name !== undefined) {
    const named = found.find((one) => one.name === name);
    if (!named) throw new StartFailure(restoreWords.unknown(name));
    return named;
  }
  if (!process.stdin.isTTY) {
    say(restoreWords.howToChoose);
    return undefined;
  }
  const answer = await ask(`\n${restoreWords.which}`);
  if (answer === '') return undefined;
  const chosen = found[Number(answer) - 1] ?? found.find((one) => one.name === answer);
  if (!chosen) throw new StartFailure(restoreWords.unknown(answer));
  return chosen;
}

type RestoreOptions = {
  name: string | undefined;
  from: string | undefined;
  list: boolean;
  dryRun: boolean;
  yes: boolean;
};

function readOptions(): RestoreOptions {
  const options = {
    from: { type: 'string' },
    list: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine({ options, allowPositionals: true });
  const { from, list, yes } = values;
  return { name: positionals[0], from, list, yes, dryRun: values['dry-run'] };
}

async function restoreAndReport(found: FoundBackup, config: ReturnType<typeof readConfig>): Promise<void> {
  const restoring = { at: new Date().toISOString(), environment: withEnvironment({}) };
  const { previous, uploads, damaged } = await restoreBackup(found, config, restoring).catch(
    (error: unknown) => {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(`${sayBackupError(toBackupError(error))} ${restoreWords.nothingChanged}`);
    },
  );
  say(`\n${restoreWords.done(at(found))}`);
  if (uploads > 0) say(restoreWords.uploads(uploads));
  if (previous)
    say(config.databaseUrl ? restoreWords.previousSchema(previous) : restoreWords.previousFolder(previous));
  if (damaged.length > 0) say(restoreWords.damaged(damaged));
  const keyFile = join(config.dataDir, 'secret.key');
  if (!config.secretKey && !existsSync(keyFile)) say(restoreWords.noKey(keyFile));
  say(restoreWords.next);
}

async function restore(): Promise<void> {
  process.umask(0o077);
  const options = readOptions();
  const config = readConfig();
  const folder = options.from ? resolve(options.from) : backupsOf(config.dataDir);
  const found = await listBackups(folder);
  if (found.length === 0) throw new StartFailure(restoreWords.none(folder));
  if (options.name === undefined) {
    say(restoreWords.listed(folder));
    const beforeFall = listBeforeFall(found.map(heldBy));
    for (const [index, one] of found.entries()) {
      sayLine(one, index);
      if (beforeFall.has(one.name)) say(`     ${backupWords.beforeFall}`);
    }
  }
  if (options.list) return;
  const chosen = await choose(found, options.name);
  if (!chosen) return;
  await printContents(chosen, config);
  await dryRun(chosen, config);
  if (options.dryRun) return say(`\n${restoreWords.dryRunDone}`);
  if (!options.yes && !process.stdin.isTTY) return say(`\n${restoreWords.needsYes}`);
  if (!options.yes && (await ask(`\n${restoreWords.sure}`)) !== restoreWords.yes)
    return say(restoreWords.nothingChanged);
  await restoreAndReport(chosen, config);
}

try {
  await restore();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
