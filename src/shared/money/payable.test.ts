import { describe, expect, it } from 'vitest';
import { addDays } from '../time/dates.ts';
import { inTimeFrom, lastDayInTime, noGrace, notAdjusted, payableOn, payableUntilOn } from './payable.ts';

const on = (day: string) => inTimeFrom(day, noGrace);

const bill = {
  status: 'unpaid',
  total: 100,
  amountAfterDueDate: 120,
  dueDate: '2026-11-10',
  settledOn: null as string | null,
  ...notAdjusted,
};

it.each([
  ['2026-11-10', bill, 100],
  ['2026-11-11', bill, 120],
  ['2026-11-11', { ...bill, amountAfterDueDate: null }, 100],
  ['2026-11-11', { ...bill, dueDate: null }, 100],
  ['2026-11-11', { ...bill, status: 'paid' }, 0],
  ['2026-11-11', { ...bill, status: 'waived' }, 0],
  ['2026-11-11', { ...bill, status: 'partial' }, 120],
  ['2026-11-09', { ...bill, total: null }, 0],
])('On %s the bill %j asks for %d.', (day, of, amount) => expect(payableOn(on(day), of)).toBe(amount));

it('Payments and waivers lower what is payable, fines raise it, and it never falls below zero.', () => {
  const part = { ...bill, status: 'partial', total: 1000, amountAfterDueDate: 1200 };
  expect(payableOn(on('2026-11-10'), { ...part, paid: 400 })).toBe(600);
  expect(payableOn(on('2026-11-11'), { ...part, paid: 400, adjusted: -200 })).toBe(600);
  expect(payableOn(on('2026-11-11'), { ...part, adjusted: 50 })).toBe(1250);
  expect(payableOn(on('2026-11-11'), { ...part, paid: 1500 })).toBe(0);
  expect(payableOn(on('2026-11-11'), { ...part, paid: 400, status: 'paid' })).toBe(0);
});

it('A fee that was settled in time never asks for the late amount, even with a fine on it.', () => {
  const fined = { ...bill, status: 'partial', paid: 100, adjusted: 5 };
  expect(payableOn(on('2026-11-20'), { ...fined, settledOn: '2026-11-09' })).toBe(5);
  expect(payableOn(on('2026-11-20'), fined)).toBe(25);
});

describe('Days of grace', () => {
  const three = { graceDays: 3, sundayDays: 0 };
  const sunday = { graceDays: 0, sundayDays: 1 };
  // The 10th of November 2026 is a Tuesday, the 15th a Sunday.
  it.each([
    ['2026-11-10', '2026-11-10', noGrace, true],
    ['2026-11-11', '2026-11-10', noGrace, false],
    ['2026-11-13', '2026-11-10', three, true],
    ['2026-11-14', '2026-11-10', three, false],
    ['2026-11-16', '2026-11-15', sunday, true],
    ['2026-11-17', '2026-11-15', sunday, false],
    ['2026-11-16', '2026-11-14', sunday, false],
    ['2026-11-16', '2026-11-15', noGrace, false],
    ['2026-11-16', '2026-11-13', { graceDays: 2, sundayDays: 1 }, true],
    ['2026-11-16', '2026-11-12', { graceDays: 2, sundayDays: 1 }, false],
    // A Sunday before the last day gives no additional day.
    ['2026-11-18', '2026-11-14', { graceDays: 3, sundayDays: 1 }, false],
  ])('On %s a bill due on %s with the rules %j is in time: %s.', (day, dueDate, rules, isInTime) => {
    expect(payableOn(inTimeFrom(day, rules), { ...bill, dueDate })).toBe(isInTime ? 100 : 120);
    expect(day <= lastDayInTime(dueDate, rules)).toBe(isInTime);
  });

  it.each([noGrace, three, sunday])(
    'inTimeFrom throws a RangeError for anything that is not a day, with the rules %j.',
    (rules) => {
      for (const day of ['', 'today']) expect(() => inTimeFrom(day, rules)).toThrow(RangeError);
    },
  );

  it('lastDayInTime and inTimeFrom agree on the last day in time for every due date.', () => {
    for (let graceDays = 0; graceDays <= 9; graceDays += 1)
      for (const sundayDays of [0, 1])
        for (let at = 0; at < 21; at += 1) {
          const rules = { graceDays, sundayDays };
          const dueDate = addDays('2026-11-01', at);
          const last = lastDayInTime(dueDate, rules);
          expect(dueDate >= inTimeFrom(last, rules)).toBe(true);
          expect(dueDate >= inTimeFrom(addDays(last, 1), rules)).toBe(false);
        }
  });
});

describe('payableUntilOn', () => {
  // The 15th of November 2026 is a Sunday.
  const grace = { graceDays: 5, sundayDays: 1 };
  const open = { ...bill, expiryDate: '2026-11-25' as string | null };
  it.each([
    ['the last day in time', '2026-11-10', open, '2026-11-10', '2026-11-16'],
    ['the last day in time on that day', '2026-11-16', open, '2026-11-25', '2026-11-16'],
    ['the expiry date once it is late', '2026-11-17', open, '2026-11-25', '2026-11-25'],
    [
      'the expiry date without a due date',
      '2026-11-10',
      { ...open, dueDate: null },
      '2026-11-25',
      '2026-11-25',
    ],
    ['none after the expiry date', '2026-11-26', open, null, null],
    ['none where late bills have no expiry date', '2026-11-17', { ...open, expiryDate: null }, null, null],
    [
      'no day after the expiry date',
      '2026-11-10',
      { ...open, expiryDate: '2026-11-12' },
      '2026-11-10',
      '2026-11-12',
    ],
    // It never asks the late amount, so the due date ends nothing.
    [
      'the expiry date where only a fine is open',
      '2026-11-09',
      { ...open, status: 'partial', settledOn: '2026-11-08' },
      '2026-11-25',
      '2026-11-25',
    ],
  ])('payableUntilOn returns the last day of the amount: %s.', (_title, day, of, without, withGrace) => {
    expect(payableUntilOn(day, noGrace)(of)).toBe(without);
    expect(payableUntilOn(day, grace)(of)).toBe(withGrace);
  });

  it('Until the day of payableUntilOn the amount stays the same, and after it the amount is higher or the voucher has expired.', () => {
    for (const rules of [noGrace, grace])
      for (let at = 0; at < 40; at += 1) {
        const day = addDays('2026-11-01', at);
        const until = payableUntilOn(day, rules)(open);
        if (until === null) expect(day > '2026-11-25').toBe(true);
        else {
          const payable = (on: string) => payableOn(inTimeFrom(on, rules), open);
          expect(until >= day).toBe(true);
          expect(payable(until)).toBe(payable(day));
          expect(until === '2026-11-25' || payable(addDays(until, 1)) > payable(day)).toBe(true);
        }
      }
  });
});
