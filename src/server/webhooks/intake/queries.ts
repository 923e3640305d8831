/** Webhooks as they came; the sender says whose. Each takes `Db`. */
import { sql } from 'kysely';
import type { Reason } from '#shared/reasons.ts';
import { valueRows } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';

/**
 * `digest` is the SHA-256 of the body as it came; `calledID` whose address it came by. With `trouble` nothing is to be
 * done about it any more.
 */
export type NewWebhook = {
  senderID: string;
  calledID: string;
  digest: string;
  body: string;
  trouble?: Reason;
};

/** Idempotent: one that is stored already changes nothing. Answers how many are new. */
export async function insertWebhooks(db: Db, webhooks: readonly NewWebhook[], now: string): Promise<number> {
  const columns = { senderID: 'text', digest: 'text', body: 'text', trouble: 'text' } as const;
  // In one order, so that two writers of the same webhooks do not deadlock.
  const rows = webhooks
    .map((webhook) => ({ trouble: null, ...webhook }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const { numAffectedRows } = await sql`with ${valueRows(db, 'called', { columns, rows })}
    insert into hook ("senderID", digest, body, "receivedAt", "handledAt", trouble)
    select "senderID", digest, body, ${now}, case when trouble is not null then ${now} end, trouble from called where true
    on conflict ("senderID", digest) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
