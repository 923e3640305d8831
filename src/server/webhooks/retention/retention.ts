/** Retention: deletes old and expired data, some of it of all campuses. */

import { deleteExpiredKeys } from '../../auth/idempotency-keys-queries.ts';
import { purgeBin } from '../../bin/bin.ts';
import type { Deps } from '../../deps.ts';
import { deleteExpiredClaims } from '../../outbox/manual/manual-queries.ts';
import { deleteUnmatched } from '../../outbox/receipts/receipts-queries.ts';
import { deleteExpiredValues } from '../../senders/provider-cache/provider-cache-queries.ts';
import { withdrawTemplate } from '../../templates/approvals/approvals.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { deleteOldWebhooks } from './retention-queries.ts';

const day = 86_400_000;
/** Milliseconds. Meta repeats a webhook for seven days. */
const bodiesFor = 8 * day;
const digestsFor = 30 * day;

export async function deleteOld({ store, now }: Deps): Promise<void> {
  const before = (age: number) => new Date(now().getTime() - age).toISOString();
  await deleteOldWebhooks(store.db, { bodies: before(bodiesFor), all: before(digestsFor) });
  await deleteUnmatched(store.db, before(digestsFor));
}

/** Deletes things that nobody has restored from the bin. Only then are their templates deleted at WhatsApp. */
export async function emptyBins(deps: Deps): Promise<void> {
  for (const { scope, approval } of await purgeBin(deps))
    void withdrawTemplate(scope, deps, (JSON.parse(approval) as { name: string }).name);
}

/**
 * The maximum number of cache values in one statement. The values of all recipients of one broadcast expire together.
 */
const valuesPerDelete = 500;

/** Deletes expired rows. SQLite blocks the thread, so the event loop serves other requests between two statements. */
export async function deleteExpired({ store, now }: Deps): Promise<void> {
  const at = now().toISOString();
  await deleteExpiredKeys(store.db, at);
  await deleteExpiredClaims(store.db, at);
  while ((await deleteExpiredValues(store.db, at, valuesPerDelete)) > 0) await yieldToEventLoop();
}
