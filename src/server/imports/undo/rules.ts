/** What holds an import against being undone, and what of its changes is put back. */
import type { Issue } from '#shared/failures.ts';
import { type UndoHold, undoHolds, undoRefusals } from '#shared/words/import-refusals.ts';
import type { FullBill } from '../../billing/bills/queries.ts';
import type { Changed, ItemChange } from '../history/queries.ts';
import { holdOf } from '../matches/rules.ts';

/** `after`: of a bill that the import changed, JSON of what it wrote. */
export type Concerned = Pick<FullBill, 'id' | 'name' | 'regNum' | 'status'> & { after?: string };
export type Holding = { bill: Concerned; hold: UndoHold };

/** A payment that the import itself brought does not hold it, nor that its bill had been messaged before. */
function holdOfBill(bill: Concerned, messaged: ReadonlySet<number>): UndoHold | null {
  if (bill.status === 'carried') return 'carried';
  const written = JSON.parse(bill.after ?? '{}') as Changed;
  if (bill.status === 'unpaid' || written.status !== bill.status) return holdOf(bill, messaged);
  return Object.keys(written).length > 1 && messaged.has(bill.id) ? 'messaged' : null;
}

/** The bills that an import added or changed and that are held by what became of them since. */
export function findHolding(
  bills: readonly Concerned[],
  { messaged, later }: { messaged: ReadonlySet<number>; later: ReadonlySet<number> },
): Holding[] {
  return bills.flatMap((bill) => {
    const hold = holdOfBill(bill, messaged) ?? (later.has(bill.id) ? 'later' : null);
    return hold ? [{ bill, hold }] : [];
  });
}

/** A bill by its name and registration number, and why it holds the import. */
export function toIssue({ bill: { id, name, regNum }, hold }: Holding): Issue {
  const who = [name, regNum].filter(Boolean).join(', ');
  return { path: `bills.${id}`, message: undoRefusals.bill(who, undoHolds[hold]) };
}

/** The columns that still hold what the import wrote, as they become again; undefined where none does. */
export function restoreOf(
  bill: FullBill,
  { before, after }: Omit<ItemChange, 'itemID'>,
): Changed | undefined {
  const stored = bill as unknown as Changed;
  // The two are one thing: what was typed, and what was read of it.
  const isKept = (column: string): boolean => {
    const typed = column === 'numbers' ? 'number' : column;
    return stored[typed] === after[typed];
  };
  const kept = Object.keys(after).filter(isKept);
  return kept.length === 0
    ? undefined
    : Object.fromEntries(kept.map((column) => [column, before[column] ?? null]));
}
