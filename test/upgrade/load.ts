/** Makes the store of an earlier version again. A fixture has the name of the last migration of its version. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import { triggersOfFile } from '../../src/server/platform/db/refusing-triggers.ts';
import type { Db, Store } from '../../src/server/platform/db/store.ts';
import { onlyInPostgres } from '../../src/server/platform/db/table-shapes.ts';
import type { Answer } from './make/answers.ts';
import type { Row } from './make/rows.ts';

const folder = new URL('fixtures/', import.meta.url);

export const fixtureNames = readdirSync(folder)
  .filter((file) => file.endsWith('.rows.json'))
  .map((file) => file.slice(0, -'.rows.json'.length));

export type Fixture = { name: string; secretKey: string; rows: Row[]; answers: Answer[] };

export async function readFixture(name: string): Promise<Fixture> {
  const read = async (part: string) =>
    JSON.parse(await readFile(new URL(`${name}.${part}.json`, folder), 'utf8'));
  const [{ secretKey }, ...rows] = await read('rows');
  return { name, secretKey, rows, answers: await read('answers') };
}

/** `more`: values of columns that only this engine has. */
async function insertRows(
  db: Db,
  rows: readonly Row[],
  more: Readonly<Record<string, object>> = {},
): Promise<void> {
  for (const [table, of] of Map.groupBy(rows, (row) => row.table)) {
    const names = [...new Set(of.flatMap(({ row }) => Object.keys({ ...row, ...more[table] })))];
    const columns = sql.join(names.map((name) => sql.ref(name)));
    for (let at = 0; at < of.length; at += 50) {
      const part = of
        .slice(at, at + 50)
        .map(({ row }): Record<string, unknown> => ({ ...row, ...more[table] }));
      const values = sql.join(part.map((row) => sql`(${sql.join(names.map((name) => row[name] ?? null))})`));
      await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(db);
    }
  }
}

/** The rows are complete, so triggers must not count them again or refuse them. */
const insertWithoutTriggers = {
  sqlite: async (db: Db, rows: readonly Row[]) => {
    const triggers = (await sql.raw<{ name: string; text: string }>(triggersOfFile).execute(db)).rows;
    await sql`pragma defer_foreign_keys = on`.execute(db);
    for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(db);
    await insertRows(db, rows);
    for (const { text } of triggers) await sql.raw(text).execute(db);
  },
  postgres: async (db: Db, rows: readonly Row[]) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await insertRows(db, rows, onlyInPostgres);
    // SQLite continues after the highest id by itself.
    const tables = await sql<{ table: string }>`select table_name as "table" from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`.execute(db);
    for (const { table } of tables.rows)
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), max(id)) from ${sql.table(table)}`.execute(
        db,
      );
  },
};

type Place = { databaseUrl: string | undefined; dataDir: string };

/** Makes the store and returns what `work` does in it before a newer program opens it. */
export async function loadStore<T>(
  { name, rows }: Fixture,
  { databaseUrl, dataDir }: Place,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const store: Store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
  await migrate(
    store,
    migrations.filter((migration) => migration.name <= name),
  );
  await store.db.transaction().execute((db) => insertWithoutTriggers[store.engine](db, rows));
  const done = await work(store.db);
  await store.close();
  return done;
}
