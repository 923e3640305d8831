/**
 * Decides whether the data folder is suitable and whether the clock is wrong. Pure functions; facts about the
 * computer are parameters.
 */
import type { InstallationWarning } from '#shared/calls/installation.ts';
import type { SeenPlace } from '../../deps.ts';

/** In bytes. With less free space a warning appears. There is then still enough space for a backup and an update. */
export const littleRoom = 1024 ** 3;
/**
 * In milliseconds. A smaller error does no harm. A wrong time zone does not matter, because instants are compared.
 */
const clockPatience = 10 * 60_000;

type PlaceWarning = Extract<InstallationWarning, { code: 'syncedFolder' | 'networkFolder' }>;

/** The folder names that sync programs use. */
const syncedNames: readonly [RegExp, string][] = [
  [/^onedrive([ -].*)?$/i, 'OneDrive'],
  [/^dropbox([ -(].*)?$/i, 'Dropbox'],
  [/^(google ?drive([ -].*)?|my drive|meine ablage)$/i, 'Google Drive'],
  [/^(icloud ?drive|mobile documents|com~apple~clouddocs)$/i, 'iCloud'],
  [/^nextcloud$/i, 'Nextcloud'],
];

/** Converts to lower case on Windows and macOS, where paths are case-insensitive. */
const sameCase = (platform: NodeJS.Platform, path: string): string =>
  platform === 'linux' ? path : path.toLowerCase();

function isBelow({ platform, folder }: SeenPlace, above: string): boolean {
  const clean = (path: string) => `${sameCase(platform, path).replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  return above !== '' && clean(folder).startsWith(clean(above));
}

function findSynced(seen: SeenPlace): string | undefined {
  const match = syncedNames.find(([name]) => seen.folder.split(/[\\/]/).some((part) => name.test(part)));
  if (match) return match[1];
  return seen.synced.some((folder) => isBelow(seen, folder)) ? 'OneDrive' : undefined;
}

/** Recognises `\\server\share` and `\\?\UNC\server\share`. `\\?\C:\...` is a path on a drive and is not matched. */
const shareOf = (folder: string): string | undefined => {
  const [, server, share] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\([^\\]+)/i.exec(folder) ?? [];
  return server && share ? `\\\\${server}\\${share}` : undefined;
};

/** File systems that are on another computer, including shared folders of a virtual machine's host. */
const ofOthers = /^(nfs\d?|cifs|smb\d?|smbfs|afs|ceph|glusterfs|9p|vboxsf|prl_fs|davfs|fuse\..+)$/;

/** In the mount table of Linux a space is written as `\040`. */
const unescapeMount = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/**
 * The file system type of a folder: that of the longest mount point above it. If several are equally long, the last
 * one.
 */
function kindOf(seen: SeenPlace): string {
  let best = { at: '', kind: '' };
  for (const line of seen.mounts.split('\n')) {
    const [, at = '', kind = ''] = line.split(' ');
    const folder = unescapeMount(at);
    const isAbove = folder === '/' || isBelow(seen, folder);
    if (isAbove && folder.length >= best.at.length) best = { at: folder, kind };
  }
  return best.kind;
}

/**
 * Returns why the data should not be in this folder. A sync program or a network file system breaks guarantees that
 * SQLite needs.
 */
export function findBadPlace(seen: SeenPlace): PlaceWarning | undefined {
  const synced = findSynced(seen);
  if (synced) return { code: 'syncedFolder', name: synced };
  const share = seen.platform === 'win32' ? shareOf(seen.folder) : undefined;
  if (share) return { code: 'networkFolder', name: share };
  const kind = kindOf(seen);
  return ofOthers.test(kind) ? { code: 'networkFolder', name: kind } : undefined;
}

type ClockWarning = Extract<InstallationWarning, { code: 'clockWrong' | 'clockBehind' }>;

/**
 * Returns whether the clock is wrong. `skew`: the difference to the clocks of other servers. If it is known, `seen`
 * is ignored. `seen`: the latest stored time or the time at which the program was built; it may come from a clock
 * that was ahead.
 */
export function findWrongClock(
  now: Date,
  { skew, seen }: { skew: number | undefined; seen: string | undefined },
): ClockWarning | undefined {
  const shows = now.toISOString();
  if (skew !== undefined) {
    const is = new Date(now.getTime() + skew).toISOString();
    return Math.abs(skew) > clockPatience ? { code: 'clockWrong', shows, is } : undefined;
  }
  if (seen === undefined || Date.parse(seen) - now.getTime() <= clockPatience) return undefined;
  return { code: 'clockBehind', shows, seen };
}
