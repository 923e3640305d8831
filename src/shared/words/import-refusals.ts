/** Texts of the server about imports: why one is refused, what it does not change, and what holds it. */
import type { Hold } from '../calls/imports.ts';
import { formatDay, monthName } from '../dates.ts';

const number = (count: number): string => count.toLocaleString('en-US');
/** The billing with a matching bill, and the month of that bill. */
type Place = { groupName: string; month: number; year: number };
const placed = ({ groupName, month, year }: Place): string => `${groupName} (${monthName(month)} ${year})`;

/** Why a body of lines cannot be read. Lines are counted from 1. */
export const lineWords = {
  notLines: 'Send lines of JSON as application/x-ndjson.',
  brokenOff: 'The request broke off, so nothing was saved. Send it again.',
  notJson: (line: number) => `Line ${number(line)} is not valid JSON.`,
  tooLong: (line: number) => `Line ${number(line)} is too long.`,
  notText: 'The lines are not valid UTF-8.',
  noHead: 'The first line, which says what is saved, is missing.',
  tooMany: (most: number) => `One save takes at most ${number(most)} rows. Split the file.`,
} as const;

/** Why a row makes the whole save refused. Rows are counted from 1. */
export const refusals = {
  twice: (row: number) => `This is the same bill as row ${number(row)} of this save.`,
  invoiceTwice: (invNo: string, row: number) =>
    `Invoice number ${invNo} is also that of row ${number(row)} of this save.`,
  invoiceOf: (invNo: string, bill: string) =>
    `Invoice number ${invNo} stands on another bill of this billing: ${bill || 'one without a name'}.`,
  invoiceElsewhere: (invNo: string, place: Place) =>
    `Invoice number ${invNo} is already in another billing: ${placed(place)}.`,
  billElsewhere: (place: Place) => `This bill is already in another billing: ${placed(place)}.`,
} as const;

/** Why a bill is not changed; follows the number of its row. */
export const heldWords: Record<Hold, string> = {
  paid: 'It is paid.',
  partPaid: 'A part of it is paid.',
  other: 'By its status it is neither paid nor to be paid.',
  messaged: 'A message about it was sent or is queued.',
  noEdit: 'It is there already, and you may only add.',
};

/** Only the payment of the row was used; precedes the reason. */
export const statusOnly = (reason: string): string => `Only its status was changed. ${reason}`;

export const paymentOnly = (reason: string): string => `Only what was paid was taken. ${reason}`;

export const importRefusals = {
  sameFile: (day: string, by: string, name: string) =>
    `This very file was imported on ${formatDay(day)} by ${by} into ${name}. Open that billing, or undo that import first.`,
  mayNotEdit:
    'You may add bills, but not change those that are there. Nothing was saved: leave these rows out, or ask somebody who may edit.',
  saveIDUsed: 'This save id belongs to another save.',
} as const;

export const undoRefusals = {
  undone: 'This import was undone already.',
  inBin: (name: string) =>
    `Its billing, \u2068${name}\u2069, is in the bin. Restore that first, or leave both as they are.`,
  held: (count: number) =>
    count === 1
      ? 'This import cannot be undone: 1 bill holds it.'
      : `This import cannot be undone: ${number(count)} bills hold it.`,
  heldByStudents: (count: number) =>
    count === 1
      ? 'This import cannot be undone: 1 student was changed by a later one.'
      : `This import cannot be undone: ${number(count)} students were changed by a later one.`,
  student: (name: string) => `${name} was changed by a later import.`,
  bill: (who: string, why: string) => `${who}: ${why}`,
} as const;

/** What prevents the undo for a bill. */
export const undoHolds = {
  paid: heldWords.paid,
  partPaid: heldWords.partPaid,
  other: heldWords.other,
  messaged: heldWords.messaged,
  later: 'A later import changed it.',
  carried: 'A newer bill asks for what it leaves open. Undo the import of that one first.',
} as const;
export type UndoHold = keyof typeof undoHolds;
