/**
 * Finds invoice and registration numbers in a bank row, and builds the key of the row. Only whole tokens match, never
 * a part of one. Pure functions.
 */
import { hash } from 'node:crypto';
import type { BankDirection } from '#shared/money/bank.ts';
import { asciiDigits } from '#shared/sheets/cells.ts';
import { stepsOf } from '../../yielding.ts';

/** `mark` is the text in the row, `number` its normalised form. `isWhole`: no prefix was removed from it. */
export type Token = { mark: string; number: string; isWhole: boolean };

/** A number with fewer digits may be a date, an amount or a branch code. Alone it does not identify a bill. */
const fewestDigits = 5;
/**
 * A number with this many digits is certainly ours, even if the bank joined it to a word with a dash:
 * `FT-20261110240`.
 */
const surelyDigits = 8;
/** At most this many tokens are read. A longer text is not a normal bank narration. */
const mostTokens = 60;

const compound = /[\p{L}\p{N}]+(?:[-/_.][\p{L}\p{N}]+)*/gu;
/** 2.026E+11: a spreadsheet has dropped digits, so several vouchers have the same text. */
const exponent = /^\d(?:\.\d+)?E\+?\d+$/i;
const digits = /^\d+$/;

export const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
/** Converts to upper case and removes leading zeros. Some programs add zeros and others remove them. */
export const plainNumber = (text: string): string => {
  const plain = asciiDigits(text).toUpperCase();
  return digits.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
};

const exponents = /(?<![\w.])\d(?:\.\d+)?E\+?\d+(?![\w.])/gi;
const withoutExponents = (text: string): string => text.replace(exponents, ' ');

function piecesOf(whole: string): string[] {
  const pieces = whole.split(/[/_]/);
  const joined = pieces.flatMap((piece) =>
    /[-.]/.test(piece) ? piece.split(/[-.]/).filter((part) => digitsIn(part) >= surelyDigits) : [],
  );
  return [whole, ...(pieces.length > 1 ? pieces : []), ...joined];
}

/** Returns the numbers of a text in which a spreadsheet has dropped digits: `2.02611e+11`. */
export const shortenedIn = (text: string): string[] =>
  [...asciiDigits(text).matchAll(exponents)].map(([short]) => shortenAs(short, short));

/** The number as a spreadsheet shortens it to as many decimals as `short` has. */
export const shortenAs = (number: string, short: string): string =>
  Number(number).toExponential(/\.(\d+)/.exec(short)?.[1]?.length ?? 0);

/**
 * Returns every whole token that contains a digit. If a token begins with the prefix of a money account, the part
 * after the prefix is returned too.
 */
export function tokensOf(text: string, prefixes: readonly string[]): Token[] {
  const found = new Map<string, Token>();
  const add = (token: Token): void => {
    if (token.number !== '' && /\d/.test(token.number) && !found.has(token.number))
      found.set(token.number, token);
  };
  for (const [whole] of withoutExponents(asciiDigits(text)).matchAll(compound))
    for (const mark of piecesOf(whole)) {
      if (found.size >= mostTokens) return [...found.values()];
      const plain = mark.toUpperCase();
      for (const prefix of prefixes.map((one) => one.toUpperCase()))
        if (plain.startsWith(prefix) && plain.length > prefix.length)
          add({
            mark,
            number: plainNumber(plain.slice(prefix.length).replace(/^[-/_.]/, '')),
            isWhole: false,
          });
      add({ mark, number: plainNumber(plain), isWhole: true });
    }
  return [...found.values()];
}

/**
 * Returns whether a token is too short to identify a bill alone. Leading zeros count only if the stored number has
 * them too. The prefix of the account counts as part of the token.
 */
export function isShort({ mark, number, isWhole }: Token, asStored: string): boolean {
  const isAsStored = !isWhole || asciiDigits(asStored).toUpperCase() === mark.toUpperCase();
  return digitsIn(isAsStored ? mark : number) < fewestDigits;
}

/**
 * Returns the spellings of the number that the database may contain. `lengths` are the lengths to which stored
 * numbers are padded with zeros.
 */
export function spellingsOf(number: string, lengths: readonly number[]): string[] {
  if (!digits.test(number)) return [...new Set([number, number.toLowerCase()])];
  return [
    number,
    ...lengths.filter((length) => length > number.length).map((length) => number.padStart(length, '0')),
  ];
}

export type Keyed = {
  direction: BankDirection;
  day: string | null;
  amount: number;
  reference: string;
  number: string;
  text: string;
  balance: number | null;
};

export const plainText = (text: string): string => asciiDigits(text).toUpperCase();

/** A reference with fewer letters and digits identifies a branch or a counter, not a transaction. */
const fewestSigns = 4;
/** A reference on more than this many rows of one file identifies a branch or a batch. */
const mostRows = 5;

/** A reference in which a spreadsheet has dropped digits may belong to many transactions. */
const isReference = (text: string): boolean =>
  !exponent.test(text) && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestSigns;

const hashOf = (...values: (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values)).slice(0, 40);

/** Numbers the repeated keys of identical rows, so that each row has its own key. */
function countTwins(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

/**
 * `key` identifies a row of an account, in any file. It begins with the day. `other` is the key of the same row in a
 * file where its reference occurs on more or fewer rows. `transfer` combines reference, day and amount; null if the
 * reference does not identify a single transaction.
 */
export type RowKeys = { key: string; other: string; transfer: string | null };

const transferOf = ({ reference, day, amount }: Pick<Keyed, 'reference' | 'day' | 'amount'>): string =>
  `${plainText(reference)}|${day}|${amount}`;

/**
 * Builds the keys of the rows from their whole content. If the reference of a row does not identify it, the balance
 * is part of the key too. Identical rows in one file get different keys. A row that occurs in two overlapping files
 * gets the same key in both.
 */
export function* rowKeysOf(rows: readonly Keyed[]): Generator<undefined, RowKeys[]> {
  const counts = new Map<string, number>();
  const parts: { reference: string; transfer: string; byText: string; byAll: string }[] = [];
  yield* stepsOf(rows, (row) => {
    const { direction, day, amount, balance } = row;
    const reference = plainText(row.reference);
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
    const text = [direction, day, amount, reference, plainText(row.number), plainText(row.text)];
    const [byText, byAll] = [`${day}|${hashOf(...text)}`, `${day}|${hashOf(...text, balance)}`];
    parts.push({ reference, transfer: transferOf(row), byText, byAll });
  });
  const rowKeys = parts.map(({ reference, transfer, byText, byAll }): RowKeys => {
    if (!isReference(reference)) return { key: byAll, other: byAll, transfer: null };
    if ((counts.get(reference) ?? 0) > mostRows) return { key: byAll, other: byText, transfer: null };
    return { key: byText, other: byAll, transfer };
  });
  const [keys, others] = [
    countTwins(rowKeys.map(({ key }) => key)),
    countTwins(rowKeys.map(({ other }) => other)),
  ];
  return rowKeys.map(({ transfer }, at) => ({ key: keys[at] ?? '', other: others[at] ?? '', transfer }));
}

/** A row of the account that was already saved. */
export type Counting = { key: string; reference: string; day: string; amount: number };
/** The keys of rows that were already saved, and of rows that may have been saved with another text. */
export type Counted = { seen: Set<string>; inDoubt: Set<string> };

/**
 * Matches each saved row with at most one of these rows. If a saved row has no match, every row with the same
 * reference, day and amount is in doubt.
 */
export function findCounted(rowKeys: readonly RowKeys[], counting: readonly Counting[]): Counted {
  const left = new Map(counting.map((one) => [one.key, one]));
  const seen = new Set<string>();
  for (const by of ['key', 'other'] as const)
    for (const one of rowKeys) if (!seen.has(one.key) && left.delete(one[by])) seen.add(one.key);
  const transfers = new Set([...left.values()].map(transferOf));
  const inDoubt = rowKeys.filter(
    ({ key, transfer }) => transfer !== null && !seen.has(key) && transfers.has(transfer),
  );
  return { seen, inDoubt: new Set(inDoubt.map(({ key }) => key)) };
}
