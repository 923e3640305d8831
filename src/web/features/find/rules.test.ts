import { expect, it } from 'vitest';
import { isInvoiceNumber, marksIn, partOf, placeAfter } from './rules.ts';

it.each([
  ['Eman Tariq', 'em', ['', 'Em', 'an Tariq']],
  ['0321-1023858', '0321-102', ['', '0321-102', '3858']],
  ['Ali (Raza)', '(ra', ['Ali ', '(Ra', 'za)']],
  ['Eman', 'x', ['Eman']],
  ['Eman', 'e', ['Eman']],
])('In %j the search for %j marks the part that matches.', (text, wanted, parts) =>
  expect(marksIn(text, wanted)).toEqual(parts),
);

it('The arrow keys wrap around at both ends of the results.', () => {
  expect(placeAfter('ArrowDown', { at: 2, count: 3 })).toBe(0);
  expect(placeAfter('ArrowUp', { at: 0, count: 3 })).toBe(2);
  expect(placeAfter('Home', { at: 0, count: 3 })).toBeUndefined();
  expect(placeAfter('ArrowDown', { at: 0, count: 0 })).toBeUndefined();
});

it('A long list shows its first eight entries and the count of the others, until the user shows all entries.', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => at);
  expect(partOf(twelve, false)).toEqual({ shown: twelve.slice(0, 8), hidden: 4 });
  expect(partOf(twelve, true)).toEqual({ shown: twelve, hidden: 0 });
  expect(partOf([1, 2], false)).toEqual({ shown: [1, 2], hidden: 0 });
});

it('A search is an invoice number if a bill has exactly that number and no child has it as registration number.', () => {
  const bills = [{ invNo: 'V-900' }];
  const familyOf = (regNum: string | null) => ({ children: [{ regNum }] });
  expect(isInvoiceNumber('v-900', { families: [familyOf(null)], bills })).toBe(true);
  expect(isInvoiceNumber('V-90', { families: [], bills })).toBe(false);
  expect(isInvoiceNumber('V-900', { families: [familyOf('v-900')], bills })).toBe(false);
  expect(isInvoiceNumber('V-900', { families: [], bills: [] })).toBe(false);
});
