/** Which bills hold an import against its undo, and which values the undo restores. */
import type { Issue } from '#shared/failures.ts';
import { type UndoHold, undoHolds, undoRefusals } from '#shared/words/import-problems.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { Changed, ItemChange } from '../history/history-queries.ts';
import { type Holdable, holdOf } from '../matches/matches-rules.ts';

/** `after`: for a bill that the import changed, JSON of the written values. */
export type Concerned = Holdable & Pick<FullBill, 'name' | 'regNum'> & { after?: string };
export type Holding = { bill: Concerned; hold: UndoHold };

/**
 * A payment that the import itself brought does not hold it. In that case an earlier message about the bill does not
 * either.
 */
function holdOfBill(bill: Concerned, messaged: ReadonlySet<number>): UndoHold | null {
  if (bill.status === 'carried') return 'carried';
  const written = JSON.parse(bill.after ?? '{}') as Changed;
  if (bill.status === 'unpaid' || written.status !== bill.status) return holdOf(bill, messaged);
  return Object.keys(written).length > 1 && messaged.has(bill.id) ? 'messaged' : null;
}

/** The bills of an import that hold its undo because of what happened since. */
export function findHolding(
  bills: readonly Concerned[],
  { messaged, later }: { messaged: ReadonlySet<number>; later: ReadonlySet<number> },
): Holding[] {
  return bills.flatMap((bill) => {
    const hold = holdOfBill(bill, messaged) ?? (later.has(bill.id) ? 'later' : null);
    return hold ? [{ bill, hold }] : [];
  });
}

/** An issue that names the bill by name and registration number, and says why it holds the import. */
export function toIssue({ bill: { id, name, regNum }, hold }: Holding): Issue {
  const who = [name, regNum].filter(Boolean).join(', ');
  return { path: `bills.${id}`, message: undoRefusals.bill(who, undoHolds[hold]) };
}

/** The old values of the columns that still have what the import wrote; undefined when none has. */
export function restoreOf(
  bill: FullBill,
  { before, after }: Omit<ItemChange, 'itemID'>,
): Changed | undefined {
  const stored = bill as unknown as Changed;
  // The typed number and its E.164 are restored together.
  const isKept = (column: string): boolean => {
    const typed = column === 'numbers' ? 'number' : column;
    return stored[typed] === after[typed];
  };
  const kept = Object.keys(after).filter(isKept);
  return kept.length === 0
    ? undefined
    : Object.fromEntries(kept.map((column) => [column, before[column] ?? null]));
}
