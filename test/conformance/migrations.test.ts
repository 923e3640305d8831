import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Migration, migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { receiptSecretsOf } from '../../src/server/senders/settings/settings-rules.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { insertCampus, insertRuns, now, useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

const next: Migration = {
  name: '9001-next',
  statements: () => ['create table pigeon (id integer not null)', 'insert into pigeon (id) values (1)'],
};
const broken: Migration = {
  name: '9002-broken',
  statements: () => ['create table crow (id integer not null)', 'insert into no_such_table (id) values (1)'],
};

describe.each(engines)('Migrations on %s', (engine) => {
  const { opened, place, openWith, open } = useEarlierStore(engine);

  const applied = async ({ db }: Store) =>
    (await sql<{ name: string; appliedAt: string }>`select * from migration order by name`.execute(db)).rows;
  const reopen = async () => {
    await opened.pop()?.close();
    return open();
  };

  it('All migrations run in order on an empty store.', async () => {
    const store = await open();
    expect((await applied(store)).map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(await store.db.selectFrom('message').selectAll().execute()).toEqual([]);
  });

  it('Migrations do not run a second time, and stored data stays.', async () => {
    const store = await open();
    await store.db.insertInto('setting').values({ name: 'kept', value: 'yes' }).execute();
    const before = await applied(store);
    const again = await reopen();
    expect(await applied(again)).toEqual(before);
    expect(await again.db.selectFrom('setting').selectAll().execute()).toEqual([
      { name: 'kept', value: 'yes' },
    ]);
  });

  it('New migrations are added to those that ran before.', async () => {
    const store = await open();
    await migrate(store, [...migrations, next]);
    await migrate(store, [...migrations, next]);
    expect((await applied(store)).at(-1)?.name).toBe('9001-next');
    expect((await sql`select id from pigeon`.execute(store.db)).rows).toEqual([{ id: 1 }]);
  });

  it('The migration for imports finds the billings that earlier sends were for.', async () => {
    const { db } = await openWith((name) => name < '0002');
    const [here, there] = [await insertCampus(db, 'main'), await insertCampus(db, 'other')];
    const { groupIDs, runIDs } = await insertRuns(db, here.id, ([first, second, ...more]) => [
      [` ${first} ${second} `, ` ${second} `, '', ` 987654 `],
      // The eleventh id begins with the digits of the first one.
      [` ${more.at(-1)} `],
      [''],
    ]);
    const others = await insertRuns(db, there.id, ([first]) => [[` ${first} `]]);
    await opened.pop()?.close();
    const rows = await (await open()).db
      .selectFrom('broadcast_group')
      .select(['campusID', 'broadcastID', 'groupID'])
      .orderBy('broadcastID')
      .orderBy('groupID')
      .execute();
    expect(rows).toEqual([
      { campusID: here.id, broadcastID: runIDs[0], groupID: groupIDs[0] },
      { campusID: here.id, broadcastID: runIDs[0], groupID: groupIDs[1] },
      { campusID: here.id, broadcastID: runIDs[1], groupID: groupIDs.at(-1) },
      { campusID: there.id, broadcastID: others.runIDs[0], groupID: others.groupIDs[0] },
    ]);
  });

  it('The migration for receipt secrets gives each sender a secret and accepts receipts without one for earlier sends.', async () => {
    const store = await openWith((name) => name < '0011');
    for (const slug of ['main', 'other']) await insertCampus(store.db, slug);
    const began = new Date().toISOString();
    await opened.pop()?.close();
    const rows = await (await open()).db.selectFrom('sender').select('words').execute();
    const words = rows.map((row) => receiptSecretsOf(row));
    for (const [own, none] of words) {
      expect(own).toEqual({ word: expect.stringMatching(/^[\da-f]{16}$/), until: '9999' });
      expect(none?.word).toBe('');
      expect(none && none.until >= began && none.until <= new Date().toISOString()).toBe(true);
    }
    expect(new Set(words.map(([own]) => own?.word)).size).toBe(2);
  });

  it.skipIf(engine === 'postgres')(
    'The migration for figures lowers numbers of skipped and refused rows that are too large to be read.',
    async () => {
      const store = await openWith((name) => name < '0009');
      const { db } = store;
      const { id: campusID } = await insertCampus(db, 'main');
      const made = { kind: 'students' as const, groupName: '', isNewGroup: 0, fileName: '', sha256: '' };
      const counts = { added: 1, updated: 0, held: '[]', createdAt: now, createdBy: 'x' };
      for (const [skipped, refused] of [
        [2 ** 53, 7],
        [3, 2 ** 53],
      ] as const)
        await db
          .insertInto('import')
          .values({ campusID, ...made, ...counts, skipped, refused } as never)
          .execute();
      const imports = (from: Store) =>
        from.db.selectFrom('import').select(['skipped', 'refused']).orderBy('id').execute();
      await expect(imports(store)).rejects.toThrow();
      await opened.pop()?.close();
      const brought = await open();
      expect(await imports(brought)).toEqual([
        { skipped: 1_048_576, refused: 7 },
        { skipped: 3, refused: 1_048_576 },
      ]);
      const sheets = brought.db.selectFrom('import').select(['sheet', 'oneSeries']);
      expect(await sheets.execute()).toEqual([1, 2].map(() => ({ sheet: '', oneSeries: null })));
    },
  );

  it('The migration for names fills in the names of stored numbers and children.', async () => {
    const { db } = await openWith((name) => !['0008-names', '0035-child-names'].includes(name));
    const campus = await insertCampus(db, 'main');
    const campusID = campus.id;
    const { groupIDs } = await insertRuns(db, campusID, () => []);
    const bill = { campusID, groupID: groupIDs[0] ?? 0, number: '', status: 'unpaid', createdAt: now };
    const [one, two, three] = ['+923001234501', '+923001234502', '+923001234503'];
    const named = (name: string, numbers: string) => ({ ...bill, name, numbers });
    await db
      .insertInto('bill')
      .values([named('Ali', `${one} ${two}`), named('علی', `${two}`), named('', `${one}`), named('Sana', '')])
      .execute();
    const of = async (table: 'class' | 'section', values: object) =>
      db
        .insertInto(table)
        .values({ campusID, name: '5', ...values } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    const sectionID = (await of('section', { classID: (await of('class', {})).id })).id;
    const student = {
      campusID,
      sectionID,
      name: 'Hina',
      number: '',
      numbers: `${two} ${three}`,
      regNum: '1',
    };
    await db.insertInto('student').values(student).execute();
    const again = await reopen();
    const kept = again.db.selectFrom('number_name').selectAll().orderBy('number');
    expect(await kept.execute()).toEqual([
      { campusID, number: one, name: 'Ali' },
      { campusID, number: two, name: 'علی' },
      { campusID, number: three, name: 'Hina' },
    ]);
    const children = await again.db
      .selectFrom('child_name')
      .select(['number', 'name', 'regNum', 'keys'])
      .execute();
    expect(new Set(children.map((child) => Object.values(child).join('|')))).toEqual(
      new Set([
        `${one}|Ali|| ali ~'l  `,
        `${two}|Ali|| ali ~'l  `,
        `${two}|علی|| علی ~'l  `,
        '|Sana|| sana ~sn  ',
        `${two}|Hina|1| hina ~hn 1 `,
        `${three}|Hina|1| hina ~hn 1 `,
      ]),
    );
  });

  it('The migration for counts counts the bills and messages that are stored already.', async () => {
    const { db } = await openWith((name) => name < '0014');
    const campus = await insertCampus(db, 'main');
    const { groupIDs, runIDs } = await insertRuns(db, campus.id, ([first]) => [[` ${first} `, ''], ['']]);
    const groupID = groupIDs[0] ?? 0;
    const bill = { campusID: campus.id, groupID, name: '', number: '', numbers: '', createdAt: now };
    const bills = [
      { ...bill, status: 'paid', total: 5, dueDate: null },
      { ...bill, status: 'unpaid', total: null, dueDate: '2026-11-10' },
    ];
    await db.insertInto('bill').values(bills).execute();
    const again = await reopen();
    await expectTrueCounts(again.db);
    const kept = again.db.selectFrom('message_count').select(['broadcastID', 'count']).orderBy('broadcastID');
    expect(await kept.execute()).toEqual([
      { broadcastID: 0, count: 3 },
      { broadcastID: runIDs[0], count: 2 },
      { broadcastID: runIDs[1], count: 1 },
    ]);
  });

  it('The migration for the provider cache sorts remembered values into tables by the prefix of their names.', async () => {
    const { db } = await openWith((name) => name < '0022');
    const campus = await insertCampus(db, 'main');
    const { runIDs } = await insertRuns(db, campus.id, () => [['']]);
    const messages = db
      .selectFrom('message')
      .select(['id', 'senderID'])
      .where('broadcastID', '=', runIDs[0] ?? 0);
    const { id: messageID, senderID } = await messages.executeTakeFirstOrThrow();
    for (const [name, value] of [
      ['asked:a:1', 'digest'],
      [`hand:${messageID}:3`, 'clerk'],
      ['hand:987654321:1', 'of no message'],
      ['chat:+923001234567', '923001234567@c.us'],
    ])
      await sql`insert into memory values (${senderID}, ${name}, ${value}, '2999')`.execute(db);
    const { db: after } = await reopen();
    const expiresAt = '2999';
    expect(await after.selectFrom('idempotency_key').selectAll().execute()).toEqual([
      { campusID: campus.id, clientID: 'a:1', digest: 'digest', expiresAt },
    ]);
    expect(await after.selectFrom('manual_claim').selectAll().execute()).toEqual([
      { campusID: campus.id, messageID, attempt: 3, userID: 'clerk', expiresAt },
    ]);
    expect(await after.selectFrom('provider_cache').selectAll().execute()).toEqual([
      { senderID, name: 'chat:+923001234567', value: '923001234567@c.us', expiresAt },
    ]);
  });

  it.skipIf(engine === 'sqlite')(
    'A migration may run longer than the statement timeout of PostgreSQL.',
    async () => {
      const timeout = sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`;
      const patient: Migration = {
        name: '9003-patient',
        statements: () => [`create table snail as select current_setting('statement_timeout') as timeout`],
      };
      const store = await open();
      await migrate(store, [...migrations, patient]);
      expect((await sql`select timeout from snail`.execute(store.db)).rows).toEqual([{ timeout: '0' }]);
      expect((await timeout.execute(store.db)).rows).toEqual([{ timeout: '1min' }]);
    },
  );

  it('A failed migration leaves nothing behind, and the migrations before it in the same start are rolled back.', async () => {
    const store = await open();
    await expect(migrate(store, [...migrations, next, broken])).rejects.toThrow(/no_such_table/);
    expect(await applied(store)).toHaveLength(migrations.length);
    for (const table of ['pigeon', 'crow']) {
      await expect(sql`select * from ${sql.table(table)}`.execute(store.db)).rejects.toThrow(
        new RegExp(table),
      );
    }
    await migrate(store, [...migrations, next]);
    expect(await applied(store)).toHaveLength(migrations.length + 1);
  });

  it('A database of a newer Qasid is refused with the name of its migration, and the store is closed.', async () => {
    await migrate(await open(), [...migrations, next]);
    await opened.pop()?.close();
    const refusal = await openStore(place()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartFailure);
    expect((refusal as Error).message).toMatch(
      /was written by a newer Qasid \(9001-next\)\. Start that version, or restore a backup\.$/,
    );
    expect((refusal as Error).message).toContain(engine === 'sqlite' ? place().dataDir : place().name);
    const again = await openStore(place()).catch((error: unknown) => error);
    expect((again as Error).message).toBe((refusal as Error).message);
  });

  it.skipIf(engine === 'sqlite')(
    'Ten programs that start together on PostgreSQL run each migration once.',
    async () => {
      const stores = await Promise.all(Array.from({ length: 10 }, open));
      await Promise.all(stores.map((store) => migrate(store, [...migrations, next])));
      expect(await applied(stores[0]!)).toHaveLength(migrations.length + 1);
      expect((await sql`select id from pigeon`.execute(stores[0]!.db)).rows).toEqual([{ id: 1 }]);
    },
  );

  it.skipIf(engine === 'postgres')(
    'A second program on the same SQLite file is refused at once.',
    async () => {
      await open();
      await expect(openStore(place())).rejects.toThrow(/Another Qasid is already running/);
      await expect(reopen()).resolves.toBeDefined();
    },
  );
});
