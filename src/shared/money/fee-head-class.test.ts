import { describe, expect, it } from 'vitest';
import { areSameArrears, arrearsOf, classOfFeeHead, plainFeeHead } from './fee-head-class.ts';

describe('Class of a fee head', () => {
  it.each([
    ['Arrears', 'arrears'],
    ['Previous Balance', 'arrears'],
    ['PreviousDues', 'arrears'],
    ['B/F', 'arrears'],
    ['Bal. b.f', 'arrears'],
    ['Brought forward', 'arrears'],
    ['Last month', 'arrears'],
    ['Opening Balance', 'arrears'],
    ['Balance C/F', 'arrears'],
    ['Pending dues', 'arrears'],
    ['Prior Learning Test', 'other'],
    ['بقايا', 'arrears'],
    ['سابقہ واجبات', 'arrears'],
    ['Late Fee Fine', 'fine'],
    ['جرمانہ', 'fine'],
    ['Sibling Discount', 'concession'],
    ['Previous discount', 'concession'],
    ['رعایت', 'concession'],
    ['Tuition Fee', 'tuition'],
    ['ٹیوشن فیس', 'tuition'],
    ['Fine Arts Club', 'fine'],
    ['Computer Lab', 'other'],
    ['Balance', 'arrears'],
    ['Balance of exam paper', 'other'],
    ['', 'other'],
  ])('A fee head named "%s" is of the class %s.', (name, is) => expect(classOfFeeHead(name)).toBe(is));

  it('The class that a person chose for a fee head applies to every spelling of its name.', () => {
    const chosen = new Map([[plainFeeHead('Fine Arts Club'), 'other' as const]]);
    expect(classOfFeeHead('FINE  arts-club', chosen)).toBe('other');
    expect(classOfFeeHead('Fine', chosen)).toBe('fine');
  });
});

it('The arrears of a bill are the sum of its arrears heads and never negative.', () => {
  const bill = {
    head1: 'Tuition',
    amount1: 1000,
    head2: 'Arrears',
    amount2: 400,
    head3: 'B/F',
    amount3: 50.5,
  };
  expect(arrearsOf(bill)).toBe(450.5);
  expect(arrearsOf({ head1: 'Arrears', amount1: -200 })).toBe(0);
  expect(arrearsOf({ head1: 'Arrears', amount1: null, head2: null, amount2: 5 })).toBe(0);
});

it('Arrears match the open amount in time or the open late amount, and nothing in between.', () => {
  const open = { today: 1200, inTime: 1000 };
  expect([1200, 1000, 1100, 0].map((arrears) => areSameArrears(arrears, open))).toEqual([
    ...[true, true, false, false],
  ]);
});
