/** All sentences about reading a sheet, and the texts of the sample workbook and of the error workbook. */

import { cutText } from '../text/cut-text.ts';
import { plural } from '../text/phrases.ts';
import type { ImportKind } from './sheet-rows.ts';

const saveAgain = 'Open it in Excel, choose File, Save As, Excel Workbook (.xlsx), and import that file.';

/** Why a file as a whole cannot be used. */
export const fileFailures = {
  empty: 'This file is empty. Choose the file again, or save it again in Excel.',
  unreadable:
    'The file could not be opened. If it is on a USB stick or a network drive, copy it to this computer and choose it again.',
  tooLarge: (most: string) => `This file is larger than ${most}. Split it into smaller files.`,
  damaged: `This file is damaged or not complete. ${saveAgain}`,
  textMissing: (sheet: string, row: number) =>
    `This file is damaged: a text in row ${row} of the sheet "${sheet}" is missing. ${saveAgain}`,
  password:
    'This file is password protected. Open it in Excel, remove the password (File, Info, Protect Workbook), save it, and import it again.',
  notASheet: (kind: string) =>
    `This is ${kind}, not a sheet. Choose an Excel file (.xlsx or .xls), a CSV file, or a text file of numbers.`,
  unknownContent:
    'This is not a sheet. Choose an Excel file (.xlsx or .xls), a CSV file, or a text file of numbers.',
  webPage: `This file has an Excel name but contains a web page, as some school systems export it. ${saveAgain}`,
  xmlTable: `This file has an Excel name but contains XML, as some school systems export it. ${saveAgain}`,
  oldExcel: `This file was written by a very old Excel (before 1997). ${saveAgain}`,
  otherFormat: (format: string) => `This is ${format}. ${saveAgain}`,
  tooMuchInside:
    'This file unpacks to far more data than any sheet of bills, so it was not opened. Copy the bills into a new workbook and import that.',
  tooManyRows: (most: number) =>
    `This sheet has more than ${most.toLocaleString('en-US')} rows. Split it into smaller files.`,
  tooManyColumns: (most: number) =>
    `This sheet has more than ${most} columns. Copy the columns of the bills into a new workbook and import that.`,
  tooFar:
    'Something is typed far below or beside the bills. Copy only the bills into a new workbook and import that.',
  noSheet: `No sheet with data was found in this file. ${saveAgain}`,
  noHeader:
    'No row with column names was found. The first row should have names such as RegistrationNumber, Name, Mobile, TotalAmount and DueDate.',
  headsTaken:
    'A bill can have ten heads, and all ten are used. Choose “Not used” for one of them first, then choose this one again.',
  noRows: 'There are column names, but no bills below them.',
  openQuote: (line: number) =>
    `A quotation mark (") opened near line ${line} is never closed. Remove it, or save the sheet as an Excel file (.xlsx).`,
  longLine: (line: number) =>
    `Line ${line} is longer than any row of bills. Check whether this is the right file, or save the sheet as an Excel file (.xlsx).`,
  tooSlow: (seconds: number) =>
    `This file could not be read within ${seconds} seconds, so reading was stopped. Copy the bills into a new workbook and import that.`,
  stopped:
    'Reading stopped unexpectedly: the file may need more memory than this computer has. Copy the bills into a new workbook and import that.',
} as const;

/** Why a bank file as a whole cannot be used. */
export const bankFileFailures = {
  ofx: 'This is an OFX file, which Qasid does not read. In the internet banking choose Excel, CSV, MT940 or CAMT.053 instead.',
  otherStatement:
    'This is a message of the bank, but not a statement. In the internet banking choose the statement as CAMT.053, MT940, Excel or CSV.',
  severalAccounts:
    'This file has statements of several accounts. In the internet banking choose one account, and save a file for each.',
} as const;

/** The detected kind of a file, for `notASheet` and `otherFormat`. */
export const fileKinds = {
  pdf: 'a PDF document',
  image: 'a picture',
  word: 'a Word document',
  slides: 'a PowerPoint document',
  zip: 'a zip archive',
  openDocument: 'an OpenDocument sheet (.ods)',
  binaryWorkbook: 'a binary Excel workbook (.xlsb)',
  numbers: 'a Numbers document',
} as const;

/** What is wrong with one cell; follows the name of its column. */
export const cellProblems = {
  error: (code: string) => `contains the error ${code}. Correct the formula or type the value.`,
  noValue: 'contains a formula without a value. Open the file in Excel, save it, and import it again.',
  notAmount: (text: string) => `"${text}" is not an amount.`,
  negative: (text: string) => `${text} is below zero.`,
  dotDoubted: (text: string) =>
    `"${text}" can be read two ways. Choose above the rows whether dots divide thousands or decimals in this column.`,
  statusDoubted: (text: string) =>
    `"${text}" states an amount. Choose above the rows whether it is a part payment.`,
  chargeDoubted: 'Choose above the rows what the bills of this sheet charge.',
  mergedAmount: (text: string) =>
    `${text} is in cells that are merged over several rows. Choose above the rows whether each row owes it.`,
  shownOther: (text: string, stored: string) =>
    `${text} is shown, but ${stored} is stored. Choose above the rows which of the two the bills charge.`,
  tooMuch: (text: string) => `${text} is too large to be an amount.`,
  notDay: (text: string) => `"${text}" is not a date. Write day first, such as 25/11/2026.`,
  earlyDay: (text: string) => `"${text}" is before the year 2000. Write the day on which the money came in.`,
  noYear: (text: string) => `"${text}" has no year. Write it with the year, such as 25/11/2026.`,
  beforeVoucher: (text: string) =>
    `"${text}" has no year, and is before the month of its voucher. Write it with the year, such as 25/11/2026.`,
  notMonth: (text: string) => `"${text}" is not a month. Write 1 to 12 or a name such as November.`,
  notYear: (text: string, first: number, last: number) => `"${text}" is not a year from ${first} to ${last}.`,
  lostDigits: (text: string) =>
    `${text} has lost digits: Excel keeps only 15 of a long number. Format the column as Text and type it again.`,
  becameDate: 'was turned into a date by Excel. Format the column as Text and type it again.',
  badLetter: (text: string) =>
    `"${text.length > 40 ? `${cutText(text, 40)}…` : text}" has a letter that cannot be read. Type it again.`,
  tooLong: (most: number) => `is longer than ${most} characters.`,
  notNumber: (text: string) => `"${text}" is not a phone number.`,
} as const;

/** `others`: the number of headings, or of cells in the other rows. */
type CutAmounts = { cells: number; others: number; isOfHeadings: boolean; texts: readonly string[] };

/** What is wrong with a row as a whole. */
export const rowProblems = {
  notABill: 'No registration number, name or mobile: this is not a bill.',
  notAStudent: 'No registration number, name or mobile: this is not a student.',
  onlyOneCell: 'Only one cell is filled: this is not a row of the list.',
  totals: 'This looks like a row of totals.',
  note: 'This looks like a title, a note or a line of signatures: it has no person with an amount.',
  example: 'This is the example row of the sample workbook.',
  missing: (heading: string) => `${heading} is missing.`,
  sameBill: (row: number) => `The same bill is already in row ${row}. Leave one of them out.`,
  sameStudent: (row: number) => `The same student is already in row ${row}. Leave one of them out.`,
  outstandingDiffers: (total: string, paid: string, outstanding: string) =>
    `The total is ${total} and ${paid} was paid, but ${outstanding} is outstanding. Correct the wrong amount.`,
  outstandingAbove: (total: string, outstanding: string) =>
    `${outstanding} is outstanding, which is more than the total, ${total}. Correct the wrong amount.`,
  tooManyCells: (cells: number, headings: number) =>
    `This row has ${cells} cells, but there are ${headings} headings: cells may be in the wrong columns. Correct the row in the file, and choose the file again.`,
  cutAmounts: ({ cells, others, isOfHeadings, texts }: CutAmounts) =>
    `This row has ${cells} cells, ${isOfHeadings ? `but there are ${others} headings` : `and the others have ${others}`}: ${texts.map((text) => `"${text}"`).join(', ')} ${texts.length === 1 ? 'is' : 'are'} split over several cells because of the comma.`,
  tooFewCells: (cells: number, others: number) =>
    `This row has ${cells} cells, and the others have ${others} or more: cells may be in the wrong columns. Correct the row in the file, and choose the file again.`,
  sameNumberOf: (regNum: string, row: number, kind: ImportKind) =>
    `The number ${regNum} is also in row ${row}, with another name${kind === 'bills' ? ', phone, voucher number or amount' : ' or phone'}. Correct the wrong one.`,
  sameNameOnly: (row: number) =>
    `The same name and phone are also in row ${row}, with another amount or day. Give one of them a registration or invoice number.`,
  second: (invoice: string) =>
    `The child already has a bill with the invoice number ${invoice} here. Say whether this row is a second bill.`,
  severalBills:
    'The child has several bills of this month here. Type the invoice number of the bill that this row is.',
  sameInvoice: (invoice: string, row: number) =>
    `Invoice number ${invoice} is already in row ${row}, on another bill. Correct one of the numbers.`,
  sameNumber: (number: string, line: number) => `${number} is already on line ${line}.`,
  invoiceOf: (invoice: string, who: string) =>
    `Invoice number ${invoice} is already on another bill of this billing: ${who}.`,
  invoiceElsewhere: (invoice: string, billing: string) =>
    `Invoice number ${invoice} is already in the billing ${billing}.`,
  billElsewhere: (billing: string) =>
    `The same registration with the same month and total is already in the billing ${billing}.`,
} as const;

/** Warnings for a person; the row is saved anyway. Warnings about one cell follow the name of its column. */
export const rowWarnings = {
  noNumber: 'No mobile number: this family cannot be messaged until one is added.',
  badNumber: (problem: string) => `${problem} This family cannot be messaged until one is added.`,
  partLeftOut: (text: string) => `"${text}" is not a phone number and is left out.`,
  columnLeftOut: (problem: string) => `${problem} It is left out.`,
  noCode: (heading: string) => `${heading} is empty: the bill is saved without a number until it is known.`,
  missing: (heading: string) => `${heading} is empty: a message that uses it cannot be sent for this bill.`,
  repaired: (typed: string, read: string) => `${typed} was read as ${read}.`,
  foreign: (typed: string, number: string) =>
    `${typed} was read as ${number}, a number of another country, while the others are of this country. Check that it is the family’s number.`,
  landline: (number: string) => `${number} is a landline: WhatsApp may not reach it.`,
  headsDiffer: (sum: string, total: string, difference: string) =>
    `The amounts add up to ${sum}, but the total is ${total}: a difference of ${difference}.`,
  afterBelowTotal: (after: string, total: string) =>
    `The amount after the due date, ${after}, is below the total, ${total}.`,
  dueAfterExpiry: (due: string, expiry: string) => `Due on ${due}, after it expires on ${expiry}.`,
  dueBeforeIssue: (due: string, issue: string) => `Due on ${due}, before it is issued on ${issue}.`,
  dueFarOff: (due: string, voucher: string) => `Due on ${due}, more than a year from ${voucher}.`,
  otherPeriod: (voucher: string, billing: string) =>
    `The voucher is for ${voucher}, but this billing is for ${billing}.`,
  dayFirst: (typed: string, day: string) => `"${typed}" could be read two ways; it was read as ${day}.`,
  serialDate: (typed: string, day: string) => `${typed} is a plain number; as an Excel date it is ${day}.`,
  rounded: (typed: string, amount: string) => `${typed} was rounded to ${amount}.`,
  formulaText: 'starts like a formula and is kept as text.',
  otherStatus: (text: string) =>
    `"${text}" is neither paid nor unpaid, so it does not say whether the bill was paid. Correct it, or choose not to use this column.`,
  invoiceBefore: (invoice: string, billing: string) =>
    `Invoice number ${invoice} is also in the billing ${billing}.`,
  arrearsDiffer: (charged: string, open: string, billings: readonly string[]) =>
    `It includes ${charged} of arrears; ${open} is open in ${billings.join(', ')}.`,
  laterArrearsDiffer: (charged: string, open: string, billings: readonly string[]) =>
    `Arrears in ${billings.join(', ')}: ${charged}; with this bill, ${open} is open.`,
  alsoElsewhere: (billing: string) =>
    `This registration has another bill for the same month, in the billing ${billing}.`,
  held: {
    paid: (changes: string) => `The bill is paid and stays as it is. The file would change ${changes}.`,
    partPaid: (changes: string) =>
      `A part of the bill is paid, and it stays as it is. The file would change ${changes}.`,
    other: (changes: string) =>
      `The status of the bill is neither paid nor unpaid, and the bill stays as it is. The file would change ${changes}.`,
    messaged: (changes: string) =>
      `The bill was messaged and stays as it is. The file would change ${changes}.`,
    noEdit: (changes: string) =>
      `It is already stored and stays as it is, because you may only add. The file would change ${changes}.`,
    lowered: (changes: string) =>
      `The bill would charge less and stays as it is. The file would change ${changes}.`,
  },
  /** Follows the sentence of a hold if the paid amount of the row is saved anyway. */
  paidOnly: 'Only the paid amount is saved.',
  paidDiffers: (paid: string, total: string) =>
    `Its status is paid, but only ${paid} of ${total} was paid: the amount counts.`,
  statusOnly: (status: string) => `Only its status becomes ${status}.`,
  /** A change in the sentences of `held`. */
  change: (heading: string, before: string, after: string) =>
    `${heading} from ${before || 'nothing'} to ${after}`,
} as const;

/** The billing that a row is compared with. */
export const billingOf = (name: string, period: string): string => `"${name}" (${period})`;

/** The encodings of a text file. */
export const letterNames = {
  'windows-1256': 'Urdu or Arabic (Windows-1256)',
  'windows-1252': 'Western (Windows-1252)',
} as const;

/** Notes about the file as a whole. */
export const fileNotes = {
  guessedEncoding: (letters: string, samples: string) =>
    `This text file does not say how its letters are written; they were read as ${letters}. Check that they look right: ${samples}.`,
  otherSheets: (read: string, others: string) =>
    `Only the sheet "${read}" was read. These sheets also have a list: ${others}.`,
  merged: (names: string) =>
    `Cells are merged in these columns: ${names}. Their value was used for every row that they cover.`,
  turned:
    'The headings stand in the first column, so the sheet was turned: each column became a row. Row 2 is column B of the file.',
  rowPerHead: (rows: number, bills: number) =>
    `This sheet has a row for each fee: ${plural(rows, 'row', 'rows')} became ${plural(bills, 'bill', 'bills')}, one for each student, with the fees as heads and their sum as total.`,
  takenOff: (names: string) =>
    `These columns are subtracted from the sum of the fees, also without a minus sign: ${names}.`,
  listBeside:
    'This sheet has two lists side by side, and only the left one is read. Move the right one below it, and choose the file again.',
  otherBlocks: (rows: readonly number[]) =>
    rows.length === 1
      ? `Row ${rows[0]} has new column names: they are used for the rows below it.`
      : `These rows have new column names, which are used for the rows below each: ${rows.join(', ')}.`,
  headsBeyond: (names: string) =>
    `A bill can have ten heads. These fees are not among them: ${names}. The total stays as in the sheet.`,
  sameFile: (billing: string, by: string, at: string) =>
    `This file was imported before, into ${billing}, by ${by} on ${at}.`,
  carried: (count: number) =>
    count === 1
      ? 'The arrears of one bill are the open amounts of older bills: they count once.'
      : `The arrears of ${count.toLocaleString('en-US')} bills are the open amounts of older bills: they count once.`,
  sameFileOfStudents: (by: string, at: string) => `This file was imported before, by ${by} on ${at}.`,
} as const;

/** The name of a column without a heading; `letter` as in Excel. */
export const columnOfLetter = (letter: string): string => `Column ${letter}`;

/** A note on a column whose dates can only be read with the month first. */
export const monthFirstNote = (heading: string, typed: string, day: string): string =>
  `${heading}: the month comes first, as in "${typed}", which is ${day}; the others were read in the same way.`;

/** A note on a column whose dates do not show whether the day is first. */
export const dayColumnNote = (
  heading: string,
  { count, typed, day }: { count: number; typed: string; day: string },
): string =>
  count === 1
    ? `${heading}: ${rowWarnings.dayFirst(typed, day)}`
    : `${heading}: ${plural(count, 'date', 'dates')} could be read two ways, such as "${typed}"; they were read with the day first, as ${day}.`;

/** The registration of the sample's example row. A row with it is never imported. */
export const exampleRegNum = 'EXAMPLE';

/** The first column of an error workbook. An import skips it. */
export const problemHeading = 'Problem';

export const errorWords = {
  check: (sentence: string) => `Check: ${sentence}`,
  leftOut: 'Left out.',
} as const;

export const sampleWords = {
  sheets: { bills: 'Bills', students: 'Students' },
  explanation: 'Explanation',
  columns: ['Column', 'What goes in', 'Example', 'Needed'],
} as const satisfies Record<string, unknown> & { sheets: Record<ImportKind, string> };

/** What a column of the sample workbook contains, and whether it is needed. */
type Explained = { holds: string; needed: string };

const no = 'No';
const best = 'Recommended';
const toSend = 'To send messages';
const eachHead = Array.from({ length: 10 }, (_, index) => index + 1);
const explain = (holds: string, needed: string = no): Explained => ({ holds, needed });
const mobile =
  'The phone number on WhatsApp. Separate several numbers with a comma. The column is formatted as Text so that the first 0 stays.';

/** The explanations, by the field of the column. */
export const explanations: Record<ImportKind, Readonly<Record<string, Explained>>> = {
  bills: {
    regNum: explain(
      'The student’s registration number, with its zeros at the front. The column is formatted as Text.',
      'Recommended: it finds the bill again when the file is imported a second time. Otherwise InvoiceNumber, or Mobile and Name',
    ),
    invNo: explain('The number of the voucher. The column is formatted as Text.', best),
    ...Object.fromEntries(
      eachHead.map((n) => [`head${n}`, explain(`The name of part ${n} of the fee, such as Tuition Fee.`)]),
    ),
    ...Object.fromEntries(
      eachHead.map((n) => [`amount${n}`, explain(`Rupees of Head${n}. A concession is below zero.`)]),
    ),
    total: explain('Rupees to pay until the due date: the sum of the amounts.', best),
    dueDate: explain('The last day to pay, day first: 25/11/2026 or 25 Nov 2026.', best),
    amountAfterDueDate: explain('Rupees to pay after the due date; not below TotalAmount.'),
    expiryDate: explain('The last day on which the bank accepts the voucher.'),
    issueDate: explain('The day of the voucher.'),
    month: explain('The voucher’s month, 1 to 12 or its name. Empty: the month of the billing.'),
    year: explain('The voucher’s year. Empty: the year of the billing.'),
    name: explain('The student’s name, in English or Urdu.', best),
    number: explain(mobile, toSend),
    email: explain('The family’s email address.'),
    branch: explain('The branch or campus as you call it.'),
    status: explain(
      'paid, unpaid or partial. Paid bills get no reminder. A file does not make a paid bill unpaid again.',
    ),
    paidAmount: explain('The amount paid for the bill so far, in rupees. It counts more than the status.'),
    outstanding: explain(
      'The part of the total that is still to pay, in rupees. The paid amount is calculated from it.',
    ),
    paidOn: explain('The day the money was received. Empty: in time, by the due date.'),
  },
  students: {
    regNum: explain(
      'The student’s registration number, with its zeros at the front. The column is formatted as Text.',
      'Yes: it finds the student again when the file is imported a second time',
    ),
    name: explain('The student’s name, in English or Urdu.', 'Yes'),
    fatherName: explain('The father’s name.'),
    class: explain('The class, written the same way for all its students.', 'Yes'),
    section: explain('The section of the class.'),
    number: explain(mobile, toSend),
  },
};
