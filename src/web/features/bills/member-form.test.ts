import { expect, test } from 'vitest';
import type { Bill } from '#shared/calls/bills.ts';
import { changesOf, formOf, headsShown, sumOff, troubleIn } from './member-form.ts';

const bill = {
  name: 'Ayesha Khan',
  number: '0300-1234567',
  avatar: null,
  status: 'unpaid',
  total: 12_500.5,
  amountAfterDueDate: null,
  issueDate: null,
  dueDate: '2026-11-10',
  expiryDate: '2026-11-25',
} as Bill;
const form = formOf(bill);

test('An untouched member form changes nothing.', () => {
  expect(form).toMatchObject({ total: '12,500.50', dueDate: '10 Nov 2026', issueDate: '' });
  expect(troubleIn(form)).toEqual({});
  expect(changesOf(bill, form)).toEqual({});
});

test('A member form sends only the fields that were changed.', () => {
  const changed = {
    ...form,
    number: ' 0300  1234567, 0321 1111111 ',
    total: 'Rs. 9000',
    dueDate: '5/11/2026',
  };
  expect(changesOf(bill, changed)).toEqual({
    number: '0300 1234567, 0321 1111111',
    total: 9000,
    dueDate: '2026-11-05',
  });
  expect(changesOf(bill, { ...form, total: ' ', expiryDate: '', avatar: '/files/a.jpg' })).toEqual({
    total: null,
    expiryDate: null,
    avatar: '/files/a.jpg',
  });
});

test('Fee heads can be edited, even with a negative amount, and a sum that differs from the total is reported.', () => {
  const withHeads = {
    ...bill,
    head1: 'Tuition Fee',
    amount1: 13_000,
    head2: 'Concession',
    amount2: -499.5,
  } as Bill;
  const form = formOf(withHeads);
  expect(changesOf(withHeads, form)).toEqual({});
  expect(headsShown(form).map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(sumOff(form, 'Rs.')).toBeUndefined();
  const dearer = { ...form, total: '13,000' };
  expect(sumOff(dearer, 'Rs.')).toBe('The heads add up to Rs. 12,500.50, but the total is Rs. 13,000.');
  const mended = { ...dearer, head2: ' Van ', amount2: '', amount3: '0' };
  expect(sumOff(mended, 'Rs.')).toBeUndefined();
  expect(changesOf(withHeads, mended)).toEqual({ total: 13_000, head2: 'Van', amount2: null, amount3: 0 });
  expect(Object.keys(troubleIn({ ...form, amount1: 'much' }))).toEqual(['amount1']);
  expect(sumOff({ ...form, amount1: 'much' }, 'Rs.')).toBeUndefined();
  expect(sumOff(formOf(bill), 'Rs.')).toBeUndefined();
});

test('A member form requires a name and a number, and its days and amounts must be valid or empty.', () => {
  expect(Object.keys(troubleIn({ ...form, name: ' ', number: '' }))).toEqual(['name', 'number']);
  const wrong = {
    ...form,
    total: 'much',
    amountAfterDueDate: '-5',
    dueDate: '31/02/2026',
    issueDate: 'soon',
  };
  expect(Object.keys(troubleIn(wrong))).toEqual(['total', 'amountAfterDueDate', 'issueDate', 'dueDate']);
});
