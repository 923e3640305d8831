/** Recognises messages that ask for the balance, and writes the answer. Pure. */
import { partlyPaid } from '#shared/money/bill-status.ts';
import { plainWords } from '#shared/text/plain-words.ts';
import { type BalanceLines, balanceWords, type ReplyLanguage } from '#shared/words/chats.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';

/** The maximum number of answers to one number on a day of the campus. */
export const mostAnswers = 2;
/** A message that arrives more than this many hours late is left to a person. */
export const longestLate = 12;

const balanceQuestions = new Set([
  ...['balance', 'fee', 'fees', 'dues', 'fee balance', 'fees balance', 'my balance', 'my fees'],
  ...['baqaya', 'bakaya', 'baqaya jat', 'bakaya jat', 'baqaya jaat', 'bakaya jaat'],
  ...['بقایا', 'بقایاجات', 'بقایا جات', 'فیس', 'واجبات', 'بیلنس'],
]);
const urduLetter = /[\u0600-\u06ff]/;

/**
 * Returns the language in which a message asks for the balance. Undefined if the message contains anything else: a
 * person must read sentences, messages with a number, and captions.
 */
export function languageOfAsking({
  text,
  media,
}: {
  text: string;
  media: string;
}): ReplyLanguage | undefined {
  if (media !== '' || /\p{N}/u.test(text) || !balanceQuestions.has(plainWords(text))) return undefined;
  return urduLetter.test(text) ? 'ur' : 'en';
}

/**
 * Tells whether the payable amount is known. It is not known for a bill without an amount, or with an unknown part
 * paid.
 */
export const hasAmount = ({ payable, status, paid }: Recipient): boolean =>
  payable !== null && !(status === partlyPaid && (paid ?? 0) === 0);

/** Sorts bills by child, and for each child by month, the oldest first. */
export const inReadingOrder = (bills: readonly Recipient[]): Recipient[] =>
  bills.toSorted(
    (one, other) =>
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0) ||
      one.year * 12 + one.month - (other.year * 12 + other.month) ||
      (one.billID ?? 0) - (other.billID ?? 0),
  );

/**
 * Returns the text for these bills, which must all have an amount to pay. Without bills the text says that nothing is
 * open.
 */
export function balanceText(
  bills: readonly Recipient[],
  language: ReplyLanguage,
  style: Pick<BalanceLines, 'sign' | 'hasLink'>,
): string {
  const words = balanceWords[language];
  if (bills.length === 0) return words.nothingOpen;
  return words.open({
    ...style,
    hasMonth: bills.every(({ month, year }) => month > 0 && year > 0),
    hasDay: bills.every(({ dueDate }) => dueDate !== null),
    isSum: bills.length > 1,
  });
}
