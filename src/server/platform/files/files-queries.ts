import { type Insertable, sql } from 'kysely';
import { valueRows } from '../db/long-lists.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

/** The owner of files: a campus, not a person. */
export type OfCampus = { db: Db; campusID: number };
export type NewFile = Omit<Insertable<Tables['file']>, 'campusID'>;

/** Sums the bytes of the campus's files. Files that are being written at `now` are included. */
export async function sumFiles(scope: OfCampus, now: string): Promise<number> {
  const row = await scope.db
    .selectFrom('file')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('campusID', '=', scope.campusID)
    .where((eb) => eb.or([eb('reservedUntil', 'is', null), eb('reservedUntil', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.bytes ?? 0;
}

/** Sums the bytes of the files of all campuses of a school. Files that are being written at `now` are included. */
export async function sumFilesOfSchool(db: Db, schoolID: number, now: string): Promise<number> {
  const row = await db
    .selectFrom('file')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('campusID', 'in', (eb) => eb.selectFrom('campus').select('id').where('schoolID', '=', schoolID))
    .where((eb) => eb.or([eb('reservedUntil', 'is', null), eb('reservedUntil', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.bytes ?? 0;
}

/** Returns the school of a campus, with the most bytes of its files; null: no limit of its own. */
export async function findFilesLimit(
  db: Db,
  campusID: number,
): Promise<{ schoolID: number; limit: number | null }> {
  return db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['school.id as schoolID', 'filesLimit as limit'])
    .where('campus.id', '=', campusID)
    .executeTakeFirstOrThrow();
}

/** Adds a row for a file of the campus. If a row was reserved before, it is marked as stored. */
export async function recordFile(scope: OfCampus, file: NewFile): Promise<void> {
  const { campusID } = scope;
  await scope.db
    .insertInto('file')
    .values({ ...file, campusID })
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet({ reservedUntil: file.reservedUntil })
        .where('file.campusID', '=', campusID),
    )
    .execute();
}

export async function deleteFile(scope: OfCampus, name: string): Promise<void> {
  await scope.db.deleteFrom('file').where('campusID', '=', scope.campusID).where('name', '=', name).execute();
}

/** Returns the campus in the row of a file. */
export async function findCampusOfFile(db: Db, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('file').select('campusID').where('name', '=', name).executeTakeFirst();
  return row?.campusID ?? undefined;
}

/** Returns the names and sizes of all files that are completely written. */
export async function listStoredFiles(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('file')
    .select(['name', 'bytes'])
    .where('reservedUntil', 'is', null)
    .execute();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Returns the names of all files of a school. */
export async function listFilesOfSchool(db: Db, schoolID: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('file')
    .select('name')
    .where('campusID', 'in', (eb) => eb.selectFrom('campus').select('id').where('schoolID', '=', schoolID))
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Returns the names of all files that have a row, and the ids of all campuses. */
export async function listFiles(db: Db): Promise<{ names: Set<string>; campusIDs: Set<number> }> {
  const files = await db.selectFrom('file').select('name').execute();
  const campuses = await db.selectFrom('campus').select('id').execute();
  return { names: new Set(files.map(({ name }) => name)), campusIDs: new Set(campuses.map(({ id }) => id)) };
}

const fileColumns = { name: 'text', campusID: 'bigint', bytes: 'bigint', createdAt: 'text' } as const;

/**
 * Adds rows for files that were found in the folder. Another process may already have added them. At most a few
 * thousand rows.
 */
export async function recordFound(
  db: Db,
  rows: Omit<NewFile & { campusID: number | null }, 'reservedUntil'>[],
) {
  if (rows.length === 0) return;
  await sql`with ${valueRows(db, 'found', { columns: fileColumns, rows })}
    insert into file (name, "campusID", bytes, "createdAt")
    select name, "campusID", bytes, "createdAt" from found where true on conflict do nothing`.execute(db);
}

/** Deletes the rows of these files, and reservations that expired before `now`. */
export async function deleteGone(db: Db, names: string[], now: string): Promise<void> {
  await db
    .deleteFrom('file')
    .where((eb) =>
      eb.or([eb('reservedUntil', '<', now), ...(names.length > 0 ? [eb('name', 'in', names)] : [])]),
    )
    .execute();
}

const naming = [
  ['bill', 'avatar'],
  ['group', 'avatar'],
  ['template', 'media'],
  ['broadcast', 'media'],
  ['inbound', 'media'],
  ['inbound', 'audio'],
] as const;

/**
 * Returns the names of all uploads to which other tables refer, each with the campus of one such row. It reads whole
 * tables.
 */
export async function listNamedFiles(db: Db): Promise<Map<string, number>> {
  const campusOf = new Map<string, number>();
  for (const [table, column] of naming) {
    const { rows } = await sql<{ url: string; campusID: number }>`
      select ${sql.ref(column)} as url, max("campusID") as "campusID" from ${sql.table(table)}
      where ${sql.ref(column)} like '/files/%' group by 1`.execute(db);
    for (const { url, campusID } of rows) campusOf.set(url, campusID);
  }
  return campusOf;
}
