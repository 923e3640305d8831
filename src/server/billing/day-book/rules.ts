/** What the money of a day comes to. Pure; rows in paisa, the book in rupees. */
import type { DayBook } from '#shared/calls/payments.ts';
import { counterMethods, saidSources } from '#shared/ledger.ts';
import { toRupees } from '#shared/money.ts';
import type { ReceivedRow, ReturnedRow } from './queries.ts';

type Summed = { count: number; sum: number };

/** Added up in paisa: sums of decimals are not quite what they should be. */
const addUp = (rows: readonly Summed[]): Summed => ({
  count: rows.reduce((count, row) => count + row.count, 0),
  sum: toRupees(rows.reduce((sum, row) => sum + row.sum, 0)),
});

export function tellDayBook(
  day: string,
  { received, returned }: { received: readonly ReceivedRow[]; returned: readonly ReturnedRow[] },
): DayBook {
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
    returns: returned.map(({ amount, by, ...row }) => ({ ...row, amount: toRupees(amount), by: by ?? '' })),
    returned: toRupees(back),
    net: toRupees(sum - back),
    said: addUp(received.filter(({ source }) => saidSources.includes(source))),
  };
}
