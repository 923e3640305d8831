import { expect, test } from 'vitest';
import { fieldWords } from '../words/import-screen.ts';
import { columns, studentColumns } from './columns.ts';

test('every column has a name by which the clerk chooses it by hand', () => {
  const nameless = [...columns, ...studentColumns].filter(({ field }) => !fieldWords[field]);
  expect(nameless).toEqual([]);
});
