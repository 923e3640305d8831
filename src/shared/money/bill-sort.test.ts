import { expect, test } from 'vitest';
import { isSorts, readSorts, sortsAfter, writeSorts } from './bill-sort.ts';

test('The sort of a bill list is read from the address, and unknown columns are ignored.', () => {
  expect(readSorts('class,-payable')).toEqual([
    { by: 'class', isDown: false },
    { by: 'payable', isDown: true },
  ]);
  expect(readSorts('')).toEqual([]);
  expect(writeSorts(readSorts('-name,nothing,name,total,class'))).toBe('-name,total');
  expect(['', 'name', '-name,total'].every(isSorts)).toBe(true);
  expect(['nothing', 'name,name', 'name,total,class', '--name'].some(isSorts)).toBe(false);
});

test('Clicking a column head sorts ascending, then descending, then not at all; with Shift it adds a second sort.', () => {
  const press = (before: string, by: 'name' | 'class' | 'total', isAdded = false) =>
    writeSorts(sortsAfter(readSorts(before), by, isAdded));
  expect(press('', 'name')).toBe('name');
  expect(press('name', 'name')).toBe('-name');
  expect(press('-name', 'name')).toBe('');
  expect(press('name,class', 'total')).toBe('total');
  expect(press('class', 'name', true)).toBe('class,name');
  expect(press('class,name', 'name', true)).toBe('class,-name');
  expect(press('class,-name', 'name', true)).toBe('class');
  expect(press('class,name', 'total', true)).toBe('class,total');
  expect(press('class,name', 'class', true)).toBe('-class,name');
});
