/** Pure rules of a bank file: its tabs, its ticked rows, and the decisions to save. Amounts are in rupees. */

import type { BankBill, BankDecision, JudgedRow } from '#shared/calls/bank-files.ts';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { type BankAct, type BankMatch, tickedMatches } from '#shared/money/bank.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import type { ReadBank } from './bank-protocol.ts';

/** A row of the file with its verdict. */
export type Line = BankRow & { judged: JudgedRow };
/** The action chosen for a row. `isByHand` means that a person chose another bill than the suggested one. */
export type Choice = { act: BankAct; bill: BankBill; isByHand: boolean };
/** Maps the number of a row to its choice. */
export type Choices = ReadonlyMap<number, Choice>;

/** The tabs that every file has. Other tabs appear only if they have rows. */
const tabsAlwaysShown: readonly BankMatch[] = [
  ...(['exact', 'late', 'short', 'over', 'paidAlready', 'unmatched', 'seen', 'notIncome'] as const),
];
const tabOrder: readonly BankMatch[] = [
  ...(['exact', 'late', 'short', 'fineOpen', 'over', 'twin', 'takenBack', 'paidAlready', 'carried'] as const),
  ...(['otherCampus', 'registration', 'ambiguous', 'unmatched', 'seen', 'notIncome'] as const),
];

/** Each row of these verdicts is decided alone: one press for all of them could count money twice. */
export const isOneByOne = (verdict: BankMatch): boolean => verdict === 'twin' || verdict === 'takenBack';

/** Rows that were saved earlier and rows that are no income need no attention. */
export const isQuiet = (verdict: BankMatch): boolean => verdict === 'seen' || verdict === 'notIncome';
export const isSure = (verdict: BankMatch): boolean => tickedMatches.includes(verdict);

/** The sum is computed in paisa, because sums of decimal fractions are inexact. */
export const sumOf = (rows: readonly { amount: number }[]): number =>
  toRupees(rows.reduce((sum, { amount }) => sum + toPaisa(amount), 0));

export type Tab = { match: BankMatch; lines: Line[]; sum: number };

/** Each row is in exactly one tab, so the counts and sums of the tabs add up to those of the file. */
export function tabsOf(lines: readonly Line[]): Tab[] {
  const byMatch = Map.groupBy(lines, ({ judged }) => judged.match);
  return tabOrder
    .filter((verdict) => tabsAlwaysShown.includes(verdict) || byMatch.has(verdict))
    .map((verdict) => {
      const rows = byMatch.get(verdict) ?? [];
      return { match: verdict, lines: rows, sum: sumOf(rows) };
    });
}

/** The tab to open first: the first tab with problems, or else the first tab with rows. */
export const firstTab = (tabs: readonly Tab[]): BankMatch =>
  tabs.find(({ match: verdict, lines }) => lines.length > 0 && !isSure(verdict) && !isQuiet(verdict))
    ?.match ??
  tabs.find(({ lines }) => lines.length > 0)?.match ??
  'exact';

/** The action that a tick on this row means. Undefined if a bill must be chosen first, or if nothing can be done. */
export function usualChoice({ judged }: Line): Choice | undefined {
  const { match: verdict, bill, payment } = judged;
  if (!bill || isQuiet(verdict) || verdict === 'takenBack') return undefined;
  // The server replaces a carried bill by the newer bill that asks for its balance. If `bill` is still a carried
  // bill, there is no such newer bill, so nothing is left to pay.
  const isPaid = verdict === 'paidAlready' || bill.status === 'carried';
  return { act: payment ? 'join' : isPaid ? 'credit' : 'pay', bill, isByHand: false };
}

/** Only sure rows are ticked at first. */
export const ticked = (lines: readonly Line[]): Map<number, Choice> =>
  new Map(
    lines.flatMap((line) => {
      const choice = isSure(line.judged.match) ? usualChoice(line) : undefined;
      return choice ? [[line.row, choice] as const] : [];
    }),
  );

/** Whether a person may choose the bill of a row. A row that was saved earlier or has no valid or open day cannot be posted. */
export const mayChooseBill = ({ direction, judged: { match: verdict, reason } }: Line): boolean =>
  (direction === 'in' || direction === 'back') &&
  verdict !== 'seen' &&
  (verdict !== 'notIncome' || reason === 'batch') &&
  reason !== 'noDay' &&
  reason !== 'dayToCome' &&
  reason !== 'booksClosed';

export const decisionsOf = (lines: readonly Line[], choices: Choices): BankDecision[] =>
  lines.flatMap(({ row, judged: { match: verdict } }) => {
    const choice = choices.get(row);
    return choice ? [{ row, match: verdict, act: choice.act, billID: choice.bill.billID }] : [];
  });

/** `payments` counts the new payments, and `joined` the rows that are joined to an existing payment. */
export type Summary = {
  payments: number;
  sum: number;
  joined: number;
  ticked: number;
  left: number;
  parts: { verdict: BankMatch; count: number }[];
};

export function summaryOf(lines: readonly Line[], choices: Choices): Summary {
  const chosen = lines.filter(({ row }) => choices.has(row));
  const paying = chosen.filter(({ row }) => choices.get(row)?.act !== 'join');
  const byMatch = Map.groupBy(chosen, ({ judged }) => judged.match);
  return {
    payments: paying.length,
    sum: sumOf(paying),
    joined: chosen.length - paying.length,
    ticked: chosen.length,
    left: lines.length - chosen.length,
    parts: tabOrder.flatMap((verdict) => {
      const rows = byMatch.get(verdict);
      return rows ? [{ verdict, count: rows.length }] : [];
    }),
  };
}

/** Splits a text into the parts before, in and after the mark. Without the mark, the first part is the whole text. */
export function aroundMark(text: string, mark: string | null): [string, string, string] {
  const at = mark === null ? -1 : text.toUpperCase().indexOf(mark.toUpperCase());
  if (mark === null || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + mark.length), text.slice(at + mark.length)];
}

/** Joins all texts that the bank gives for a row. */
export const bankTextsOf = ({ text, number, reference }: BankRow): string =>
  [number, text, reference].filter(Boolean).join(' · ');

/** The amount of the row minus the balance of the bill. It is positive if more money came in than is owed. */
export const differenceOf = ({ amount }: BankRow, bill: BankBill): number =>
  toRupees(toPaisa(amount) - toPaisa(bill.balance));

/** The letters and digits of a number as a pattern that also finds it with spaces and dashes. */
const patternOf = (number: string): string => [...number].join('[ ./-]*');

/** Whether the text names the account by its number or IBAN. A short number would be found by chance. */
function isNamed(text: string, { number, iban }: MoneyAccount): boolean {
  const plain = [number, iban].map((one) => one.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase());
  return plain.some((one) => {
    if (one.length < 6) return false;
    // An IBAN ends with the number of the account, and a statement may show either.
    const pattern = `(?<![A-Z0-9])(?:PK\\d\\d[A-Z]{4})?0*${patternOf(one.replace(/^0+/, ''))}(?![A-Z0-9])`;
    return new RegExp(pattern).test(text) || (one === plain[1] && isEndOfIban(text, one));
  });
}

/** Whether the text contains the account number at the end of the IBAN. */
const isEndOfIban = (text: string, iban: string): boolean =>
  [...text.matchAll(/(?<![A-Z0-9])\d[\d ./-]{6,}\d(?![A-Z0-9])/g)].some(([found]) => {
    const digits = found.replace(/\D/g, '').replace(/^0+/, '');
    return digits.length >= 8 && iban.slice(8).replace(/^0+/, '') === digits;
  });

const fewestOfPrefix = 4;

/** The account that the file names: in the text above its headings, or by the prefix of most of its numbers. */
export function accountOf(
  accounts: readonly MoneyAccount[],
  { opened, rows }: Pick<ReadBank, 'opened' | 'rows'>,
): MoneyAccount | undefined {
  const banner = opened.banner.toUpperCase();
  const named = accounts.filter((account) => isNamed(banner, account));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const numbers = rows.flatMap(({ number }) => (number === '' ? [] : number.toUpperCase()));
  const fitting = accounts.filter(
    ({ prefix }) =>
      prefix.length >= fewestOfPrefix &&
      numbers.filter((number) => number.startsWith(prefix.toUpperCase())).length * 2 > numbers.length,
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
