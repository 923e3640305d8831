/** Backups page: age of the last good backup, Back up now, and the second folder. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BackupsAnswer } from '#shared/calls/backups.ts';
import { adoptFormerFolder, backUp, backUpWhenDue } from '../../src/server/operations/backups/backups.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { findSetting, putSetting } from '../../src/server/platform/db/settings.ts';
import { readSettings } from '../../src/server/settings-file.ts';
import { isBackup } from '../support/backup-place.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const hour = 3_600_000;
const morning = '2026-11-24T04:00:00.000Z';

let world: World;
let admin: Caller;
let now: Date;
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * hour);
};
async function open(engine: 'sqlite' | 'postgres', overrides = {}): Promise<void> {
  now = new Date(morning);
  world = await createWorld(engine, { now: () => now }, { logLevel: 'silent', ...overrides });
  const campus = await world.school(freshSlug());
  admin = callerOf(world, campus, await campus.user());
}
afterEach(() => world.stop());

const folder = () => join(world.deps.config.dataDir, 'backups');
const show = (): Promise<BackupsAnswer> => admin.get(calls.getBackups);
async function make(): Promise<BackupsAnswer> {
  expect(await admin.get(calls.makeBackup)).toEqual({ isAtWork: true });
  await expect.poll(async () => (await show()).isAtWork, { interval: 20 }).toBe(false);
  await expect.poll(async () => (await show()).tried, { interval: 20 }).not.toBeNull();
  return show();
}

describe.each(engines)('Age of the last good backup on %s', (engine) => {
  it('A school without a backup is warned after two days, and not on its first day.', async () => {
    await open(engine);
    expect(await admin.get(calls.getBackupAge)).toEqual({ lastAt: null, isOld: false });
    later(49);
    expect(await admin.get(calls.getBackupAge)).toEqual({ lastAt: null, isOld: true });
  });

  it('With backups switched off in the configuration, no age is reported.', async () => {
    await open(engine, { backups: 'off' });
    later(49);
    expect(await admin.get(calls.getBackupAge)).toEqual({ lastAt: null, isOld: false });
    expect((await show()).isOff).toBe(true);
  });
});

describe('Backups', () => {
  beforeEach(() => open('sqlite'));

  it('Back up now makes a backup at once and lists what it holds.', async () => {
    const shown = await make();
    expect(shown).toMatchObject({
      lastAt: morning,
      isOld: false,
      tried: { at: morning, error: null },
      list: [
        {
          madeAt: morning,
          why: 'byHand',
          holds: { bills: 0, students: 0, messages: 0, files: 0 },
          isBeforeFall: false,
        },
      ],
      second: null,
      mayChange: true,
    });
    later(49);
    expect(await admin.get(calls.getBackupAge)).toEqual({ lastAt: morning, isOld: true });
  });

  it('A backup is made once a night, or later if the computer was off at night.', async () => {
    const { deps } = world;
    const tried: boolean[] = [];
    // At nine in the morning, an hour later, at one at night, and at three.
    for (const hours of [0, 1, 15, 2]) {
      later(hours);
      tried.push(await backUpWhenDue(deps));
    }
    expect(tried).toEqual([true, false, false, true]);
    const made = await listBackups(folder());
    expect(made.map(({ manifest }) => manifest.why)).toEqual(['nightly', 'nightly']);
  });

  it('Damaged uploads are named until a backup finds them complete, and are hidden from one school among several.', async () => {
    const { uploadsDir } = world.deps.config;
    await mkdir(uploadsDir, { recursive: true });
    const name = `1-${'a'.repeat(24)}.jpg`;
    await writeFile(join(uploadsDir, name), 'picture');
    expect((await make()).tried).toEqual({ at: morning, error: null, damaged: null });
    await writeFile(join(uploadsDir, name), 'pictuXe');
    await backUp(world.deps, 'nightly');
    expect((await show()).tried?.damaged).toContain(name);
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'in the way');
    await backUp(world.deps, 'nightly');
    expect((await show()).tried?.damaged).toContain(name);
    await world.school(freshSlug());
    expect((await show()).tried?.damaged).toBeNull();
  });

  it('A failed backup is reported and tried again an hour later.', async () => {
    await writeFile(folder(), 'in the way');
    expect(await backUpWhenDue(world.deps)).toBe(true);
    expect((await show()).tried?.error?.code).toBe('notWritable');
    expect(await backUpWhenDue(world.deps)).toBe(false);
    await rm(folder());
    later(1);
    expect(await backUpWhenDue(world.deps)).toBe(true);
    expect((await show()).tried).toMatchObject({ error: null });
  });

  it('Back up now keeps the backup of the night before it, in the list and on the disk.', async () => {
    expect(await backUpWhenDue(world.deps)).toBe(true);
    later(1);
    expect((await make()).list.map(({ why }) => why)).toEqual(['byHand', 'nightly']);
    expect(await listBackups(folder())).toHaveLength(2);
  });

  it('Backups are for administrators, and their age may be read by every user.', async () => {
    const campus = await world.school(freshSlug());
    const clerk = callerOf(world, campus, await campus.user({ view: true, outbox: true }));
    for (const call of [calls.getBackups, calls.makeBackup])
      expectFailure(await clerk.ask(call), 'forbidden');
    expect(await clerk.get(calls.getBackupAge)).toMatchObject({ isOld: false });
  });
});

describe('Second backup folder', () => {
  let second: string;
  beforeEach(async () => {
    await open('sqlite');
    second = await mkdtemp(join(tmpdir(), 'qasid-second-'));
  });
  afterEach(() => rm(second, { recursive: true, force: true }));
  const name = (folder: string) => admin.ask(calls.setBackupFolder, { body: { folder } });

  it('A second folder gets a copy of each backup until it is removed from the settings.', async () => {
    const named = await name(second);
    expect(named.body).toMatchObject({ folder: second, isSameDisk: expect.any(Boolean) });
    expect(named.body.free).toBeGreaterThan(0);
    expect((await show()).second).toEqual({ folder: second, lastAt: null, error: null });
    expect((await make()).second).toEqual({ folder: second, lastAt: morning, error: null });
    expect((await readdir(second)).filter(isBackup)).toHaveLength(1);
    expect((await name('')).body).toEqual({ folder: '', isSameDisk: false, free: null });
    expect((await show()).second).toBeNull();
  });

  it.each(['relative', '/nowhere/at/all', ''])(
    'A second folder is refused if Qasid cannot write to it: %j.',
    async (path) => {
      const where = path === '' ? join(world.deps.config.dataDir, 'own') : path;
      await mkdir(join(world.deps.config.dataDir, 'own'));
      const refused = await name(where);
      expectFailure(refused, 'invalid');
      expect(refused.body.issues).toEqual([{ path: 'folder', message: refused.body.message }]);
      expect((await show()).second).toBeNull();
    },
  );

  it('A second folder stored by an earlier version is taken over once, and never replaces another one.', async () => {
    const { store, config } = world.deps;
    const former = { path: second, id: 'former' };
    await putSetting(store.db, 'backupFolder', JSON.stringify(former));
    await adoptFormerFolder(world.deps);
    expect(readSettings(config.dataDir).settings).toEqual({ backupFolder: former });
    expect(await findSetting(store.db, 'backupFolder')).toBeUndefined();
    await putSetting(store.db, 'backupFolder', JSON.stringify({ path: '/elsewhere', id: 'other' }));
    await adoptFormerFolder(world.deps);
    expect((await show()).second?.folder).toBe(second);
  });

  it('A missing second folder is reported, and the backup is still made.', async () => {
    await name(second);
    await rm(second, { recursive: true });
    const shown = await make();
    expect(shown.tried?.error).toBeNull();
    expect(shown.second?.error?.code).toBe('folderGone');
    expect(shown.list).toHaveLength(1);
  });

  it('The administrator of one school among several can neither change the second folder nor make a backup.', async () => {
    await make();
    await name(second);
    await world.school(freshSlug());
    expectFailure(await name(''), 'forbidden');
    expectFailure(await admin.ask(calls.makeBackup), 'forbidden');
    expect(await show()).toMatchObject({
      mayChange: false,
      folder: '',
      second: null,
      list: [{ holds: null }],
    });
    expect((await backUp(world.deps, 'nightly')).kind).toBe('made');
    expect((await readdir(second)).filter(isBackup)).toHaveLength(1);
  });
});
