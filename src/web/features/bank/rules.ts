/** Pure rules of a bank file: the tabs, the ticked rows, and what is saved. Amounts in rupees. */
import { type BankAct, type BankVerdict, tickedVerdicts } from '#shared/bank.ts';
import type { BankBill, BankDecision, BankRow, JudgedRow } from '#shared/calls/bank-files.ts';
import { toPaisa, toRupees } from '#shared/money.ts';

/** A row of the file with its verdict. */
export type Line = BankRow & { judged: JudgedRow };
/** The action chosen for a row. `isByHand`: a person chose another bill than the suggested one. */
export type Choice = { act: BankAct; bill: BankBill; isByHand: boolean };
/** Maps the number of a row to its choice. */
export type Choices = ReadonlyMap<number, Choice>;

/** The tabs that every file has. Other tabs appear only if they have rows. */
const always: readonly BankVerdict[] = [
  ...(['exact', 'late', 'short', 'over', 'paidAlready', 'unmatched', 'seen', 'notIncome'] as const),
];
const order: readonly BankVerdict[] = [
  ...(['exact', 'late', 'short', 'fineOpen', 'over', 'paidAlready', 'carried', 'otherCampus'] as const),
  ...(['registration', 'ambiguous', 'unmatched', 'seen', 'notIncome'] as const),
];

/** Rows saved before and rows that are no income need no attention. */
export const isQuiet = (verdict: BankVerdict): boolean => verdict === 'seen' || verdict === 'notIncome';
export const isSure = (verdict: BankVerdict): boolean => tickedVerdicts.includes(verdict);

/** Summed in paisa, because sums of decimals are inexact. */
export const sumOf = (rows: readonly { amount: number }[]): number =>
  toRupees(rows.reduce((sum, { amount }) => sum + toPaisa(amount), 0));

export type Tab = { verdict: BankVerdict; lines: Line[]; sum: number };

/** Each row is in exactly one tab, so that the counts and sums add up to the file's. */
export function tabsOf(lines: readonly Line[]): Tab[] {
  const by = Map.groupBy(lines, ({ judged }) => judged.verdict);
  return order
    .filter((verdict) => always.includes(verdict) || by.has(verdict))
    .map((verdict) => {
      const rows = by.get(verdict) ?? [];
      return { verdict, lines: rows, sum: sumOf(rows) };
    });
}

/** A tab with problems opens first, else the first tab with rows. */
export const firstTab = (tabs: readonly Tab[]): BankVerdict =>
  tabs.find(({ verdict, lines }) => lines.length > 0 && !isSure(verdict) && !isQuiet(verdict))?.verdict ??
  tabs.find(({ lines }) => lines.length > 0)?.verdict ??
  'exact';

/** The action of a tick on this row; undefined if a bill must be chosen first or nothing can be done. */
export function usualChoice({ judged }: Line): Choice | undefined {
  const { verdict, bill, payment } = judged;
  if (!bill || isQuiet(verdict)) return undefined;
  // If no newer bill asks for a carried bill, there is nothing to pay.
  const isPaid = verdict === 'paidAlready' || bill.status === 'carried';
  return { act: payment ? 'join' : isPaid ? 'credit' : 'pay', bill, isByHand: false };
}

/** Only sure rows are ticked at first. */
export const ticked = (lines: readonly Line[]): Map<number, Choice> =>
  new Map(
    lines.flatMap((line) => {
      const choice = isSure(line.judged.verdict) ? usualChoice(line) : undefined;
      return choice ? [[line.row, choice] as const] : [];
    }),
  );

/** Whether a person may choose the bill. A row that is already saved or has no day needs none. */
export const mayChoose = ({ judged: { verdict, reason } }: Line): boolean =>
  verdict !== 'seen' &&
  (verdict !== 'notIncome' || reason === 'batch') &&
  reason !== 'noDay' &&
  reason !== 'dayToCome';

export const decisionsOf = (lines: readonly Line[], choices: Choices): BankDecision[] =>
  lines.flatMap(({ row, judged: { verdict } }) => {
    const choice = choices.get(row);
    return choice ? [{ row, verdict, act: choice.act, billID: choice.bill.billID }] : [];
  });

/** `payments`: new payments; `joined`: rows joined to an existing payment. */
export type Summary = {
  payments: number;
  sum: number;
  joined: number;
  ticked: number;
  left: number;
  parts: { verdict: BankVerdict; count: number }[];
};

export function summaryOf(lines: readonly Line[], choices: Choices): Summary {
  const chosen = lines.filter(({ row }) => choices.has(row));
  const paying = chosen.filter(({ row }) => choices.get(row)?.act !== 'join');
  const by = Map.groupBy(chosen, ({ judged }) => judged.verdict);
  return {
    payments: paying.length,
    sum: sumOf(paying),
    joined: chosen.length - paying.length,
    ticked: chosen.length,
    left: lines.length - chosen.length,
    parts: order.flatMap((verdict) => {
      const rows = by.get(verdict);
      return rows ? [{ verdict, count: rows.length }] : [];
    }),
  };
}

/** Splits a text around the mark; the second part is the mark, if it occurs. */
export function aroundMark(text: string, mark: string | null): [string, string, string] {
  const at = mark === null ? -1 : text.toUpperCase().indexOf(mark.toUpperCase());
  if (mark === null || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + mark.length), text.slice(at + mark.length)];
}

/** All texts that the bank gives for a row, on one line. */
export const saidBy = ({ text, number, reference }: BankRow): string =>
  [number, text, reference].filter(Boolean).join(' · ');

/** The difference from the bill's balance; positive if more came in. */
export const differenceOf = ({ amount }: BankRow, bill: BankBill): number =>
  toRupees(toPaisa(amount) - toPaisa(bill.balance));
