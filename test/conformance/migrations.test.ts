import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Migration, migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
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
  const { opened, place, open } = useEarlierStore(engine);

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
