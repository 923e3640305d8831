import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classOfFeeHead } from '#shared/money/fee-head-class.ts';
import { lateHead, noHead } from '#shared/money/reports.ts';
import { type Head, share, spread } from './heads-rules.ts';

const classed = (head: string, amount: number) => ({ head, amount, class: classOfFeeHead(head) });
const tuition = classed('Tuition Fee', 10_000_00);
const van = classed('Van', 2_000_00);
const arrears = classed('Arrears', 3_000_00);
const plain = (heads: readonly Head[]): Head[] => heads.map(({ head, amount }) => ({ head, amount }));

describe('Spreading a payment over fee heads', () => {
  it('A payment is allocated to arrears first, then to the other heads in proportion.', () => {
    const bill = { total: 15_000_00, heads: [tuition, arrears, van] };
    expect(spread({ amount: 2_000_00, before: 0 }, bill)).toEqual([{ head: 'Arrears', amount: 2_000_00 }]);
    expect(spread({ amount: 7_000_00, before: 2_000_00 }, bill)).toEqual([
      { head: 'Arrears', amount: 1_000_00 },
      { head: 'Tuition Fee', amount: 5_000_00 },
      { head: 'Van', amount: 1_000_00 },
    ]);
    expect(spread({ amount: 15_000_00, before: 0 }, bill)).toEqual(plain([arrears, tuition, van]));
  });

  it('The part of a payment above the total is allocated to the late fee head.', () => {
    const bill = { total: 12_000_00, heads: [tuition, van] };
    expect(spread({ amount: 12_500_00, before: 0 }, bill)).toEqual([
      ...plain([tuition, van]),
      { head: lateHead, amount: 500_00 },
    ]);
    expect(spread({ amount: 500_00, before: 12_000_00 }, bill)).toEqual([{ head: lateHead, amount: 500_00 }]);
  });

  it('A concession gets no payment; it reduces the other heads.', () => {
    const bill = { total: 9_000_00, heads: [tuition, van, classed('Concession', -3_000_00)] };
    expect(spread({ amount: 9_000_00, before: 0 }, bill)).toEqual([
      { head: 'Tuition Fee', amount: 7_500_00 },
      { head: 'Van', amount: 1_500_00 },
    ]);
  });

  it('A payment of a bill without heads belongs to no head.', () => {
    expect(spread({ amount: 5, before: 0 }, { total: 3, heads: [] })).toEqual([
      { head: noHead, amount: 3 },
      { head: noHead, amount: 2 },
    ]);
    expect(spread({ amount: 5, before: 0 }, { total: null, heads: [] })).toEqual([
      { head: noHead, amount: 5 },
    ]);
  });

  it('The largest remainder decides which head gets the last paisa.', () => {
    expect(share(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(share(100, [1, 2, 3])).toEqual([17, 33, 50]);
    expect(share(5, [])).toEqual([]);
  });

  it('The amounts of the heads always add up to the payment, and none is negative or zero.', () => {
    const amount = fc.integer({ min: -5_000_000_00, max: 5_000_000_00 });
    const names = fc.constantFrom('Tuition', 'Van', 'Arrears', 'Fine', 'Discount');
    const head = fc.tuple(names, amount).map(([name, amount]) => classed(name, amount));
    const bill = fc.record({ total: fc.option(amount), heads: fc.array(head, { maxLength: 10 }) });
    const money = fc.record({ amount: fc.nat(9_000_000_00), before: fc.nat(9_000_000_00) });
    fc.assert(
      fc.property(money, bill, (part, bill) => {
        const heads = spread(part, bill);
        expect(heads.reduce((sum, one) => sum + one.amount, 0)).toBe(part.amount);
        expect(heads.every((one) => Number.isSafeInteger(one.amount) && one.amount > 0)).toBe(true);
      }),
    );
  });
});
