/**
 * Retention: deletes old and expired data, some of it of all campuses. It works in small parts with a pause after each,
 * so that webhooks, sends and pages hardly wait for it.
 */

import { deleteExpiredKeys } from '../../auth/idempotency-keys-queries.ts';
import { purgeBin } from '../../bin/bin.ts';
import type { Deps } from '../../deps.ts';
import { deleteExpiredClaims } from '../../outbox/manual/manual-queries.ts';
import {
  deleteUnmatched,
  listUnmatchedAfter,
  type UnmatchedReceipt,
} from '../../outbox/receipts/receipts-queries.ts';
import { workInParts } from '../../platform/db/parts.ts';
import type { Db } from '../../platform/db/store.ts';
import { deleteExpiredValues } from '../../senders/provider-cache/provider-cache-queries.ts';
import { withdrawTemplate } from '../../templates/approvals/approvals.ts';
import { deleteWebhooks, emptyBodies, listOldWebhooks, type OldWebhook } from './retention-queries.ts';

type RetentionDeps = Pick<Deps, 'store' | 'now' | 'runtime'>;

const day = 86_400_000;
/**
 * Milliseconds. Meta repeats a webhook for seven days. A digest is kept longer than its body, because a repeated webhook
 * is recognised by its digest.
 */
const bodiesFor = 8 * day;
const digestsFor = 30 * day;
/** Rows in one statement. */
const rowsPerPart = 250;

/**
 * Calls `change` for all webhooks received before `before`, in parts. A webhook that was never handled stays: `change`
 * leaves it out.
 */
async function changeOldWebhooks(
  { store: { db }, runtime }: RetentionDeps,
  before: string,
  {
    change,
    stopping,
  }: { change: (db: Db, ids: number[]) => Promise<void>; stopping?: AbortSignal | undefined },
): Promise<void> {
  let after: OldWebhook = { id: 0, receivedAt: '' };
  await workInParts({ runtime, stopping }, async () => {
    const old = await listOldWebhooks(db, { before, after, take: rowsPerPart });
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await change(db, ids);
    after = old.at(-1) ?? after;
    return old.length === rowsPerPart;
  });
}

/** Deletes receipts that arrived before `before` and still match no message. */
async function deleteOldReceipts(
  { store: { db }, runtime }: RetentionDeps,
  before: string,
  stopping?: AbortSignal,
): Promise<void> {
  let after: Omit<UnmatchedReceipt, 'receivedAt'> = { senderID: '', providerID: '', id: 0 };
  await workInParts({ runtime, stopping }, async () => {
    const unmatched = await listUnmatchedAfter(db, after, rowsPerPart);
    const old = unmatched.filter(({ receivedAt }) => receivedAt < before).map(({ id }) => id);
    if (old.length > 0) await deleteUnmatched(db, old);
    after = unmatched.at(-1) ?? after;
    return unmatched.length === rowsPerPart;
  });
}

export async function deleteOld(deps: RetentionDeps, stopping?: AbortSignal): Promise<void> {
  const before = (age: number) => new Date(deps.now().getTime() - age).toISOString();
  await changeOldWebhooks(deps, before(digestsFor), { change: deleteWebhooks, stopping });
  await changeOldWebhooks(deps, before(bodiesFor), { change: emptyBodies, stopping });
  await deleteOldReceipts(deps, before(digestsFor), stopping);
}

/** Deletes things that nobody has restored from the bin. Only then are their templates deleted at WhatsApp. */
export async function emptyBins(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (const { scope, approval } of await purgeBin(deps, stopping))
    void withdrawTemplate(scope, deps, (JSON.parse(approval) as { name: string }).name);
}

/** Deletes expired rows. */
export async function deleteExpired(
  { store, now, runtime }: RetentionDeps,
  stopping?: AbortSignal,
): Promise<void> {
  const at = now().toISOString();
  for (const deletePart of [deleteExpiredKeys, deleteExpiredClaims, deleteExpiredValues])
    await workInParts(
      { runtime, stopping },
      async () => (await deletePart(store.db, at, rowsPerPart)) === rowsPerPart,
    );
}
