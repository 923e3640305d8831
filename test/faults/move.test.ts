/** A store is moved from its file to PostgreSQL: the same rows, what waited goes on, and never are there two that send. */
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/server/db/open-store.ts';
import { putSetting } from '../../src/server/db/settings.ts';
import type { Db, Store } from '../../src/server/db/store.ts';
import { countOutbox } from '../../src/server/outbox/alerts/actions.ts';
import { sendNext } from '../../src/server/outbox/worker/worker.ts';
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

/** Of the place where the data are, not of the data. */
const ofPlace = ['whereabouts', 'movedHere'];

/** Each row as a text, by table: what the driver of each engine makes of it. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'migration') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const told = rows
      .filter((row) => name !== 'setting' || !ofPlace.includes(String(row.name)))
      // PostgreSQL alone keeps counts in parts.
      .map(({ part: _, ...row }) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
    all[name] = told.sort();
  }
  return all;
}

describe.runIf(engines.includes('postgres'))('a move to PostgreSQL', { timeout: 300_000 }, () => {
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
  /** Whether a program starts there. */
  const starts = (where: typeof place.config): Promise<boolean> =>
    openStore(where).then(
      async (store) => {
        await store.close();
        return true;
      },
      () => false,
    );

  it('of a database with every kind of row: equal on both sides, and ids go on where they were', async () => {
    const { dataDir, uploadsDir } = place.config;
    const world = await createWorld('sqlite', {}, { dataDir, uploadsDir });
    const { campus } = await makeEveryRow(world);
    const { db } = world.deps.store;
    // Ids of what is gone are not given again.
    const { id: goneID } = await campus.group({ bills: 0 });
    await db.deleteFrom('group').where('id', '=', goneID).execute();
    // More than a number of JavaScript holds, and more rows than one part.
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
      // With where it sent from, which is no row of its data.
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

  it('keeps whole numbers that JavaScript has none for', async () => {
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

  describe('of a run under way', () => {
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

    it('goes on sending exactly what waited, without being asked', async () => {
      await sendSome();
      await move();
      const here = await open(there());
      expect(await copyOf(here)).toBeNull();
      await sendAll(here);
      expect(given).toHaveLength(all);
      expect(new Set(given).size).toBe(all);
    });

    it('stays held where the data are a copy that nobody has started so far', async () => {
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

  it('keeps the file, on which nothing starts any more, and says where the data went without the password', async () => {
    await withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value'));
    const secret = new URL(url);
    secret.password ||= secretWord;
    const printed = await place.command('move', secret.href);
    const [to] = /[\w.]+:\d+\/m_\w+/.exec(printed) ?? [];
    expect(to).toBe(`${secret.hostname}:${secret.port}${secret.pathname}`);
    for (const refused of [() => openStore(place.config), () => start(place.config)])
      await expect(refused()).rejects.toThrow(new RegExp(`were moved to PostgreSQL at ${to} on \\d`));
    await expect(place.command('backup')).rejects.toMatchObject(complaint(`moved to PostgreSQL at ${to}`));
    // And another move.
    url = await emptyDatabase();
    await expect(move()).rejects.toMatchObject(complaint(`were moved to PostgreSQL at ${to}`));
    const kept = new DatabaseSync(file(), { readOnly: true });
    expect(kept.prepare(`select value from setting where name = 'known'`).get()).toEqual({
      value: 'a value',
    });
    const everything = JSON.stringify(kept.prepare('select * from setting').all());
    expect(everything).not.toContain(secret.password);
    kept.close();
  });

  it('killed at any moment leaves the file or the database, never both, and then goes on', async () => {
    await withStore(place.config, async ({ db }) => {
      const campus = await openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now });
      const row = { campusID: campus.id, title: 't', createdAt: now };
      for (let part = 0; part < 30; part += 1)
        await db
          .insertInto('template')
          .values(Array.from({ length: 1000 }, (_, at) => ({ ...row, message: `${part} ${at}` })))
          .execute();
    });
    const wanted = await withStore(place.config, ({ db }) => rowsOf(db));
    await copyFile(file(), `${file()}-first`);
    const usual = await timeOf(move);
    await rm(file());
    await rename(`${file()}-first`, file());
    // Else it is seen to be older than what went from here.
    for (const name of await readdir(place.config.dataDir))
      if (name.startsWith('qasid.db.sent-')) await rm(join(place.config.dataDir, name));
    url = await emptyDatabase();
    const seen = new Set<string>();
    await killEverLater(
      () => place.begin('move', url),
      usual,
      async (isDone) => {
        const here = await starts(place.config);
        // A program would make a store of the empty database that it is in the first moments.
        const moved = (await countTables()) > 0 && (await starts(there()));
        expect(here && moved).toBe(false);
        expect(moved).toBe(isDone || (moved && !here));
        seen.add(here ? 'here' : 'there');
      },
    );
    expect([...seen]).toEqual(['here', 'there']);
    expect(await withStore(there(), ({ db }) => rowsOf(db))).toEqual(wanted);
  });

  const countTables = async (): Promise<number> =>
    (await query(`select 1 from information_schema.tables where table_schema = 'public'`)).length;

  describe('that was begun', () => {
    /** Ended after so many rows of templates: PostgreSQL does not take the next one, as on a disk that is full. */
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
      // Looked for before, unless they are left out.
      await expect(move()).rejects.toMatchObject(complaint(/template id 5500, in message/));
      expect(await countTables()).toBe(0);
    }
    const change = async (text: string): Promise<void> => {
      const database = new DatabaseSync(file());
      database.exec(text.replaceAll('\0', `' || char(0) || '`));
      database.close();
    };

    it('is refused by every program that is started on the database', async () => {
      await endedHalfWay();
      await expect(openStore(there())).rejects.toThrow(/holds a move that was begun and is not finished/);
      expect(await starts(place.config)).toBe(true);
    });

    /** By a row that PostgreSQL has no room for in its index. */
    async function endedHalfWay(): Promise<void> {
      await begin();
      // What cannot be packed.
      const long = randomBytes(9000).toString('base64');
      await change(`update template set message = 'mended' where id = 5500;
        insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values ('u1', 'n', '${long}', 0, '2026', '2026')`);
      await expect(move()).rejects.toMatchObject({
        stderr: expect.stringMatching(/does not take the row of user with id u1: index row/),
      });
    }

    it('names the row that PostgreSQL does not take, and leaves the file as it is', async () => {
      await endedHalfWay();
      expect(await withStore(place.config, async ({ db }) => (await rowsOf(db)).user)).toHaveLength(1);
    });

    it('is ended by the same command where neither is the store', async () => {
      await withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value'));
      await move();
      // As it was before the database took over.
      await query(`create table moving (name text primary key, value text not null);
        insert into moving select 'whole', value from setting where name = 'movedHere';
        delete from setting where name = 'movedHere';
        insert into migration values ('move-begun', '2026')`);
      expect([await starts(place.config), await starts(there())]).toEqual([false, false]);
      await move();
      expect([await starts(place.config), await starts(there())]).toEqual([false, true]);
      // And once more changes nothing.
      await move();
      expect(await withStore(there(), async ({ db }) => (await rowsOf(db)).setting)).toHaveLength(1);
    });

    it('goes on where it ended: what was there is not moved again', async () => {
      await endedHalfWay();
      // It takes the row now.
      await query('alter table "user" drop constraint user_email_key');
      const xmins = () => query('select xmin::text as xmin, id from template order by id');
      const before = await xmins();
      const printed = await move();
      expect(printed).toContain('It goes on where it ended.');
      expect(printed).toMatch(/template +6,000 +6,000 of them were there/);
      expect(await xmins()).toEqual(before);
    });

    it('begins anew where the data were changed since', async () => {
      await endedHalfWay();
      await change(`delete from "user"; update template set message = 'other' where id = 1`);
      expect(await move()).toContain('It begins anew.');
      const wanted = { id: 1, message: 'other' };
      expect(await query('select id::int as id, message from template order by id limit 1')).toEqual([
        wanted,
      ]);
    });

    it('leaves NUL characters out where it is told to, and names the rows', async () => {
      await begin();
      expect(await move('--without-nul')).toContain('template id 5500, in message');
      expect(await query('select message from template where id = 5500')).toEqual([{ message: 'ab' }]);
    });
  });

  describe('is refused, with nothing changed,', () => {
    beforeEach(() => withStore(place.config, ({ db }) => putSetting(db, 'known', 'a value')));
    afterEach(async () => expect(await starts(place.config)).toBe(true));

    it.each([
      ['without an address', [], /Say where the data go/],
      ['to an address that is none', ['qasid.example.org'], /must begin with postgres:/],
      ['with more than one address', ['postgres://a/b', 'postgres://a/c'], /Say where the data go/],
      ['with what it does not know', ['--force'], /force/],
      [
        'to where nobody listens',
        ['postgres://q:s@127.0.0.1:9/q'],
        /127\.0\.0\.1:9\/q cannot be used: .*REFUSED/,
      ],
    ])('%s', async (_what, args, why) => {
      await expect(place.command('move', ...args)).rejects.toMatchObject({
        stderr: expect.stringMatching(why),
      });
    });

    it('to a database that is not there, without the password', async () => {
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

    it('into a database that is not empty, of which nothing is changed', async () => {
      await query('create table theirs (id int)');
      await expect(move()).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
      expect(await countTables()).toBe(1);
    });

    it('into a store that another program has made', async () => {
      await withStore(there(), ({ db }) => putSetting(db, 'of', 'another school'));
      await expect(move()).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
      expect(await withStore(there(), async ({ db }) => (await rowsOf(db)).setting)).toHaveLength(1);
    });

    it('as somebody who may not make tables there', async () => {
      const user = `u${randomUUID().replaceAll('-', '')}`;
      await query(`create user ${user} password 'p'; revoke create on schema public from public`);
      const theirs = new URL(url);
      [theirs.username, theirs.password] = [user, 'p'];
      await expect(place.command('move', theirs.href)).rejects.toMatchObject({
        stderr: expect.stringMatching(/^PostgreSQL says: permission denied .* Nothing was changed/),
      });
      await query(`drop owned by ${user}; drop user ${user}`);
    });

    it('while another one is at work there', async () => {
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query('select pg_advisory_lock(7254304)');
      await expect(move()).rejects.toMatchObject(complaint('Another move into'));
      await other.end();
    });

    it('of data of an earlier version', async () => {
      const database = new DatabaseSync(file());
      database.exec('delete from migration where name = (select max(name) from migration)');
      database.close();
      await expect(move()).rejects.toMatchObject(complaint('Start this version on it once'));
      const again = new DatabaseSync(file());
      again.exec(`insert into migration select '${(await lastStep()) ?? ''}', '2026'`);
      again.close();
    });
  });

  const lastStep = async () => (await import('../../src/server/db/migrate.ts')).migrations.at(-1)?.name;

  it('is refused while Qasid runs', async () => {
    running.push(await start(place.config));
    await expect(move()).rejects.toMatchObject(complaint(/Qasid is running on .* Stop it first/));
    expect(await countTables()).toBe(0);
  });

  it('is refused where there are no data', async () => {
    await expect(move()).rejects.toMatchObject(complaint('There is no database at'));
  });

  describe('of files', () => {
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

    it('says which are missing, and which are not as they were', async () => {
      const printed = await move();
      expect(printed).toMatch(/2 files of pictures and videos lie in .*uploads, and stay there/);
      expect(printed).toContain(`${missing} is not there.`);
      expect(printed).toContain(`${damaged} is not as it was`);
      expect(printed).not.toContain(good);
    });

    it('brings them to another folder, each compared', async () => {
      const to = join(place.config.dataDir, 'shared', 'uploads');
      expect(await move(`--uploads=${to}`)).toContain('2 files were brought to');
      expect(await readFile(join(to, good), 'utf8')).toBe('bytes');
    });
  });
});
