/** Decides which bills of a billing match a search, and in which order they are listed. Pure functions. */

import type { BillCounts, LastMessage } from '#shared/calls/bills.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import type { BillSort, SortColumn } from '#shared/money/bill-sort.ts';
import { isOpen, paymentOf } from '#shared/money/bill-status.ts';
import { type InTimeFrom, isLate, type Payable, payableOn } from '#shared/money/payable.ts';
import { classFit, nameOfClass } from '#shared/people/class-name.ts';
import { countFamilies } from '#shared/people/families.ts';
import { keysOfChild } from '#shared/text/loose-names.ts';
import { billIDsOf } from '../../outbox/model.ts';
import { fewestDigits, readTyped, type TypedPart, type TypedWord } from '../find/find-rules.ts';

/** The columns for searching and sorting; money in paisa. */
export type ListRow = Payable & {
  id: number;
  name: string;
  number: string;
  /** E.164, separated by spaces. */
  numbers: string;
  regNum: string | null;
  invNo: string | null;
  expiryDate: string | null;
};

export type RosterRow = {
  regNum: string;
  fatherName: string | null;
  sectionID: number;
  class: string;
  section: string;
};
export type Roster = ReadonlyMap<string, RosterRow>;

/** A row with its class and section in the roster and its last message. */
export type DetailedRow = ListRow & { place: RosterRow | undefined; last: LastMessage | undefined };

const hasDigit = /\d/;

type Part = TypedPart & { isOfClass: (place: RosterRow) => boolean };

const begins = (keys: string, { text, sound, isLast }: TypedWord): boolean =>
  keys.includes(` ${text}`) || (sound !== '' && keys.includes(`~${sound}${isLast ? '' : ' '}`));

type Texts = { plain: string; keys: string };

const fits = ({ place, numbers }: DetailedRow, { plain, keys }: Texts, part: Part): boolean =>
  (place !== undefined && part.isOfClass(place)) ||
  (part.digits !== '' && numbers.includes(part.digits)) ||
  (part.code !== '' && plain.includes(part.code)) ||
  (part.words.length > 0 && part.words.every((word) => begins(keys, word)));

/**
 * Returns a function that tests whether a row matches the search. The row must contain the whole text, or every part
 * of it must match: a name by its sound, the class, or a part of a registration, invoice or phone number, with or
 * without dashes.
 */
export function fitTo(search: string): (row: DetailedRow) => boolean {
  const { whole, digits, parts: typed } = readTyped(search);
  const parts = typed.map((part) => ({ ...part, isOfClass: classFit(part.text) }));
  const isTelling = whole.length >= fewestDigits || !hasDigit.test(whole);
  return (row) => {
    const fatherName = row.place?.fatherName ?? '';
    const regNum = row.regNum ?? '';
    const plain = [row.name, regNum, row.invNo, row.number, row.numbers, fatherName].join('\n').toLowerCase();
    if (isTelling && plain.includes(whole)) return true;
    if (digits !== '' && row.numbers.includes(digits)) return true;
    const keys = keysOfChild({ name: row.name, fatherName, regNum });
    return parts.length > 0 && parts.every((part) => fits(row, { plain, keys }, part));
  };
}

/** Counts the bills of each filter. A part-paid or overdue bill is also unpaid. */
export function countByFilter(rows: readonly ListRow[], today: InTimeFrom): BillCounts {
  const counts = { bills: rows.length, unpaid: 0, overdue: 0, partPaid: 0, paid: 0, other: 0 };
  for (const row of rows) {
    const payment = paymentOf(row);
    counts[payment] += 1;
    if (payment === 'partPaid') counts.unpaid += 1;
    if (isOpen(row) && isLate(today, row)) counts.overdue += 1;
  }
  return counts;
}

/** Makes texts sort numerically: 9-A before 10-A. The padding is wide enough for any typed number. */
const counting = (text: string | null | undefined): string | null =>
  text ? text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0')) : null;

/** Messages that need a person come first. */
const byNeed: readonly (MessageState | 'noNumber')[] = [
  'noNumber',
  'failed',
  'unknown',
  'queued',
  'sending',
  'accepted',
  'sent',
  'delivered',
  'read',
];

function needOf({ number, last }: DetailedRow): string | null {
  if (!last) return number === '' ? '0' : null;
  return `${byNeed.indexOf(last.status)} ${last.at}`;
}

type Value = string | number | null;

const valueBy: Record<SortColumn, (row: DetailedRow, today: InTimeFrom) => Value> = {
  regNum: ({ regNum }) => counting(regNum),
  name: ({ name }) => counting(name),
  class: ({ place }) => counting(place && nameOfClass(place)),
  father: ({ place }) => counting(place?.fatherName),
  number: ({ numbers }) => numbers || null,
  status: ({ status }) => status,
  payable: (row, today) => payableOn(today, row),
  total: ({ total }) => total,
  dueDate: ({ dueDate }) => dueDate,
  expiryDate: ({ expiryDate }) => expiryDate,
  message: needOf,
};

/** Empty values come last in both directions. */
function compare(one: Value, other: Value, isDown: boolean): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other === isDown ? 1 : -1;
}

/** Returns the ids in this order. Equal rows keep the order of the file. */
export function sortRows(
  rows: readonly DetailedRow[],
  { sorts, today }: { sorts: readonly BillSort[]; today: InTimeFrom },
): number[] {
  if (sorts.length === 0) return rows.map(({ id }) => id);
  const valued = rows.map((row) => ({ id: row.id, values: sorts.map(({ by }) => valueBy[by](row, today)) }));
  valued.sort((one, other) => {
    for (const [at, { isDown }] of sorts.entries()) {
      const order = compare(one.values[at] ?? null, other.values[at] ?? null, isDown);
      if (order !== 0) return order;
    }
    return one.id - other.id;
  });
  return valued.map(({ id }) => id);
}

type MessageAbout = { billIDs: string; status: MessageState; updatedAt: string; dueAt: string | null };

/** The time at which the message got its state. If it waits for a later time, that time. */
const timeOf = ({ status, updatedAt, dueAt }: MessageAbout): string =>
  status === 'queued' && dueAt !== null && dueAt > updatedAt ? dueAt : updatedAt;

/** Returns, for each bill, the last message about it. */
export function lastOfBills(messages: readonly MessageAbout[]): Map<number, LastMessage> {
  const last = new Map<number, LastMessage>();
  for (const message of messages) {
    for (const id of billIDsOf(message)) last.set(id, { status: message.status, at: timeOf(message) });
  }
  return last;
}

/** Sums what is payable today, in paisa, and counts the families. A bill without a number is a separate family. */
export const sumListed = (
  rows: readonly ListRow[],
  today: InTimeFrom,
): { bills: number; families: number; payable: number } => ({
  bills: rows.length,
  families: countFamilies(rows.map(({ id, numbers }) => (numbers === '' ? [`#${id}`] : numbers.split(' ')))),
  payable: rows.reduce((sum, row) => sum + payableOn(today, row), 0),
});

/** Counts the bills of each section. Classes are in natural order. */
export function countSections(
  places: readonly (RosterRow | undefined)[],
): { id: number; class: string; section: string; bills: number }[] {
  const sections = Map.groupBy(
    places.filter((place) => place !== undefined),
    ({ sectionID }) => sectionID,
  );
  return [...sections.values()]
    .flatMap((list) => {
      const [first] = list;
      if (!first) return [];
      return { id: first.sectionID, class: first.class, section: first.section, bills: list.length };
    })
    .sort((one, other) => compare(counting(nameOfClass(one)), counting(nameOfClass(other)), false));
}
