/**
 * Restores the backup of a busy program with the command and by hand: the data are the same, and nothing is sent twice.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { restoreWords } from '#shared/words/command-line.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { decideCopy } from '../../src/server/outbox/changes/copies.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { backupNumber } from '../../src/server/platform/db/dump-postgres.ts';
import { hashFile } from '../../src/server/platform/db/hash-file.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { putSetting } from '../../src/server/platform/db/settings.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { type Running, start } from '../../src/server/start.ts';
import { acceptInto } from '../support/accepting-provider.ts';
import { type BackupPlace, killEverLater, makeBackupPlace, timeOf } from '../support/backup-place.ts';
import { type CampusInTest, campusFactory, storeUser } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { type ServerWithTools, startServerWithTools } from '../support/postgres-tools.ts';
import { openSchool } from '../support/schools.ts';
import { contentOf } from '../support/store-content.ts';

describe.each(engines)('Restore on %s', (engine) => {
  let server: ServerWithTools | undefined;
  let place: BackupPlace;
  const running: Running[] = [];
  beforeAll(async () => {
    if (engine === 'postgres') server = await startServerWithTools();
  });
  afterAll(async () => server?.stop());
  beforeEach(async ({ skip }) => {
    skip(engine === 'postgres' && !server, 'this machine has no pg_dump, or an older one than the server');
    place = await makeBackupPlace(engine, server);
  });
  afterEach(async () => {
    while (running.length > 0) await running.pop()?.stop();
    await place?.remove();
  });

  const newest = async () => (await listBackups(join(place.config.dataDir, 'backups')))[0];
  const restore = async (...more: string[]) => {
    const name = (await newest())?.name ?? '';
    return place.command('restore', name, '--yes', ...more);
  };

  describe('Restore of a send', () => {
    const all = Number(process.env.RESTORE_MESSAGES ?? 400);
    const given: string[] = [];
    const providers = { demo: acceptInto(given) };
    beforeEach(() => {
      given.length = 0;
    });

    async function open(): Promise<Running> {
      const here = await start(place.config, { providers });
      running.push(here);
      return here;
    }
    const close = async () => running.pop()?.stop();
    const campusOf = async ({ deps }: Running): Promise<CampusInTest> => {
      const { db } = deps.store;
      const existing = await db.selectFrom('campus').selectAll().executeTakeFirst();
      const made = { slug: 'main', name: 'main', campus: 'Girls', now: deps.now().toISOString() };
      return campusFactory(deps, 'main', existing ?? (await openSchool(db, made)));
    };
    async function sendUpTo({ deps }: Running, most: number): Promise<void> {
      while (given.length < most && (await sendNext(deps)) > 0);
    }

    /** Restores by hand, as the README describes it. */
    async function putBackByHand(): Promise<void> {
      const found = await newest();
      const { dataDir, databaseUrl } = place.config;
      const from = join(found?.path ?? '', found?.manifest.database.file ?? '');
      if (!databaseUrl) {
        for (const end of ['-wal', '-shm']) await rm(join(dataDir, `qasid.db${end}`), { force: true });
        return copyFile(from, join(dataDir, 'qasid.db'));
      }
      const name = new URL(databaseUrl).pathname.slice(1);
      await dropDatabase(server?.url ?? '', name);
      await createDatabase(server?.url ?? '', name);
      const { restorePostgres } = await import('../../src/server/platform/db/put-back-postgres.ts');
      const environment = { ...process.env, PATH: server?.path };
      await restorePostgres({ url: databaseUrl, environment, from, previous: undefined, marks: [] });
    }

    it.each([
      ['with npm run restore', () => restore()],
      ['by hand', putBackByHand],
    ])(
      `A send of ${all}, backed up in its middle and restored %s after its end, sends nobody anything twice.`,
      { timeout: 300_000, tags: ['proof'] },
      async (_how, putBack) => {
        const here = await open();
        const { message } = await campusOf(here);
        const contacts = Array.from({ length: all }, (_, at) => `0300${1_000_000 + at}`).join(',');
        await message({ contacts });
        await sendUpTo(here, all / 2);
        const before = given.length;
        await place.command('backup');
        await sendUpTo(here, Number.POSITIVE_INFINITY);
        expect(given).toHaveLength(all);
        await close();

        await putBack();
        const again = await open();
        await sendUpTo(again, Number.POSITIVE_INFINITY);
        expect(given).toHaveLength(all);
        const { scope } = await campusOf(again);
        expect((await countOutbox(scope, again.deps)).copy).toMatchObject({
          why: 'backup',
          waiting: all - before,
        });
        expect(await decideCopy(scope, again.deps, { waiting: 'takeBack' })).toMatchObject({
          changed: all - before,
        });
        await sendUpTo(again, Number.POSITIVE_INFINITY);
        expect(new Set(given).size).toBe(given.length);
        expect(given).toHaveLength(all);
      },
    );
  });

  describe('Backup of a program that writes 50 times a second', () => {
    /** Changes that depend on `at` alone: rows are added, changed and deleted, each time in one transaction. */
    async function write(store: Store, at: number): Promise<void> {
      await store.db.transaction().execute(async (db) => {
        const id = at + 1;
        await db
          .insertInto('school')
          .values({ id: id + 100, slug: `s${id}`, name: `School ${id} اسکول`, createdAt: '2026-11-23' })
          .execute();
        await db
          .updateTable('school')
          .set({ name: `changed ${id}\twith\\a\nline` })
          .where('id', '=', 100 + Math.ceil(id / 2))
          .execute();
        if (id % 5 === 0)
          await db
            .deleteFrom('school')
            .where('id', '=', 100 + Math.ceil(id / 3))
            .execute();
        await putSetting(db, 'written', String(id));
      });
    }

    it('A backup during writes contains the rows of one moment, without sessions.', async () => {
      const store = await openStore(place.config);
      const user = { token: 'a-token', userID: 'u', userName: 'clerk' };
      await storeUser(store.db, user, '2026-11-23T00:00:00.000Z');
      let isOver = false;
      let count = 0;
      const writing = (async () => {
        for (; !isOver; count += 1) {
          await write(store, count);
          await pause(20);
        }
      })();
      while (count < 25) await pause(5);
      await place.command('backup');
      const atEnd = count;
      isOver = true;
      await writing;
      await store.close();
      await restore();

      const restored = await openStore(place.config);
      const written = await restored.db
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'written')
        .executeTakeFirstOrThrow();
      const moment = Number(written.value);
      expect(moment).toBeGreaterThanOrEqual(25);
      expect(moment).toBeLessThanOrEqual(atEnd);
      const found = await contentOf(restored.db);
      expect(await restored.db.selectFrom('session').selectAll().execute()).toEqual([]);
      await restored.close();

      const other = await makeBackupPlace(engine, server);
      const original = await openStore(other.config);
      await storeUser(original.db, user, '2026-11-23T00:00:00.000Z');
      for (let at = 0; at < moment; at += 1) await write(original, at);
      const expected = await contentOf(original.db);
      await original.close();
      await other.remove();
      expect(found).toEqual(expected);
    }, 120_000);
  });

  it('A dry run changes nothing, --list shows the backups, and a restore is refused while Qasid runs.', async () => {
    const here = await start(place.config);
    running.push(here);
    await openSchool(here.deps.store.db, { slug: 'main', name: 'M', campus: 'G', now: '2026-11-23' });
    await place.command('backup');
    const name = (await newest())?.name ?? '';
    expect(await place.command('restore', '--list')).toContain(name);
    await expect(place.command('restore', name, '--yes')).rejects.toMatchObject({
      stdout: expect.stringMatching(/stop Qasid first|stop them first/),
      stderr: expect.stringContaining('Nothing was changed.'),
    });
    await running.pop()?.stop();
    const tried = await place.command('restore', name, '--dry-run');
    expect(tried).toContain('The backup can be restored. Nothing was changed');
    expect(tried).toMatch(/schools\s+1\s+now 1/);
  });

  it('A restore refuses a backup that was changed, and does not change the data.', async () => {
    await (await openStore(place.config)).close();
    await place.command('backup');
    const found = await newest();
    const file = join(found?.path ?? '', found?.manifest.database.file ?? '');
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 255;
    await writeFile(file, bytes);
    await expect(restore()).rejects.toMatchObject({
      stderr: expect.stringContaining('Nothing was changed.'),
    });
    await (await openStore(place.config)).close();
  });

  it('After a killed backup the one before it can still be restored.', async () => {
    const store = await openStore(place.config);
    // Random bytes cannot be compressed, so the backup takes some time.
    const value = randomBytes(20_000).toString('hex');
    for (let row = 0; row < 800; row += 1) await putSetting(store.db, `row ${row}`, `${row} ${value}`);
    await place.command('backup');
    const usual = await timeOf(() => place.command('backup'));
    let unfinished = 0;
    await killEverLater(
      () => place.begin('backup'),
      usual,
      async () => {
        const names = await readdir(join(place.config.dataDir, 'backups'));
        unfinished += names.filter((name) => name.endsWith('.part')).length;
        const found = await newest();
        const file = join(found?.path ?? '', found?.manifest.database.file ?? '');
        expect(await hashFile(file)).toBe(found?.manifest.database.sha256);
      },
    );
    await store.close();
    expect(unfinished).toBeGreaterThan(0);
    expect(await place.command('restore', (await newest())?.name ?? '', '--dry-run')).toContain(
      'The backup can be restored.',
    );
  }, 300_000);

  it('A restore killed at any moment leaves either the old data or the restored data, complete.', async () => {
    const fill = async (store: Store, value: string) => {
      for (let row = 0; row < 300; row += 1) await putSetting(store.db, `row ${row}`, value.repeat(10_000));
    };
    const store = await openStore(place.config);
    await fill(store, 'a');
    await place.command('backup');
    await fill(store, 'b');
    await store.close();
    const name = (await newest())?.name ?? '';
    const seen = new Set<string>();
    const usual = await timeOf(() => place.command('restore', name, '--dry-run'));
    await killEverLater(
      () => place.begin('restore', name, '--yes'),
      usual,
      async () => {
        // psql ends a moment after the process that fed it.
        const now = await openStore(place.config);
        const rows = await now.db
          .selectFrom('setting')
          .select('value')
          .where('name', 'like', 'row %')
          .execute();
        const values = new Set(rows.map(({ value }) => value[0]));
        expect(rows).toHaveLength(300);
        expect(values.size).toBe(1);
        for (const value of values) seen.add(String(value));
        await now.close();
      },
    );
    expect([...seen]).toEqual(['b', 'a']);
  }, 300_000);
});

describe('Restore of an SQLite file', () => {
  let place: BackupPlace;
  beforeEach(async () => {
    place = await makeBackupPlace('sqlite', undefined);
  });
  afterEach(() => place.remove());
  const file = () => join(place.config.dataDir, 'qasid.db');
  const previousFolders = async () =>
    (await readdir(place.config.dataDir)).filter((name) => name.startsWith('before-restore-'));
  const restore = async () => {
    const [found] = await listBackups(join(place.config.dataDir, 'backups'));
    return place.command('restore', found?.name ?? '', '--yes');
  };

  it('A damaged database is kept with its log, and none of it gets into the restored data.', async () => {
    const store = await openStore(place.config);
    await putSetting(store.db, 'known', 'in the backup');
    await place.command('backup');
    await putSetting(store.db, 'known', 'since then');
    await store.close();
    for (const end of ['', '-wal']) await writeFile(`${file()}${end}`, 'what a broken disk gives back');
    await restore();
    const again = await openStore(place.config);
    const row = await again.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'known')
      .executeTakeFirst();
    expect(row?.value).toBe('in the backup');
    await again.close();
    const [previous = ''] = await previousFolders();
    expect((await readdir(join(place.config.dataDir, previous))).sort()).toEqual([
      'qasid.db',
      'qasid.db-wal',
    ]);
  });

  it('A restore keeps the former database together with the log that a killed program left.', async () => {
    const store = await openStore(place.config);
    await place.command('backup');
    await putSetting(store.db, 'known', 'only in the log');
    for (const end of ['', '-wal']) await copyFile(`${file()}${end}`, `${file()}${end}-kept`);
    await store.close();
    for (const end of ['', '-wal']) await copyFile(`${file()}${end}-kept`, `${file()}${end}`);
    await restore();
    expect(existsSync(`${file()}-wal`)).toBe(false);
    const [previous = ''] = await previousFolders();
    const former = new DatabaseSync(join(place.config.dataDir, previous, 'qasid.db'), { readOnly: true });
    expect(former.prepare(`select value from setting where name = 'known'`).get()).toEqual({
      value: 'only in the log',
    });
    former.close();
  });
});

describe('Restore of uploads', () => {
  let place: BackupPlace;
  beforeEach(async () => {
    place = await makeBackupPlace('sqlite', undefined);
    await (await openStore(place.config)).close();
    await mkdir(place.config.uploadsDir, { recursive: true });
    for (const name of [damaged, whole]) await writeFile(live(name), 'picture');
    await place.command('backup');
  });
  afterEach(() => place.remove());
  const pictureName = (letter: string) => `1-${letter.repeat(24)}.jpg`;
  const [damaged, whole] = [pictureName('a'), pictureName('b')];
  const live = (name: string) => join(place.config.uploadsDir, name);
  const backupCopy = (name: string) => join(place.config.dataDir, 'backups', 'uploads', name);
  const restore = async (how = '--yes') => {
    const [found] = await listBackups(join(place.config.dataDir, 'backups'));
    return place.command('restore', found?.name ?? '', how);
  };

  it('A restore continues without a damaged upload, names it and says how many there are.', async () => {
    await writeFile(backupCopy(damaged), 'pictuXe');
    await rm(place.config.uploadsDir, { recursive: true });
    for (const how of ['--dry-run', '--yes']) {
      const output = await restore(how);
      expect(output).toContain(restoreWords.damaged([damaged]));
      expect(output).not.toContain(whole);
    }
    expect(await readdir(place.config.uploadsDir)).toEqual([whole]);
    expect(await readFile(live(whole), 'utf8')).toBe('picture');
  });

  it('A restore replaces a damaged upload by the intact copy of a backup, even if the damaged file has the right size.', async () => {
    await writeFile(live(damaged), 'pictuXe');
    expect(await restore()).toContain(restoreWords.uploads(1));
    expect(await readFile(live(damaged), 'utf8')).toBe('picture');
  });

  it('A restore needs no copy of an upload if the file in the data folder is intact.', async () => {
    await rm(backupCopy(damaged));
    expect(await restore()).not.toContain(damaged);
    expect(await readFile(live(damaged), 'utf8')).toBe('picture');
  });
});

describe('Several processes on one database', () => {
  let server: ServerWithTools | undefined;
  beforeAll(async () => {
    if (engines.includes('postgres')) server = await startServerWithTools();
  });
  afterAll(async () => server?.stop());

  it('Several processes on one database make one backup at a time, even with different backup folders.', async ({
    skip,
  }) => {
    skip(!server, 'this machine has no pg_dump, or an older one than the server');
    const place = await makeBackupPlace('postgres', server);
    onTestFinished(place.remove);
    await (await openStore(place.config)).close();
    const other = new pg.Client({ connectionString: place.config.databaseUrl });
    await other.connect();
    await other.query(`select pg_advisory_lock(${backupNumber})`);
    await expect(place.command('backup')).rejects.toMatchObject({
      stderr: expect.stringContaining('Another backup is being made.'),
    });
    await other.end();
    await place.command('backup');
    expect(await place.backups()).toHaveLength(1);
  });
});
