/** Texts of the workbooks of an import: the sample, and the error workbook. */
import type { ImportKind } from '../calls/imports.ts';

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

/** What a column of the sample holds, and whether it is needed. */
export type Explained = { holds: string; needed: string };

const no = 'No';
const best = 'Best given';
const toSend = 'To send messages';
const eachHead = Array.from({ length: 10 }, (_, index) => index + 1);
const explain = (holds: string, needed: string = no): Explained => ({ holds, needed });
const mobile =
  'The phone number on WhatsApp. Several numbers are separated by comma. The column is formatted as Text so that the first 0 stays.';

/** By the field of the column. */
export const explanations: Record<ImportKind, Readonly<Record<string, Explained>>> = {
  bills: {
    regNum: explain(
      'The student’s registration number, with its zeros at the front. The column is formatted as Text.',
      'Best given: by it a bill is found again when the file is imported a second time. Otherwise InvoiceNumber, or Mobile and Name',
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
    expiryDate: explain('The last day on which the bank takes the voucher.'),
    issueDate: explain('The day of the voucher.'),
    month: explain('The voucher’s month, 1 to 12 or its name. Empty: the month of the billing.'),
    year: explain('The voucher’s year. Empty: the year of the billing.'),
    name: explain('The student’s name, in English or Urdu.', best),
    number: explain(mobile, toSend),
    email: explain('The family’s email address.'),
    branch: explain('The branch or campus as you call it.'),
    status: explain(
      'paid, unpaid or partial. Who is paid is not reminded. A bill that is paid already is not made unpaid by a file.',
    ),
    paidAmount: explain(
      'What was paid of the bill in all by now, in rupees. It says more than the status: a part is a part.',
    ),
    outstanding: explain('What is still to pay of the total, in rupees. What was paid follows from it.'),
    paidOn: explain('The day the money came in. Empty: in time, by the due date.'),
  },
  students: {
    regNum: explain(
      'The student’s registration number, with its zeros at the front. The column is formatted as Text.',
      'Yes: by it a student is found again when the file is imported a second time',
    ),
    name: explain('The student’s name, in English or Urdu.', 'Yes'),
    fatherName: explain('The father’s name.'),
    class: explain('The class, written the same way for all its students.', 'Yes'),
    section: explain('The section of the class.'),
    number: explain(mobile, toSend),
  },
};
