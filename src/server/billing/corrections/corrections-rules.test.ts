import { expect, it } from 'vitest';
import { withNumber } from './corrections-rules.ts';

const right = { e164: '+923217654321', typed: '0321-7654321' };
const correct = (typed: string, from = '+923001234567') => withNumber(typed, { from, to: right }, 'PK');

it.each([
  ['0300-1234567', '0321-7654321'],
  ['0300 1234567 (Father)', '0321-7654321 (Father)'],
  ['0300-1234567, 042-35761999', '0321-7654321, 042-35761999'],
  ['+92 333 4410276 / 0300-1234567', '+92 333 4410276 / 0321-7654321'],
  ["'03001234567", "'0321-7654321"],
])('A correction replaces the wrong number in the cell "%s".', (typed, number) => {
  expect(correct(typed).number).toBe(number);
});

it('A correction keeps each number of a cell once.', () => {
  expect(correct('0300-1234567, 0321-7654321')).toEqual({
    number: '0321-7654321',
    numbers: '+923217654321',
  });
  expect(correct('0300-1234567, 03001234567, 042-35761999')).toEqual({
    number: '0321-7654321, 042-35761999',
    numbers: '+923217654321 +924235761999',
  });
});

it('A correction without a wrong number adds the new one, once.', () => {
  expect(correct('', '')).toEqual({ number: '0321-7654321', numbers: '+923217654321' });
  expect(correct('0300-1234567', '').number).toBe('0300-1234567, 0321-7654321');
  expect(correct('0321 7654321', '')).toEqual({ number: '0321 7654321', numbers: '+923217654321' });
});

it('A correction returns all numbers of the cell in E.164.', () => {
  expect(correct('0300-1234567 / 042-35761999').numbers).toBe('+923217654321 +924235761999');
});
