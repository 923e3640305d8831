/** Queries that store webhooks. Each webhook has its sender. Each function takes a `Db`. */
import { sql } from 'kysely';
import type { Reason } from '#shared/messages/reasons.ts';
import { valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';

/**
 * `digest` is the SHA-256 of the raw body. `calledID` is the sender that the called address belongs to. A webhook with
 * `error` is not handled.
 */
export type NewWebhook = {
  senderID: string;
  calledID: string;
  digest: string;
  body: string;
  error?: Reason;
};

/** Stores webhooks; a webhook that is already stored changes nothing. Returns how many are new. */
export async function insertWebhooks(db: Db, webhooks: readonly NewWebhook[], now: string): Promise<number> {
  const columns = { senderID: 'text', digest: 'text', body: 'text', error: 'text' } as const;
  // The rows are sorted, so that two writers of the same webhooks do not deadlock.
  const rows = webhooks
    .map((webhook) => ({ error: null, ...webhook }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const { numAffectedRows } = await sql`with ${valueRows(db, 'called', { columns, rows })}
    insert into hook ("senderID", digest, body, "receivedAt", "handledAt", error)
    select "senderID", digest, body, ${now}, case when error is not null then ${now} end, error from called where true
    on conflict ("senderID", digest) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
