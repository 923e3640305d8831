/** Finds rows with the same number. The later row is refused with the number of the earlier one. */
import { BillIndex, haveOtherInvoices } from './bill-key.ts';
import type { RowRead } from './read-row.ts';
import type { RowRecord } from './read-table.ts';

/**
 * `first`: the earlier row. `key`: both are the same bill. `child`: both have one registration number, two names and
 * two invoice numbers. `invoice`: two bills with one invoice number.
 */
export type Duplicate = { first: RowRecord; by: 'key' | 'child' | 'invoice' };

/** A name in the form in which it is compared: a person may write `M.Ali` and `M Ali`. */
export const comparedName = ({ name = '' }: Pick<RowRecord, 'name'>): string =>
  name
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();

const haveOtherNames = (one: RowRecord, other: RowRecord): boolean =>
  one.name !== undefined && other.name !== undefined && comparedName(one) !== comparedName(other);

/** The duplicates by id, and all other rows by their key. */
export type Duplicates = { twice: Map<number, Duplicate>; byKey: BillIndex<RowRecord> };

/**
 * Left-out rows are ignored. Unreadable rows count, because a person must decide which of the two rows is right.
 * `isOneChild`: a person has said that the rows of one number are of one child. `isStored`: a child or bill with the
 * number and the name of the row is stored, so the row keeps the number, wherever it is in the sheet.
 */
export function findDuplicates(
  records: readonly RowRecord[],
  {
    isOut,
    isOneChild,
    isStored,
  }: Record<'isOut' | 'isOneChild' | 'isStored', (record: RowRecord) => boolean>,
): Duplicates {
  const byKey = new BillIndex<RowRecord>();
  const byInvoice = new Map<string, RowRecord>();
  const twice = new Map<number, Duplicate>();
  const stored = records.filter(isStored);
  const inOrder =
    stored.length === 0 ? records : [...stored, ...records.filter((record) => !isStored(record))];
  for (const record of inOrder) {
    if (record.key === '' || isOut(record)) continue;
    const same = byKey.find(record.key, record);
    const [ofNumber] = record.regNum === undefined ? [] : byKey.all(record.key);
    const isOther = ofNumber !== undefined && haveOtherNames(ofNumber, record) && !isOneChild(record);
    const sameInvoice = record.invNo === undefined ? undefined : byInvoice.get(record.invNo);
    if (same) twice.set(record.id, { first: same, by: 'key' });
    else if (isOther && haveOtherInvoices(ofNumber, record))
      twice.set(record.id, { first: ofNumber, by: 'child' });
    else if (sameInvoice) twice.set(record.id, { first: sameInvoice, by: 'invoice' });
    if (!same) byKey.add(record.key, record);
    if (!sameInvoice && record.invNo !== undefined) byInvoice.set(record.invNo, record);
  }
  return { twice, byKey };
}

/** What `areEqual` compares by its meaning and not by its spelling. The key has the month. */
const comparedAsRecord: ReadonlySet<string> = new Set(['name', 'number', 'month', 'year']);

/** Whether two rows are equal in every column that is read, so that one of them can be left out. */
export function areEqual(
  one: RowRecord,
  other: RowRecord,
  read: (record: RowRecord) => RowRead | undefined,
): boolean {
  if (comparedName(one) !== comparedName(other) || one.numbers !== other.numbers) return false;
  if (one.regNum !== other.regNum || one.invNo !== other.invNo || one.total !== other.total) return false;
  const [first, second] = [read(one)?.values ?? {}, read(other)?.values ?? {}];
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].every(
    (field) => comparedAsRecord.has(field) || first[field] === second[field],
  );
}
