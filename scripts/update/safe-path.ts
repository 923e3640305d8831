/**
 * Checks where a file of an archive may be written: below the program's folder, under a name that every system keeps
 * unchanged.
 */
import { NewVersionFailure } from './model.ts';

/** Device names on Windows, with any extension: learn.microsoft.com/windows/win32/fileio/naming-a-file. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const longest = 400;

function isSafePart(part: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them.
  if (part === '' || part === '.' || part === '..' || /[\u0000-\u001f<>:"|?*\\]/.test(part)) return false;
  return !devices.test(part) && !/[. ]$/.test(part);
}

/** Returns the parts of a path. Throws if the path leaves the folder or could become another path on some system. */
export function partsOf(name: string): string[] {
  const parts = name.split('/');
  if (name.length > longest || !parts.every(isSafePart)) throw new NewVersionFailure('unsafe', name);
  return parts;
}

/** Folders that do not belong to the program: data of the school, generated folders, and folders of other tools. */
const notOfProgram = new Set(['data', 'programs', 'node_modules', 'dist', '.git', '.cache', 'test-results']);
export const isOfProgram = ([first = '']: readonly string[]): boolean =>
  !notOfProgram.has(first.toLowerCase());

/** Removes the single top folder that most archives have, such as `qasid-0.2.0/`. */
export function withoutTopFolder(paths: readonly string[][]): string[][] {
  const [top] = paths[0] ?? [];
  const isShared = paths.length > 0 && paths.every((parts) => parts.length > 1 && parts[0] === top);
  return isShared ? paths.map((parts) => parts.slice(1)) : paths.map((parts) => [...parts]);
}
