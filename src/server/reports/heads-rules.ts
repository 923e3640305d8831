/** Decides which heads of a bill a payment pays: arrears first, then the others in proportion. Pure; paisa. */
import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import {
  type ChosenClasses,
  classOfFeeHead,
  type FeeHeadClass,
  plainFeeHead,
} from '#shared/money/fee-head-class.ts';
import { lateHead, noHead, ofGone, ofNothing } from '#shared/money/reports.ts';
import type { PaidHeads } from './heads-queries.ts';

export type Head = { head: string; amount: number };
export type BillHeads = {
  /** The amount of the bill until its due date; null if the bill has no amount. */
  total: number | null;
  heads: readonly (Head & { class: FeeHeadClass })[];
};

/**
 * Largest remainder method: divides the amount into whole parts, and rounds the parts with the largest remainders up.
 * Without weights every part is 0.
 */
export function share(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all <= 0) return weights.map(() => 0);
  // The product of large amounts would not be exact as a number.
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((part) => Number(part / BigInt(all)));
  const rests = exact.map((part, at) => ({ at, rest: Number(part % BigInt(all)) }));
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { at } of rests.sort((a, b) => b.rest - a.rest || a.at - b.at)) {
    if (left <= 0) break;
    parts[at] = (parts[at] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}

type Span = { from: number; to: number };

const overlap = (one: Span, other: Span): number =>
  Math.max(Math.min(one.to, other.to) - Math.max(one.from, other.from), 0);

const divide = (amount: number, heads: readonly Head[]): Head[] => {
  const parts = share(
    amount,
    heads.map((one) => one.amount),
  );
  return heads.map(({ head }, at) => ({ head, amount: parts[at] ?? 0 }));
};

const sumOf = (heads: readonly Head[]): number => heads.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns how much of this allocation pays each head; the parts add up to the allocation. `before` is the sum of
 * earlier allocations of the bill. A concession reduces the fee as a whole, so no payment goes to it.
 */
export function spread(
  { amount, before }: { amount: number; before: number },
  { total, heads }: BillHeads,
): Head[] {
  const charged = heads.filter((one) => one.amount > 0 && one.class !== 'concession');
  const older = charged.filter((one) => one.class === 'arrears');
  const newer = charged.filter((one) => one.class !== 'arrears');
  const fee = Math.max(total ?? sumOf(heads), 0);
  const carried = Math.min(sumOf(older), fee);
  const part = { from: before, to: before + amount };
  const ofOlder = overlap(part, { from: 0, to: carried });
  const ofFee = overlap(part, { from: carried, to: fee });
  const beyond = amount - ofOlder - ofFee;
  return [
    ...divide(ofOlder, older),
    ...(newer.length > 0 ? divide(ofFee, newer) : [{ head: noHead, amount: ofFee }]),
    { head: charged.length > 0 ? lateHead : noHead, amount: beyond },
  ].filter((one) => one.amount > 0);
}

const headsOf = (bill: PaidHeads, classes: ChosenClasses): BillHeads['heads'] =>
  headKeys.flatMap((key, at) => {
    const amount = bill[amountKeys[at] ?? 'amount1'];
    const head = bill[key]?.trim() ?? '';
    return amount === null ? [] : [{ head, amount, class: classOfFeeHead(head, classes) }];
  });

/** The key of a head, whatever its spelling. The report's own labels cannot collide with the heads of schools. */
const keyOf = (head: string): string => (isOwn(head) ? head : `head ${plainFeeHead(head)}`);
const isOwn = (head: string): boolean => head === lateHead || head === noHead;

export type PaidHead = { key: string; title: string | null; amount: number };

/**
 * Returns what an allocation pays, by report row. `classes` holds the classes that a person chose for heads. A negative
 * amount takes back what the allocation paid.
 */
export function paidHeads(part: PaidHeads, classes: ChosenClasses): PaidHead[] {
  if (part.amount < 0)
    return paidHeads({ ...part, amount: -part.amount }, classes).map((head) => ({
      ...head,
      amount: -head.amount,
    }));
  const { amount, billID, isThere, total } = part;
  if (billID === null) return [{ key: ofNothing, title: null, amount }];
  if (isThere === 0) return [{ key: ofGone, title: null, amount }];
  const found = new Map<string, PaidHead>();
  for (const { head, amount } of spread(part, { total, heads: headsOf(part, classes) })) {
    const key = keyOf(head);
    const sum = (found.get(key)?.amount ?? 0) + amount;
    found.set(key, { key, title: isOwn(head) ? null : head, amount: sum });
  }
  return [...found.values()];
}
