/** What of a bank row may be a number of ours, token by token and never a part of one; and what the row is known by. Pure. */
import { hash } from 'node:crypto';
import type { BankDirection } from '#shared/bank.ts';
import { asciiDigits } from '#shared/sheets/cells.ts';
import { stepsOf } from '../../yielding.ts';

/** `mark`: as it stands in the row. `number`: what it may be, plain. `isWhole`: nothing was taken off before it. */
export type Token = { mark: string; number: string; isWhole: boolean };

/** Fewer are in a date, an amount or a branch: they say nothing by themselves. */
const fewestDigits = 5;
/** So many are nobody else's, also where a bank has joined a word to them with a dash: `FT-20261110240`. */
const surelyDigits = 8;
/** More is no narration of a bank. */
const mostTokens = 60;

const compound = /[\p{L}\p{N}]+(?:[-/_.][\p{L}\p{N}]+)*/gu;
/** 2.026E+11: a sheet has lost the digits, and several vouchers are the same. */
const exponent = /^\d(?:\.\d+)?E\+?\d+$/i;
const digits = /^\d+$/;

export const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
/** Letters large, and without the zeros that one program fills up with and another takes away. */
export const plainNumber = (text: string): string => {
  const plain = asciiDigits(text).toUpperCase();
  return digits.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
};

const withoutExponents = (text: string): string =>
  text.replace(/(?<![\w.])\d(?:\.\d+)?E\+?\d+(?![\w.])/gi, ' ');

function piecesOf(whole: string): string[] {
  const pieces = whole.split(/[/_]/);
  const joined = pieces.flatMap((piece) =>
    /[-.]/.test(piece) ? piece.split(/[-.]/).filter((part) => digitsIn(part) >= surelyDigits) : [],
  );
  return [whole, ...(pieces.length > 1 ? pieces : []), ...joined];
}

/** Every whole token that has a digit, and what is behind the prefix of the account, where a token begins with that. */
export function tokensOf(text: string, prefix: string): Token[] {
  const before = prefix.toUpperCase();
  const found = new Map<string, Token>();
  const add = (token: Token): void => {
    if (token.number !== '' && /\d/.test(token.number) && !found.has(token.number))
      found.set(token.number, token);
  };
  for (const [whole] of withoutExponents(asciiDigits(text)).matchAll(compound))
    for (const mark of piecesOf(whole)) {
      if (found.size >= mostTokens) return [...found.values()];
      const plain = mark.toUpperCase();
      if (before !== '' && plain.startsWith(before) && plain.length > before.length)
        add({ mark, number: plainNumber(plain.slice(before.length).replace(/^[-/_.]/, '')), isWhole: false });
      add({ mark, number: plainNumber(plain), isWhole: true });
    }
  return [...found.values()];
}

/**
 * Whether it is too short to say a bill by itself. Zeros count where the bill is written with just them, and what stands
 * before a number where the account says that it does.
 */
export function isShort({ mark, number, isWhole }: Token, asStored: string): boolean {
  const isAsStored = !isWhole || asciiDigits(asStored).toUpperCase() === mark.toUpperCase();
  return digitsIn(isAsStored ? mark : number) < fewestDigits;
}

/** How a number may stand in the store; `lengths`: to which it is filled up with zeros there. */
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

const plainText = (text: string): string => asciiDigits(text).toUpperCase();

/** What holds fewer letters and digits is a branch or a counter, and no transaction. */
const fewestSigns = 4;
/** On more rows of one file a reference is that of a branch, or of a batch. */
const mostRows = 5;

/** A reference of which digits are lost is that of many. */
const isReference = (text: string): boolean =>
  !exponent.test(text) && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestSigns;

const hashOf = (...said: (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(said)).slice(0, 40);

/** Of rows that say the same the second is another. */
function countTwins(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

/**
 * `key`: what a row is known by in its account, in whichever file it comes; it begins with the day. `other`: the same in a
 * file in which its reference is on more rows, or on fewer. `transfer`: its reference, day and amount, where it has a
 * reference of its own.
 */
export type KnownBy = { key: string; other: string; transfer: string | null };

const transferOf = ({ reference, day, amount }: Pick<Keyed, 'reference' | 'day' | 'amount'>): string =>
  `${plainText(reference)}|${day}|${amount}`;

/**
 * What each row is known by: all that it says, and its balance where it has no reference of its own. Twins in one file are
 * two, overlapping files are one.
 */
export function* knownByOf(rows: readonly Keyed[]): Generator<undefined, KnownBy[]> {
  const counts = new Map<string, number>();
  const said: { reference: string; transfer: string; byText: string; byAll: string }[] = [];
  yield* stepsOf(rows, (row) => {
    const { direction, day, amount, balance } = row;
    const reference = plainText(row.reference);
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
    const text = [direction, day, amount, reference, plainText(row.number), plainText(row.text)];
    const [byText, byAll] = [`${day}|${hashOf(...text)}`, `${day}|${hashOf(...text, balance)}`];
    said.push({ reference, transfer: transferOf(row), byText, byAll });
  });
  const known = said.map(({ reference, transfer, byText, byAll }): KnownBy => {
    if (!isReference(reference)) return { key: byAll, other: byAll, transfer: null };
    if ((counts.get(reference) ?? 0) > mostRows) return { key: byAll, other: byText, transfer: null };
    return { key: byText, other: byAll, transfer };
  });
  const [keys, others] = [
    countTwins(known.map(({ key }) => key)),
    countTwins(known.map(({ other }) => other)),
  ];
  return known.map(({ transfer }, at) => ({ key: keys[at] ?? '', other: others[at] ?? '', transfer }));
}

/** A row of the account that counts. */
export type Counting = { key: string; reference: string; day: string; amount: number };
/** The keys of rows that count already, and of those that may: by another text. */
export type Counted = { seen: Set<string>; inDoubt: Set<string> };

/** Each row that counts is one of these rows at most; one that is none of them may be any of its reference, day and amount. */
export function findCounted(known: readonly KnownBy[], counting: readonly Counting[]): Counted {
  const left = new Map(counting.map((one) => [one.key, one]));
  const seen = new Set<string>();
  for (const by of ['key', 'other'] as const)
    for (const one of known) if (!seen.has(one.key) && left.delete(one[by])) seen.add(one.key);
  const transfers = new Set([...left.values()].map(transferOf));
  const inDoubt = known.filter(
    ({ key, transfer }) => transfer !== null && !seen.has(key) && transfers.has(transfer),
  );
  return { seen, inDoubt: new Set(inDoubt.map(({ key }) => key)) };
}
