/**
 * The migration that renames tables, columns and the fields of stored documents keeps every value.
 * @module-tag proof
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

const at = '2026-11-20T07:00:00.000Z';
/** The provider's own words contain the old name too, and a quote. They must not change. */
const words = 'It "said": no trouble';
const reason = (name: string): string => JSON.stringify({ code: 'cloudRefused', [name]: words });
const outcome = (name: string) => ({ tried: { at, [name]: { code: 'other', detail: words } } });

describe.each(engines)('Plain names on %s', (engine) => {
  const { opened, place } = useEarlierStore(engine);

  async function fill(db: Db): Promise<void> {
    const insert = (table: string, row: Record<string, unknown>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db);
    await insert('school', { id: 1, slug: 'school', name: 'School', createdAt: at });
    await insert('campus', { id: 1, schoolID: 1, name: 'Campus', createdAt: at });
    await insert('sender', {
      id: 'one',
      campusID: 1,
      provider: 'demo',
      pace: 'default',
      createdAt: at,
      stopReason: reason('said'),
    });
    await insert('hook', {
      senderID: 'one',
      digest: 'x',
      body: words,
      receivedAt: at,
      trouble: reason('said'),
    });
    const group = { id: 1, campusID: 1, name: 'November', month: 11, year: 2026, description: '' };
    await insert('group', { ...group, createdAt: at, createdBy: '' });
    const bill = { id: 1, campusID: 1, groupID: 1, name: words, number: '', numbers: '', createdAt: at };
    await insert('bill', { ...bill, status: 'paid', said: 'paid' });
    await insert('bin', {
      id: 1,
      campusID: 1,
      kind: 'bill',
      itemID: 2,
      name: '',
      bills: 1,
      by: '',
      at,
      until: at,
    });
    const inBin = { campusID: 1, binID: 1 };
    const binned = JSON.stringify({ ...bill, id: 2, said: 'paid' });
    await insert('binned_row', { ...inBin, table: 'bill', itemID: 2, content: binned });
    const approval = JSON.stringify({ templateID: 3, reason: reason('said') });
    await insert('binned_row', { ...inBin, table: 'approval', itemID: 3, content: approval });
    await insert('setting', { name: 'backups', value: JSON.stringify(outcome('trouble')) });
  }

  it('Columns and fields of stored documents are renamed, and no value changes.', async () => {
    const { databaseUrl, dataDir } = place();
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    opened.push(store);
    const { db } = store;
    await migrate(store, migrations.slice(0, 1));
    await fill(db);
    await migrate(store);
    expect(await db.selectFrom('bill').select(['name', 'statedStatus']).execute()).toEqual([
      { name: words, statedStatus: 'paid' },
    ]);
    expect(await db.selectFrom('hook').select(['body', 'error']).execute()).toEqual([
      { body: words, error: reason('reported') },
    ]);
    expect(await db.selectFrom('sender').select('stopReason').execute()).toEqual([
      { stopReason: reason('reported') },
    ]);
    const binned = await db.selectFrom('binned_row').select('content').orderBy('itemID').execute();
    expect(binned.map(({ content }) => JSON.parse(content))).toEqual([
      expect.objectContaining({ name: words, statedStatus: 'paid' }),
      { templateID: 3, reason: reason('reported') },
    ]);
    const backups = await db.selectFrom('setting').select('value').where('name', '=', 'backups').execute();
    expect(backups.map(({ value }) => JSON.parse(value))).toEqual([outcome('error')]);
    expect(await db.selectFrom('contacted_by_phone').selectAll().execute()).toEqual([]);
  });
});
