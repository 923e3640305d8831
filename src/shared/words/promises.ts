/** Promises to pay, as a clerk reads them. */
import { formatDay } from '../dates.ts';
import { plural } from './plural.ts';

export const promiseRefusals = {
  past: 'This day has passed. Give today or a day to come.',
  far: 'This day is more than a year ahead. Give an earlier day.',
  nothingOwed: 'This family owes nothing now, so there is nothing to promise.',
} as const;

/** `10 Dec`. */
const short = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

export const promiseWords = {
  title: 'Promise to pay',
  note: 'Note a promise to pay',
  save: 'Save promise',
  day: 'Will pay by',
  dayHint: 'For example 10, or 10 Dec',
  badDay: 'Write a day from today on, for example 10 or 10 Dec.',
  amount: 'Amount',
  remark: 'Note',
  hint: 'Automatic reminders to this family wait until this day has passed.',
  noted: 'Promise noted',
  withdraw: 'Withdraw',
  withdrawn: 'Promise withdrawn',
  /** `amount`: null for all that is payable. */
  promised: (amount: string | null, day: string) => `Promised ${amount ?? 'to pay'} by ${short(day)}`,
  unkept: (amount: string | null, day: string) => `Promised ${amount ?? 'to pay'} by ${short(day)}: not kept`,
  unkeptTitle: (count: number) => (count === 1 ? 'Promise not kept' : 'Promises not kept'),
  by: (day: string) => `by ${short(day)}`,
  moreUnkept: (count: number) => `${count.toLocaleString('en-US')} more`,
  /** In the next reminders. */
  waiting: (count: number) =>
    `${plural(count, 'bill', 'bills')} ${count === 1 ? 'waits' : 'wait'}: the family has promised to pay by a later day.`,
  /** In the preview of a send. */
  inSend: (count: number) =>
    `${plural(count, 'family', 'families')} of these ${count === 1 ? 'has' : 'have'} promised to pay, and the day has not passed.`,
  leftOutOfSend: 'A reminder for later leaves them out.',
} as const;
