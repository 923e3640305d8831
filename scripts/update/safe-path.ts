/** Where a file of an archive may be put: below the program's folder, under a name that every system keeps as it is. */
import { NewcomerFailure } from './model.ts';

/** Names of devices on Windows, whatever follows after a dot: learn.microsoft.com/windows/win32/fileio/naming-a-file. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const longest = 400;

function isSafePart(part: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (part === '' || part === '.' || part === '..' || /[\u0000-\u001f<>:"|?*\\]/.test(part)) return false;
  return !devices.test(part) && !/[. ]$/.test(part);
}

/** The parts of a name. Fails where it leads out of the folder, or would be another one on some system. */
export function partsOf(name: string): string[] {
  const parts = name.split('/');
  if (name.length > longest || !parts.every(isSafePart)) throw new NewcomerFailure('unsafe', name);
  return parts;
}

/** What of a folder belongs to no program: the school's own, what is made anew, and what other tools keep there. */
const notOfProgram = new Set(['data', 'programs', 'node_modules', 'dist', '.git', '.cache', 'test-results']);
export const isOfProgram = ([first = '']: readonly string[]): boolean =>
  !notOfProgram.has(first.toLowerCase());

/** Most archives have everything in one folder, such as `qasid-0.2.0/`: it is left out. */
export function withoutTopFolder(paths: readonly string[][]): string[][] {
  const [top] = paths[0] ?? [];
  const isShared = paths.length > 0 && paths.every((parts) => parts.length > 1 && parts[0] === top);
  return isShared ? paths.map((parts) => parts.slice(1)) : paths.map((parts) => [...parts]);
}
