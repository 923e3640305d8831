/**
 * Stores of the last test version before the baseline are taken over. Older ones are refused.
 * @module-tag proof
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { earlierSteps } from '../../src/server/platform/db/migrations/before-baseline.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('Stores from before the baseline on %s', (engine) => {
  const { opened, place, makeEarlier } = useEarlierStore(engine);

  /** Opens the store without migrating it. */
  const openRaw = async () => {
    const { databaseUrl, dataDir } = place();
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    opened.push(store);
    return store;
  };
  const stepsOf = async ({ db }: Store) =>
    (await sql<{ name: string }>`select name from migration order by name`.execute(db)).rows.map(
      ({ name }) => name,
    );

  it('A store of the last version before the baseline keeps its data and then counts as a store of the baseline.', async () => {
    await makeEarlier((db) => db.insertInto('setting').values({ name: 'kept', value: 'yes' }).execute());
    const store = await openRaw();
    let backups = 0;
    const beforeUpdate = async () => {
      expect(await stepsOf(store)).toEqual(earlierSteps);
      backups += 1;
    };
    await migrate(store, migrations, { beforeUpdate });
    await migrate(store, migrations, { beforeUpdate });
    expect(backups).toBe(1);
    expect(await stepsOf(store)).toEqual(migrations.map(({ name }) => name));
    const setting = store.db.selectFrom('setting').selectAll().where('name', '=', 'kept');
    expect(await setting.execute()).toEqual([{ name: 'kept', value: 'yes' }]);
  });

  it.each([
    ['the first migrations', earlierSteps.slice(0, -1)],
    ['all migrations but one in the middle', earlierSteps.filter((_, index) => index !== 30)],
  ])(
    'A store in which only %s from before the baseline ran is refused and stays unchanged.',
    async (_, steps) => {
      await makeEarlier(undefined, steps);
      const refusal = await openStore(place()).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartFailure);
      expect((refusal as Error).message).toMatch(/was written by an older test version of Qasid\. Start /);
      expect(await stepsOf(await openRaw())).toEqual(steps);
    },
  );
});
