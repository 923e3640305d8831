/** Texts of the reports of money: their names, their figures, and what each of them counts. */

import type { ReportBy, ReportFigure, ReportName } from '../money/reports.ts';
import { plural } from '../text/phrases.ts';
import { formatDay } from '../time/dates.ts';

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

/** What each report counts, in a few sentences. */
export const reportNotes: Record<ReportName, string> = {
  collected:
    'Billed: the totals of the bills of these months; an amount that a later bill includes counts only there. Collected: money received on these days and not returned, for any bill. Outstanding: what is owed today on all bills.',
  ageing: 'What is owed today, by the number of days since the due date.',
  defaulters: 'Who owes money today, the largest amount first.',
  'day-book':
    'Received: counted on the day the money came in, even if it was returned later. Returned: counted on the day it was returned. Bills that were only marked as paid, by a person or by a sheet, are counted separately. Void receipts do not count. A receipt of a closed day that was voided later counts on its day, and its void counts under Returned on the day of the void.',
  heads:
    'Money received on these days and not returned, divided among the heads of its bills: arrears first, then each head by its share.',
  concessions:
    'Amounts waived or written off on these days, what stored bills were changed to charge less, and heads below zero on the bills of these months.',
  credits: 'Money that families have paid and that is not used for any bill today.',
  fines: 'Bills whose fee is paid but whose fine is not. Collect the fine, or waive it.',
  unseen: 'Received by bank, online, wallet or cheque on these days, but not found in a bank file yet.',
};

export const reportByWords: Record<ReportBy, string> = {
  billing: 'Billing',
  class: 'Class',
  campus: 'Campus',
  family: 'Family',
  day: 'Day',
  account: 'Account',
  method: 'Method',
  clerk: 'Clerk',
  head: 'Fee head',
};

export const reportFigureWords: Record<ReportFigure, string> = {
  billed: 'Billed',
  collected: 'Collected',
  markedPaid: 'Marked as paid',
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
  lowered: 'Lowered',
  conceded: 'Concession heads',
  credit: 'Credit',
  fine: 'Fine open',
  unseen: 'Not seen',
};

/** Titles of rows for amounts without a billing, class, family and so on. */
export const reportRowWords = {
  nothing: {
    billing: 'No bill',
    class: 'No class',
    campus: '',
    family: 'Unknown',
    day: 'No day',
    account: 'No account',
    method: '',
    clerk: 'Qasid',
    head: 'No bill',
  } satisfies Record<ReportBy, string>,
  gone: 'Deleted billings',
  goneHeads: 'Deleted bills',
  late: 'After the due date, and fines',
  noHead: 'No heads',
  person: 'Deleted user',
  concerns: (day: string) => `of the closed day ${formatDay(day)}`,
} as const;

/** The kind of a line in a list. */
export const reportKindWords = {
  refund: 'Refund',
  bounced: 'Cheque bounced',
  voided: 'Void',
  waiver: 'Waiver',
  writeOff: 'Write-off',
  lowered: 'Lowered',
  head: 'Concession head',
} as const;

export const reportWords = {
  title: 'Reports',
  list: 'Reports',
  noRight: 'You do not have the right to see reports.',
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
  wrongSpan: 'The first day is after the last day.',
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
  lastNotified: 'Last message',
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
  way: 'Method',
  account: 'Account',
  by: 'By',
  why: 'Note',
  amount: 'Amount',
  campus: 'Campus',
} as const;
