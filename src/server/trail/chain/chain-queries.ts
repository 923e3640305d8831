/** Queries of the hash chains of all schools. */
import { sql } from 'kysely';
import { valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { emptyHead, type Head, type Row } from './chain-rules.ts';

export async function hasUnsealed(db: Db): Promise<boolean> {
  const row = await db.selectFrom('trail').select('id').where('hash', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Ordered by id. Of two rows written at the same time, the row with the higher id may become visible first. It is
 * then sealed first.
 */
export async function listUnsealed(db: Db, most: number): Promise<Row[]> {
  return db.selectFrom('trail').selectAll().where('hash', 'is', null).orderBy('id').limit(most).execute();
}

export async function countUnsealed(db: Db, schoolID: number): Promise<number> {
  const row = await db
    .selectFrom('trail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('hash', 'is', null)
    .where('schoolID', '=', schoolID)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findHead(db: Db, schoolID: number): Promise<Head> {
  const row = await db
    .selectFrom('trail_head')
    .select(['count', 'hash'])
    .where('schoolID', '=', schoolID)
    .executeTakeFirst();
  return row ?? emptyHead;
}

/** `isFirst`: the school has no head yet. */
export async function putHead(
  db: Db,
  schoolID: number,
  { isFirst, ...head }: Head & { isFirst: boolean },
): Promise<void> {
  if (isFirst)
    await db
      .insertInto('trail_head')
      .values({ schoolID, ...head })
      .execute();
  else await db.updateTable('trail_head').set(head).where('schoolID', '=', schoolID).execute();
}

export type Seal = { id: number; place: number; hash: string };

export async function putSeals(db: Db, seals: readonly Seal[]): Promise<void> {
  const columns = { id: 'bigint', place: 'bigint', hash: 'text' } as const;
  await sql`with ${valueRows(db, 'seal', { columns, rows: seals })}
    update trail set place = seal.place, hash = seal.hash from seal where trail.id = seal.id`.execute(db);
}

/** Lists the sealed rows of a school after this place, in order. */
export async function listChain(
  db: Db,
  schoolID: number,
  { after, take }: { after: number; take: number },
): Promise<Row[]> {
  return db
    .selectFrom('trail')
    .selectAll()
    .where('schoolID', '=', schoolID)
    .where('place', 'is not', null)
    .where('place', '>', after)
    .orderBy('place')
    .limit(take)
    .execute();
}

export async function listSchools(db: Db): Promise<{ id: number; name: string; slug: string }[]> {
  return db.selectFrom('school').select(['id', 'name', 'slug']).orderBy('id').execute();
}

/** Finds the school whose chain has this seal at this place. */
export async function findSchoolOfSeal(db: Db, { count, hash }: Head): Promise<number | undefined> {
  const row = await db
    .selectFrom('trail')
    .select('schoolID')
    .where('place', '=', count)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.schoolID;
}

/** Lists when the data of a school were restored, with the time of each backup in `details`. */
export async function listRestores(db: Db, schoolID: number): Promise<{ at: string; details: string }[]> {
  return db
    .selectFrom('trail')
    .select(['at', 'details'])
    .where('schoolID', '=', schoolID)
    .where('campusID', 'is', null)
    .where('what', '=', 'restored')
    .orderBy('id')
    .execute();
}
