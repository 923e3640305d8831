import { describe, expect, it } from 'vitest';
import type { SeenPlace } from '../../deps.ts';
import { findBadPlace, findWrongClock } from './installation-rules.ts';

const seen = (folder: string, more: Partial<SeenPlace> = {}): SeenPlace => ({
  platform: /^([A-Z]:|\\)/i.test(folder) ? 'win32' : 'linux',
  folder,
  synced: [],
  mounts: '',
  ...more,
});
const synced = (name: string) => ({ code: 'syncedFolder', name });
const network = (name: string) => ({ code: 'networkFolder', name });

describe('The data folder', () => {
  it.each([
    ['C:\\Users\\Ayesha\\OneDrive\\Qasid\\data', 'OneDrive'],
    ['C:\\Users\\Ayesha\\OneDrive - Girls Campus\\data', 'OneDrive'],
    ['C:\\Users\\عائشہ\\Dropbox\\data', 'Dropbox'],
    ['G:\\My Drive\\Qasid\\data', 'Google Drive'],
    ['/Users/ayesha/Library/Mobile Documents/com~apple~CloudDocs/data', 'iCloud'],
    ['/Users/ayesha/Library/CloudStorage/OneDrive-Personal/data', 'OneDrive'],
    ['/Users/ayesha/Library/CloudStorage/GoogleDrive-a@b.pk/data', 'Google Drive'],
    ['/home/ayesha/Nextcloud/data', 'Nextcloud'],
  ])('A data folder at %s causes a warning because %s synchronises it.', (folder, name) => {
    expect(findBadPlace(seen(folder))).toEqual(synced(name));
  });

  it('A OneDrive folder that Windows names is recognised by its path, in any case.', () => {
    const one = ['C:\\Users\\Ayesha\\Cloud'];
    expect(findBadPlace(seen('c:\\users\\ayesha\\cloud\\Qasid', { synced: one }))).toEqual(
      synced('OneDrive'),
    );
    expect(findBadPlace(seen('C:\\Users\\Ayesha\\Cloudy\\Qasid', { synced: one }))).toBeUndefined();
  });

  it.each([
    ['\\\\server\\share\\Qasid', '\\\\server\\share'],
    ['\\\\?\\UNC\\server\\fee desk\\Qasid', '\\\\server\\fee desk'],
    ['\\\\192.168.1.10\\d$', '\\\\192.168.1.10\\d$'],
  ])('A data folder at %s causes a warning because it lies on the network share %s.', (folder, name) => {
    expect(findBadPlace(seen(folder))).toEqual(network(name));
  });

  it.each(['C:\\Qasid\\data', '\\\\?\\C:\\Qasid\\data', 'D:\\', '/var/lib/qasid', '/home/a/onedriver/data'])(
    'A data folder at %s causes no warning.',
    (folder) => {
      expect(findBadPlace(seen(folder))).toBeUndefined();
    },
  );

  const mounts = [
    'overlay / overlay rw 0 0',
    '/dev/sda1 /home ext4 rw 0 0',
    '//server/fees /home/ayesha/fee\\040desk cifs rw 0 0',
    'server:/x /srv nfs4 rw 0 0',
    'a@b:/ /mnt/ssh fuse.sshfs rw 0 0',
    '/dev/sdb1 /media/stick fuseblk rw 0 0',
    'C: /mnt/c 9p rw 0 0',
    '',
  ].join('\n');
  it.each([
    ['/home/ayesha/fee desk/data', 'cifs'],
    ['/srv/qasid', 'nfs4'],
    ['/srv', 'nfs4'],
    ['/mnt/ssh/data', 'fuse.sshfs'],
    ['/mnt/c/Qasid', '9p'],
  ])('A data folder at %s causes a warning because the mount table says %s.', (folder, kind) => {
    expect(findBadPlace(seen(folder, { mounts }))).toEqual(network(kind));
  });

  it.each(['/home/ayesha/data', '/media/stick/data', '/srvs/data', '/data'])(
    'The mount table causes no warning for a data folder at %s.',
    (folder) => {
      expect(findBadPlace(seen(folder, { mounts }))).toBeUndefined();
    },
  );
});

describe('The clock', () => {
  const now = new Date('2026-11-20T08:00:00.000Z');
  const shows = now.toISOString();
  const minutes = (count: number) => count * 60_000;
  const at = (count: number) => new Date(now.getTime() + minutes(count)).toISOString();

  it.each([-11, 11, 600_000])('The clock is wrong when other servers differ by %i minutes.', (count) => {
    const found = findWrongClock(now, { skew: minutes(count), seen: undefined });
    expect(found).toEqual({ code: 'clockWrong', shows, is: at(count) });
  });

  it('The clock is right when other servers agree, even if stored times lie in the future.', () => {
    expect(findWrongClock(now, { skew: minutes(9), seen: at(100_000) })).toBeUndefined();
  });

  it('The clock is behind when a stored time lies more than ten minutes in the future.', () => {
    expect(findWrongClock(now, { skew: undefined, seen: at(11) })).toEqual({
      code: 'clockBehind',
      shows,
      seen: at(11),
    });
    expect(findWrongClock(now, { skew: undefined, seen: at(9) })).toBeUndefined();
    expect(findWrongClock(now, { skew: undefined, seen: undefined })).toBeUndefined();
  });
});
