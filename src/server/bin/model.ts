/** The types of bin entries, and of the functions that restore them. */
import type { BinKind } from '#shared/calls/bin.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import type { BinRefusal } from '#shared/words/bills.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { StoredRow } from '../platform/db/tables.ts';

export type BinEntry = StoredRow<'bin'>;
export type Deleted = Pick<BinEntry, 'kind' | 'itemID' | 'name'> & { groupID?: number; bills?: number };

/** The tables whose rows can be in the bin, each with its key column. */
export const keyColumn = { group: 'id', bill: 'id', template: 'id', approval: 'templateID' } as const;
export type BinnedTable = keyof typeof keyColumn;
export type RowOf<T extends BinnedTable> = StoredRow<T>;

/** Stores rows that are being deleted. */
export type KeepRows = <T extends BinnedTable>(table: T, rows: readonly RowOf<T>[]) => Promise<void>;

/**
 * Restores the rows of an entry, in the caller's transaction and under the campus lock. The module that owns the rows
 * provides this function. Returns the live events to publish. Throws if the rows cannot be restored.
 */
export type Restore = (
  scope: Scope,
  deps: Pick<Deps, 'now' | 'wake'>,
  entry: BinEntry,
) => Promise<LiveEvent[]>;
export type Restorers = Readonly<Record<BinKind, Restore>>;

/** The failure of a restore. The path of each issue is the code of the failure. */
export function refuse(code: BinRefusal, message: string, beside: readonly string[] = []): Failure {
  const issues = [...(beside.length > 0 ? beside : [message])].map((text) => ({ path: code, message: text }));
  return new Failure('conflict', message, issues);
}
