/** Soft delete: what is deleted stays in the bin for 30 days, and the module that owns it can restore it. */
import type { BinKind, Binned } from '#shared/calls/bin.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findCampus } from '../auth/auth-queries.ts';
import { withCampusLock } from '../auth/campus-lock.ts';
import { type Scope, scopeOfRow } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { yieldToEventLoop } from '../yielding.ts';
import {
  deleteEntry,
  deleteOver,
  findEntry,
  insertEntry,
  insertRows,
  listEntries,
  listOver,
  listRows,
} from './bin-queries.ts';
import {
  type BinEntry,
  type BinnedTable,
  type Deleted,
  type KeepRows,
  keyOf,
  type Restorers,
  type RowOf,
} from './model.ts';

/** Milliseconds. */
const keptFor = 30 * 86_400_000;

/** Adds a bin entry in the transaction of the delete. Returns a function that keeps rows with it. `at`: ISO text. */
export async function putInBin(
  scope: Scope,
  { kind, itemID, name, groupID, bills }: Deleted,
  at: string,
): Promise<KeepRows> {
  const until = new Date(Date.parse(at) + keptFor).toISOString();
  const by = scope.actor.name;
  const entry = { kind, itemID, name, groupID: groupID ?? null, bills: bills ?? 0, at, until, by };
  const binID = await insertEntry(scope, entry);
  return (table, rows) => insertRows(scope, { binID, table }, rows);
}

const rowsAtOnce = 1000;

/** Rows of a table that an entry keeps, page by page. */
export async function* binnedRows<T extends BinnedTable>(
  scope: Scope,
  { id: binID }: BinEntry,
  table: T,
): AsyncGenerator<RowOf<T>[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listRows(scope, { binID, table }, { after, take: rowsAtOnce });
    if (rows.length > 0) yield rows;
    isMore = rows.length === rowsAtOnce;
    after = Number((rows.at(-1) as Record<string, unknown> | undefined)?.[keyOf[table]] ?? 0);
    await yieldToEventLoop();
  }
}

export async function showBin(
  scope: Scope,
  { now }: Pick<Deps, 'now'>,
  { after, take }: { after: number; take: number },
): Promise<{ items: Binned[]; next: number | null }> {
  const rows = await listEntries(scope, { after, take: take + 1, now: now().toISOString() });
  const shown = rows.slice(0, take);
  const items = shown.map(({ id: _id, itemID, ...row }): Binned => ({ ...row, id: itemID }));
  return { items, next: rows.length > take ? (shown.at(-1)?.id ?? null) : null };
}

/** Restores an entry. Of two attempts at once the second finds nothing. Throws when it cannot be restored. */
export async function restore(
  scope: Scope,
  { deps, restorers }: { deps: Deps; restorers: Restorers },
  { kind, id }: { kind: BinKind; id: number },
): Promise<void> {
  const now = deps.now().toISOString();
  const events = await withCampusLock(scope, async (scope) => {
    const entry = await findEntry(scope, { kind, itemID: id, now });
    const events = entry && (await restorers[kind](scope, deps, entry));
    // The purge may have deleted it in the meantime.
    if (!entry || !(await deleteEntry(scope, entry.id))) throw new Failure('notFound', failureWords.notFound);
    return events ?? [];
  });
  for (const event of events) deps.bus.publish(scope.campusID, event);
}

const purgedAtOnce = 100;

/** A purged template: its campus, and JSON of what was submitted for approval. */
export type Purged = { scope: Scope; approval: string };

/**
 * Deletes expired entries of all campuses, each in its own transaction. Returns the purged templates, which
 * WhatsApp must forget.
 */
export async function purgeBin({ store: { db }, now }: Pick<Deps, 'store' | 'now'>): Promise<Purged[]> {
  const at = now().toISOString();
  const purged: Purged[] = [];
  for (let isMore = true; isMore; ) {
    const over = await listOver(db, at, purgedAtOnce);
    for (const { id, campusID, approval } of over) {
      const isGone = await deleteOver(db, id, at);
      if (isGone && approval !== null)
        purged.push({ scope: scopeOfRow(db, await findCampus(db, campusID), ''), approval });
      await yieldToEventLoop();
    }
    isMore = over.length === purgedAtOnce;
  }
  return purged;
}
