/** Calls of providers, as they came; the sender says whose. Each takes `Db`. */
import { sql } from 'kysely';
import { isPostgres } from '../db/is-postgres.ts';
import type { Db } from '../db/store.ts';
import { valueRows } from '../db/value-rows.ts';

/**
 * `digest` is the SHA-256 of the body as it came; `calledID` whose address it came by. With `trouble` nothing is to be
 * done about it any more.
 */
export type NewHook = {
  senderID: string;
  calledID: string;
  digest: string;
  body: string;
  trouble?: string;
};

/** One told before changes nothing. */
export async function insertHooks(db: Db, hooks: readonly NewHook[], now: string): Promise<number> {
  const columns = { senderID: 'text', digest: 'text', body: 'text', trouble: 'text' } as const;
  // In one order: two that store the same calls do not wait for each other in a circle.
  const rows = hooks
    .map((hook) => ({ trouble: null, ...hook }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const { numAffectedRows } = await sql`with ${valueRows(db, 'told', { columns, rows })}
    insert into hook ("senderID", digest, body, "receivedAt", "handledAt", trouble)
    select "senderID", digest, body, ${now}, case when trouble is not null then ${now} end, trouble from told where true
    on conflict ("senderID", digest) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** These have called, and were who they said. Answers of whom it is noted: one that somebody holds is not waited for. */
export async function noteCalls(db: Db, senderIDs: readonly string[], now: string): Promise<string[]> {
  if (senderIDs.length === 0) return [];
  const free = db
    .selectFrom('sender')
    .select('id')
    .where('id', 'in', senderIDs)
    // Dialect: PostgreSQL has several writers, of whom one may hold a sender for long; SQLite has one.
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked());
  const noted = await db
    .updateTable('sender')
    .set({ hookAt: now })
    .where('id', 'in', free)
    .returning('id')
    .execute();
  return noted.map(({ id }) => id);
}

/** Whose calls wait but those of some, the one that waits longest first; of many only those of the first. */
export async function listWaitingSenders(
  db: Db,
  most: number,
  but: readonly string[] = [],
): Promise<string[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('hook')
        .select(['id', 'senderID'])
        .where('handledAt', 'is', null)
        .$if(but.length > 0, (query) => query.where('senderID', 'not in', but))
        .orderBy('id')
        .limit(most)
        .as('waiting'),
    )
    .select((eb) => ['senderID', eb.fn.min('id').as('first')])
    .groupBy('senderID')
    .orderBy('first')
    .execute();
  return rows.map(({ senderID }) => senderID);
}

/** The calls of this sender that wait, the oldest first, with how long their bodies are. */
export async function listWaiting(db: Db, senderID: string, most: number) {
  return db
    .selectFrom('hook')
    .select(['id', 'senderID', sql<number>`length(body)`.as('size')])
    .where('senderID', '=', senderID)
    .where('handledAt', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function listBodies(db: Db, hookIDs: readonly number[]) {
  return db.selectFrom('hook').select(['id', 'body']).where('id', 'in', hookIDs).orderBy('id').execute();
}

/** `trouble`: why nothing could be done about it. */
export async function finishHooks(
  db: Db,
  hookIDs: readonly number[],
  { now, trouble = null }: { now: string; trouble?: string | null },
): Promise<void> {
  if (hookIDs.length === 0) return;
  await db
    .updateTable('hook')
    .set({ handledAt: now, trouble })
    .where('id', 'in', hookIDs)
    .where('handledAt', 'is', null)
    .execute();
}

/** What was told is kept for a while, and for longer that it was told: a repeat is known by that. */
export async function forgetHooks(db: Db, { bodies, all }: { bodies: string; all: string }): Promise<void> {
  await db
    .updateTable('hook')
    .set({ body: '' })
    .where('receivedAt', '<', bodies)
    .where('handledAt', 'is not', null)
    .where('body', '<>', '')
    .execute();
  await db.deleteFrom('hook').where('receivedAt', '<', all).where('handledAt', 'is not', null).execute();
}
