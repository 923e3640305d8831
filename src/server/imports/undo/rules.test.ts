import { describe, expect, it } from 'vitest';
import type { FullBill } from '../../billing/bills/queries.ts';
import { findHolding, restoreOf, toIssue } from './rules.ts';

const bill = (id: number, status = 'unpaid') => ({ id, name: `Child ${id}`, regNum: `R-${id}`, status });

describe('what holds an import', () => {
  it.each([
    ['nothing', bill(1), []],
    ['a payment', bill(1, 'paid'), ['paid']],
    ['a message', bill(2), ['messaged']],
    ['a later import', bill(3), ['later']],
    ['the payment, of all three', bill(4, 'paid'), ['paid']],
    ['the message, of two', bill(4), ['messaged']],
  ])('is %s', (_what, one, holds) => {
    const since = { messaged: new Set([2, 4]), later: new Set([3, 4]) };
    expect(findHolding([one], since).map(({ hold }) => hold)).toEqual(holds);
  });

  it.each([
    [bill(1), 'Child 1, R-1: It is paid.'],
    [{ ...bill(1), regNum: null }, 'Child 1: It is paid.'],
    [{ ...bill(1), name: '' }, 'R-1: It is paid.'],
  ])('is told by name and registration', (one, message) => {
    expect(toIssue({ bill: one, hold: 'paid' })).toEqual({ path: 'bills.1', message });
  });
});

describe('what is put back', () => {
  const change = {
    before: { total: 100, branch: null, number: '0300-1', numbers: '+923001' },
    after: { total: 200, branch: 'North', number: '0300-2', numbers: '+923002' },
  };
  it.each<[string, Partial<FullBill>, ReturnType<typeof restoreOf>]>([
    ['all, where nothing was touched since', {}, change.before],
    ['not what a person corrected', { total: 300 }, { branch: null, number: '0300-1', numbers: '+923001' }],
    ['neither half of a number that was typed anew', { number: '0300-3' }, { total: 100, branch: null }],
    [
      'a number whose E.164 is read otherwise by now',
      { numbers: '+92300', total: 1, branch: null },
      { number: '0300-1', numbers: '+923001' },
    ],
    ['nothing, where all was touched', { total: 1, branch: 'South', number: '' }, undefined],
  ])('%s', (_what, since, back) => {
    expect(restoreOf({ ...change.after, ...since } as FullBill, change)).toEqual(back);
  });
});
