/** Backups of a running program hold the state of one moment, and a failed backup never harms the one before. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sayDamaged } from '#shared/words/installation.ts';
import { listBackups, readUploads } from '../../src/server/operations/backups/folder.ts';
import { takeFolder } from '../../src/server/operations/backups/second-folder.ts';
import { copyHashed, hashFile } from '../../src/server/platform/db/hash-file.ts';
import { holdLock } from '../../src/server/platform/db/open-sqlite.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { changeSettings } from '../../src/server/settings-file.ts';
import {
  type BackupPlace,
  isBackup,
  killEverLater,
  makeBackupPlace,
  timeOf,
} from '../support/backup-place.ts';

let place: BackupPlace;
let dataDir: string;
let database: DatabaseSync;
beforeEach(async () => {
  place = await makeBackupPlace('sqlite', undefined);
  dataDir = place.config.dataDir;
  await (await openStore(place.config)).close();
  database = new DatabaseSync(join(dataDir, 'qasid.db'));
  // Fast writes, so that the database is written nearly all the time.
  database.exec('pragma synchronous = off');
});
afterEach(async () => {
  database.close();
  await place.remove();
});

const inBackups = (...names: string[]) => join(dataDir, 'backups', ...names);
const failed = (text: string) => expect.objectContaining({ stderr: expect.stringContaining(text) });

function hear(child: ChildProcess) {
  let complained = '';
  child.stderr?.on('data', (text) => {
    complained += text;
  });
  return once(child, 'close').then(([code]) => ({ code, complained }));
}

const setValue = `insert into setting (name, value) values (?, ?) on conflict do update set value = excluded.value`;
/** Many times more than are written while one backup of this size runs. */
const mostWrites = 1_000_000;

function fillDatabase(rows: number): void {
  const set = database.prepare(setValue);
  database.exec('begin');
  for (let row = 0; row < rows; row += 1) set.run(`row ${row}`, 'x'.repeat(8000));
  database.exec('commit');
}

/** The name that the program gives an upload. */
const uploadName = (at: number) => `1-${String(at).padStart(24, 'a')}.jpg`;
async function upload(at: number, text = `picture ${at}`): Promise<string> {
  await mkdir(place.config.uploadsDir, { recursive: true });
  await writeFile(join(place.config.uploadsDir, uploadName(at)), text);
  return uploadName(at);
}

it('A backup finishes even while another program writes to the database all the time.', async () => {
  const set = database.prepare(setValue);
  fillDatabase(5000);
  const child = place.begin('backup');
  const ended = hear(child);
  let writes = 0;
  for (; child.exitCode === null && writes < mostWrites; writes += 1) {
    set.run('sent', `${writes}`);
    if (writes % 20 === 0) await turn();
  }
  const isDone = child.exitCode !== null;
  child.kill('SIGKILL');
  expect(await ended).toEqual({ code: 0, complained: '' });
  expect(isDone, `not done after ${writes} writes`).toBe(true);
  const [stamp = ''] = await place.backups();
  const copy = new DatabaseSync(inBackups(stamp, 'qasid.db'), { readOnly: true });
  expect(copy.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(copy.prepare(`select count(*) as count from setting where name like 'row %'`).get()).toEqual({
    count: 5000,
  });
  copy.close();
}, 60_000);

it('A backup removes the unfinished folder of an earlier backup.', async () => {
  const left = inBackups('2026-01-01T00-00-00.part');
  await mkdir(join(left, 'uploads'), { recursive: true });
  await writeFile(join(left, 'qasid.db'), 'half');
  await place.command('backup');
  expect(existsSync(left)).toBe(false);
  expect((await readdir(inBackups())).filter((name) => name.includes('part'))).toEqual([]);
  expect(await place.backups()).toHaveLength(1);
});

it('A backup does not touch the unfinished folder of another backup that is running.', async () => {
  const others = inBackups('2026-01-01T00-00-00.part');
  await mkdir(others, { recursive: true });
  const lock = holdLock(inBackups(), '');
  await expect(place.command('backup')).rejects.toEqual(
    failed('Another backup is being made. Wait until it is finished.\n'),
  );
  expect(existsSync(others)).toBe(true);
  lock.close();
});

it('The manifest of a backup names its contents, and the backup has no sessions.', async () => {
  const secret = 'a-token-that-nobody-may-find';
  database.exec(`
    insert into "user" (id, name, email, "emailVerified", username, "createdAt", "updatedAt")
      values ('u', 'u', 'u@users.invalid', 0, 'u', '', '');
    insert into session (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
      values ('s', '${secret}', 'u', '', '', '');`);
  await upload(1);
  await place.command('backup');
  const [found] = await listBackups(inBackups());
  expect(found?.manifest).toMatchObject({
    why: 'byHand',
    engine: 'sqlite',
    rows: { session: 0, user: 1 },
    uploads: { count: 1, bytes: 9 },
  });
  const file = join(found?.path ?? '', 'qasid.db');
  expect(await hashFile(file)).toBe(found?.manifest.database.sha256);
  expect((await readFile(file)).includes(secret)).toBe(false);
  // One file of one moment: there is no write-ahead log beside it.
  expect((await readdir(found?.path ?? '')).sort()).toEqual(['backup.json', 'qasid.db', 'uploads.sha256']);
});

it('An upload is stored once, even when several backups contain it.', async () => {
  const first = await upload(1);
  await place.command('backup');
  const second = await upload(2);
  // The names of backups have seconds, so each command gets its own.
  await place.command('backup');
  const stamps = await place.backups();
  expect(stamps).toHaveLength(2);
  expect((await readdir(inBackups('uploads'))).sort()).toEqual([first, second]);
  const hashes = await readUploads(inBackups(stamps.at(-1) ?? ''));
  for (const [name, hash] of hashes) expect(await hashFile(inBackups('uploads', name))).toBe(hash);
  expect([...hashes.keys()]).toEqual([first, second]);
});

describe('Damaged uploads', () => {
  const inUploads = (name: string) => join(place.config.uploadsDir, name);
  const backupCopy = (name: string) => inBackups('uploads', name);
  const newest = async () => (await listBackups(inBackups()))[0];

  it('A backup replaces a damaged copy of an upload by an intact one, even if the damaged copy has the right size.', async () => {
    const name = await upload(1);
    await place.command('backup');
    await writeFile(backupCopy(name), 'pictureX1');
    expect(await place.command('backup')).not.toContain(name);
    expect(await readFile(backupCopy(name), 'utf8')).toBe('picture 1');
    expect((await newest())?.manifest.uploads.damaged).toEqual([]);
  });

  it.each(['', 'pictureX1'])(
    'A backup keeps its intact copy of an upload that has become %j, and names the upload.',
    async (text) => {
      const name = await upload(1);
      await place.command('backup');
      await writeFile(inUploads(name), text);
      const output = await place.command('backup');
      expect(output).toContain(sayDamaged([{ name, isKept: true }]));
      expect(await readFile(backupCopy(name), 'utf8')).toBe('picture 1');
      expect((await newest())?.manifest.uploads.damaged).toEqual([{ name, isKept: true }]);
    },
  );

  it('A backup without an intact copy of an upload is still made, and each later backup names the upload.', async () => {
    const name = await upload(1);
    const whole = await upload(2);
    await place.command('backup');
    for (const path of [inUploads(name), backupCopy(name)]) await writeFile(path, 'pictureX1');
    for (const _night of [1, 2]) {
      expect(await place.command('backup')).toContain(sayDamaged([{ name, isKept: false }]));
      expect((await newest())?.manifest.uploads).toMatchObject({
        count: 2,
        damaged: [{ name, isKept: false }],
      });
    }
    await rm(inUploads(name));
    expect(await place.command('backup')).not.toContain(name);
    expect([...(await readUploads((await newest())?.path ?? '')).keys()]).toEqual([whole]);
  });

  it('A backup leaves out a new upload that cannot be read, and names it.', async () => {
    const name = uploadName(1);
    // A folder cannot be read as a file, like a file on a bad disk.
    await mkdir(inUploads(name), { recursive: true });
    const whole = await upload(2);
    expect(await place.command('backup')).toContain(name);
    expect([...(await readUploads((await newest())?.path ?? '')).keys()]).toEqual([whole]);
  });
});

it('A backup with less data does not replace a fuller backup of the same day, and the command says so.', async () => {
  database.exec(`pragma foreign_keys = off;
    insert into bill ("campusID", "groupID", name, number, numbers, status, "createdAt")
      values (1, 1, 'Ayesha', '', '[]', 'unpaid', '')`);
  await place.command('backup');
  const [full = ''] = await place.backups();
  database.exec('delete from bill');
  expect(await place.command('backup')).toContain(`${full}: Kept because a tenth`);
  expect(await place.backups()).toHaveLength(2);
  expect(await place.command('restore', '--list')).toContain('Kept because a tenth');
});

describe('Killed backups', () => {
  it('A backup killed at any moment leaves the previous one intact, and the next one is complete.', async () => {
    fillDatabase(4000);
    for (let count = 0; count < 20; count += 1) await upload(count, 'x'.repeat(100_000));
    const usual = await timeOf(() => place.command('backup'));
    const seen = new Set<string>();
    const look = async (isDone: boolean) => {
      const names = await readdir(inBackups());
      seen.add(isDone ? 'done' : names.some((name) => name.endsWith('.part')) ? 'unfinished' : 'neither');
      const whole = await listBackups(inBackups());
      expect(whole.length).toBeGreaterThan(0);
      for (const { path, manifest } of whole)
        expect(await hashFile(join(path, 'qasid.db'))).toBe(manifest.database.sha256);
    };
    await killEverLater(() => place.begin('backup'), usual, look);
    // On a fast machine the kills above may all miss: kill it as soon as it writes.
    for (let tries = 0; tries < 20 && !seen.has('unfinished'); tries += 1) {
      const child = place.begin('backup');
      let hasEnded = false;
      const ended = once(child, 'close').then(() => {
        hasEnded = true;
      });
      while (!hasEnded && !(await readdir(inBackups())).some((name) => name.endsWith('.part')));
      child.kill('SIGKILL');
      await ended;
      await look(false);
    }
    expect(seen).toContain('unfinished');
    await place.command('backup');
    const whole = await listBackups(inBackups());
    expect((await readdir(inBackups())).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await readUploads(whole[0]?.path ?? '')).toHaveProperty('size', 20);
  }, 300_000);
});

describe('Second backup folder', () => {
  let second: string;
  const id = 'this installation';
  beforeEach(async () => {
    second = `${dataDir}-second`;
    await mkdir(second);
    onTestFinished(() => rm(second, { recursive: true, force: true }));
    await takeFolder({ path: second, id }, dataDir);
    changeSettings(dataDir, { backupFolder: { path: second, id } });
  });
  const inSecond = async () => (await readdir(second)).filter(isBackup);

  it('Each backup is also copied to the second folder, with its uploads.', async () => {
    const name = await upload(1);
    await place.command('backup');
    const [here] = await listBackups(inBackups());
    const [there] = await listBackups(second);
    expect(there?.manifest).toEqual(here?.manifest);
    expect(await hashFile(join(there?.path ?? '', 'qasid.db'))).toBe(here?.manifest.database.sha256);
    expect(await readFile(join(second, 'uploads', name), 'utf8')).toBe('picture 1');
  });

  it('An intact copy in the second folder is not replaced by a damaged one, and a damaged copy there is replaced.', async () => {
    const [lost, mended] = [await upload(1), await upload(2)];
    await place.command('backup');
    for (const path of [join(place.config.uploadsDir, lost), inBackups('uploads', lost)])
      await writeFile(path, 'cut');
    await writeFile(join(second, 'uploads', mended), 'pictureX2');
    expect(await place.command('backup')).toContain(lost);
    expect(await readFile(join(second, 'uploads', lost), 'utf8')).toBe('picture 1');
    expect(await readFile(join(second, 'uploads', mended), 'utf8')).toBe('picture 2');
    expect(await inSecond()).toHaveLength(2);
  });

  it.each([
    ['that is not plugged in', async () => rename(second, `${second}-gone`), 'The folder was not found.'],
    [
      'whose mount point exists without the stick',
      async () => {
        await rename(second, `${second}-gone`);
        await mkdir(second);
      },
      'is not the one that was chosen',
    ],
    [
      'that belongs to another Qasid',
      async () => {
        await rm(join(second, 'qasid-backups.json'));
        await takeFolder({ path: second, id: 'another' }, dataDir);
      },
      'contains the backups of another Qasid',
    ],
  ])(
    'A second folder %s is reported, and the first backup is made all the same.',
    async (_what, change, text) => {
      onTestFinished(() => rm(`${second}-gone`, { recursive: true, force: true }));
      await change();
      await expect(place.command('backup')).rejects.toEqual(failed(text));
      expect(await place.backups()).toHaveLength(1);
      expect(existsSync(second) ? await inSecond() : []).toEqual([]);
    },
  );

  it('The second folder cannot lie inside the data folder, and its path must be absolute.', async () => {
    await mkdir(join(dataDir, 'inside'));
    const wrong = ['inside', join(dataDir, 'inside'), dataDir, `${dataDir}-nowhere`];
    for (const path of wrong) await expect(takeFolder({ path, id }, dataDir)).rejects.toThrow(/folder/);
  });
});

it('copyHashed copies a file of several parts without changing it.', async () => {
  const [from, to] = [join(dataDir, 'from'), join(dataDir, 'to')];
  await writeFile(from, 'x'.repeat(3_000_001));
  expect(await copyHashed(from, to)).toBe(await hashFile(from));
  expect(await hashFile(to)).toBe(await hashFile(from));
});
