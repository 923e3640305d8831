import { expect, it } from 'vitest';
import { withNumber } from './rules.ts';

const right = { e164: '+923217654321', typed: '0321-7654321' };
const correct = (typed: string, from = '+923001234567') => withNumber(typed, { from, to: right }, 'PK');

it.each([
  ['0300-1234567', '0321-7654321'],
  ['0300 1234567 (Father)', '0321-7654321 (Father)'],
  ['0300-1234567, 042-35761999', '0321-7654321, 042-35761999'],
  ['+92 333 4410276 / 0300-1234567', '+92 333 4410276 / 0321-7654321'],
  ["'03001234567", "'0321-7654321"],
])('puts the right number where the wrong one stood: %s', (typed, number) => {
  expect(correct(typed).number).toBe(number);
});

it('has each number once, where the right one is there already or the wrong one is there twice', () => {
  expect(correct('0300-1234567, 0321-7654321')).toEqual({
    number: '0321-7654321',
    numbers: '+923217654321',
  });
  expect(correct('0300-1234567, 03001234567, 042-35761999')).toEqual({
    number: '0321-7654321, 042-35761999',
    numbers: '+923217654321 +924235761999',
  });
});

it('adds a number to those that are there, once', () => {
  expect(correct('', '')).toEqual({ number: '0321-7654321', numbers: '+923217654321' });
  expect(correct('0300-1234567', '').number).toBe('0300-1234567, 0321-7654321');
  expect(correct('0321 7654321', '')).toEqual({ number: '0321 7654321', numbers: '+923217654321' });
});

it('says in E.164 what stands in the field', () => {
  expect(correct('0300-1234567 / 042-35761999').numbers).toBe('+923217654321 +924235761999');
});
