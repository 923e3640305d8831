import { expect, it } from 'vitest';
import { isInvoiceNumber, marksIn, partOf, placeAfter } from './rules.ts';

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

it('A long list shows its first eight and says how many stand behind them, until all are asked for.', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => at);
  expect(partOf(twelve, false)).toEqual({ shown: twelve.slice(0, 8), hidden: 4 });
  expect(partOf(twelve, true)).toEqual({ shown: twelve, hidden: 0 });
  expect(partOf([1, 2], false)).toEqual({ shown: [1, 2], hidden: 0 });
});

it('A text is an invoice number where a bill has this very one, unless it is a registration number too.', () => {
  const bills = [{ invNo: 'V-900' }];
  const familyOf = (regNum: string | null) => ({ children: [{ regNum }] });
  expect(isInvoiceNumber('v-900', { families: [familyOf(null)], bills })).toBe(true);
  expect(isInvoiceNumber('V-90', { families: [], bills })).toBe(false);
  expect(isInvoiceNumber('V-900', { families: [familyOf('v-900')], bills })).toBe(false);
  expect(isInvoiceNumber('V-900', { families: [], bills: [] })).toBe(false);
});
