import { describe, expect, it, test } from 'vitest';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { FamilyChild } from '#shared/calls/families.ts';
import { inTimeFrom, noGrace, notAdjusted } from '#shared/money/payable.ts';
import {
  balanceOf,
  billInFocus,
  figuresOf,
  foldedBills,
  nameOfFamily,
  nextDayOf,
  openFirst,
  payableOf,
  periodOf,
  reasonOf,
  sayMonths,
  shownAmountOf,
} from './rules.ts';

const today = '2026-11-12';
const from = inTimeFrom(today, noGrace);
let lastID = 0;
const bill = (more: Partial<FamilyBill> = {}): FamilyBill => {
  lastID += 1;
  const plain = {
    id: lastID,
    total: 6500,
    amountAfterDueDate: 7500,
    dueDate: '2026-11-10',
    status: 'unpaid',
    ...notAdjusted,
  };
  return { ...plain, month: 11, year: 2026, billing: 'November', ...more } as FamilyBill;
};
const child = (bills: FamilyBill[], more: Partial<FamilyChild> = {}): FamilyChild => ({
  ...{ name: 'Eman', regNum: '10237', studentID: null, fatherName: null, class: '6', section: 'A' },
  ...{ bills, credit: 0, left: 0 },
  ...more,
});
const say = String;

describe('Family', () => {
  it('A family owes the amount that is payable today for all its children.', () => {
    const children = [
      child([bill(), bill({ status: 'paid' })], { left: 7500 }),
      child([bill({ dueDate: '2026-11-20' })], { left: 6500 }),
    ];
    expect(payableOf({ children, inTimeFrom: from })).toEqual({ open: 14_000, left: 14_000 });
  });

  it('A family owes what the own credit of each child leaves.', () => {
    const eman = child([bill()], { credit: 9000, left: 0 });
    const hafsa = child([bill({ dueDate: '2026-11-20' })], { credit: 500, left: 6000 });
    expect(balanceOf(eman, from)).toEqual({ open: 7500, left: 0 });
    expect(payableOf({ children: [eman, hafsa], inTimeFrom: from })).toEqual({ open: 14_000, left: 6000 });
  });

  it('Each bill of a family shows the reason for its amount.', () => {
    expect(reasonOf(bill(), from, say)).toBe('due 10 Nov 2026 · late fee 1000');
    expect(reasonOf(bill({ amountAfterDueDate: null }), from, say)).toBe('due 10 Nov 2026 · late');
    expect(reasonOf(bill({ dueDate: today }), from, say)).toBe('due 12 Nov 2026');
    expect(reasonOf(bill({ dueDate: null }), from, say)).toBe('unpaid');
    expect(reasonOf(bill({ status: 'paid' }), from, say)).toBe('paid');
    const fined = { status: 'partial', paid: 9000, adjusted: 50, settledOn: '2026-11-01' };
    expect(reasonOf(bill(fined), from, say)).toBe('due 10 Nov 2026');
    const part = bill({ status: 'partial', paid: 3000 });
    expect(figuresOf(part, from)).toEqual({ charged: 7500, paid: 3000, balance: 4500 });
    expect(figuresOf(bill({ status: 'paid', paid: 6500 }), from)).toEqual({
      ...{ charged: 6500, paid: 6500, balance: 0 },
    });
    expect(shownAmountOf(bill({ status: 'waived' }), from)).toBe(6500);
  });

  it('Earlier bills are folded into one line if none of them is open.', () => {
    const paid = () => bill({ status: 'paid' });
    expect(foldedBills([bill(), paid(), paid(), paid()]).earlier).toHaveLength(2);
    expect(foldedBills([paid(), paid(), bill(), paid(), paid()]).shown).toHaveLength(3);
    expect(foldedBills([paid(), paid(), paid()]).earlier).toEqual([]);
    expect(foldedBills([paid(), paid(), paid(), bill()]).earlier).toEqual([]);
  });

  it('Folded bills name their months.', () => {
    const paid = (month: number | null, year = 2026) => bill({ status: 'paid', month, year });
    expect(sayMonths([paid(9), paid(8), paid(2)])).toBe('Feb to Sep 2026');
    expect(sayMonths([paid(2), paid(11, 2025)])).toBe('Nov 2025 to Feb 2026');
    expect(sayMonths([paid(2), paid(2)])).toBe('Feb 2026');
    expect(sayMonths([paid(2), paid(null)])).toBe('');
  });

  it('A family is named after its payer, else after its first child, else by the given name.', () => {
    const family = {
      name: '',
      children: [child([])],
      numbers: [],
      messages: [],
      today,
      credit: 0,
      inTimeFrom: from,
      since: null,
    };
    expect(nameOfFamily({ ...family, name: 'Tariq Chaudhry' }, 'T')).toBe('Tariq Chaudhry');
    expect(nameOfFamily(family, 'T')).toBe('Family of Eman');
    expect(nameOfFamily({ ...family, children: [] }, 'T')).toBe('T');
  });

  it('The family panel shows the bill from which it was opened, else the newest open bill.', () => {
    const [one, two] = [bill({ status: 'paid' }), bill()];
    expect(billInFocus([child([one, two])], one?.id)).toBe(one);
    expect(billInFocus([child([one, two])], undefined)).toBe(two);
    expect(billInFocus([child([])], undefined)).toBeUndefined();
  });

  it('Open bills come before paid bills, and the newest month comes first.', () => {
    const [paid, old, now] = [bill({ status: 'paid' }), bill({ month: 10 }), bill()];
    expect(openFirst([paid, old, now])).toEqual([now, old, paid]);
  });

  it('A bill without a month is named after its billing.', () => {
    expect([periodOf(bill()), periodOf(bill({ month: null, year: null }))]).toEqual(['Nov 2026', 'November']);
  });
});

test('A promised day that is typed without a month or year is read as the next such day.', () => {
  const next = (typed: string) => nextDayOf(typed, '2026-12-10');
  expect([next('10'), next('10th'), next('9'), next('31')]).toEqual([
    ...['2026-12-10', '2026-12-10', '2027-01-09', '2026-12-31'],
  ]);
  expect([next('5 Jan'), next('5/1'), next('12 december'), next('9 Dec')]).toEqual([
    ...['2027-01-05', '2027-01-05', '2026-12-12', '2027-12-09'],
  ]);
  expect([next('32'), next('10 Foo'), next(''), next('30 Feb'), next('soon')]).toEqual(
    Array(5).fill(undefined),
  );
});
