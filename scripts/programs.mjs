// Which program runs. A school's folder holds the first one, its data, and in `programs` those that came by update, a
// folder each; `programs/current.json` names the one that runs. Written in one step, so that whenever the power goes
// there is the old one or the new one. Plain JavaScript on whatever Node 20 or newer is there.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './install.mjs';

const folderName = 'programs';

/**
 * `program`: its folder in `programs`, or `.` for the first one. `before`: the way back, with the backup of the data as
 * they were.
 * @typedef {{ program: string, before?: { program: string, version: string, backup?: string | undefined } | undefined }} Current
 */

/** @param {string} folder @returns {{ name?: unknown, version?: unknown }} */
function readPackage(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Of a Qasid in this folder; undefined where there is none. @param {string} folder @returns {string | undefined} */
export function versionIn(folder) {
  const { name, version } = readPackage(folder);
  return name === 'qasid' && typeof version === 'string' ? version : undefined;
}

/** The school's folder that a program belongs to. @param {string} program @returns {string} */
export function homeOf(program) {
  const above = dirname(join(program, '.'));
  const isByUpdate = basename(above) === folderName && versionIn(dirname(above)) !== undefined;
  return isByUpdate ? dirname(above) : join(program, '.');
}

/** The folder that `npm start` is typed in, and that `./data` is in. */
export const home = homeOf(root.replace(/[\\/]$/, ''));

/** @param {string} of @returns {string} */
export const programsOf = (of) => join(of, folderName);

const versionShape = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]+))?$/;

/** @param {string} version @returns {boolean} */
export const isVersion = (version) => versionShape.test(version);

/** Below 0 where `a` is older; a version to try out (`1.0.0-rc.1`) is older than its own. @param {string} a @param {string} b */
export function compareVersions(a, b) {
  const [first, second] = [versionShape.exec(a), versionShape.exec(b)];
  for (const part of [1, 2, 3]) {
    const difference = Number(first?.[part]) - Number(second?.[part]);
    if (difference !== 0) return difference;
  }
  const [tried, other] = [first?.[4], second?.[4]];
  if (tried === other) return 0;
  if (tried === undefined || other === undefined) return tried === undefined ? 1 : -1;
  return tried.localeCompare(other, 'en', { numeric: true });
}

/** @param {string} of @returns {Current} */
export function readCurrent(of) {
  try {
    const { program, before } = JSON.parse(readFileSync(join(programsOf(of), 'current.json'), 'utf8'));
    if (typeof program === 'string') return { program, before };
  } catch {
    // The first one, then.
  }
  return { program: '.' };
}

/** The folder of a program. @param {string} of @param {string} program @returns {string} */
export const folderOf = (of, program) => (program === '.' ? of : join(programsOf(of), program));

/**
 * The folder of the program that runs: that which is named, unless it is gone, or somebody has put a newer one into the
 * school's folder itself.
 * @param {string} of @returns {string}
 */
export function currentProgram(of) {
  const { program } = readCurrent(of);
  if (program === '.' || !isVersion(program)) return of;
  const version = versionIn(folderOf(of, program));
  if (version !== program) return of;
  return compareVersions(versionIn(of) ?? '0.0.0', version) > 0 ? of : folderOf(of, program);
}

/** @param {string} path @param {(handle: number) => void} [write] */
function synced(path, write) {
  const handle = openSync(path, write ? 'w' : 'r');
  try {
    write?.(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @param {string} of @param {Current} current */
export function writeCurrent(of, current) {
  const folder = programsOf(of);
  if (!existsSync(folder)) mkdirSync(folder);
  const file = join(folder, 'current.json');
  synced(`${file}.part`, (handle) => writeSync(handle, `${JSON.stringify(current, undefined, 2)}\n`));
  renameSync(`${file}.part`, file);
  try {
    synced(folder);
  } catch {
    // Windows opens no folders.
  }
}
