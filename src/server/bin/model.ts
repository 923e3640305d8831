/** Types for bin entries and their restore. */
import type { BinKind } from '#shared/calls/bin.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import type { BinRefusal } from '#shared/words/bills.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { StoredRow } from '../platform/db/tables.ts';

export type BinEntry = StoredRow<'bin'>;
export type Deleted = Pick<BinEntry, 'kind' | 'itemID' | 'name'> & { groupID?: number; bills?: number };

/** The tables whose rows the bin keeps, each with its key column. */
export const keyOf = { group: 'id', bill: 'id', template: 'id', approval: 'templateID' } as const;
export type BinnedTable = keyof typeof keyOf;
export type RowOf<T extends BinnedTable> = StoredRow<T>;

/** Keeps rows that are being deleted. */
export type KeepRows = <T extends BinnedTable>(table: T, rows: readonly RowOf<T>[]) => Promise<void>;

/**
 * Restores the rows of an entry, in the caller's transaction and under the campus lock. Returns the live events. The
 * module that owns the rows provides it. Throws when it cannot be restored.
 */
export type Restore = (
  scope: Scope,
  deps: Pick<Deps, 'now' | 'wake'>,
  entry: BinEntry,
) => Promise<LiveEvent[]>;
export type Restorers = Readonly<Record<BinKind, Restore>>;

/** The failure of a restore, with its code in the path of the issues. */
export function refuse(code: BinRefusal, message: string, beside: readonly string[] = []): Failure {
  const issues = [...(beside.length > 0 ? beside : [message])].map((text) => ({ path: code, message: text }));
  return new Failure('conflict', message, issues);
}
