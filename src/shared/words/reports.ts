/** Texts of the reports of money: their names, their figures, and what each of them counts. */
import { formatDay } from '../dates.ts';
import type { ReportBy, ReportFigure, ReportName } from '../reports.ts';
import { plural } from './phrases.ts';

export const reportNameWords: Record<ReportName, string> = {
  collected: 'Collected and outstanding',
  ageing: 'Ageing',
  defaulters: 'Defaulters',
  'day-book': 'Day book',
  heads: 'By fee head',
  concessions: 'Concessions',
  credits: 'Credits',
  fines: 'Fines open',
  unseen: 'Not yet seen in bank',
};

/** What it counts, in one or two sentences. */
export const reportNotes: Record<ReportName, string> = {
  collected:
    'Billed: what the bills of these months ask; what was carried to a later bill is asked for there alone. Collected: what came in on these days and is still here, whichever bill it was for. Outstanding: of all bills, today.',
  ageing: 'What is owed today, by how many days it is past its due date.',
  defaulters: 'Who owes something today, the most first.',
  'day-book':
    'Received: counted on the day it came in, also where it went back later. Returned: on the day it went. What was only marked as paid, or said so by a sheet, is beside it; void receipts count nothing.',
  heads:
    'What came in on these days and is still here, on the heads of its bills: arrears first, then each head by its share.',
  concessions:
    'Waived and written off on these days, and what heads below zero take off the bills of these months.',
  credits: 'What families have paid and that is set against no bill, today.',
  fines: 'Bills of which the fee is paid, and what came on top of it is not: ask for it, or waive it.',
  unseen: 'Received by bank, online, wallet or cheque on these days, and no bank file has shown it yet.',
};

export const reportByWords: Record<ReportBy, string> = {
  billing: 'Billing',
  class: 'Class',
  campus: 'Campus',
  family: 'Family',
  day: 'Day',
  account: 'Account',
  method: 'Way',
  clerk: 'Clerk',
  head: 'Fee head',
};

export const reportFigureWords: Record<ReportFigure, string> = {
  billed: 'Billed',
  collected: 'Collected',
  said: 'Marked as paid',
  outstanding: 'Outstanding',
  notDue: 'Not due',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  older: 'Over 90 days',
  received: 'Received',
  returned: 'Returned',
  voided: 'Void',
  waived: 'Waived',
  writtenOff: 'Written off',
  conceded: 'Concession heads',
  credit: 'Credit',
  fine: 'Fine open',
  unseen: 'Not seen',
};

/** Titles of rows for amounts that belong to nothing known. */
export const reportRowWords = {
  nothing: {
    billing: 'On no bill',
    class: 'No class',
    campus: '',
    family: 'Nobody known',
    day: 'No day',
    account: 'No account',
    method: '',
    clerk: 'Qasid itself',
    head: 'On no bill',
  } satisfies Record<ReportBy, string>,
  gone: 'Deleted billings',
  goneHeads: 'Deleted bills',
  late: 'After the due date, and fines',
  noHead: 'Without heads',
  person: 'Deleted user',
} as const;

/** The kind of a line in a list. */
export const reportKindWords = {
  refund: 'Refund',
  bounced: 'Cheque bounced',
  waiver: 'Waiver',
  writeOff: 'Write-off',
  head: 'Concession head',
} as const;

export const reportWords = {
  title: 'Reports',
  list: 'Reports',
  noRight: 'Reports are for who may view.',
  campus: 'Campus',
  allCampuses: 'All campuses',
  from: 'From',
  to: 'To',
  class: 'Class',
  anyClass: 'All classes',
  by: 'By',
  total: 'Total',
  totalIn: (currency: string) => `Total in ${currency}`,
  net: 'Net',
  print: 'Print',
  excel: 'Excel',
  chart: 'Chart',
  table: 'Table',
  back: 'Back to the report',
  more: (left: number) => `Show more (${left.toLocaleString('en-US')} left)`,
  today: (day: string) => `As of ${formatDay(day)}`,
  span: (from: string, to: string) =>
    from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`,
  wrongSpan: 'The first day comes after the last.',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  families: (count: number) => plural(count, 'family', 'families'),
  entries: (count: number) => plural(count, 'entry', 'entries'),
  opens: (row: string, figure: string, amount: string) => `${row}, ${figure}: ${amount}. Show the list`,
  empty: 'There are no records to show',
  emptyHint: 'Choose other days, another class, or all campuses.',
  children: 'Children',
  months: 'Months open',
  openBills: 'Open bills',
  lastPaid: 'Last paid',
  lastTold: 'Last told',
  never: 'never',
  ofFamily: (name: string) => `Family of ${name}`,
} as const;

/** Column heads of lists. */
export const reportListWords = {
  day: 'Day',
  due: 'Due',
  name: 'Name',
  regNum: 'Registration',
  class: 'Class',
  billing: 'Billing',
  receipt: 'Receipt',
  way: 'Way',
  account: 'Account',
  by: 'By',
  why: 'Note',
  amount: 'Amount',
  campus: 'Campus',
} as const;
