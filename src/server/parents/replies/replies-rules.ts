/** Which messages ask for the balance, and the wording of the answer. Pure. */
import { partlyPaid } from '#shared/bill-status.ts';
import { plainWords } from '#shared/plain-words.ts';
import { type BalanceLines, balanceWords, type ReplyLanguage } from '#shared/words/chats.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';

/** The most answers to one number on a day of the campus. */
export const mostAnswers = 2;
/** Hours after which a late message is left to a person. */
export const longestLate = 12;

const balanceQuestions = new Set([
  ...['balance', 'fee', 'fees', 'dues', 'fee balance', 'fees balance', 'my balance', 'my fees'],
  ...['baqaya', 'bakaya', 'baqaya jat', 'bakaya jat', 'baqaya jaat', 'bakaya jaat'],
  ...['بقایا', 'بقایاجات', 'بقایا جات', 'فیس', 'واجبات', 'بیلنس'],
]);
const urduLetter = /[\u0600-\u06ff]/;

/**
 * The language in which a message asks for the balance; undefined if it is more than one of these words. A person reads
 * sentences, messages with a figure, and captions.
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

/** Whether the payable amount is known. It is not for a bill without an amount, or with an unknown part paid. */
export const isAmountKnown = ({ payable, status, paid }: Recipient): boolean =>
  payable !== null && !(status === partlyPaid && (paid ?? 0) === 0);

/** Child by child, the oldest month of each first. */
export const inReadingOrder = (bills: readonly Recipient[]): Recipient[] =>
  bills.toSorted(
    (one, other) =>
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0) ||
      one.year * 12 + one.month - (other.year * 12 + other.month) ||
      (one.billID ?? 0) - (other.billID ?? 0),
  );

/** The wording for these bills, all of which ask for something. Without bills it says that nothing is open. */
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
