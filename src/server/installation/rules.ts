/** What is no good place for the data, and when a clock is wrong. Pure: what was seen of the computer is given. */
import type { InstallationWarning } from '#shared/calls/installation.ts';
import type { SeenPlace } from '../deps.ts';

/** Bytes. A backup and an update still fit, and there is time to make room. */
export const littleRoom = 1024 ** 3;
/** Milliseconds. Less is nobody's harm; a time zone set wrong does not change the instant. */
const clockPatience = 10 * 60_000;

type PlaceWarning = Extract<InstallationWarning, { code: 'syncedFolder' | 'networkFolder' }>;

/** What the folders of these programs are called wherever they lie. */
const syncedNames: readonly [RegExp, string][] = [
  [/^onedrive([ -].*)?$/i, 'OneDrive'],
  [/^dropbox([ -(].*)?$/i, 'Dropbox'],
  [/^(google ?drive([ -].*)?|my drive|meine ablage)$/i, 'Google Drive'],
  [/^(icloud ?drive|mobile documents|com~apple~clouddocs)$/i, 'iCloud'],
  [/^nextcloud$/i, 'Nextcloud'],
];

/** On Windows and macOS names are the same in large and small letters. */
const sameCase = (platform: NodeJS.Platform, path: string): string =>
  platform === 'linux' ? path : path.toLowerCase();

function isBelow({ platform, folder }: SeenPlace, above: string): boolean {
  const clean = (path: string) => `${sameCase(platform, path).replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  return above !== '' && clean(folder).startsWith(clean(above));
}

function findSynced(seen: SeenPlace): string | undefined {
  const known = syncedNames.find(([name]) => seen.folder.split(/[\\/]/).some((part) => name.test(part)));
  if (known) return known[1];
  return seen.synced.some((folder) => isBelow(seen, folder)) ? 'OneDrive' : undefined;
}

/** `\\server\share`, also as `\\?\UNC\server\share`; the long form of a drive is none. */
const shareOf = (folder: string): string | undefined => {
  const [, server, share] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\([^\\]+)/i.exec(folder) ?? [];
  return server && share ? `\\\\${server}\\${share}` : undefined;
};

/** File systems of other computers, those of a virtual machine's host among them. */
const ofOthers = /^(nfs\d?|cifs|smb\d?|smbfs|afs|ceph|glusterfs|9p|vboxsf|prl_fs|davfs|fuse\..+)$/;

/** In the table a blank is `\040`. */
const unescapeMount = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** The kind of the file system that a folder is on: that of the longest mount above it, of several there the last. */
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

/** Why the data should not lie where they do: a program there, or the way there, does not keep what SQLite relies on. */
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
 * `skew`: what a server of others said; who has said it is believed rather than `seen`, when something was stored, or the
 * program was made: a clock that was ahead may have written that.
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
