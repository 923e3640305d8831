/** Several schools in one installation: the operator adds, limits, suspends, exports and removes them. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db, Store } from '../../src/server/platform/db/store.ts';
import { type Running, start } from '../../src/server/start.ts';
import { listen } from '../http/listening.ts';
import { acceptInto } from '../support/accepting-provider.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { campusFactory } from '../support/campus.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { engines } from '../support/engines.ts';
import { makeEveryRow } from '../support/every-row.ts';
import { entriesOf } from '../support/trail.ts';
import { createWorld } from '../support/world.ts';

const password = 'chosen by herself';

/** Every row as text, by table. */
async function rowsOf(db: Db): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    all.set(name, rows.map((row) => JSON.stringify(row)).sort());
  }
  return all;
}

// Each test starts several processes, one after the other.
describe.each(engines)('Schools on %s', { timeout: 300_000 }, (engine) => {
  let place: BackupPlace;
  const given: string[] = [];
  const running: Running[] = [];
  beforeEach(async () => {
    given.length = 0;
    const server = { url: inject('postgresUrl') ?? '', path: process.env.PATH ?? '', stop: async () => {} };
    place = await makeBackupPlace(engine, server);
  });
  afterEach(async () => {
    while (running.length > 0) await running.pop()?.stop();
    await place.remove();
  });

  const school = (...args: string[]) => place.command('school', ...args);
  const refusal = (text: string | RegExp) => ({ stderr: expect.stringMatching(text) });
  async function open(): Promise<Running> {
    const here = await start(
      { ...place.config, logLevel: 'silent' },
      { providers: { demo: acceptInto(given) } },
    );
    running.push(here);
    return here;
  }
  const close = async () => running.pop()?.stop();
  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(place.config);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  async function ask(
    { address }: Running,
    call: Call,
    request: { token?: string; body?: unknown; query?: string } = {},
  ) {
    const response = await fetch(`${address}/api${call.path}${request.query ?? ''}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        ...(request.token && { authorization: `Bearer ${request.token}` }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const signIn = (here: Running, userName: string) =>
    ask(here, calls.login, { body: { userName, password } });
  const add = (slug: string) => school('add', slug, '--title', `School ${slug}`, '--admin', `${slug}.admin`);
  /** Adds schools whose administrator has chosen a password, and starts the program. */
  async function openWith(...slugs: string[]): Promise<Running> {
    const links: string[] = [];
    await withStore(async () => {});
    for (const slug of slugs) links.push(/join#([\w-]{43})/.exec(await add(slug))?.[1] ?? '');
    const here = await open();
    for (const token of links)
      expect((await ask(here, calls.openLink, { body: { token, password } })).status).toBe(200);
    return here;
  }
  const scopeOf = async ({ deps }: Running, slug: string) => {
    const { db } = deps.store;
    const campus = await db
      .selectFrom('campus')
      .innerJoin('school', 'school.id', 'campus.schoolID')
      .select(['campus.id', 'campus.name', 'country', 'timeZone', 'graceDays', 'sundayDays'])
      .select('closedUntil')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return campusFactory(deps, slug, campus);
  };
  const sendAll = async ({ deps }: Running): Promise<void> => {
    while ((await sendNext(deps)) > 0);
  };

  it('"school add" makes a campus and an administrator, who chooses a password with a link.', async () => {
    const here = await openWith('alpha', 'beta');
    const { body } = await signIn(here, 'beta.admin');
    expect(body).toMatchObject({ db: 'beta', rights: { admin: true, outbox: true } });
    expect(body.campuses).toHaveLength(1);
    // She has no access to the other school.
    const other = await ask(here, calls.listGroups, { token: body.token, query: '?db=alpha' });
    expect(other.status).toBe(404);
    await close();
    expect(await school('list')).toMatch(
      /^ *1 +alpha +School alpha: 1 campus, 1 person, no limits of its own\n *2 +beta +School beta: /,
    );
  });

  it('A wrong "school" command line changes nothing and says why.', async () => {
    await withStore(async () => {});
    await add('there');
    const before = await withStore(({ db }) => rowsOf(db));
    const wrong: [string[], RegExp][] = [
      [['add', 'Alpha!', '--title', 'T', '--admin', 'someone'], /cannot be the short name/],
      [['add', 'alpha', '--title', 'T', '--admin', 'a b'], /cannot be a user name/],
      [['add', 'alpha', '--admin', 'someone'], /--title/],
      [['add', 'alpha', '--title', 'T'], /--admin/],
      [['add', 'there', '--title', 'T', '--admin', 'someone'], /There is already a school "there"/],
      [['add', 'alpha', '--title', 'T', '--admin', 'there.admin'], /is taken/],
      [['limits', 'there', '--messages-a-day', 'many'], /must be a whole number/],
      [['suspend', 'nobody'], /There is no school "nobody"/],
      [['close', 'there'], /Several schools in one installation/],
      [['suspend'], /Give the short name of the school/],
      [['suspend', 'there', 'alpha'], /Several schools in one installation/],
      [[], /Several schools in one installation/],
    ];
    for (const [args, why] of wrong)
      await expect(school(...args), `${args}`).rejects.toMatchObject(refusal(why));
    expect(await withStore(({ db }) => rowsOf(db))).toEqual(before);
  });

  it('A suspended school has no sessions, no sign-in and no sending, and continues when it is resumed.', async () => {
    let here = await openWith('alpha', 'beta');
    const { token } = (await signIn(here, 'alpha.admin')).body;
    for (const slug of ['alpha', 'beta'])
      await (await scopeOf(here, slug)).message({
        contacts: slug === 'alpha' ? '0300-1111111' : '0300-2222222',
      });
    if (engine === 'sqlite') await close();
    expect(await school('suspend', 'alpha')).toContain('alpha is suspended');
    if (engine === 'sqlite') here = await open();
    expect((await ask(here, calls.getSession, { token })).status).toBe(401);
    expect(await signIn(here, 'alpha.admin')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: expect.stringContaining('suspended') },
    });
    // A wrong password gets the same answer as always, and says nothing about the suspension.
    const wrong = { userName: 'alpha.admin', password: 'another one' };
    expect((await ask(here, calls.login, { body: wrong })).status).toBe(401);
    expect((await signIn(here, 'beta.admin')).status).toBe(200);
    await sendAll(here);
    expect(given).toEqual(['+923002222222']);
    const still = await (await fetch(`${here.address}/metrics`)).text();
    expect(still).toContain('qasid_school_standstill_seconds{school="1"} 0');
    expect(still).toContain('qasid_school_messages{school="1",state="queued"} 1');
    expect(still).not.toContain('alpha');
    if (engine === 'sqlite') await close();
    expect(await school('list')).toMatch(/alpha .*; suspended since/);
    expect(await school('resume', 'alpha')).toContain('alpha is no longer suspended');
    if (engine === 'sqlite') here = await open();
    expect((await signIn(here, 'alpha.admin')).status).toBe(200);
    await sendAll(here);
    expect(given).toEqual(['+923002222222', '+923001111111']);
  });

  it.each([
    ['school', 'suspend', 'alpha'],
    ['user', 'reset', 'alpha.admin'],
  ] as const)(
    'The live streams that `npm run %s -- %s` closes end at once.',
    async (command, verb, named) => {
      const here = await openWith('alpha');
      const { body } = await signIn(here, 'alpha.admin');
      const stream = await listen(here, body, { db: 'alpha', id: body.cId });
      // No command opens an SQLite file while the program runs on it.
      if (engine === 'sqlite') await close();
      await place.command(command, verb, named);
      const doneAt = performance.now();
      while ((await stream.block()) !== undefined);
      // Without a notification, a stream checks only every 25 s whether it may go on.
      expect(performance.now() - doneAt).toBeLessThan(10_000);
    },
  );

  it('The limits of a school apply with their reason, and not to another school.', async () => {
    await (await openWith('alpha', 'beta')).stop();
    running.length = 0;
    expect(await school('limits', 'alpha', '--messages-a-day', '2', '--calls-a-minute', '5')).toBe(
      'alpha: at most 2 messages a day, 5 calls a minute.\n',
    );
    const here = await open();
    const [alpha, beta] = [await scopeOf(here, 'alpha'), await scopeOf(here, 'beta')];
    await alpha.message({ contacts: '0300-1111111' });
    await expect(
      alpha.message({ contacts: '0300-1111112, 0300-1111113', message: 'Other' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('may send 2 messages a day, and 1 are left today'),
    });
    // The refused send has not used up the limit.
    await alpha.message({ contacts: '0300-1111112', message: 'Other' });
    await expect(alpha.message({ contacts: '0300-1111113', message: 'Other' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await beta.message({ contacts: '0300-2111111, 0300-2111112, 0300-2111113' });

    const tokens = await Promise.all([alpha, beta].map(async (campus) => (await campus.user()).token));
    const statuses = async (token = '') => {
      const found: number[] = [];
      for (let count = 0; count < 12; count += 1)
        found.push((await ask(here, calls.getSession, { token })).status);
      return found;
    };
    // A new minute may begin in between.
    expect((await statuses(tokens[0])).filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect(new Set(await statuses(tokens[1]))).toEqual(new Set([200]));
    await close();
    expect(await school('limits', 'alpha', '--messages-a-day', 'none', '--calls-a-minute', 'none')).toBe(
      'alpha: no limits of its own.\n',
    );
  });

  it('The trail of a school records what the operator did with it.', async () => {
    await withStore(async () => {});
    await add('alpha');
    await add('beta');
    await school('limits', 'alpha', '--calls-a-minute', '600');
    // Commands that change nothing leave no entry.
    await school('limits', 'alpha', '--calls-a-minute', '600');
    await school('limits', 'alpha');
    await school('resume', 'alpha');
    await school('suspend', 'alpha');
    await school('suspend', 'alpha');
    await school('resume', 'alpha');
    await school('remove', 'alpha');
    await school('resume', 'alpha');
    await withStore(async ({ db }) => {
      const { id } = await db
        .selectFrom('school')
        .select('id')
        .where('slug', '=', 'alpha')
        .executeTakeFirstOrThrow();
      const entries = await entriesOf(db, id);
      expect(entries.map(({ what }) => what)).toEqual([
        'schoolMade',
        'schoolLimited',
        'schoolSuspended',
        'schoolResumed',
        'schoolSuspended',
        'schoolRemovalBegun',
        'schoolRemovalTakenBack',
      ]);
      for (const entry of entries)
        expect(entry).toMatchObject({
          actor: 'operator',
          address: null,
          kind: 'school',
          aboutName: 'School alpha',
        });
      expect(JSON.parse(entries[1]?.details ?? '')).toEqual({ changes: { callsAMinute: [null, 600] } });
      const ofOther = (await entriesOf(db, id + 1)).map(({ what }) => what);
      expect(ofOther).toEqual(['schoolMade']);
    });
  });

  describe('A school with a row of every kind', () => {
    const names = { alpha: `1-${'a'.repeat(24)}.jpg`, beta: `2-${'b'.repeat(24)}.jpg` };
    beforeEach(async () => {
      const { dataDir, uploadsDir, databaseUrl } = place.config;
      const world = await createWorld(engine, {}, { dataDir, uploadsDir, databaseUrl });
      const victim = await makeEveryRow(world);
      const { db } = world.deps.store;
      // The other school has the same kinds of rows; the commands must not touch them.
      const other = await world.school('beta', 'Other Campus');
      await other.group({ bills: 2 });
      await other.user();
      await other.message({ contacts: '0300-2222222' });
      await db.deleteFrom('file').execute();
      await mkdir(uploadsDir, { recursive: true });
      for (const [name, campusID] of [
        [names.alpha, victim.campus.id],
        [names.beta, other.id],
      ] as const) {
        await db
          .insertInto('file')
          .values({ name, campusID, bytes: 5, createdAt: '2026', reservedUntil: null })
          .execute();
        await writeFile(join(uploadsDir, name), 'bytes');
      }
      await db.updateTable('sender').set({ secrets: 'sealed-secret', portfolio: '' }).execute();
      await db
        .updateTable('sender')
        .set({ portfolio: 'P1' })
        .where('campusID', '=', victim.campus.id)
        .execute();
      await world.stop();
    });

    it('"school export" writes the rows and files of one school as a separate, complete Qasid.', async () => {
      await school('suspend', 'victim');
      const printed = await school('export', 'victim');
      const folder = join(place.config.dataDir, 'exports', 'victim');
      expect(printed).toContain(folder);
      const [found] = await listBackups(folder);
      const file = new DatabaseSync(join(found?.path ?? '', 'qasid.db'), { readOnly: true });
      const count = (table: string) => file.prepare(`select count(*) as n from "${table}"`).get()?.n;
      const ofVictim = await withStore(async ({ db }) => {
        const counts: Record<string, number> = {};
        for (const { name, columns } of await db.introspection.getTables()) {
          if (!columns.some((column) => column.name === 'campusID') || name.endsWith('_count')) continue;
          const { rows } = await sql<{
            n: number;
          }>`select count(*) as n from ${sql.table(name)} where "campusID" = 1`.execute(db);
          counts[name] = rows[0]?.n ?? 0;
        }
        return counts;
      });
      const { idempotency_key: _, api_key: __, ...retained } = ofVictim;
      // The entry about the suspension has no campus.
      const expected = { ...retained, trail: (retained.trail ?? 0) + 1 };
      expect(Object.fromEntries(Object.keys(expected).map((table) => [table, count(table)]))).toEqual(
        expected,
      );
      expect(count('school')).toBe(1);
      // A row in the bin keeps its id for a restore.
      const held = file
        .prepare(`select max("itemID") as id from binned_row where "table" = 'template'`)
        .get();
      const given = file.prepare(`select seq as id from sqlite_sequence where name = 'template'`).get();
      expect(Number(held?.id)).toBeGreaterThan(0);
      expect(Number(given?.id)).toBeGreaterThanOrEqual(Number(held?.id));
      for (const table of ['session', 'account', 'two_factor', 'access_link', 'recovery_code', 'api_key'])
        expect(count(table)).toBe(0);
      const everything = await readFile(join(found?.path ?? '', 'qasid.db'), 'latin1');
      for (const foreign of ['Other Campus', 'sealed-secret', '+923002222222'])
        expect(everything).not.toContain(foreign);
      file.close();
      expect(await readdir(join(folder, 'uploads'))).toEqual([names.alpha]);

      const own = await makeBackupPlace('sqlite', undefined);
      await own.command('restore', found?.name ?? '', `--from=${folder}`, '--yes');
      const store = await openStore(own.config);
      await expectTrueCounts(store.db);
      const numbers = await store.db
        .selectFrom('sender')
        .select(['copyWhy', 'secrets', 'suspendedAt'])
        .execute();
      expect(numbers).toEqual([{ copyWhy: 'backup', secrets: null, suspendedAt: null }]);
      const { username } = await store.db.selectFrom('user').select('username').executeTakeFirstOrThrow();
      // The suspension by the operator here does not hold in the exported data.
      const goesOn = await store.db.selectFrom('school').select(['suspendedAt', 'removeAt']).execute();
      expect(goesOn).toEqual([{ suspendedAt: null, removeAt: null }]);
      await store.close();
      expect(await own.command('user', 'reset', username ?? '')).toContain('/join#');
      await own.remove();
    });

    it('"school remove" exports the school and, after a grace period, deletes its rows and files despite triggers.', async () => {
      const before = await withStore(async ({ db }) => {
        // A trigger like that of the trail, which refuses every delete.
        await db
          .insertInto('opt_out')
          .values({ campusID: 2, number: '+923002222222', at: '2026', by: 'u', note: '' })
          .execute();
        if (engine === 'sqlite')
          await sql`create trigger "opt_out_stays" before delete on opt_out begin select raise(abort, 'stays'); end`.execute(
            db,
          );
        else {
          await sql`create function stays() returns trigger language plpgsql as $$ begin raise exception 'stays'; end $$`.execute(
            db,
          );
          await sql`create trigger "opt_out_stays" before delete on opt_out for each row execute function stays()`.execute(
            db,
          );
        }
        return rowsOf(db);
      });
      expect(await school('remove', 'victim')).toContain('victim is suspended. Run the same command on');
      expect(await school('remove', 'victim')).toContain('Nothing was done now.');
      expect(existsSync(join(place.config.uploadsDir, names.alpha))).toBe(true);
      const retained = await withStore(async ({ db }) => {
        await db
          .updateTable('school')
          .set({ removeAt: '2026-01-01T00:00:00.000Z' })
          .where('slug', '=', 'victim')
          .execute();
        await expect(db.deleteFrom('opt_out').execute()).rejects.toThrow(/stays/);
        return rowsOf(db);
      });
      expect(retained.get('bill')).toEqual(before.get('bill'));
      expect(await school('remove', 'victim')).toMatch(/victim is removed: [\d,]+ rows and 1 file\./);
      expect(await readdir(place.config.uploadsDir)).toEqual([names.beta]);
      const after = await withStore(async ({ db }) => {
        await expectTrueCounts(db);
        // For all other statements the triggers still refuse it.
        await expect(db.deleteFrom('opt_out').execute()).rejects.toThrow(/stays/);
        return rowsOf(db);
      });
      for (const [table, rows] of after) {
        const secret = rows.filter((row) => row.includes('SECRET') || row.includes('victim'));
        expect(secret, table).toEqual([]);
      }
      expect(after.get('school')).toHaveLength(1);
      expect(after.get('bill')).toHaveLength(2);
      expect(after.get('reached')).toEqual([]);
      await expect(school('remove', 'victim')).rejects.toMatchObject(refusal('There is no school "victim"'));
    });

    it('A school that is resumed within the grace period is not removed.', async () => {
      await school('remove', 'victim');
      await school('resume', 'victim');
      expect(await school('list')).toMatch(
        /^ *\d+ +victim +victim: 1 campus, \d+ (person|people), no limits of its own$/m,
      );
      await rm(join(place.config.dataDir, 'exports'), { recursive: true });
    });
  });
});
