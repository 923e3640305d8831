import { expect, it } from 'vitest';
import type { Bill } from '../calls/bills.ts';
import type { Student } from '../calls/imports.ts';
import { isSameNumber } from './same-value.ts';
import type { FoundRow } from './sheet-rows.ts';
import { takeFoundRow, takeFoundStudent } from './take-found.ts';

it.each([
  ['0300-1234567', '+92 300 1234567', true],
  ['0300-1234567, 03211234567', '03001234567 / 0321 1234567', true],
  ['0300-1234567, 03211234567', '03001234567', false],
  ['', '03001234567', false],
  ['', '', true],
])('The numbers %j and %j are compared as phone numbers, and the result is %s.', (one, other, isSame) => {
  expect(isSameNumber(one, other, 'PK')).toBe(isSame);
});

const bill = { id: 1, name: 'Ali', number: '0300-1234567', total: 500 } as Bill;
const found: FoundRow = { row: 0, bill, hold: 'messaged', invoiceOf: null, elsewhere: null };

it.each([
  ['typed differently', { number: '+92 300 1234567' }, 'same'],
  ['another number', { number: '0301-1234567' }, 'held'],
])('A row for a messaged bill whose number is %s, %j, has the fate %s.', (_what, values, outcome) => {
  expect(takeFoundRow(found, values, { country: 'PK' }).outcome).toBe(outcome);
});

const student = { name: 'Ali', class: 'Class 5', section: 'Blue', number: '0300-1234567' } as Student;

it.each([
  ['everything written differently', { class: 'CLASS 5', section: ' blue', number: '+923001234567' }, 'same'],
  ['another class', { class: 'Class 6' }, 'update'],
  ['another number', { number: '0301-1234567' }, 'update'],
  ['a name in another case', { name: 'ALI' }, 'update'],
])('A student row with %s, %j, has the fate %s.', (_what, values, outcome) => {
  expect(takeFoundStudent(student, values, 'PK').outcome).toBe(outcome);
});

it.each([
  ['another class', { class: 'Class 6' }, 'held'],
  ['nothing new', { class: 'CLASS 5' }, 'same'],
])('For a user who may only add, a student row with %s, %j, has the fate %s.', (_what, values, outcome) => {
  expect(takeFoundStudent({ ...student, hold: 'noEdit' }, values, 'PK').outcome).toBe(outcome);
});
