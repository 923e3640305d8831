import { describe, expect, it } from 'vitest';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { OpenBillAnswer, OpenFamily } from '#shared/calls/payments.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import {
  accountAfter,
  accountFor,
  accountsFor,
  computePayment,
  explainAsked,
  nameOnBill,
  noAmountsTyped,
  payerOf,
  shortNameOf,
  unambiguousFamily,
  withTypedAmount,
} from './rules.ts';

const bill = (billID: number, more: Partial<OpenBillAnswer> = {}): OpenBillAnswer => ({
  ...{ billID, groupID: 1, name: 'Eman', regNum: '10237', invNo: null, month: 11, year: 2026 },
  ...{ dueDate: '2026-11-10', total: 6500, amountAfterDueDate: 7500, charged: 7500 },
  ...{ adjusted: 0, lateWaived: 0, fined: 0, paid: 0, paidLate: 0, balance: 7500, settledOn: null },
  ...more,
});
const [first, second] = [bill(1, { balance: 4500, paid: 3000 }), bill(2)];

describe('Payment at the counter', () => {
  it('The payment covers all open bills, unless a bill is left out.', () => {
    expect(computePayment([first, second], noAmountsTyped)).toMatchObject({
      amount: 12_000,
      credit: 0,
      rest: 0,
    });
    const without = computePayment([first, second], { left: new Set([2]), parts: {} });
    expect(without.allocations).toEqual([{ billID: 1, amount: 4500 }]);
    expect(without.rest).toBe(7500);
  });

  it('One typed amount pays the bills in order, and the rest becomes credit.', () => {
    const part = computePayment([first, second], { ...noAmountsTyped, amount: '5,000.50' });
    expect(part.allocations).toEqual([
      { billID: 1, amount: 4500 },
      { billID: 2, amount: 500.5 },
    ]);
    expect(part).toMatchObject({ amount: 5000.5, credit: 0, rest: 6999.5 });
    expect(computePayment([first], { ...noAmountsTyped, amount: '5000' })).toMatchObject({
      credit: 500,
      rest: 0,
    });
  });

  it('An amount typed for one bill does not change the amounts of the other bills.', () => {
    const whole = computePayment([first, second], { ...noAmountsTyped, amount: '5000' });
    const typed = withTypedAmount({ ...noAmountsTyped, amount: '5000' }, whole.rows, {
      billID: 2,
      text: '100',
    });
    expect(computePayment([first, second], typed)).toMatchObject({ amount: 4600, rest: 7400 });
  });

  it('The credit pays first for the bills that are not left out, and the payment covers the rest.', () => {
    const credits = [
      { paymentID: 9, receivedOn: '2026-11-12', credit: 5000.5, name: first.name, regNum: first.regNum },
    ];
    const using = { credits, forSiblings: true, day: '2026-11-12', rules: noGrace };
    const both = computePayment([first, second], noAmountsTyped, using);
    expect(both).toMatchObject({ used: 5000.5, amount: 6999.5, rest: 0 });
    expect(both.rows.map(({ credit, text }) => [credit, text])).toEqual([
      [4500, '0'],
      [500.5, '6,999.50'],
    ]);
    expect(both.allocations).toEqual([{ billID: 2, amount: 6999.5 }]);
    const one = computePayment([first, second], { left: new Set([1]), parts: {} }, using);
    expect(one.uses).toEqual([{ paymentID: 9, allocations: [{ billID: 2, amount: 5000.5 }] }]);
    expect(one).toMatchObject({ amount: 2499.5, rest: 4500 });
    // An amount typed for a bill may not exceed what is still owed after the credit.
    expect(
      computePayment([second], { ...noAmountsTyped, parts: { 2: '2500' } }, using).amount,
    ).toBeUndefined();
  });

  it('No payment is possible while a typed amount is invalid or exceeds the balance of the bill.', () => {
    for (const text of ['', 'a', '1.234', '7500.01'])
      expect(
        computePayment([second], { ...noAmountsTyped, parts: { 2: text } }).amount,
        text,
      ).toBeUndefined();
    expect(computePayment([second], { ...noAmountsTyped, amount: '' }).amount).toBeUndefined();
    expect(readAmount('۱۲٬۵۰۰')).toBe(1_250_000);
  });
});

it('The counter explains the amount that is payable on a day.', () => {
  const on = (day: string) => inTimeFrom(day, { graceDays: 1, sundayDays: 0 });
  expect(explainAsked(bill(1), on('2026-11-12'))).toBe('6,500, and 1,000 after 10 Nov');
  expect(explainAsked(bill(1, { charged: 6500 }), on('2026-11-11'))).toBe('6,500, due 10 Nov');
  expect(explainAsked(bill(1, { charged: 7000, adjusted: -500, paid: 3000 }), on('2026-11-12'))).toBe(
    '6,500, and 1,000 after 10 Nov, waived 500, paid 3,000',
  );
  expect(explainAsked(bill(1, { charged: 6600, adjusted: 100, dueDate: null }), on('2026-11-12'))).toBe(
    '6,500, fines 100',
  );
  expect(explainAsked(bill(1, { charged: 6500 }), on('2026-11-12'))).toBe('6,500, late since 10 Nov');
  const fined = { charged: 6550, adjusted: 50, paid: 6500, settledOn: '2026-11-09' };
  expect(explainAsked(bill(1, fined), on('2026-11-12'))).toBe('6,500, due 10 Nov, fines 50, paid 6,500');
});

it('A search at the counter selects the only family, or the only family whose voucher was scanned.', () => {
  const child = { regNum: null, class: null, section: null, studentID: null };
  const family = (name: string, scanned: number | null): OpenFamily => ({
    ...{ number: name, scanned, latest: null, bills: [], balance: 0, credit: 0, credits: [] },
    children: [{ ...child, name, fatherName: null }],
  });
  expect(unambiguousFamily([family('A', null)])?.number).toBe('A');
  expect(unambiguousFamily([family('A', null), family('B', 7)])?.number).toBe('B');
  expect(unambiguousFamily([family('A', null), family('B', null)])).toBeUndefined();
  expect(unambiguousFamily([family('A', 6), family('B', 7)])).toBeUndefined();
  expect(payerOf(family('A', null))).toBe('A');
});

const account = (id: number, kind: MoneyAccount['kind'], endedAt: string | null = null): MoneyAccount => ({
  ...{ id, kind, endedAt, title: `Account ${id}`, bank: '', number: '', iban: '', prefix: '' },
  ...{ numbering: 'voucher', onVoucher: false, headings: [], version: '' },
});

describe('Account of a payment', () => {
  const accounts = [
    ...[account(1, 'cash'), account(2, 'bank'), account(3, 'bank'), account(4, 'wallet')],
    account(5, 'bank', '2026-11-01T00:00:00.000Z'),
  ];
  const idsFor = (way: Parameters<typeof accountsFor>[0]) => accountsFor(way, accounts).map(({ id }) => id);

  it('The user can choose only among accounts in use that can have received the money.', () => {
    expect(idsFor('cash')).toEqual([1]);
    expect(idsFor('bank')).toEqual([2, 3]);
    expect(idsFor('cheque')).toEqual([2, 3]);
    expect(idsFor('online')).toEqual([2, 3, 4]);
    expect(idsFor('marked')).toEqual([]);
  });

  it('A single account is chosen automatically. Of several accounts, the account chosen last is used again.', () => {
    expect(accountFor(accountsFor('cash', accounts), undefined)).toBe(1);
    expect(accountFor(accountsFor('bank', accounts), undefined)).toBeNull();
    expect(accountFor(accountsFor('bank', accounts), 3)).toBe(3);
    expect(accountFor(accountsFor('bank', accounts), 5)).toBeNull();
    expect(accountFor([], 3)).toBeNull();
  });

  it('The key for the account chooses the next account, and no account after the last one.', () => {
    const banks = accountsFor('bank', accounts);
    expect([null, 2, 3].map((id) => accountAfter(banks, id))).toEqual([2, 3, null]);
  });
});

it('If two children have the same name, a bill shows the class or registration number after the name.', () => {
  const child = (name: string, regNum: string, place: string | null) => ({
    ...{ name, regNum, class: place, section: null, fatherName: null, studentID: null },
  });
  const family = [child('Ali', '1', '5'), child('Ali', '2', null), child('Sara', '3', '6')];
  expect(family.map((shown) => nameOnBill(shown, family))).toEqual(['Ali · 5', 'Ali · 2', 'Sara']);
});

describe('Name of a receipt in a list', () => {
  it('One child is named beside the payer, and several are counted.', () => {
    const to = (name: string) => ({ billID: 1, groupID: 1, name, regNum: null, amount: 1 });
    expect(shortNameOf({ payer: 'Tariq', allocations: [to('Eman'), to('Eman')] })).toEqual(['Tariq', 'Eman']);
    expect(shortNameOf({ payer: 'Tariq', allocations: [to('Eman'), to('Hafsa')] })).toEqual([
      'Tariq',
      '2 children',
    ]);
    expect(shortNameOf({ payer: null, allocations: [] })).toEqual([]);
  });
});
