/** Adds up the money of a day. Pure functions. Rows are in paisa, the day book is in rupees. */
import type { CashOfDay, DayBook } from '#shared/calls/payments.ts';
import { counterMethods, statedSources } from '#shared/money/ledger.ts';
import { toRupees } from '#shared/money/money.ts';
import type { CountRow, LateVoidRow, ReceivedRow, ReturnedRow } from './day-book-queries.ts';

type Summed = { count: number; sum: number };

/** Adds up in paisa, because sums of decimal numbers are not exact. */
const addUp = (rows: readonly Summed[]): Summed => ({
  count: rows.reduce((count, row) => count + row.count, 0),
  sum: toRupees(rows.reduce((sum, row) => sum + row.sum, 0)),
});

type Cash = { by: string | null; expected: number };

/**
 * Returns whether a refund was paid in cash. The account of the refund decides. Without an account, the method of its
 * counter payment decides.
 */
const isCashBack = ({ kind, account, source, method }: ReturnedRow): boolean =>
  kind === 'refund' && (account === null ? source === 'counter' && method === 'cash' : account === 'cash');

/** The money of a day. `voided`: payments of closed days that were voided on this day. */
export type DayFacts = {
  received: readonly ReceivedRow[];
  returned: readonly ReturnedRow[];
  voided: readonly LateVoidRow[];
};

/**
 * Returns, for each clerk, the cash received minus the cash that this clerk paid back, and minus the clerk's cash of
 * closed days that was voided. In paisa.
 */
export function cashByClerk({ received, returned, voided }: DayFacts): Map<string, Cash> {
  const cash = new Map<string, Cash>();
  const add = (clerk: string, by: string | null, amount: number): void => {
    cash.set(clerk, { by, expected: (cash.get(clerk)?.expected ?? 0) + amount });
  };
  for (const { source, method, createdBy, by, sum } of received)
    if (source === 'counter' && method === 'cash') add(createdBy, by, sum);
  for (const row of returned) if (isCashBack(row)) add(row.createdBy, row.by, -row.amount);
  for (const { method, createdBy, clerkName, amount } of voided)
    if (method === 'cash') add(createdBy, clerkName, -amount);
  return cash;
}

/**
 * Lists the cash of each clerk who received, returned or counted cash on that day. Only an owner sees what is expected
 * before it is counted.
 */
function toCashOfDay(
  cash: ReadonlyMap<string, Cash>,
  { counts, asking, isOwner }: Pick<OfDay, 'counts' | 'asking' | 'isOwner'>,
): CashOfDay[] {
  const counted = Map.groupBy(counts, ({ clerk }) => clerk);
  return [...new Set([...cash.keys(), ...counted.keys()])].map((clerk) => ({
    clerk,
    by: cash.get(clerk)?.by ?? counted.get(clerk)?.[0]?.clerkName ?? '',
    isOwn: clerk === asking,
    expected: isOwner || counted.has(clerk) ? toRupees(cash.get(clerk)?.expected ?? 0) : null,
    counts: (counted.get(clerk) ?? []).map(({ expected, counted, note, createdAt: at, by }) => ({
      ...{ expected: toRupees(expected), counted: toRupees(counted), note, at, by: by ?? '' },
    })),
  }));
}

type OfDay = DayFacts & {
  counts: readonly CountRow[];
  /** The user who sent the request, and whether it is an owner. */
  asking: string;
  isOwner: boolean;
};

export function toDayBook(day: string, { counts, asking, isOwner, ...facts }: OfDay): DayBook {
  const { received, returned, voided } = facts;
  const counted = received.filter(({ source }) => source === 'counter');
  const clerks = Map.groupBy(counted, ({ createdBy }) => createdBy);
  const back = [...returned, ...voided].reduce((sum, { amount }) => sum + amount, 0);
  const sum = counted.reduce((sum, row) => sum + row.sum, 0);
  const cash = cashByClerk(facts);
  // Sums that contain the caller's own cash would show what is expected before it is counted.
  const isBlind = !isOwner && cash.has(asking) && !counts.some(({ clerk }) => clerk === asking);
  const unlessBlind = <T extends { sum: number }>(of: T, hasOwnCash: boolean) => ({
    ...of,
    sum: isBlind && hasOwnCash ? null : of.sum,
  });
  return {
    day,
    ...unlessBlind(addUp(counted), true),
    ways: counterMethods
      .map((method) => {
        const summed = addUp(counted.filter((row) => row.method === method));
        return { method, ...unlessBlind(summed, method === 'cash') };
      })
      .filter(({ count }) => count > 0),
    clerks: [...clerks].map(([clerk, rows]) => ({
      by: rows[0]?.by ?? '',
      ...unlessBlind(addUp(rows), clerk === asking),
    })),
    returns: [
      ...returned.map(({ amount, by, createdBy: _clerk, source: _source, account: _account, ...row }) => ({
        ...{ ...row, amount: toRupees(amount), by: by ?? '' },
      })),
      ...voided.map(({ amount, by, createdBy: _clerk, clerkName: _name, ...row }) => ({
        ...{ ...row, kind: 'voided' as const, amount: toRupees(amount), by: by ?? '' },
      })),
    ],
    returned: toRupees(back),
    net: isBlind ? null : toRupees(sum - back),
    markedPaid: addUp(received.filter(({ source }) => statedSources.includes(source))),
    cash: toCashOfDay(cash, { counts, asking, isOwner }),
  };
}
