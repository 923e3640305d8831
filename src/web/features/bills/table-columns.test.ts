import { expect, test } from 'vitest';
import { columnsIn, templateOf } from './table-columns.ts';

test('A wide table shows all columns, and a narrow one keeps the most important columns.', () => {
  expect(columnsIn(1246, [])).toHaveLength(11);
  const narrow = columnsIn(860, []);
  expect(narrow).not.toContain('expiryDate');
  expect(narrow).toEqual(expect.arrayContaining(['regNum', 'name', 'payable', 'message']));
  expect(columnsIn(560, [])).toEqual(['regNum', 'name', 'payable', 'message']);
});

test('The other columns use the room of a hidden column, but the name cannot be hidden.', () => {
  expect(columnsIn(1246, ['father', 'name', 'message'])).toEqual([
    ...['regNum', 'name', 'class', 'number', 'status', 'payable', 'total', 'dueDate', 'expiryDate'],
  ]);
  expect(templateOf(['regNum', 'name'])).toBe('40px 72px minmax(176px, 1.7fr)');
});
