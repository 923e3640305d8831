import { expect, it } from 'vitest';
import { marksIn, placeAfter } from './rules.ts';

it.each([
  ['Eman Tariq', 'em', ['', 'Em', 'an Tariq']],
  ['0321-1023858', '0321-102', ['', '0321-102', '3858']],
  ['Ali (Raza)', '(ra', ['Ali ', '(Ra', 'za)']],
  ['Eman', 'x', ['Eman']],
  ['Eman', 'e', ['Eman']],
])('%j with %j', (text, wanted, parts) => expect(marksIn(text, wanted)).toEqual(parts));

it('goes round with the arrow keys', () => {
  expect(placeAfter('ArrowDown', { at: 2, count: 3 })).toBe(0);
  expect(placeAfter('ArrowUp', { at: 0, count: 3 })).toBe(2);
  expect(placeAfter('Home', { at: 0, count: 3 })).toBeUndefined();
  expect(placeAfter('ArrowDown', { at: 0, count: 0 })).toBeUndefined();
});
