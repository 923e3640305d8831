/** Starts backups, stores the outcome of the last attempt, and returns it for the screen. */
import { z } from 'zod';
import {
  type BackupError,
  type BackupOutcome,
  type BackupReason,
  backupErrors,
  oldAfter,
} from '#shared/backups.ts';
import type { BackupAnswer, BackupsAnswer } from '#shared/calls/backups.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { sayBackupError, sayDamaged } from '#shared/words/installation.ts';
import type { Config } from '../../config.ts';
import type { BackupOrder, Deps, SecondFolder } from '../../deps.ts';
import { findSetting, putSetting, removeSetting, setSettingOnce } from '../../platform/db/settings.ts';
import { changeSettings, readSettings } from '../../settings-file.ts';
import type { Recorder } from '../../trail/model.ts';
import { recordAlone } from '../../trail/trail.ts';
import { isOfOneSchool, needOperator } from '../installation/operator.ts';
import { findFirstSchool, findTimeZone } from './backups-queries.ts';
import { isBackupDue, latestNight, listBeforeFall, newestOf } from './backups-rules.ts';
import { heldBy, listBackups } from './folder.ts';
import { backupsOf } from './make-backup.ts';
import type { FoundBackup } from './model.ts';

type BackupDeps = Pick<Deps, 'config' | 'store' | 'backups' | 'now' | 'log' | 'runtime'>;

/** The time zone that is used until a campus exists. */
export const defaultTimeZone = 'Asia/Karachi';
/** The setting that stores the outcome of the last attempt. */
const memoryName = 'backups';
const installationName = 'backupID';

const errorShape = z.object({ code: z.enum(backupErrors).catch('other'), detail: z.string().optional() });
const damagedShape = z.object({ name: z.string(), isKept: z.boolean() });
const memoryShape = z.object({
  tried: z
    .object({ at: z.string(), error: errorShape.nullable(), damaged: z.array(damagedShape).default([]) })
    .nullable(),
  second: z.object({ lastAt: z.string().nullable(), error: errorShape.nullable() }),
});
type Memory = z.infer<typeof memoryShape>;
const nothingYet: Memory = { tried: null, second: { lastAt: null, error: null } };

async function readMemory({ store }: Pick<Deps, 'store'>): Promise<Memory> {
  const stored = await findSetting(store.db, memoryName);
  return stored === undefined ? nothingYet : (memoryShape.safeParse(JSON.parse(stored)).data ?? nothingYet);
}

async function storeOutcome(
  deps: Pick<Deps, 'store'>,
  at: string,
  outcome: Extract<BackupOutcome, { kind: 'made' | 'failed' }>,
): Promise<void> {
  const before = await readMemory(deps);
  const tried =
    outcome.kind === 'failed'
      ? { at, error: outcome.error, damaged: before.tried?.damaged ?? [] }
      : { at, error: null, damaged: outcome.damaged };
  const secondCopy = outcome.kind === 'made' ? outcome.second : null;
  const second = secondCopy
    ? { lastAt: secondCopy.error ? before.second.lastAt : at, error: secondCopy.error }
    : before.second;
  await putSetting(deps.store.db, memoryName, JSON.stringify({ tried, second }));
}

/** The order for the backup process. */
export const orderOf = (
  { dataDir, uploadsDir, databaseUrl }: Pick<Config, 'dataDir' | 'uploadsDir' | 'databaseUrl'>,
  rest: Omit<BackupOrder, 'dataDir' | 'uploadsDir' | 'databaseUrl' | 'second'>,
): BackupOrder => ({ dataDir, uploadsDir, databaseUrl, second: secondFolderOf({ dataDir }), ...rest });

const secondFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>): SecondFolder | undefined =>
  readSettings(dataDir).settings.backupFolder;

const folderShape = z.object({ path: z.string(), id: z.string() });
/** Earlier versions stored the second folder under this setting, before the settings file existed. */
const formerSetting = 'backupFolder';

/** Moves a setting of an earlier version from the database to the settings file. */
export async function adoptFormerFolder({ store, config }: Pick<Deps, 'store' | 'config'>): Promise<void> {
  const stored = await findSetting(store.db, formerSetting);
  if (stored === undefined) return;
  const former = folderShape.safeParse(JSON.parse(stored)).data;
  if (former && !secondFolderOf(config)) changeSettings(config.dataDir, { backupFolder: former });
  await removeSetting(store.db, formerSetting, stored);
}

function logOutcome({ log }: Pick<Deps, 'log'>, why: BackupReason, outcome: BackupOutcome): void {
  if (outcome.kind === 'failed') log.error({ why, error: outcome.error.code }, 'no backup was made');
  if (outcome.kind !== 'made') return;
  log.info({ why, backup: outcome.name }, 'a backup was made');
  const { damaged, second } = outcome;
  if (damaged.length > 0) log.error({ damaged: damaged.map(({ name }) => name) }, 'uploads are damaged');
  if (second?.error)
    log.error({ error: second.error.code }, 'the backup could not be copied to the second folder');
}

/** Makes a backup now. The outcome is stored; errors are part of it and are not thrown. */
export async function backUp(
  deps: BackupDeps,
  why: BackupReason,
  unlessSince?: string,
): Promise<BackupOutcome> {
  const at = deps.now().toISOString();
  const timeZone = (await findTimeZone(deps.store.db)) ?? defaultTimeZone;
  const outcome = await deps.backups.make(orderOf(deps.config, { at, why, timeZone, unlessSince }));
  // If another process is making the nightly backup, that process stores the outcome.
  const isOfOther = outcome.kind === 'failed' && outcome.error.code === 'atWork' && why === 'nightly';
  if (isOfOther) return outcome;
  logOutcome(deps, why, outcome);
  if (outcome.kind === 'made' || outcome.kind === 'failed') await storeOutcome(deps, at, outcome);
  return outcome;
}

/** Milliseconds until a failed attempt is repeated. */
const tryAgainAfter = 3_600_000;

/** Makes the nightly backup if it is due. Returns whether a backup was attempted. */
export async function backUpWhenDue(deps: BackupDeps): Promise<boolean> {
  const now = deps.now();
  const { db } = deps.store;
  const timeZone = (await findTimeZone(db)) ?? defaultTimeZone;
  const found = (await listBackups(backupsOf(deps.config.dataDir))).map(({ manifest }) => manifest);
  if (!isBackupDue(found, now, timeZone)) return false;
  const { tried } = await readMemory(deps);
  const since = tried?.error ? Math.abs(now.getTime() - Date.parse(tried.at)) : tryAgainAfter;
  if (since < tryAgainAfter) return false;
  await backUp(deps, 'nightly', latestNight(now, timeZone).toISOString());
  return true;
}

const sayError = (error: BackupError | null) => error && { code: error.code, text: sayBackupError(error) };

/**
 * File names give access to the files. If there are several schools, administrators of one school must not see them.
 */
const sayTried = ({ at, error, damaged }: NonNullable<Memory['tried']>, isAlone: boolean) => ({
  at,
  error: sayError(error),
  damaged: isAlone && damaged.length > 0 ? sayDamaged(damaged) : null,
});

type Age = Pick<BackupsAnswer, 'lastAt' | 'isOld'>;

async function ageOf(deps: BackupDeps, found: readonly FoundBackup[]): Promise<Age> {
  const now = deps.now();
  const lastAt = newestOf(
    found.map(({ manifest }) => manifest),
    now,
  )?.madeAt;
  const since = lastAt ?? (await findFirstSchool(deps.store.db));
  const isLong = since !== undefined && now.getTime() - Date.parse(since) > oldAfter;
  // If backups are off, the operator makes backups in another way, and this program does not know about them.
  const isOld = isLong && deps.config.backups !== 'off';
  return { lastAt: lastAt ?? null, isOld };
}

/** The time of the last good backup, and whether that is too long ago. */
export async function showBackupAge(deps: BackupDeps): Promise<Age> {
  return ageOf(deps, await listBackups(backupsOf(deps.config.dataDir)));
}

/** The age of the last good backup in seconds. Undefined if there is none. */
export async function secondsSinceBackup({
  config,
  now,
}: Pick<Deps, 'config' | 'now'>): Promise<number | undefined> {
  const found = (await listBackups(backupsOf(config.dataDir))).map(({ manifest }) => manifest);
  const newest = newestOf(found, now());
  return newest && (now().getTime() - Date.parse(newest.madeAt)) / 1000;
}

function describe(
  { name, manifest }: FoundBackup,
  { isAlone, beforeFall }: { isAlone: boolean; beforeFall: ReadonlySet<string> },
): BackupAnswer {
  const { madeAt, why, rows, database, uploads } = manifest;
  const { bill = 0, student = 0, message = 0 } = rows;
  const holds = { bills: bill, students: student, messages: message, files: uploads.count };
  return {
    name,
    madeAt,
    why,
    bytes: database.bytes,
    holds: isAlone ? holds : null,
    isBeforeFall: isAlone && beforeFall.has(name),
  };
}

/** Returns all data of the backups page. */
export async function showBackups(deps: BackupDeps): Promise<BackupsAnswer> {
  const folder = backupsOf(deps.config.dataDir);
  const found = await listBackups(folder);
  const memory = await readMemory(deps);
  const second = secondFolderOf(deps.config);
  const isAlone = await isOfOneSchool(deps);
  const beforeFall = listBeforeFall(found.map(heldBy));
  return {
    ...(await ageOf(deps, found)),
    isOff: deps.config.backups === 'off',
    isAtWork: deps.backups.isAtWork(),
    folder: isAlone ? folder : '',
    tried: memory.tried && sayTried(memory.tried, isAlone),
    list: found.map((one) => describe(one, { isAlone, beforeFall })),
    second:
      second && isAlone
        ? { folder: second.path, lastAt: memory.second.lastAt, error: sayError(memory.second.error) }
        : null,
    mayChange: isAlone,
  };
}

/** Starts a backup. It continues after the answer was sent. */
export async function beginBackup(deps: BackupDeps, recorder: Recorder): Promise<{ isAtWork: boolean }> {
  await needOperator(deps);
  if (deps.backups.isAtWork()) return { isAtWork: true };
  const at = deps.now().toISOString();
  await recordAlone(recorder, { what: 'backupBegun', at, about: { kind: 'backup' } });
  backUp(deps, 'byHand').catch((error: unknown) => {
    deps.log.error({ err: error }, 'the outcome of a backup could not be stored');
  });
  return { isAtWork: true };
}

type NamedFolder = { folder: string; isSameDisk: boolean; free: number | null };

/** The folder is stored in the settings file, so the entry in the trail has its own transaction. */
const recordFolder = (
  { now }: BackupDeps,
  recorder: Recorder,
  { before, after }: { before: string | undefined; after: string | null },
): Promise<void> =>
  recordAlone(recorder, {
    what: after === null ? 'backupFolderForgotten' : 'backupFolderNamed',
    at: now().toISOString(),
    about: { kind: 'backup' },
    changes: changesBetween({ folder: before }, { folder: after }),
  });

/** Tests the folder and sets it as the second folder. An empty `folder` removes the second folder. */
export async function nameFolder(
  deps: BackupDeps,
  recorder: Recorder,
  { folder }: { folder: string },
): Promise<NamedFolder> {
  await needOperator(deps);
  const { db } = deps.store;
  const { dataDir } = deps.config;
  const before = secondFolderOf(deps.config);
  const forgotten = { ...(await readMemory(deps)), second: nothingYet.second };
  if (folder === '') {
    changeSettings(dataDir, { backupFolder: undefined });
    await putSetting(db, memoryName, JSON.stringify(forgotten));
    await recordFolder(deps, recorder, { before: before?.path, after: null });
    return { folder: '', isSameDisk: false, free: null };
  }
  const id = await setSettingOnce(db, installationName, deps.runtime.randomUUID());
  const seen = await deps.backups.look({ path: folder, id }, dataDir);
  if (seen.error) {
    const message = sayBackupError(seen.error);
    throw new Failure('invalid', message, [{ path: 'folder', message }]);
  }
  changeSettings(dataDir, { backupFolder: { path: folder, id } });
  if (before?.path !== folder) await putSetting(db, memoryName, JSON.stringify(forgotten));
  await recordFolder(deps, recorder, { before: before?.path, after: folder });
  return { folder, ...seen.look };
}
