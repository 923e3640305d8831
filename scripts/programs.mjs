// Finds the current program. A school's folder contains the first program, its data, and in `programs` one folder for
// each update. `programs/current.json` names the current program. It is written atomically, so after a power cut it
// names either the old or the new program. Plain JavaScript, because any Node from 20 on may run it.
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
 * `program` is a folder in `programs`, or `.` for the first program. `before` is the previous program, with the
 * backup of the data from before the update.
 * @typedef {{ program: string, before?: { program: string, version: string, backup?: string | undefined } | undefined
 * }} Current
 */

/** @param {string} folder @returns {{ name?: unknown, version?: unknown }} */
function readPackage(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Returns the version of the Qasid in this folder. @param {string} folder @returns {string | undefined} */
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

/** The folder in which `npm start` is run. It also contains `./data`. */
export const home = homeOf(root.replace(/[\\/]$/, ''));

/** @param {string} of @returns {string} */
export const programsOf = (of) => join(of, folderName);

const versionShape = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]+))?$/;

/** @param {string} version @returns {boolean} */
export const isVersion = (version) => versionShape.test(version);

/**
 * Negative if `a` is older. A release candidate (`1.0.0-rc.1`) is older than its release. @param {string} a @param
 * {string} b
 */
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
    // Without a readable file the first program is the current one.
  }
  return { program: '.' };
}

/** The folder of a program. @param {string} of @param {string} program @returns {string} */
export const folderOf = (of, program) => (program === '.' ? of : join(programsOf(of), program));

/**
 * Returns the folder of the current program. It is the named program, unless that is missing or the school's folder
 * contains a newer one.
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
    // Windows cannot open folders.
  }
}
