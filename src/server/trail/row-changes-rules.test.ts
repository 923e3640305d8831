import { describe, expect, it } from 'vitest';
import { statedColumns, toRowChange, valueAt } from './row-changes-rules.ts';

const bill = (id: number, total: number) =>
  ({
    ...{ id, name: 'Ayesha', regNum: `R${id}`, invNo: null, total, amountAfterDueDate: 600 },
    ...{ dueDate: '2026-11-10', expiryDate: null, statedStatus: null, paid: 100 },
  }) as { id: number };

describe('Row changes', () => {
  it('An added row states the columns that are not computed, and equal values once.', () => {
    const [, , ids, columns] = toRowChange('bill', 'added', [bill(1, 500), bill(2, 700)]);
    expect(ids).toEqual([1, 2]);
    expect(columns).toEqual([['R1', 'R2'], null, [500, 700], 600, '2026-11-10', null, null]);
    expect(statedColumns.bill).toHaveLength(7);
  });

  it('A changed row states only the columns that were set.', () => {
    const rows = [{ id: 3, total: 0, paid: 5 } as { id: number }];
    expect(toRowChange('bill', 'changed', rows)).toEqual(['bill', 'changed', [3], { total: 0 }]);
  });

  it('A removed row states only its id.', () => {
    expect(toRowChange('bill', 'removed', [bill(1, 500)])).toEqual(['bill', 'removed', [1]]);
  });

  it('A column has one value for all rows, or one for each row.', () => {
    expect([valueAt('cash', 7), valueAt(['cash', 'bank'], 1)]).toEqual(['cash', 'bank']);
  });
});
