/**
 * Moves a store from SQLite to PostgreSQL: all rows are the same, waiting messages are sent, and never do both stores
 * send.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { putSetting } from '../../src/server/platform/db/settings.ts';
import type { Db, Store } from '../../src/server/platform/db/store.ts';
import { type Running, start } from '../../src/server/start.ts';
import { acceptInto } from '../support/accepting-provider.ts';
import { type BackupPlace, killEverLater, makeBackupPlace, timeOf } from '../support/backup-place.ts';
import { campusFactory } from '../support/campus.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { engines } from '../support/engines.ts';
import { makeEveryRow } from '../support/every-row.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { openSchool } from '../support/schools.ts';
import { createWorld } from '../support/world.ts';

const now = '2026-11-23T00:00:00.000Z';
const secretWord = 'a-secret-word';

/** Settings that describe the place of the data and are not part of the data. */
const ofPlace = ['whereabouts', 'movedHere'];

/** Each row as text, by table, as the driver of each engine reads it. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'migration') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const texts = rows
      .filter((row) => name !== 'setting' || !ofPlace.includes(String(row.name)))
      // Only PostgreSQL keeps the counts in several parts.
      .map(({ part: _, ...row }) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
    all[name] = texts.sort();
  }
  return all;
}

describe.runIf(engines.includes('postgres'))('Move to PostgreSQL', { timeout: 300_000 }, () => {
  let place: BackupPlace;
  let url: string;
  const databases: string[] = [];
  const running: Running[] = [];
  const server = () => inject('postgresUrl') ?? '';
  const file = () => join(place.config.dataDir, 'qasid.db');

  async function emptyDatabase(): Promise<string> {
    const name = `m_${randomUUID().replaceAll('-', '')}`;
    databases.push(name);
    return createDatabase(server(), name);
  }
  beforeEach(async () => {
    place = await makeBackupPlace('sqlite', undefined);
    url = await emptyDatabase();
  });
  afterEach(async () => {
    while (running.length > 0) await running.pop()?.stop();
    for (const name of databases.splice(0)) await dropDatabase(server(), name);
    await place.remove();
  });

  const there = () => ({ ...place.config, databaseUrl: url });
  async function withStore<T>(where: typeof place.config, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(where);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  async function query<T extends object>(text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const move = (...args: string[]) => place.command('move', url, ...args);
  const complaint = (text: string | RegExp) => ({ stderr: expect.stringMatching(text) });
  /** Whether a program starts on this store. */
  const starts = (where: typeof place.config): Promise<boolean> =>
    openStore(where).then(
      async (store) => {
        await store.close();
        return true;
      },
      () => false,
    );

  it('A move of a database with every kind of row copies all rows, and new ids continue after the existing ones.', async () => {
    const { dataDir, uploadsDir } = place.config;
    const world = await createWorld('sqlite', {}, { dataDir, uploadsDir });
    const { campus } = await makeEveryRow(world);
    const { db } = world.deps.store;
    // Ids of deleted rows are not given again.
    const { id: goneID } = await campus.group({ bills: 0 });
    await db.deleteFrom('group').where('id', '=', goneID).execute();
    // More rows than one part of the move takes.
    const many = Array.from({ length: 6000 }, (_, at) => ({
      portfolio: 'P2',
      number: `ä${at}`,
      at: `A${at}`,
    }));
    await db.transaction().execute(async (db) => {
      for (let from = 0; from < many.length; from += 500)
        await db
          .insertInto('reached')
          .values(many.slice(from, from + 500))
          .execute();
    });
    const rows = await rowsOf(db);
    for (const [table, list] of Object.entries(rows)) expect(list, `${table} has no row`).not.toEqual([]);
    await world.stop();
    const printed = await move();
    for (const [table, { length }] of Object.entries(rows)) {
      // The store of the move has one more setting: the place that it sent from.
      const count = (table === 'setting' ? length + 1 : length).toLocaleString('en-US');
      expect(printed).toMatch(new RegExp(`^  ${table} +${count} +[\\da-f]{16} +equal$`, 'm'));
    }
    expect(printed).not.toContain(secretWord);

    await withStore(there(), async ({ db }) => {
      expect(await rowsOf(db)).toEqual(rows);
      await expectTrueCounts(db);
      const created = { name: 'Next', month: 1, year: 2027, description: '', createdAt: now, createdBy: '' };
      const { id } = await db
        .insertInto('group')
        .values({ ...created, campusID: campus.id } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(id).toBe(goneID + 1);
    });
    const off = await query(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`);
    expect(off).toEqual([]);
  });

  it('A move keeps integers that are too large for a JavaScript number.', async () => {
    await withStore(place.config, async () => {});
    const database = new DatabaseSync(file());
    database.exec(
      `insert into sign_in_try values ('large', 9007199254740993, 'x'), ('small', -9223372036854775808, 'x')`,
    );
    database.close();
    await move();
    const found = await query('select key, tries::text as tries from sign_in_try order by key');
    expect(found).toEqual([
      { key: 'large', tries: '9007199254740993' },
      { key: 'small', tries: '-9223372036854775808' },
    ]);
  });

  describe('Data with a send under way', () => {
    const all = 12;
    const before = 5;
    const given: string[] = [];
    const providers = { demo: acceptInto(given) };
    const contacts = Array.from({ length: all }, (_, at) => `0300-76543${10 + at}`).join(',');
    beforeEach(() => {
      given.length = 0;
    });

    async function open(where: typeof place.config): Promise<Running> {
      const here = await start({ ...where, logLevel: 'silent' }, { providers });
      running.push(here);
      return here;
    }
    const close = async () => running.pop()?.stop();
    const sendAll = async ({ deps }: Running): Promise<void> => {
      while ((await sendNext(deps)) > 0);
    };
    async function sendSome(): Promise<void> {
      const { deps } = await open(place.config);
      const { db } = deps.store;
      const campus = await openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now });
      await campusFactory(deps, 'main', campus).message({ contacts });
      const change = (to: object) => db.updateTable('sender').set(to).execute();
      while (given.length < before) {
        await change({ gapFrom: 1, gapTo: 1, runsAt: '' });
        await sendNext(deps);
      }
      await change({ gapFrom: null, gapTo: null, runsAt: '' });
      await close();
    }
    const copyOf = async (here: Running) => {
      const { db } = here.deps.store;
      const campus = await db.selectFrom('campus').selectAll().executeTakeFirstOrThrow();
      return (await countOutbox(campusFactory(here.deps, 'main', campus).scope, here.deps)).copy;
    };

    it('After a move, exactly the waiting messages are sent, without a question.', async () => {
      await sendSome();
      await move();
      const here = await open(there());
      expect(await copyOf(here)).toBeNull();
      await sendAll(here);
      expect(given).toHaveLength(all);
      expect(new Set(given).size).toBe(all);
    });

    it('A moved copy that was never started stays held after the move.', async () => {
      await sendSome();
      const { dataDir } = place.config;
      await cp(dataDir, `${dataDir}-copy`, { recursive: true });
      await rm(dataDir, { recursive: true });
      await rename(`${dataDir}-copy`, dataDir);
      expect(await move()).toContain('These data are a copy');
      const here = await open(there());
      await sendAll(here);
      expect(given).toHaveLength(before);
      expect(await copyOf(here)).toMatchObject({ why: 'place', waiting: all - before });
    });
  });

  it('After a move the file stays but no longer starts, and the refusal names the new place without the password.', async () => {
    await withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value'));
    const secret = new URL(url);
    secret.password ||= secretWord;
    const printed = await place.command('move', secret.href);
    const [to] = /[\w.]+:\d+\/m_\w+/.exec(printed) ?? [];
    expect(to).toBe(`${secret.hostname}:${secret.port}${secret.pathname}`);
    for (const refused of [() => openStore(place.config), () => start(place.config)])
      await expect(refused()).rejects.toThrow(new RegExp(`were moved to PostgreSQL at ${to} on \\d`));
    await expect(place.command('backup')).rejects.toMatchObject(complaint(`moved to PostgreSQL at ${to}`));
    // Another move is refused too.
    url = await emptyDatabase();
    await expect(move()).rejects.toMatchObject(complaint(`were moved to PostgreSQL at ${to}`));
    const source = new DatabaseSync(file(), { readOnly: true });
    expect(source.prepare(`select value from setting where name = 'known'`).get()).toEqual({
      value: 'a value',
    });
    const everything = JSON.stringify(source.prepare('select * from setting').all());
    expect(everything).not.toContain(secret.password);
    source.close();
  });

  it('A move killed at any moment leaves a file or a database that starts, never both, and can be run again.', async () => {
    await withStore(place.config, async ({ db }) => {
      const campus = await openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now });
      const row = { campusID: campus.id, title: 't', createdAt: now };
      for (let part = 0; part < 30; part += 1)
        await db
          .insertInto('template')
          .values(Array.from({ length: 1000 }, (_, at) => ({ ...row, message: `${part} ${at}` })))
          .execute();
    });
    const expected = await withStore(place.config, ({ db }) => rowsOf(db));
    await copyFile(file(), `${file()}-first`);
    const usual = await timeOf(move);
    await rm(file());
    await rename(`${file()}-first`, file());
    // Without this, the file would be recognised as older than what was sent from this place.
    for (const name of await readdir(place.config.dataDir))
      if (name.startsWith('qasid.db.sent-')) await rm(join(place.config.dataDir, name));
    url = await emptyDatabase();
    const seen = new Set<string>();
    await killEverLater(
      () => place.begin('move', url),
      usual,
      async (isDone) => {
        const here = await starts(place.config);
        // A program would create a store in the empty database of the first moments.
        const moved = (await countTables()) > 0 && (await starts(there()));
        expect(here && moved).toBe(false);
        expect(moved).toBe(isDone || (moved && !here));
        seen.add(here ? 'here' : 'there');
      },
    );
    expect([...seen]).toEqual(['here', 'there']);
    expect(await withStore(there(), ({ db }) => rowsOf(db))).toEqual(expected);
  });

  const countTables = async (): Promise<number> =>
    (await query(`select 1 from information_schema.tables where table_schema = 'public'`)).length;

  describe('Unfinished moves', () => {
    /** Begins a move that PostgreSQL stops at a row of the templates, as a full disk would. */
    async function begin(): Promise<void> {
      await withStore(place.config, async ({ db }) => {
        const campus = await openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now });
        const row = { campusID: campus.id, title: 't', createdAt: now };
        for (let part = 0; part < 6; part += 1)
          await db
            .insertInto('template')
            .values(Array.from({ length: 1000 }, (_, at) => ({ ...row, message: `${part} ${at}` })))
            .execute();
      });
      await change(`update template set message = 'a\0b' where id = 5500`);
      // The move finds these characters before it copies, unless --without-nul is given.
      await expect(move()).rejects.toMatchObject(complaint(/template id 5500, in message/));
      expect(await countTables()).toBe(0);
    }
    const change = async (text: string): Promise<void> => {
      const database = new DatabaseSync(file());
      database.exec(text.replaceAll('\0', `' || char(0) || '`));
      database.close();
    };

    it('Every program refuses to start on a database with an unfinished move.', async () => {
      await endedHalfWay();
      await expect(openStore(there())).rejects.toThrow(/contains an unfinished move/);
      expect(await starts(place.config)).toBe(true);
    });

    /** Stops a move half-way with a row that is too large for an index of PostgreSQL. */
    async function endedHalfWay(): Promise<void> {
      await begin();
      // Random bytes cannot be compressed.
      const long = randomBytes(9000).toString('base64');
      await change(`update template set message = 'mended' where id = 5500;
        insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values ('u1', 'n', '${long}', 0, '2026', '2026')`);
      await expect(move()).rejects.toMatchObject({
        stderr: expect.stringMatching(/refuses the row of user with id u1: index row/),
      });
    }

    it('A move names the row that PostgreSQL refuses, and the file stays unchanged.', async () => {
      await endedHalfWay();
      expect(await withStore(place.config, async ({ db }) => (await rowsOf(db)).user)).toHaveLength(1);
    });

    it('The same command finishes a move that was interrupted before the switch to PostgreSQL.', async () => {
      await withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value'));
      await move();
      // As it was right before the database took over.
      await query(`create table moving (name text primary key, value text not null);
        insert into moving select 'whole', value from setting where name = 'movedHere';
        delete from setting where name = 'movedHere';
        insert into migration values ('move-begun', '2026')`);
      expect([await starts(place.config), await starts(there())]).toEqual([false, false]);
      await move();
      expect([await starts(place.config), await starts(there())]).toEqual([false, true]);
      // Running it once more changes nothing.
      await move();
      expect(await withStore(there(), async ({ db }) => (await rowsOf(db)).setting)).toHaveLength(1);
    });

    it('A move continues where it was interrupted and does not move finished rows again.', async () => {
      await endedHalfWay();
      // PostgreSQL accepts the row now.
      await query('alter table "user" drop constraint user_email_key');
      const xmins = () => query('select xmin::text as xmin, id from template order by id');
      const before = await xmins();
      const printed = await move();
      expect(printed).toContain('It continues where it stopped.');
      expect(printed).toMatch(/template +6,000 +6,000 of them were there already/);
      expect(await xmins()).toEqual(before);
    });

    it('A move starts from the beginning when the data were changed since it was interrupted.', async () => {
      await endedHalfWay();
      await change(`delete from "user"; update template set message = 'other' where id = 1`);
      expect(await move()).toContain('The move starts again from the beginning.');
      const expected = { id: 1, message: 'other' };
      expect(await query('select id::int as id, message from template order by id limit 1')).toEqual([
        expected,
      ]);
    });

    it('With --without-nul, a move removes NUL characters and names the rows.', async () => {
      await begin();
      expect(await move('--without-nul')).toContain('template id 5500, in message');
      expect(await query('select message from template where id = 5500')).toEqual([{ message: 'ab' }]);
    });
  });

  describe('Refused moves', () => {
    beforeEach(() => withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value')));
    afterEach(async () => expect(await starts(place.config)).toBe(true));

    it.each([
      ['without an address', [], /Give the address of the new database/],
      ['to something that is no address', ['qasid.example.org'], /must begin with postgres:/],
      [
        'with more than one address',
        ['postgres://a/b', 'postgres://a/c'],
        /Give the address of the new database/,
      ],
      ['with an unknown option', ['--force'], /force/],
      [
        'to a server that does not listen',
        ['postgres://q:s@127.0.0.1:9/q'],
        /127\.0\.0\.1:9\/q cannot be used: .*REFUSED/,
      ],
    ])('A move %s is refused, and the file still starts.', async (_what, args, why) => {
      await expect(place.command('move', ...args)).rejects.toMatchObject({
        stderr: expect.stringMatching(why),
      });
    });

    it('A move to a database that does not exist is refused, and the message does not show the password.', async () => {
      const wrong = new URL(url);
      wrong.pathname = '/nobody-has-it';
      wrong.password ||= secretWord;
      await expect(place.command('move', wrong.href)).rejects.toMatchObject({
        stderr: expect.not.stringContaining(wrong.password),
      });
      await expect(place.command('move', wrong.href)).rejects.toMatchObject({
        stderr: expect.stringContaining('nobody-has-it cannot be used'),
      });
    });

    it('A move into a database that is not empty is refused and changes nothing in it.', async () => {
      await query('create table theirs (id int)');
      await expect(move()).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
      expect(await countTables()).toBe(1);
    });

    it('A move into a store of another Qasid is refused.', async () => {
      await withStore(there(), ({ db }) => putSetting(db, 'of', 'another school'));
      await expect(move()).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
      expect(await withStore(there(), async ({ db }) => (await rowsOf(db)).setting)).toHaveLength(1);
    });

    it('A move as a database user without the right to create tables is refused.', async () => {
      const user = `u${randomUUID().replaceAll('-', '')}`;
      await query(`create user ${user} password 'p'; revoke create on schema public from public`);
      const theirs = new URL(url);
      [theirs.username, theirs.password] = [user, 'p'];
      await expect(place.command('move', theirs.href)).rejects.toMatchObject({
        stderr: expect.stringMatching(
          /^PostgreSQL says: permission denied .* The original data were not changed/,
        ),
      });
      await query(`drop owned by ${user}; drop user ${user}`);
    });

    it('A move is refused while another move into the same database runs.', async () => {
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query('select pg_advisory_lock(7254304)');
      await expect(move()).rejects.toMatchObject(complaint('Another move into'));
      await other.end();
    });

    it('A move of data of an earlier version is refused.', async () => {
      const database = new DatabaseSync(file());
      database.exec('delete from migration where name = (select max(name) from migration)');
      database.close();
      await expect(move()).rejects.toMatchObject(complaint('Start this version on it once'));
      const again = new DatabaseSync(file());
      again.exec(`insert into migration select '${(await lastStep()) ?? ''}', '2026'`);
      again.close();
    });
  });

  const lastStep = async () =>
    (await import('../../src/server/platform/db/migrate.ts')).migrations.at(-1)?.name;

  it('A move is refused while Qasid runs.', async () => {
    running.push(await start(place.config));
    await expect(move()).rejects.toMatchObject(complaint(/Qasid is running on .* Stop it first/));
    expect(await countTables()).toBe(0);
  });

  it('A move is refused if there is no data.', async () => {
    await expect(move()).rejects.toMatchObject(complaint('There is no database at'));
  });

  describe('Uploaded files', () => {
    const names = ['a', 'b', 'c'].map((letter) => `1-${letter.repeat(24)}.jpg`);
    const [good = '', missing = '', damaged = ''] = names;
    beforeEach(async () => {
      await mkdir(place.config.uploadsDir);
      await withStore(place.config, async ({ db }) => {
        await openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now });
        for (const name of names)
          await db
            .insertInto('file')
            .values({ name, campusID: 1, bytes: 5, createdAt: now, reservedUntil: null })
            .execute();
      });
      for (const name of [good, damaged]) await writeFile(join(place.config.uploadsDir, name), 'bytes');
      await place.command('backup');
      await writeFile(join(place.config.uploadsDir, damaged), 'BYTES');
    });

    it('A move names the uploads that are missing and those that were damaged.', async () => {
      const printed = await move();
      expect(printed).toMatch(/2 pictures and videos are in .*uploads and stay there/);
      expect(printed).toContain(`${missing} is not there.`);
      expect(printed).toContain(`${damaged} has changed since it was stored`);
      expect(printed).not.toContain(good);
    });

    it('A move with --uploads copies the files to another folder and compares each.', async () => {
      const to = join(place.config.dataDir, 'shared', 'uploads');
      expect(await move(`--uploads=${to}`)).toContain('2 files were copied to');
      expect(await readFile(join(to, good), 'utf8')).toBe('bytes');
    });
  });
});
