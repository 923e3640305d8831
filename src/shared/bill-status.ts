/** What the status of a bill says of its payment. It is free text, in lower case; these words mean something here. */

/** A part of it is paid: it is not collected, and nobody is reminded of the whole. */
export const partlyPaid = 'partial';

/** Neither paid nor otherwise done with. */
export const openStatuses: readonly string[] = ['unpaid', partlyPaid];

/** How far a payment has come, so that a file never takes one back. */
const rankOf = (status: string): number => (status === 'unpaid' ? 0 : status === partlyPaid ? 1 : 2);

/** Whether a file that says `next` changes a bill of this status: it tells of payments, and takes none back. */
export const isFurther = (status: string, next: string): boolean => rankOf(next) > rankOf(status);

const spellings: Readonly<Record<string, readonly string[]>> = {
  paid: ['paid', 'fully paid', 'full paid', 'yes', 'y', 'received', 'deposited', 'cleared', 'ادا شدہ', 'ادا'],
  unpaid: [
    'unpaid',
    'un paid',
    'un-paid',
    'not paid',
    'no',
    'n',
    'due',
    'pending',
    'outstanding',
    'overdue',
    'غیر ادا شدہ',
  ],
  [partlyPaid]: ['partial', 'partially paid', 'partial paid', 'partly paid', 'part paid', 'part-paid'],
};
/** Words of our own exports that stand for themselves. */
const ownWords = ['waived', 'carried', 'void', 'cancelled'];

const known = new Map([
  ...Object.entries(spellings).flatMap(([status, list]) =>
    list.map((word): [string, string] => [word, status]),
  ),
  ...ownWords.map((word): [string, string] => [word, word]),
]);

/** The status that a cell of a sheet names; undefined where it is none. */
export const readStatus = (typed: string): string | undefined =>
  known.get(typed.trim().replace(/\s+/g, ' ').toLowerCase());
