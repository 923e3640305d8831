/** Deletes all rows of one school. Triggers that normally refuse deletes are disabled for this. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { liftTriggersBefore, triggersOfFile } from './refusing-triggers.ts';
import { findSchoolKeys, whereOfSchool } from './school-rows.ts';
import type { Db, Store } from './store.ts';
import { inReferenceOrder, onlyInPostgres, readSqliteShapes, type TableShape } from './table-shapes.ts';

/** Disables the triggers that refuse deletes. Returns a function that enables them again. */
async function liftTriggers(db: Db, engine: Store['engine']): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  // Dialect: SQLite cannot disable a trigger, so the trigger is dropped and created again.
  if (engine === 'sqlite') {
    const { rows } = await sql.raw<{ name: string; text: string }>(triggersOfFile).execute(db);
    const { lift, bringBack } = liftTriggersBefore('delete', rows);
    await run(lift);
    return () => run(bringBack);
  }
  const [before, ofDelete] = [2, 8];
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as "table", quote_ident(tgname) as name from pg_trigger
    where not tgisinternal and tgtype & ${before} > 0 and tgtype & ${ofDelete} > 0`.execute(db);
  const each = (what: string) =>
    rows.map(({ table, name }) => `alter table ${table} ${what} trigger ${name}`);
  await run(each('disable'));
  return () => run(each('enable'));
}

function shapesOf(path: string): TableShape[] {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return readSqliteShapes(file);
  } finally {
    file.close();
  }
}

/**
 * Returns the tables in the order of deletion: rows that refer to other rows come first. Count tables come last,
 * because triggers change them during the deletes.
 */
async function inDeletionOrder(
  db: Db,
  engine: Store['engine'],
  shapes: readonly TableShape[],
): Promise<TableShape[]> {
  const isCount = ({ name }: TableShape): boolean => name in onlyInPostgres;
  const rest = shapes.filter((shape) => !isCount(shape));
  const ordered = engine === 'sqlite' ? rest : (await inReferenceOrder(rest, db)).toReversed();
  return [...ordered, ...shapes.filter(isCount)];
}

/**
 * Deletes in one transaction. `like`: the path of a SQLite file with the tables of this version, from which the
 * columns are read. Returns how many rows of each table were deleted.
 */
export async function deleteSchool(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { schoolID, like }: { schoolID: number; like: string },
): Promise<Map<string, number>> {
  const shapes = shapesOf(like);
  return db.transaction().execute(async (db) => {
    // Dialect: SQLite can check foreign keys at the end of the transaction.
    if (engine === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(db);
    else await sql`set local statement_timeout = 0`.execute(db);
    const keys = await findSchoolKeys(db, schoolID, { isAlone: true });
    const bringBack = await liftTriggers(db, engine);
    const gone = new Map<string, number>();
    for (const shape of await inDeletionOrder(db, engine, shapes)) {
      const where = whereOfSchool(shape, keys);
      if (where === undefined) continue;
      const { numAffectedRows = 0n } = await sql
        .raw(`delete from "${shape.name}" where ${where}`)
        .execute(db);
      gone.set(shape.name, Number(numAffectedRows));
    }
    await bringBack();
    return gone;
  });
}
