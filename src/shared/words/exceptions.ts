/** The page For the owner. */
import type { ExceptionKind } from '../money/exceptions.ts';
import { plural } from '../text/phrases.ts';
import { fullMonthNames } from '../time/dates.ts';

export const exceptionWords = {
  title: 'For the owner',
  hint: 'What can make money disappear, from the audit log. Every number opens its list. Usual: the mean of six months. Marked: at least twice that.',
  noRight: 'You need the right to administer this campus to see this page.',
  month: (month: string) => `${fullMonthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`,
  monthBefore: 'Month before',
  monthAfter: 'Month after',
  kind: 'Exceptions',
  all: 'All',
  amount: 'Amount',
  byPerson: 'By person',
  byWeek: 'By week',
  usual: 'Usual',
  week: (from: number, to: number) => `${from}–${to}`,
  program: 'Qasid',
  others: 'Others',
  everyone: 'Everyone',
  opens: (kind: string, of: string, count: number) => `${kind}, ${of}: ${count}. Show the list`,
  marked: 'at least twice the usual',
  empty: 'There are no records to show',
  emptyHint: 'Nothing of this kind was done in this month.',
  unseen: (count: number) => `${count.toLocaleString('en-US')} not seen`,
  allSeen: 'all seen',
  see: 'Seen',
  seeAll: 'Mark all as seen',
  seenBy: (name: string) => (name === '' ? 'Seen' : `Seen by ${name}`),
  close: 'Close the list',
  cut: 'There are more than this page holds. Look at the audit log in Settings for the rest.',
  bills: (count: number) => plural(count, 'entry', 'entries'),
} as const;

export const exceptionKindWords: Record<ExceptionKind, string> = {
  voided: 'Payments voided',
  returned: 'Money given back',
  waived: 'Waived and written off',
  lowered: 'Bills lowered',
  backDated: 'Cash entered for an earlier day',
  reprinted: 'Papers printed again',
  counted: 'Counting differences',
  creditMoved: 'Credit moved',
  deleted: 'Bills deleted with money',
  doubtful: 'Doubtful payments',
};
