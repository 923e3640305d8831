import { describe, expect, it } from 'vitest';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import { findHolding, restoreOf, toIssue } from './undo-rules.ts';

const bill = (id: number, status = 'unpaid') => ({
  ...{ id, name: `Child ${id}`, regNum: `R-${id}`, status },
  ...{ total: 1000, amountAfterDueDate: null, paid: 0 },
});

describe('Undo of an import', () => {
  it.each([
    ['An untouched bill does not hold the undo of its import.', bill(1), []],
    ['A paid bill holds the undo of its import.', bill(1, 'paid'), ['paid']],
    ['A messaged bill holds the undo of its import.', bill(2), ['messaged']],
    ['A bill that a later import changed holds the undo.', bill(3), ['later']],
    ['A payment is named first among three holds.', bill(4, 'paid'), ['paid']],
    ['A message is named before a later import.', bill(4), ['messaged']],
  ])('%s', (_title, one, holds) => {
    const since = { messaged: new Set([2, 4]), later: new Set([3, 4]) };
    expect(findHolding([one], since).map(({ hold }) => hold)).toEqual(holds);
  });

  it.each([
    [bill(1), 'Child 1, R-1: It is paid.'],
    [{ ...bill(1), regNum: null }, 'Child 1: It is paid.'],
    [{ ...bill(1), name: '' }, 'R-1: It is paid.'],
  ])('A bill that prevents the undo (%o) is named by name and registration: %s', (one, message) => {
    expect(toIssue({ bill: one, hold: 'paid' })).toEqual({ path: 'bills.1', message });
  });
});

describe('Values that an undo restores', () => {
  const change = {
    before: { total: 100, branch: null, number: '0300-1', numbers: '+923001' },
    after: { total: 200, branch: 'North', number: '0300-2', numbers: '+923002' },
  };
  it.each<[string, Partial<FullBill>, ReturnType<typeof restoreOf>]>([
    ['Undo restores all values if none was changed since.', {}, change.before],
    [
      'Undo keeps a value that a person corrected since.',
      { total: 300 },
      { branch: null, number: '0300-1', numbers: '+923001' },
    ],
    [
      'Undo keeps the number and its E.164 if the number was changed since.',
      { number: '0300-3' },
      { total: 100, branch: null },
    ],
    [
      'Undo restores a number of which only the E.164 differs by now.',
      { numbers: '+92300', total: 1, branch: null },
      { number: '0300-1', numbers: '+923001' },
    ],
    [
      'Undo restores nothing if all values were changed since.',
      { total: 1, branch: 'South', number: '' },
      undefined,
    ],
  ])('%s', (_title, since, back) => {
    expect(restoreOf({ ...change.after, ...since } as FullBill, change)).toEqual(back);
  });
});
