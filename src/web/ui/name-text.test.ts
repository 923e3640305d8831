import { expect, test } from 'vitest';
import { byScript, isFromRight } from './name-text.tsx';

test('words in Urdu are told from those around them', () => {
  expect(byScript('Fee of علی خان (Reg 10), فاطمہ')).toEqual([
    'Fee of ',
    'علی خان',
    ' (Reg 10), ',
    'فاطمہ',
    '',
  ]);
  expect(byScript('Ayesha')).toEqual(['Ayesha']);
});

test('a line runs as its first letter does', () => {
  expect(['*علی* paid', '10: علی', 'Ali علی', '123', ''].map(isFromRight)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
