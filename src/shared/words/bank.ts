/** Texts of the pages of bank files and money accounts. */

import type { AccountKind } from '../calls/money-accounts.ts';
import type { BankField, BankMatch, BankReason } from '../money/bank.ts';
import type { ReturnKind } from '../money/ledger.ts';
import type { BankAnswer, BankQuestionKind } from '../sheets/bank/questions.ts';
import { plural } from '../text/phrases.ts';

const count = (value: number): string => value.toLocaleString('en-US');

export const bankWords = {
  title: 'Bank',
  noRight: 'You need the right to edit bills to work with bank files.',
  noAccount: 'Add the bank account first',
  noAccountText: 'A bank file belongs to an account: add it in Settings, Accounts and closing.',
  askForAccount: 'A bank file belongs to an account. Ask an administrator to add it in Settings.',
  toAccounts: 'Add an account',
  account: 'Account of the file',
  byFile: 'The account that the file names',
  noAccountNamed: 'The file does not name one of your accounts. Choose its account, then the file again.',
  otherAccount: (title: string) => `The file names the account ${title}. Is it the right account?`,
  choose: 'Drop the bank’s file here, or choose it',
  accepted: 'The statement or scroll from the bank: .xlsx, .xls, .csv, MT940 or CAMT.053',
  severalFiles: 'Drop one file at a time.',
  another: 'Another file',
  columns: 'Columns',
  reading: (name: string) => `Reading ${name}…`,
  checking: 'Looking for the bills…',
  unreadable: 'This file could not be read. Save it again in Excel, then choose it again.',
  rows: (rows: number) => plural(rows, 'row', 'rows'),
  ofAccount: (account: string) => `account ${account}`,
  left: (lines: number) =>
    `${plural(lines, 'line', 'lines')} of the file ${lines === 1 ? 'is no entry' : 'are no entries'} and ${lines === 1 ? 'was' : 'were'} left out.`,
  noRows: 'No row with a date and an amount was found below the headings.',
  matches: 'Results of the check',
  list: 'Rows of the file',
  noneOfIt: 'There are no rows of this kind.',
  day: 'Day',
  row: 'Bank row',
  cameIn: 'Received',
  bill: 'Bill',
  payable: 'Payable',
  difference: 'Difference',
  onDay: (day: string) => `on ${day}`,
  short: (amount: string) => `${amount} short`,
  over: (amount: string) => `${amount} over`,
  reg: (regNum: string) => `Reg ${regNum}`,
  tick: (name: string, amount: string) => `Save ${amount}, ${name}`,
  tickAll: (rows: number) => (rows === 1 ? 'Accept it' : `Accept all ${count(rows)}`),
  tickAllAsPart: (rows: number) =>
    rows === 1 ? 'Accept it as part payment' : `Accept all ${count(rows)} as part payments`,
  joinAll: (rows: number) =>
    rows === 1 ? 'Join it with its receipt' : `Join all ${count(rows)} with their receipts`,
  untickAll: 'Leave all for later',
  asPart: 'Accept as part payment',
  take: 'Accept',
  withCredit: 'Accept, rest as credit',
  waive: (amount: string) => `Waive ${amount} and settle`,
  join: (receiptNo: number) => `Join with receipt ${receiptNo}`,
  takesBack: (receiptNo: number) => `Takes back receipt ${receiptNo}`,
  takeBack: { bounced: 'Cheque bounced', refund: 'Money returned' } satisfies Record<ReturnKind, string>,
  takeBackTitle: (receiptNo: number) => `Take back receipt ${receiptNo}?`,
  takeBackText: (amount: string) =>
    `${amount} is booked as taken back on the day of this row, and its bills are owed again.`,
  takenBack: (receiptNo: number) => `Receipt ${receiptNo} is taken back.`,
  takeBackReason: (text: string) => `Taken back by the bank: ${text}`,
  credit: 'Keep as credit',
  later: 'Leave for later',
  chooseBill: 'Choose a bill',
  otherBill: 'Choose another bill',
  chosen: 'chosen by hand',
  search: 'Voucher number, registration, name or phone',
  searchHint: 'Shows what was owed on the day of the row.',
  nothingFound: 'No matching family has an open bill.',
  close: 'Close',
  save: (payments: number, sum: string) => `Save ${plural(payments, 'payment', 'payments')}, ${sum}`,
  saveJoined: (rows: number) => `Save ${plural(rows, 'joined row', 'joined rows')}`,
  nothingTicked: 'Tick what to save',
  ticked: (ticked: number, rows: number) => `${count(ticked)} of ${plural(rows, 'row', 'rows')}`,
  tickedBeside: (parts: string) => `ticked: ${parts}`,
  stay: (rows: number) => `${plural(rows, 'row stays', 'rows stay')} as ${rows === 1 ? 'it is' : 'they are'}`,
  saved: (payments: number, sum: string) => `Saved ${plural(payments, 'payment', 'payments')}, ${sum}.`,
  savedJoined: (rows: number) => `${plural(rows, 'payment', 'payments')} seen in the bank.`,
  changed: (rows: number) =>
    rows === 1
      ? 'The result of one row changed in the meantime. The row was not saved: check it again under its new result.'
      : `The results of ${count(rows)} rows changed in the meantime. These rows were not saved: check them again under their new results.`,
  history: 'Saved files',
  noHistory: 'Nothing saved yet',
  noHistoryText: 'Each saved bank file is listed here and can be undone as a whole.',
  historyLine: (rows: number, posted: number, sum: string) =>
    `${plural(rows, 'row', 'rows')}, ${plural(posted, 'payment', 'payments')} of ${sum}`,
  joinedLine: (joined: number) => `${count(joined)} seen in the bank`,
  undone: 'Undone',
  undo: 'Undo',
  undoOf: (name: string) => `Undo ${name}`,
  more: 'Show more',
  undoTitle: 'Undo this bank file?',
  undoText: (payments: number) =>
    `${plural(payments, 'payment becomes', 'payments become')} void, and their bills are owed again. You can save the file again afterwards.`,
  undoConfirm: 'Undo the file',
  cancel: 'Cancel',
  undoDone: (payments: number) => `Undone: ${plural(payments, 'payment is', 'payments are')} void.`,
  leave: {
    title: 'Leave this bank file?',
    text: 'The rows that you ticked are not saved.',
    confirm: 'Leave it',
    cancel: 'Stay',
  },
} as const;

export const matchWords: Record<BankMatch, string> = {
  exact: 'Exact',
  late: 'Late',
  short: 'Short',
  fineOpen: 'Fine open',
  over: 'Over',
  paidAlready: 'Already paid',
  carried: 'Carried',
  otherCampus: 'Other campus',
  registration: 'By registration',
  ambiguous: 'Unsure',
  unmatched: 'Unmatched',
  seen: 'Seen before',
  notIncome: 'Not income',
  twin: 'Already in this file',
  takenBack: 'Taken back',
};

/** The heading of a tab with its number of rows, and a text about what to do with them. */
export const matchLines: Record<BankMatch, { head: (rows: number) => string; text: string }> = {
  exact: {
    head: (rows) => `${count(rows)} paid exactly.`,
    text: 'The number is on one bill, and the amount is what was payable on that day.',
  },
  late: {
    head: (rows) => `${count(rows)} paid late, with the fine.`,
    text: 'The amount is what was payable after the due date.',
  },
  short: {
    head: (rows) => `${count(rows)} paid too little.`,
    text: 'If you accept a row as part payment, the rest of the bill stays open. Tick the rows to save; none is ticked for you here.',
  },
  fineOpen: {
    head: (rows) => `${count(rows)} paid late, without the fine.`,
    text: 'If you accept a row as part payment, the fine stays open. You can also waive the fine.',
  },
  over: {
    head: (rows) => `${count(rows)} paid too much.`,
    text: 'The bill is settled, and the rest becomes credit for later bills.',
  },
  paidAlready: {
    head: (rows) => `${count(rows)} for bills that are already paid.`,
    text: 'If the desk has already entered the payment, join the row with its receipt. Otherwise keep it as credit.',
  },
  carried: {
    head: (rows) => `${count(rows)} for bills that a newer bill includes.`,
    text: 'The newer bill is shown beside the row. If you accept the row, the money goes to that bill.',
  },
  otherCampus: {
    head: (rows) => `${count(rows)} for another campus.`,
    text: 'The number is on a bill of that campus: save the file there too.',
  },
  registration: {
    head: (rows) => `${count(rows)} found by registration and amount.`,
    text: 'The row has no voucher number, but one bill of that registration has exactly this amount to pay. Check each row.',
  },
  ambiguous: {
    head: (rows) => `${count(rows)} for you to check.`,
    text: 'The number is short or on several bills, or the money may be counted already. Choose the bill, or leave the row for later.',
  },
  unmatched: {
    head: (rows) => `${count(rows)} match no bill.`,
    text: 'Choose the bill, or leave the row for later.',
  },
  seen: {
    head: (rows) => `${count(rows)} were saved before.`,
    text: 'They came with an earlier file and are not counted again.',
  },
  notIncome: {
    head: (rows) => `${count(rows)} are not income.`,
    text: 'Money that went out, payments that failed, totals, and payouts of a biller for many families at once.',
  },
  twin: {
    head: (rows) => `${count(rows)} already in this file.`,
    text: 'An earlier row has the same reference, registration and amount. If the family really paid twice, tick the row: what the bill does not need becomes credit.',
  },
  takenBack: {
    head: (rows) => `${count(rows)} taken back by the bank.`,
    text: 'A cheque bounced or a transfer was reversed. Rows that take back a saved payment show its receipt: say what happened. Rows that cancel each other in this file need nothing.',
  },
};

export const reasonWords: Record<BankReason, string> = {
  debit: 'Went out',
  total: 'A total',
  batch: 'For many families',
  noDay: 'The date cannot be read',
  dayToCome: 'Date in the future',
  booksClosed: 'The books of this day are closed',
  failed: 'Did not go through',
  shortNumber: 'A short number',
  shortened: 'Excel shortened the number',
  debitReversed: 'The bank reversed a debit',
  several: 'Several bills',
  mayCount: 'May be counted already',
};

export const bankColumnWords = {
  title: 'Which column is which?',
  text: 'You do this once: the next file of this account is read the same way.',
  headerRow: 'Row of the headings',
  notUsed: 'Not used',
  noHeading: (letter: string) => `Column ${letter}`,
  fieldOf: (heading: string) => `What ${heading} contains`,
  needs: 'Choose the date, and the amount or the credit.',
  go: 'Find the bills',
  order: 'Dates are written',
  orders: { dayFirst: 'Day first', monthFirst: 'Month first' },
  readAs: (typed: string, day: string) => `“${typed}” is read as ${day}.`,
  unsure: 'The file does not show whether the day or the month comes first.',
} as const;

export const bankQuestionWords = {
  title: 'What does the file mean?',
  text: 'You answer once for the whole file. What you do not call money is not counted.',
  kinds: {
    mark: (text: string) => (text === '' ? 'No Cr or Dr beside the amount' : `Beside an amount: “${text}”`),
    status: (text: string) => (text === '' ? 'No status' : `Status: “${text}”`),
    amount: (text: string) => `Amount: “${text}”`,
    dots: (text: string) => `Amounts such as “${text}”`,
  } satisfies Record<BankQuestionKind, (text: string) => string>,
  choose: 'Choose',
  answers: {
    in: 'Money came in',
    out: 'Money went out',
    none: 'No money, do not count it',
    thousands: 'The dot separates thousands',
    decimals: 'The dot separates paisa',
  } satisfies Record<BankAnswer, string>,
  needs: 'Answer each question.',
} as const;

export const bankFieldWords: Record<BankField, string> = {
  day: 'Date',
  amount: 'Amount',
  credit: 'Came in (Cr)',
  debit: 'Went out (Dr)',
  kind: 'Cr or Dr',
  status: 'Status (success, failed)',
  number: 'Number that was paid',
  reference: 'Reference of the bank',
  text: 'Text',
  balance: 'Balance',
};

export const accountKindWords: Record<AccountKind, string> = {
  bank: 'Bank account',
  wallet: 'Wallet',
  biller: 'Biller (1Bill, Kuickpay)',
  cash: 'Cash desk',
};

export const moneyAccountWords = {
  title: 'Money accounts',
  hint: 'The accounts that receive fees. Each bank file belongs to one of them.',
  add: 'Add an account',
  empty: 'No account yet',
  emptyText: 'Add the bank account to open its files under Bank.',
  kind: 'Kind',
  name: 'Name',
  nameHint: 'Your name for it, such as HBL 0042-7901.',
  bank: 'Bank',
  number: 'Account number',
  iban: 'IBAN',
  prefix: 'Prefix',
  prefixHint: 'The digits that a biller puts before your numbers, such as 100422. Qasid removes them.',
  numbering: 'The number belongs to',
  numberings: { voucher: 'the voucher', student: 'the student' },
  onVoucher: 'Printed on vouchers',
  edit: 'Change',
  editOf: (title: string) => `Change ${title}`,
  end: 'Stop using',
  bringBack: 'Use again',
  ended: 'Not in use',
  added: 'Account added.',
  saved: 'Account saved.',
} as const;
