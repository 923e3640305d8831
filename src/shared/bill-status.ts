/** The statuses of a bill, and what each says of its payment. Other words may be stored by an earlier version. */

/** A part of it is paid: it is not collected, and nobody is reminded of the whole. */
export const partlyPaid = 'partial' as const;

/**
 * What a status says of a payment. `other`: a word such as waived, carried, void or cancelled, by which a bill is
 * neither owed any more nor collected.
 */
export type Payment = 'unpaid' | 'partPaid' | 'paid' | 'other';

const payments = new Map<string, Payment>([
  ['unpaid', 'unpaid'],
  [partlyPaid, 'partPaid'],
  ['paid', 'paid'],
]);
/** The statuses that are a word of no school's own. */
export const knownStatuses: readonly string[] = [...payments.keys()];

/** Nothing is owed by these, and nothing came in. */
const settledWithoutMoney = ['waived', 'carried', 'void', 'cancelled'] as const;

/** What a bill may be given as its status. */
export const billStatuses: readonly string[] = ['unpaid', partlyPaid, 'paid', ...settledWithoutMoney];

export const paymentOf = ({ status }: { status: string }): Payment => payments.get(status) ?? 'other';

/**
 * Which bills of a billing are shown or written to. Overdue is unpaid and due before today, by the campus's clock; other
 * as in `Payment`.
 */
export const billFilters = ['all', 'unpaid', 'overdue', partlyPaid, 'paid', 'other'] as const;
export type BillFilter = (typeof billFilters)[number];

/** Whom a send was for. `open`: whoever still owes something, be a part of it paid; so go reminders by themselves. */
export const sendAudiences = [...billFilters, 'open'] as const;
export type SendAudience = (typeof sendAudiences)[number];

/** Something is still to be paid. */
export const openStatuses: readonly string[] = ['unpaid', partlyPaid];
export const isOpen = ({ status }: { status: string }): boolean => openStatuses.includes(status);

/** How far a payment has come, so that a file never takes one back. */
export const rankOf = (status: string): number => (status === 'unpaid' ? 0 : status === partlyPaid ? 1 : 2);

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

const known = new Map([
  ...Object.entries(spellings).flatMap(([status, list]) =>
    list.map((word): [string, string] => [word, status]),
  ),
  ...settledWithoutMoney.map((word): [string, string] => [word, word]),
]);

/** The status that a cell of a sheet names; undefined where it is none. */
export const readStatus = (typed: string): string | undefined =>
  known.get(typed.trim().replace(/\s+/g, ' ').toLowerCase());
