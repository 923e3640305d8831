import { expect, test } from 'vitest';
import { byScript, isFromRight } from './name-text.tsx';

test('Urdu words are separated from the text around them.', () => {
  expect(byScript('Fee of علی خان (Reg 10), فاطمہ')).toEqual([
    'Fee of ',
    'علی خان',
    ' (Reg 10), ',
    'فاطمہ',
    '',
  ]);
  expect(byScript('Ayesha')).toEqual(['Ayesha']);
});

test('The first letter of a line decides whether it is read from right to left.', () => {
  expect(['*علی* paid', '10: علی', 'Ali علی', '123', ''].map(isFromRight)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
