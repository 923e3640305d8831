/** Settings that an operator can change on the screen, and warnings about dangers to the data. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallationAnswer, InstallationWarning } from '#shared/calls/installation.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { installationFailures } from '#shared/words/installation.ts';
import { isOpenTo, usualPort, version } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { changeSettings, readSettings } from '../../settings-file.ts';
import type { Recorder } from '../../trail/model.ts';
import { recordAlone } from '../../trail/trail.ts';
import { findNewestInstant } from './installation-queries.ts';
import { findBadPlace, findWrongClock, littleRoom } from './installation-rules.ts';
import { isOfOneSchool, needOperator } from './operator.ts';

const systems: Readonly<Partial<Record<NodeJS.Platform, InstallationAnswer['system']>>> = {
  win32: 'windows',
  darwin: 'mac',
  linux: 'linux',
};

type InstallationDeps = Pick<Deps, 'config' | 'store' | 'machine' | 'runtime' | 'restart' | 'now'>;

/** The address that a person types into the browser. */
export const addressWith = (host: string, port: number): string =>
  `http://${host}${port === 80 || port === 0 ? '' : `:${port}`}`;

/**
 * The value of a setting now and after the next start. If the environment sets the value, the settings file has no
 * effect.
 */
const settingNowAndNext = <T>(now: T, inFile: T, isFixed: boolean) => ({
  now,
  next: isFixed ? now : inFile,
  isFixed,
});

export async function showInstallation(deps: InstallationDeps): Promise<InstallationAnswer> {
  const { config, machine, restart } = deps;
  const mayChange = await isOfOneSchool(deps);
  const { settings } = readSettings(config.dataDir);
  const { fixed } = config;
  const port = settingNowAndNext(
    config.port,
    settings.port ?? usualPort,
    !mayChange || (fixed?.port ?? true),
  );
  const lan = settingNowAndNext(
    isOpenTo(config.host),
    settings.lan ?? false,
    !mayChange || (fixed?.host ?? true),
  );
  return {
    version,
    mayChange,
    port,
    lan,
    addresses: mayChange ? machine.addresses().map((host) => addressWith(host, port.next)) : [],
    publicUrl: config.publicUrl ?? null,
    system: systems[machine.platform] ?? 'other',
    dataDir: mayChange ? config.dataDir : '',
    needsRestart: port.now !== port.next || lan.now !== lan.next,
    mayRestart: mayChange && restart !== undefined,
  };
}

type Change = { port?: number | undefined; lan?: boolean | undefined };

const refuse = (path: keyof Change, message: string): Failure =>
  new Failure('invalid', message, [{ path, message }]);

/** Throws if the port is in use. With such a port nobody could open the program after the next start. */
async function needPort({ machine, config }: InstallationDeps, port: number): Promise<void> {
  if (port === config.port) return;
  const found = await machine.tryPort(port);
  if (found !== 'free') throw refuse('port', installationFailures[found](port));
}

export async function changeInstallation(
  deps: InstallationDeps,
  recorder: Recorder,
  { port, lan }: Change,
): Promise<InstallationAnswer> {
  await needOperator(deps);
  const { fixed = { port: true, host: true }, dataDir } = deps.config;
  if (port !== undefined && fixed.port) throw refuse('port', installationFailures.fixedPort);
  if (lan !== undefined && fixed.host) throw refuse('lan', installationFailures.fixedHost);
  if (port !== undefined) await needPort(deps, port);
  const before = readSettings(dataDir).settings;
  const after = { ...(port !== undefined && { port }), ...(lan !== undefined && { lan }) };
  changeSettings(dataDir, after);
  await recordAlone(recorder, {
    what: 'installationChanged',
    at: deps.now().toISOString(),
    about: { kind: 'school' },
    changes: changesBetween(before, after),
  });
  return showInstallation(deps);
}

/** Possible only if a supervisor process starts the program again. */
export async function restartInstallation(deps: InstallationDeps, recorder: Recorder): Promise<void> {
  await needOperator(deps);
  if (!deps.restart) throw new Failure('conflict', installationFailures.noRestart);
  const at = deps.now().toISOString();
  await recordAlone(recorder, { what: 'installationRestarted', at, about: { kind: 'school' } });
  // The delay gives the answer time to reach the caller.
  deps.runtime.after(200, deps.restart);
}

/**
 * In milliseconds. File times in an archive are local times of the place where it was packed, so a day is subtracted.
 */
const day = 86_400_000;

/** Returns when the program's own files were made. If the clock shows an earlier time, it is wrong. */
function madeAt(): string | undefined {
  try {
    const { mtimeMs } = statSync(join(import.meta.dirname, '../../../../package.json'));
    return new Date(mtimeMs - day).toISOString();
  } catch {
    return undefined;
  }
}

/**
 * Lists the campuses in which the last nightly check of the ledger found differences. The caller passes this function
 * in, because `operations` may not import `billing`.
 */
export type ListDiffering = (db: Db) => Promise<string[]>;
type WarningDeps = Pick<Deps, 'config' | 'store' | 'machine' | 'clock' | 'now'> & {
  listDiffering?: ListDiffering;
};

async function checkClock({ store, clock, now }: WarningDeps): Promise<InstallationWarning | undefined> {
  const seen = [madeAt(), await findNewestInstant(store.db)].filter((at) => at !== undefined).sort();
  return findWrongClock(now(), { skew: clock.skew(), seen: seen.at(-1) });
}

/** Returns dangers to the data. They are only shown as warnings. */
export async function findWarnings(deps: WarningDeps): Promise<InstallationWarning[]> {
  const { config, machine, store } = deps;
  const { torn } = readSettings(config.dataDir);
  const free = await machine.freeBytes(config.dataDir);
  // The disk of a PostgreSQL server cannot be checked from here.
  const place = config.databaseUrl ? undefined : findBadPlace(await machine.place(config.dataDir));
  const differing = (await deps.listDiffering?.(store.db)) ?? [];
  const found: (InstallationWarning | undefined)[] = [
    free !== undefined && free < littleRoom ? { code: 'lowSpace', free } : undefined,
    await checkClock(deps),
    place,
    torn && { code: 'tornSettings', used: torn },
    differing.length > 0 ? { code: 'moneyDiffers', campus: differing.join(', ') } : undefined,
  ];
  return found.filter((warning) => warning !== undefined);
}

/**
 * The warnings for the pages. If there are several schools, administrators of one school do not see warnings about
 * the computer.
 */
export async function showWarnings(deps: WarningDeps): Promise<{ list: InstallationWarning[] }> {
  return { list: (await isOfOneSchool(deps)) ? await findWarnings(deps) : [] };
}
