/** Soft delete: deleted things stay in the bin for 30 days. The module that owns the rows can restore them. */
import type { BinKind, Binned } from '#shared/calls/bin.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findCampus } from '../auth/auth-queries.ts';
import { withCampusLock } from '../auth/campus-lock.ts';
import { type Scope, scopeOfRow } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { workInParts } from '../platform/db/parts.ts';
import { yieldToEventLoop } from '../yielding.ts';
import {
  deleteEntry,
  deleteOver,
  deleteRowsOver,
  findEntry,
  insertEntry,
  insertRows,
  listDeleted,
  listOver,
  listRows,
} from './bin-queries.ts';
import {
  type BinEntry,
  type BinnedTable,
  type Deleted,
  type KeepRows,
  keyColumn,
  type Restorers,
  type RowOf,
} from './model.ts';

/** Milliseconds. */
const retention = 30 * 86_400_000;

/**
 * Adds an entry to the bin, in the transaction of the delete. Returns a function that stores deleted rows with the
 * entry. `at`: ISO text.
 */
export async function putInBin(
  scope: Scope,
  { kind, itemID, name, groupID, bills }: Deleted,
  at: string,
): Promise<KeepRows> {
  const until = new Date(Date.parse(at) + retention).toISOString();
  const by = scope.actor.name;
  const entry = { kind, itemID, name, groupID: groupID ?? null, bills: bills ?? 0, at, until, by };
  const binID = await insertEntry(scope, entry);
  return (table, rows) => insertRows(scope, { binID, table }, rows);
}

const rowsAtOnce = 1000;

/** Yields the rows of a table that belong to an entry, page by page. */
export async function* binnedRows<T extends BinnedTable>(
  scope: Scope,
  { id: binID }: BinEntry,
  table: T,
): AsyncGenerator<RowOf<T>[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listRows(scope, { binID, table }, { after, take: rowsAtOnce });
    if (rows.length > 0) yield rows;
    isMore = rows.length === rowsAtOnce;
    after = Number((rows.at(-1) as Record<string, unknown> | undefined)?.[keyColumn[table]] ?? 0);
    await yieldToEventLoop();
  }
}

export async function showBin(
  scope: Scope,
  { now }: Pick<Deps, 'now'>,
  { after, take }: { after: number; take: number },
): Promise<{ items: Binned[]; next: number | null }> {
  const rows = await listDeleted(scope, { after, take: take + 1, now: now().toISOString() });
  const shown = rows.slice(0, take);
  const items = shown.map(({ id: _id, itemID, ...row }): Binned => ({ ...row, id: itemID }));
  return { items, next: rows.length > take ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Restores an entry. If two requests restore it at the same time, the second one finds nothing. Throws if the entry
 * cannot be restored.
 */
export async function restoreDeleted(
  scope: Scope,
  { deps, restorers }: { deps: Deps; restorers: Restorers },
  { kind, id }: { kind: BinKind; id: number },
): Promise<void> {
  const now = deps.now().toISOString();
  const events = await withCampusLock(scope, async (scope) => {
    const entry = await findEntry(scope, { kind, itemID: id, now });
    const events = entry && (await restorers[kind](scope, deps, entry));
    // The cleanup of expired entries may have deleted the entry in the meantime.
    if (!entry || !(await deleteEntry(scope, entry.id))) throw new Failure('notFound', failureWords.notFound);
    return events ?? [];
  });
  for (const event of events) deps.bus.publish(scope.campusID, event);
}

const purgedAtOnce = 100;
/** Rows in one statement. */
const rowsPerPart = 250;
/** Milliseconds. A request that restores an entry in its last moment is over by then. */
const purgeAfter = 60_000;

/** An expired template: its campus, and the data that was submitted for approval, as JSON. */
export type Purged = { scope: Scope; approval: string };

/**
 * Deletes the expired entries of all campuses, each in a separate transaction, after its rows. Returns the deleted
 * templates, so that the caller can delete them at WhatsApp too.
 */
export async function purgeBin(
  { store: { db }, now, runtime }: Pick<Deps, 'store' | 'now' | 'runtime'>,
  stopping?: AbortSignal,
): Promise<Purged[]> {
  const at = new Date(now().getTime() - purgeAfter).toISOString();
  const purged: Purged[] = [];
  for (let isMore = true; isMore; ) {
    const over = await listOver(db, at, purgedAtOnce);
    for (const { id, campusID, approval } of over) {
      await workInParts(
        { runtime, stopping },
        async () => (await deleteRowsOver(db, { campusID, binID: id }, rowsPerPart)) === rowsPerPart,
      );
      if (stopping?.aborted) return purged;
      const isGone = await deleteOver(db, id, at);
      if (isGone && approval !== null)
        purged.push({ scope: scopeOfRow(db, await findCampus(db, campusID), ''), approval });
      await yieldToEventLoop();
    }
    isMore = over.length === purgedAtOnce;
  }
  return purged;
}
