import { expect, it } from 'vitest';
import { pairWidths, widthsOf } from './column-widths.ts';

it('Each column is as wide as its widest text, within bounds.', () => {
  expect(widthsOf(['regNum', 'name', 'number'], { regNum: 5, name: 25, number: 12 })).toBe(
    '84px minmax(202px, 1fr) 116px',
  );
  expect(widthsOf(['name', 'total'], { name: 25 }, true)).toBe('minmax(180px, 1fr) 86px');
  // The cell contains two numbers of one family.
  expect(widthsOf(['number', 'total'], { number: 26 })).toBe('minmax(225px, 1fr) 86px');
  expect(widthsOf(['name'], { name: 200 })).toBe('minmax(300px, 1fr)');
});

it('The file’s value and the saved value have columns of the same width.', () => {
  expect(pairWidths('number', { number: 26 })).toBe('225px 225px');
  expect(pairWidths('dueDate', {})).toBe('104px 104px');
});
