/** Texts of the pages of bank files and money accounts. */
import type { BankField, BankReason, BankVerdict } from '../bank.ts';
import type { AccountKind } from '../calls/money-accounts.ts';
import { plural } from './phrases.ts';

const count = (value: number): string => value.toLocaleString('en-US');

export const bankWords = {
  title: 'Bank',
  noRight: 'Bank files are gone through by who may edit bills.',
  noAccount: 'Add the bank account first',
  noAccountText: 'A bank file belongs to an account: add it in Settings, Money accounts.',
  askForAccount: 'A bank file belongs to an account. Ask an administrator to add it in Settings.',
  toAccounts: 'Add an account',
  account: 'Account of the file',
  choose: 'Drop the bank’s file here, or choose it',
  accepted: 'The statement or scroll as the bank gives it: .xlsx, .xls or .csv',
  severalFiles: 'Drop one file at a time.',
  another: 'Another file',
  columns: 'Columns',
  reading: (name: string) => `Reading ${name}…`,
  checking: 'Looking for the bills…',
  unreadable: 'This file could not be read. Save it again in Excel, and choose it again.',
  rows: (rows: number) => plural(rows, 'row', 'rows'),
  ofAccount: (account: string) => `account ${account}`,
  left: (lines: number) =>
    `${plural(lines, 'line', 'lines')} of the file ${lines === 1 ? 'has' : 'have'} no amount, and ${lines === 1 ? 'is' : 'are'} no row.`,
  noRows: 'No row with a date and an amount was found below the headings.',
  verdicts: 'What the rows are',
  list: 'Rows of the file',
  noneOfIt: 'There are no rows of this kind.',
  day: 'Day',
  row: 'Bank row',
  cameIn: 'Came in',
  bill: 'Bill',
  asked: 'Asked',
  difference: 'Difference',
  onDay: (day: string) => `on ${day}`,
  short: (amount: string) => `${amount} short`,
  over: (amount: string) => `${amount} over`,
  reg: (regNum: string) => `Reg ${regNum}`,
  tick: (name: string, amount: string) => `Save ${amount}, ${name}`,
  tickAll: (rows: number) => (rows === 1 ? 'Take it' : `Take all ${count(rows)}`),
  tickAllAsPart: (rows: number) => (rows === 1 ? 'Take it as part' : `Take all ${count(rows)} as part`),
  joinAll: (rows: number) =>
    rows === 1 ? 'It is the payment there' : `Seen in the bank: all ${count(rows)}`,
  untickAll: 'Leave all for later',
  asPart: 'Take as part',
  take: 'Take',
  withCredit: 'Take, rest as credit',
  waive: (amount: string) => `Waive ${amount} and settle`,
  join: (receiptNo: number) => `It is receipt ${receiptNo}`,
  credit: 'Keep as credit',
  later: 'Leave for later',
  chooseBill: 'Choose a bill',
  otherBill: 'Another bill',
  chosen: 'chosen by hand',
  search: 'Voucher number, registration, name or phone',
  searchHint: 'What is owed on the day of the row is shown.',
  nothingFound: 'Nobody was found, or nothing is owed.',
  close: 'Close',
  save: (payments: number, sum: string) => `Save ${plural(payments, 'payment', 'payments')}, ${sum}`,
  saveJoined: (rows: number) => `Save ${plural(rows, 'row', 'rows')} seen in the bank`,
  nothingTicked: 'Tick what to save',
  ticked: (ticked: number, rows: number) => `${count(ticked)} of ${plural(rows, 'row', 'rows')}`,
  tickedBeside: (parts: string) => `ticked: ${parts}`,
  stay: (rows: number) => `${plural(rows, 'row stays', 'rows stay')} as ${rows === 1 ? 'it is' : 'they are'}`,
  saved: (payments: number, sum: string) => `Saved ${plural(payments, 'payment', 'payments')}, ${sum}.`,
  savedJoined: (rows: number) => `${plural(rows, 'payment', 'payments')} seen in the bank.`,
  changed: (rows: number) =>
    rows === 1
      ? 'One row has become something else meanwhile. It was left, and stands where it belongs now.'
      : `${count(rows)} rows have become something else meanwhile. They were left, and stand where they belong now.`,
  history: 'Files that were saved',
  noHistory: 'Nothing saved yet',
  noHistoryText: 'Each bank file that is saved stands here, and can be taken back as one.',
  historyLine: (rows: number, posted: number, sum: string) =>
    `${plural(rows, 'row', 'rows')}, ${plural(posted, 'payment', 'payments')} of ${sum}`,
  joinedLine: (joined: number) => `${count(joined)} seen in the bank`,
  undone: 'Undone',
  undo: 'Undo',
  undoOf: (name: string) => `Undo ${name}`,
  more: 'Show more',
  undoTitle: 'Undo this bank file?',
  undoText: (payments: number) =>
    `${plural(payments, 'payment becomes', 'payments become')} void, and their bills are owed again. The file can be saved anew afterwards.`,
  undoConfirm: 'Undo the file',
  cancel: 'Cancel',
  undoDone: (payments: number) => `Undone: ${plural(payments, 'payment is', 'payments are')} void.`,
  leave: {
    title: 'Leave this bank file?',
    text: 'What you have ticked is not saved.',
    confirm: 'Leave it',
    cancel: 'Stay',
  },
} as const;

export const verdictWords: Record<BankVerdict, string> = {
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
};

/** The head and text of a tab: how many rows it has, and what happens with them. */
export const verdictLines: Record<BankVerdict, { head: (rows: number) => string; text: string }> = {
  exact: {
    head: (rows) => `${count(rows)} came in as asked.`,
    text: 'The number is on one bill, and the amount is what it asked on that day.',
  },
  late: {
    head: (rows) => `${count(rows)} came in late, with the fine.`,
    text: 'The amount is what the bill asked after its due date.',
  },
  short: {
    head: (rows) => `${count(rows)} came in short.`,
    text: 'Taken as part, the rest stays open. Tick what to save; nothing here is ticked by itself.',
  },
  fineOpen: {
    head: (rows) => `${count(rows)} came in late, without the fine.`,
    text: 'Taken as part, the fine stays open as its own figure; or it is waived.',
  },
  over: {
    head: (rows) => `${count(rows)} brought more than was asked.`,
    text: 'The bill is settled, and the rest is credit for bills to come.',
  },
  paidAlready: {
    head: (rows) => `${count(rows)} of bills that are paid.`,
    text: 'Where the desk has entered the payment, the row is that one, seen in the bank. Else it is credit.',
  },
  carried: {
    head: (rows) => `${count(rows)} of bills that a newer one asks for.`,
    text: 'The newer bill stands beside the row: taken, the money is set against it.',
  },
  otherCampus: {
    head: (rows) => `${count(rows)} of another campus.`,
    text: 'The number is on a bill there: save the file in that campus too.',
  },
  registration: {
    head: (rows) => `${count(rows)} by registration and amount.`,
    text: 'No voucher number, but one bill of that registration asks just this. Look at each.',
  },
  ambiguous: {
    head: (rows) => `${count(rows)} are for you to look at.`,
    text: 'The number is short or on several bills, or the money may be counted already. Choose the bill, or leave the row.',
  },
  unmatched: {
    head: (rows) => `${count(rows)} lead to no bill.`,
    text: 'Choose the bill, or leave the row for later.',
  },
  seen: {
    head: (rows) => `${count(rows)} were saved before.`,
    text: 'They came with an earlier file, and count once.',
  },
  notIncome: {
    head: (rows) => `${count(rows)} are no income.`,
    text: 'Money that went out, totals, and what a biller paid out for many families at once.',
  },
};

export const reasonWords: Record<BankReason, string> = {
  debit: 'Went out',
  total: 'A total',
  batch: 'For many at once',
  noDay: 'The date cannot be read',
  dayToCome: 'Of a day to come',
  shortNumber: 'A short number',
  several: 'Several bills',
  mayCount: 'May be counted already',
};

export const bankColumnWords = {
  title: 'Which column is which?',
  text: 'This is asked once: the next file of the account is read the same way.',
  headerRow: 'Row of the headings',
  notUsed: 'Not used',
  noHeading: (letter: string) => `Column ${letter}`,
  fieldOf: (heading: string) => `What ${heading} holds`,
  needs: 'Choose the date, and the amount or the credit.',
  go: 'Look for the bills',
  order: 'Dates are written',
  orders: { dayFirst: 'Day first', monthFirst: 'Month first' },
  readAs: (typed: string, day: string) => `“${typed}” is read as ${day}.`,
  unsure: 'Nothing in the file says which of day and month stands first.',
} as const;

export const bankFieldWords: Record<BankField, string> = {
  day: 'Date',
  amount: 'Amount',
  credit: 'Came in (Cr)',
  debit: 'Went out (Dr)',
  kind: 'Says Cr or Dr',
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
  hint: 'Where fees come in. Bank files belong to one of them.',
  add: 'Add an account',
  empty: 'No account yet',
  emptyText: 'Add the bank account to go through its files under Bank.',
  kind: 'Kind',
  name: 'Name',
  nameHint: 'As the desk calls it, such as HBL 0042-7901.',
  bank: 'Bank',
  number: 'Account number',
  iban: 'IBAN',
  prefix: 'Before the number',
  prefixHint: 'What a biller puts before your numbers, such as 100422. It is taken off.',
  numbering: 'The number is of',
  numberings: { voucher: 'the voucher', student: 'the student' },
  onVoucher: 'Printed on vouchers',
  edit: 'Change',
  editOf: (title: string) => `Change ${title}`,
  end: 'Not in use any more',
  bringBack: 'In use again',
  ended: 'Not in use',
  added: 'Account added.',
  saved: 'Account saved.',
} as const;
