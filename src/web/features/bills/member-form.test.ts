import { expect, test } from 'vitest';
import type { Bill } from '#shared/calls/bills.ts';
import { changesOf, formOf, troubleIn } from './member-form.ts';

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

test('a form that was not touched changes nothing', () => {
  expect(form).toMatchObject({ total: '12,500.50', dueDate: '10 Nov 2026', issueDate: '' });
  expect(troubleIn(form)).toEqual({});
  expect(changesOf(bill, form)).toEqual({});
});

test('only what was changed is told', () => {
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

test('name and number are wanted; a day and an amount are such, or left empty', () => {
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
