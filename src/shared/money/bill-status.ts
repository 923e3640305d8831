/** The statuses of a bill, and what each says about its payment. An earlier version may have stored other words. */

/**
 * Only a part of the bill is paid. The rest is owed, so the bill also counts as unpaid; a reminder states only the rest.
 */
export const partlyPaid = 'partial' as const;

/**
 * What a status says about the payment. `other`: a word such as waived, carried, void or cancelled; the bill is no
 * longer owed and does not count as collected.
 */
export type Payment = 'unpaid' | 'partPaid' | 'paid' | 'other';

const payments = new Map<string, Payment>([
  ['unpaid', 'unpaid'],
  [partlyPaid, 'partPaid'],
  ['paid', 'paid'],
]);
/** The statuses that Qasid knows, without words of a school's own. */
export const builtInStatuses: readonly string[] = [...payments.keys()];

/** Nothing is owed on a bill with one of these statuses, and no money was received for it. */
const settledWithoutMoney = ['waived', 'carried', 'void', 'cancelled'] as const;

/** The statuses that a bill may be given. */
export const billStatuses: readonly string[] = ['unpaid', partlyPaid, 'paid', ...settledWithoutMoney];

export const paymentOf = ({ status }: { status: string }): Payment => payments.get(status) ?? 'other';

/**
 * Which bills of a billing are shown or written to. `unpaid`: something is still owed, so part-paid bills are included.
 * `overdue`: unpaid, and the last day in time (due date and days of grace) has passed in the campus's time zone.
 * `other`: as in `Payment`.
 */
export const billFilters = ['all', 'unpaid', 'overdue', partlyPaid, 'paid', 'other'] as const;
export type BillFilter = (typeof billFilters)[number];

/** Which bills a send was for. `open`: the same bills as `unpaid`, but of all billings; automatic reminders use it. */
export const sendAudiences = [...billFilters, 'open'] as const;
export type SendAudience = (typeof sendAudiences)[number];

/** Money is still owed on a bill with one of these statuses. */
export const openStatuses: readonly string[] = ['unpaid', partlyPaid];
export const isOpen = ({ status }: { status: string }): boolean => openStatuses.includes(status);

/** How far a payment has come. A file may raise the rank of a bill and never lower it. */
export const rankOf = (status: string): number => (status === 'unpaid' ? 0 : status === partlyPaid ? 1 : 2);

/**
 * Whether a file that says `next` changes a bill of this status. A file can report a payment and cannot take one back.
 */
export const isFurther = (status: string, next: string): boolean => rankOf(next) > rankOf(status);

const spellings: Readonly<Record<string, readonly string[]>> = {
  paid: [
    ...['paid', 'fully paid', 'full paid', 'paid in full', 'full', 'yes', 'y', 'true', 'ok', 'done'],
    ...['received', 'recieved', 'rcvd', 'recd', 'rec', 'deposited', 'collected', 'settled'],
    ...['clear', 'cleared', 'all clear', 'no dues', 'nil dues', '1', '✓', '✔', '☑', '✅', '√'],
    ...['ادا شدہ', 'ادا', 'وصول', 'وصول شدہ', 'جمع', 'ہاں', 'کلیئر'],
  ],
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
    ...['no paid', 'not received', 'not clear', 'not cleared', 'uncleared', 'not deposited', 'remaining'],
    ...['defaulter', 'default', 'false', '0', '✗', '✘', '✕', '✖', '❌', '☒', '☐', 'x', '×'],
    ...['غیر ادا شدہ', 'نہیں', 'باقی', 'بقایا', 'نادہندہ'],
  ],
  [partlyPaid]: ['partial', 'partially paid', 'partial paid', 'partly paid', 'part paid', 'part-paid'],
};

const statusBySpelling = new Map([
  ...Object.entries(spellings).flatMap(([status, list]) =>
    list.map((word): [string, string] => [word, status]),
  ),
  ...settledWithoutMoney.map((word): [string, string] => [word, word]),
]);

/** The status that a cell of a sheet names; undefined if it names none. */
export const readStatus = (typed: string): string | undefined =>
  statusBySpelling.get(
    typed
      // An emoji may have a sign behind it that says how it is drawn.
      .replace(/[\ufe0e\ufe0f]/g, '')
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/\.$/, '')
      .toLowerCase(),
  );
