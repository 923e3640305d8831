/** What stands in the tabs of a bank file, what is ticked, and what of it is saved. Pure; amounts in rupees. */
import { type BankAct, type BankVerdict, tickedVerdicts } from '#shared/bank.ts';
import type { BankBill, BankDecision, BankRow, JudgedRow } from '#shared/calls/bank-files.ts';
import { toPaisa, toRupees } from '#shared/money.ts';

/** A row of the file with what it is. */
export type Line = BankRow & { judged: JudgedRow };
/** What is to be done with a row. `isByHand`: a person has chosen another bill than the one beside it. */
export type Choice = { act: BankAct; bill: BankBill; isByHand: boolean };
/** By the row's number. */
export type Choices = ReadonlyMap<number, Choice>;

/** Those that every file shows; the others stand among them only where there are any. */
const always: readonly BankVerdict[] = [
  ...(['exact', 'late', 'short', 'over', 'paidAlready', 'unmatched', 'seen', 'notIncome'] as const),
];
const order: readonly BankVerdict[] = [
  ...(['exact', 'late', 'short', 'fineOpen', 'over', 'paidAlready', 'carried', 'otherCampus'] as const),
  ...(['registration', 'ambiguous', 'unmatched', 'seen', 'notIncome'] as const),
];

/** What was saved before, and what is no income, asks for nobody. */
export const isQuiet = (verdict: BankVerdict): boolean => verdict === 'seen' || verdict === 'notIncome';
export const isSure = (verdict: BankVerdict): boolean => tickedVerdicts.includes(verdict);

/** Added up in paisa: sums of decimals are not quite what they should be. */
export const sumOf = (rows: readonly { amount: number }[]): number =>
  toRupees(rows.reduce((sum, { amount }) => sum + toPaisa(amount), 0));

export type Tab = { verdict: BankVerdict; lines: Line[]; sum: number };

/** Each row stands in one of them, so that their counts and sums are the file's. */
export function tabsOf(lines: readonly Line[]): Tab[] {
  const by = Map.groupBy(lines, ({ judged }) => judged.verdict);
  return order
    .filter((verdict) => always.includes(verdict) || by.has(verdict))
    .map((verdict) => {
      const rows = by.get(verdict) ?? [];
      return { verdict, lines: rows, sum: sumOf(rows) };
    });
}

/** Problems first: what does not fit opens, else what does. */
export const firstTab = (tabs: readonly Tab[]): BankVerdict =>
  tabs.find(({ verdict, lines }) => lines.length > 0 && !isSure(verdict) && !isQuiet(verdict))?.verdict ??
  tabs.find(({ lines }) => lines.length > 0)?.verdict ??
  'exact';

/** What a tick on the row means; undefined where a bill has to be chosen first, or nothing can be done. */
export function usualChoice({ judged }: Line): Choice | undefined {
  const { verdict, bill, payment } = judged;
  if (!bill || isQuiet(verdict)) return undefined;
  // Where nothing newer asks for a carried bill there is nothing to set it against.
  const isPaid = verdict === 'paidAlready' || bill.status === 'carried';
  return { act: payment ? 'join' : isPaid ? 'credit' : 'pay', bill, isByHand: false };
}

/** Only what is sure is ticked. */
export const ticked = (lines: readonly Line[]): Map<number, Choice> =>
  new Map(
    lines.flatMap((line) => {
      const choice = isSure(line.judged.verdict) ? usualChoice(line) : undefined;
      return choice ? [[line.row, choice] as const] : [];
    }),
  );

/** Whether a person may say whose it is: a row that counts already, or has no day, is nobody's. */
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

/** `payments`: that are made; `joined`: rows that are joined to one that is there. */
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

/** A text in parts: the second is the mark, where it stands in it. */
export function aroundMark(text: string, mark: string | null): [string, string, string] {
  const at = mark === null ? -1 : text.toUpperCase().indexOf(mark.toUpperCase());
  if (mark === null || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + mark.length), text.slice(at + mark.length)];
}

/** All that the bank says of a row, in one line. */
export const saidBy = ({ text, number, reference }: BankRow): string =>
  [number, text, reference].filter(Boolean).join(' · ');

/** What came in less than was left of the bill; more where it is above zero. */
export const differenceOf = ({ amount }: BankRow, bill: BankBill): number =>
  toRupees(toPaisa(amount) - toPaisa(bill.balance));
