/** Exports as workbooks: bills in a form that can be imported again, the result of each message, and the outbox. */
import type { AnswerOf } from '#shared/calls/all.ts';
import type { Bill, ExportedBill } from '#shared/calls/bills.ts';
import type { TrailEntry } from '#shared/calls/trail.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { type InTimeFrom, payableOnOrNull } from '#shared/money/payable.ts';
import { type CountryCode, readNumbers } from '#shared/people/phone.ts';
import type { Cell } from '#shared/sheets/cells.ts';
import { type Column, columns } from '#shared/sheets/columns.ts';
import { type SheetCell, writeSheet } from '#shared/sheets/write/workbook.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { exportWords } from '#shared/words/bills.ts';
import { stateWords } from '#shared/words/outbox.ts';
import { actorWords, trailWords } from '#shared/words/trail.ts';

export type ExportedMessage = AnswerOf<'GET /Outbox/Export'>[number];
type Rows = Iterable<readonly SheetCell[]>;

const headings = (titles: readonly string[]): SheetCell[] =>
  titles.map((cell) => ({ cell, look: 'heading' }));

/** The headings, followed by the rows. */
function* withHeadings(titles: readonly string[], rows: Rows): Generator<readonly SheetCell[]> {
  yield headings(titles);
  yield* rows;
}

function cellOf(bill: Bill, { field, kind }: Column): Cell {
  const value = bill[field as keyof Bill];
  if (value === null) return null;
  return kind === 'day' ? { kind: 'day', day: String(value) } : value;
}

const billWidth = ({ field, heading }: Column): number =>
  Math.max(heading.length + 2, field === 'name' || field === 'number' ? 28 : 12);

/** The amount payable on a day comes before the total. An import ignores this column. It reads PaidAmount and PaidOn. */
const beforeTotal = columns.findIndex(({ field }) => field === 'total');
const exportedColumns = <T>(of: (column: Column) => T, payable: T, paid: readonly T[]): T[] => [
  ...columns.slice(0, beforeTotal).map(of),
  payable,
  ...columns.slice(beforeTotal).map(of),
  ...paid,
];
const billHeadings = exportedColumns(({ heading }) => heading, exportWords.payableOn, [
  'PaidAmount',
  'PaidOn',
]);

function* rowsOfBills(bills: Iterable<ExportedBill>, day: InTimeFrom): Generator<SheetCell[]> {
  for (const bill of bills) {
    const { paid, paidOn } = bill;
    const on: Cell = paidOn === null ? null : { kind: 'day', day: paidOn };
    yield exportedColumns<Cell>((column) => cellOf(bill, column), payableOnOrNull(day, bill), [paid, on]);
  }
}

/** Bills under the headings of an import, with the amount payable on the day. */
export const writeBills = (
  name: string,
  bills: Iterable<ExportedBill>,
  day: InTimeFrom,
): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: exportedColumns(billWidth, exportWords.payableOn.length + 2, [12, 12]),
    frozenRows: 1,
    rows: withHeadings(billHeadings, rowsOfBills(bills, day)),
  });

/**
 * Instants as text. Each minute is formatted once, because formatting every message takes longer than the rest of the
 * workbook.
 */
function timeTexts(timeZone: string): (instant: string) => string {
  const texts = new Map<string, string>();
  return (instant) => {
    const minute = instant.slice(0, 16);
    const words = texts.get(minute) ?? formatInstant(instant, timeZone);
    texts.set(minute, words);
    return words;
  };
}

function* rowsOfOutbox(messages: Iterable<ExportedMessage>, timeZone: string): Generator<SheetCell[]> {
  const timeText = timeTexts(timeZone);
  for (const { createdAt, name, number, status, reason, attempts, text } of messages)
    yield [timeText(createdAt), name, number, stateWords[status], reason, attempts, text];
}

/** Messages in the given order, with times in the campus's time zone. */
export const writeOutbox = (
  name: string,
  messages: Iterable<ExportedMessage>,
  timeZone: string,
): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: [20, 28, 18, 16, 36, 8, 80],
    frozenRows: 1,
    rows: withHeadings(exportWords.outboxColumns, rowsOfOutbox(messages, timeZone)),
  });

const sayChanges = (changes: TrailEntry['changes']): string =>
  changes
    .map(({ label, from, to }) =>
      from === '' ? trailWords.is(label, to) : trailWords.changed(label, from, to || trailWords.nothing),
    )
    .join('\n');

function* rowsOfTrail(entries: Iterable<TrailEntry>, timeZone: string): Generator<SheetCell[]> {
  const timeText = timeTexts(timeZone);
  for (const { at, actor, actorName, address, text, aboutName, changes, place, seal } of entries)
    yield [
      timeText(at),
      actorName || actorWords[actor],
      address,
      text,
      aboutName,
      sayChanges(changes),
      place,
      seal,
    ];
}

/** Entries of the trail with their seals. One known seal is enough to verify the trail later. */
export const writeTrail = (
  name: string,
  entries: Iterable<TrailEntry>,
  timeZone: string,
): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: [20, 24, 18, 44, 28, 60, 10, 68],
    frozenRows: 1,
    rows: withHeadings(trailWords.columns, rowsOfTrail(entries, timeZone)),
  });

/** `country`: the country whose numbers need no code. */
export type Report = {
  /** Whether the report has all bills of the billing. Then messages about removed bills are listed too. */
  isWhole: boolean;
  bills: Iterable<Bill>;
  messages: readonly ExportedMessage[];
  timeZone: string;
  country: CountryCode;
};

/** The messages about each bill, by its id. A message to a family is about several bills. */
function byBill(messages: readonly ExportedMessage[]): Map<number, ExportedMessage[]> {
  const found = new Map<number, ExportedMessage[]>();
  for (const message of messages) {
    for (const id of message.billIDs) {
      const others = found.get(id);
      if (others) others.push(message);
      else found.set(id, [message]);
    }
  }
  return found;
}

/** The numbers of the bill that got no message, as E.164 if readable; '' if the bill has no number. */
function numbersWithoutMessage(bill: Bill, sent: readonly ExportedMessage[], country: CountryCode): string[] {
  const { numbers, unread } = readNumbers(bill.number, country);
  // A send skips an unreadable number and stores the text of the bill as its number.
  const messaged = new Set(sent.map(({ number }) => number));
  if (messaged.has(bill.number)) return numbers.filter((number) => !messaged.has(number));
  const left = [...numbers.filter((number) => !messaged.has(number)), ...unread];
  return left.length === 0 && sent.length === 0 ? [''] : left;
}

/** Why no message was sent to this number. */
const whyNoMessage = (number: string): string | null =>
  number === '' ? sayReason(makeReason('noNumber')) : null;

type Person = { regNum: string | null; name: string };

function* rowsOfReport({ isWhole, bills, messages, timeZone, country }: Report): Generator<SheetCell[]> {
  const timeText = timeTexts(timeZone);
  const line = ({ regNum, name }: Person, message: ExportedMessage): SheetCell[] => {
    const { number, status, reason, updatedAt, broadcastID, text } = message;
    const state = stateWords[status];
    return [
      regNum,
      name,
      number,
      state,
      reason,
      timeText(updatedAt),
      exportWords.broadcast(broadcastID),
      text,
    ];
  };
  const about = byBill(messages);
  const listed = new Set<number>();
  for (const bill of bills) {
    listed.add(bill.id);
    const sent = about.get(bill.id) ?? [];
    for (const message of sent) yield line(bill, message);
    for (const number of numbersWithoutMessage(bill, sent, country))
      yield [bill.regNum, bill.name, number, exportWords.noMessage, whyNoMessage(number)];
  }
  if (!isWhole) return;
  for (const message of messages) {
    if (!message.billIDs.some((id) => listed.has(id)))
      yield line({ regNum: null, name: message.name }, message);
  }
}

/**
 * Who got which message, and its result: a line for each bill, number and message, and one for each number without a
 * message.
 */
export const writeReport = (name: string, report: Report): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: [16, 28, 18, 16, 36, 20, 12, 80],
    frozenRows: 1,
    rows: withHeadings(exportWords.reportColumns, rowsOfReport(report)),
  });
