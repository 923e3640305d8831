/** Decides which bills prevent the undo of an import, and which values the undo restores. */
import type { Issue } from '#shared/failures.ts';
import { type UndoHold, undoHolds, undoRefusals } from '#shared/words/import-problems.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { Changed, ItemChange } from '../history/history-queries.ts';
import { type Holdable, holdOf } from '../matches/matches-rules.ts';

/** `after`: for a bill that the import changed, the written values as JSON. */
export type BillOfImport = Holdable & Pick<FullBill, 'name' | 'regNum'> & { after?: string };
export type Holding = { bill: BillOfImport; hold: UndoHold };

/**
 * Returns why this bill prevents the undo, or null. A payment that came with the import itself does not prevent it.
 * An earlier message about such a bill does not prevent it either.
 */
function holdOfBill(bill: BillOfImport, messaged: ReadonlySet<number>): UndoHold | null {
  if (bill.status === 'carried') return 'carried';
  const written = JSON.parse(bill.after ?? '{}') as Changed;
  if (bill.status === 'unpaid' || written.status !== bill.status) return holdOf(bill, messaged);
  return Object.keys(written).length > 1 && messaged.has(bill.id) ? 'messaged' : null;
}

/** Returns the bills of an import that prevent its undo, because they have changed since the import. */
export function findHolding(
  bills: readonly BillOfImport[],
  { messaged, later }: { messaged: ReadonlySet<number>; later: ReadonlySet<number> },
): Holding[] {
  return bills.flatMap((bill) => {
    const hold = holdOfBill(bill, messaged) ?? (later.has(bill.id) ? 'later' : null);
    return hold ? [{ bill, hold }] : [];
  });
}

/** Returns an issue with the bill's name and registration number, and the reason why the bill prevents the undo. */
export function toIssue({ bill: { id, name, regNum }, hold }: Holding): Issue {
  const who = [name, regNum].filter(Boolean).join(', ');
  return { path: `bills.${id}`, message: undoRefusals.bill(who, undoHolds[hold]) };
}

/** The former values of the columns that still have the imported values. Undefined if there is no such column. */
export function restoreOf(
  bill: FullBill,
  { before, after }: Omit<ItemChange, 'itemID'>,
): Changed | undefined {
  const stored = bill as unknown as Changed;
  // The typed number and its E.164 form are restored together.
  const isUnchanged = (column: string): boolean => {
    const typed = column === 'numbers' ? 'number' : column;
    return stored[typed] === after[typed];
  };
  const unchanged = Object.keys(after).filter(isUnchanged);
  return unchanged.length === 0
    ? undefined
    : Object.fromEntries(unchanged.map((column) => [column, before[column] ?? null]));
}
