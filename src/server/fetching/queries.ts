/** Files that parents sent, of every campus, until they are fetched; each takes `Db`. */
import type { Updateable } from 'kysely';
import { isPostgres } from '../db/is-postgres.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

/** Takes what is due, and keeps it from others until `until`; the try is counted before it is made. */
export async function claimFetches(
  db: Db,
  { now, until, most }: { now: string; until: string; most: number },
) {
  const next = db
    .selectFrom('inbound')
    .select('id')
    .where('fetchAt', '<=', now)
    .orderBy('fetchAt')
    .orderBy('id')
    .limit(most)
    // Dialect: PostgreSQL needs row locks; what another worker takes is left to it.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return (
    db
      .updateTable('inbound')
      .set((eb) => ({ fetchAt: until, fetches: eb('fetches', '+', 1) }))
      .where('id', 'in', next)
      // Asked again on purpose: without it two workers could both win.
      .where('fetchAt', '<=', now)
      .returning(['id', 'campusID', 'senderID', 'number', 'text', 'mediaID', 'mediaType', 'fetches'])
      .execute()
  );
}

/** What came of a try. One that was settled meanwhile stays as it is; answers whether it was not. */
export async function settleFetch(
  db: Db,
  id: number,
  change: Pick<
    Updateable<Tables['inbound']>,
    'text' | 'media' | 'audio' | 'mediaID' | 'mediaType' | 'fetchAt' | 'fetches'
  >,
): Promise<boolean> {
  const row = await db
    .updateTable('inbound')
    .set(change)
    .where('id', '=', id)
    .where('mediaID', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
