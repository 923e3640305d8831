/** What lies in the bin, and how it is had back. */
import type { BinKind } from '#shared/calls/bin.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import type { BinRefusal } from '#shared/words/bin.ts';
import type { Scope } from '../auth/scope.ts';
import type { StoredRow } from '../db/tables.ts';
import type { Deps } from '../deps.ts';

export type BinEntry = StoredRow<'bin'>;
export type Deleted = Pick<BinEntry, 'kind' | 'itemID' | 'name'> & { groupID?: number; bills?: number };

/** The tables of which it keeps rows, each by the column that is its own key. */
export const keyOf = { group: 'id', bill: 'id', template: 'id', approval: 'templateID' } as const;
export type BinnedTable = keyof typeof keyOf;
export type RowOf<T extends BinnedTable> = StoredRow<T>;

/** Keeps rows that are being deleted. */
export type KeepRows = <T extends BinnedTable>(table: T, rows: readonly RowOf<T>[]) => Promise<void>;

/**
 * Puts what an entry keeps back where it was, in the caller's transaction and below the campus lock; answers what
 * changed. Given by whoever owns the rows. Fails where it cannot be.
 */
export type Restore = (
  scope: Scope,
  deps: Pick<Deps, 'now' | 'wake'>,
  entry: BinEntry,
) => Promise<LiveEvent[]>;
export type Restorers = Readonly<Record<BinKind, Restore>>;

/** Why it is not restored: the code stands in the path. */
export function refuse(code: BinRefusal, message: string, beside: readonly string[] = []): Failure {
  const issues = [...(beside.length > 0 ? beside : [message])].map((text) => ({ path: code, message: text }));
  return new Failure('conflict', message, issues);
}
