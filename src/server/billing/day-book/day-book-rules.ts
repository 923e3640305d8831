/** Adds up the money of a day. Pure; rows are in paisa, the book is in rupees. */
import type { CashOfDay, DayBook } from '#shared/calls/payments.ts';
import { counterMethods, saidSources } from '#shared/ledger.ts';
import { toRupees } from '#shared/money.ts';
import type { CountRow, ReceivedRow, ReturnedRow } from './day-book-queries.ts';

type Summed = { count: number; sum: number };

/** Adds up in paisa, because sums of decimal numbers are not exact. */
const addUp = (rows: readonly Summed[]): Summed => ({
  count: rows.reduce((count, row) => count + row.count, 0),
  sum: toRupees(rows.reduce((sum, row) => sum + row.sum, 0)),
});

type Cash = { by: string | null; expected: number };

/** Tells whether a refund was paid in cash: by its account, or without one by the method of its counter payment. */
const isCashBack = ({ kind, account, source, method }: ReturnedRow): boolean =>
  kind === 'refund' && (account === null ? source === 'counter' && method === 'cash' : account === 'cash');

/** Returns for each clerk the cash taken in, less the cash that this clerk gave back. In paisa. */
export function cashByClerk(
  received: readonly ReceivedRow[],
  returned: readonly ReturnedRow[],
): Map<string, Cash> {
  const cash = new Map<string, Cash>();
  const add = (clerk: string, by: string | null, amount: number): void => {
    cash.set(clerk, { by, expected: (cash.get(clerk)?.expected ?? 0) + amount });
  };
  for (const { source, method, createdBy, by, sum } of received)
    if (source === 'counter' && method === 'cash') add(createdBy, by, sum);
  for (const row of returned) if (isCashBack(row)) add(row.createdBy, row.by, -row.amount);
  return cash;
}

/** Lists the cash of each clerk who has cash on that day or counted it. */
function tellCash(cash: ReadonlyMap<string, Cash>, counts: readonly CountRow[], asking: string): CashOfDay[] {
  const counted = Map.groupBy(counts, ({ clerk }) => clerk);
  return [...new Set([...cash.keys(), ...counted.keys()])].map((clerk) => ({
    clerk,
    by: cash.get(clerk)?.by ?? counted.get(clerk)?.[0]?.clerkName ?? '',
    isOwn: clerk === asking,
    expected: toRupees(cash.get(clerk)?.expected ?? 0),
    counts: (counted.get(clerk) ?? []).map(({ expected, counted, note, createdAt: at, by }) => ({
      ...{ expected: toRupees(expected), counted: toRupees(counted), note, at, by: by ?? '' },
    })),
  }));
}

type OfDay = {
  received: readonly ReceivedRow[];
  returned: readonly ReturnedRow[];
  counts: readonly CountRow[];
  /** The user who asks. */
  asking: string;
};

export function tellDayBook(day: string, { received, returned, counts, asking }: OfDay): DayBook {
  const counted = received.filter(({ source }) => source === 'counter');
  const clerks = Map.groupBy(counted, ({ createdBy }) => createdBy);
  const back = returned.reduce((sum, { amount }) => sum + amount, 0);
  const sum = counted.reduce((sum, row) => sum + row.sum, 0);
  return {
    day,
    ...addUp(counted),
    ways: counterMethods
      .map((method) => ({ method, ...addUp(counted.filter((row) => row.method === method)) }))
      .filter(({ count }) => count > 0),
    clerks: [...clerks.values()].map((rows) => ({ by: rows[0]?.by ?? '', ...addUp(rows) })),
    returns: returned.map(
      ({ amount, by, createdBy: _clerk, source: _source, account: _account, ...row }) => ({
        ...{ ...row, amount: toRupees(amount), by: by ?? '' },
      }),
    ),
    returned: toRupees(back),
    net: toRupees(sum - back),
    said: addUp(received.filter(({ source }) => saidSources.includes(source))),
    cash: tellCash(cashByClerk(received, returned), counts, asking),
  };
}
