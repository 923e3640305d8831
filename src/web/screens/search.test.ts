import { expect, test } from 'vitest';
import { parseSearch, readDeskSearch, readOutboxSearch, writeSearch } from './search.ts';

test('an address is read as it was written', () => {
  const search = {
    billing: 12,
    panel: 'chat',
    chat: '+923001234567',
    q: '10234',
    status: 'unpaid',
    member: 7,
  };
  const text = writeSearch(search);
  expect(text).toBe('?billing=12&panel=chat&chat=%2B923001234567&q=10234&status=unpaid&member=7');
  expect(readDeskSearch(parseSearch(text))).toMatchObject(search);
});

test('what is no number, panel or filter is left away', () => {
  const read = readDeskSearch(parseSearch('?billing=-1&panel=root&status=all&member=x&view=grid'));
  expect(Object.values(read).every((value) => value === undefined)).toBe(true);
  expect(readOutboxSearch({ status: 'queued', run: '0' })).toEqual({
    status: undefined,
    q: undefined,
    run: undefined,
  });
  expect(readOutboxSearch({ status: 'unknown', run: '3' })).toMatchObject({ status: 'unknown', run: 3 });
});

test('an empty search has no question mark', () => {
  expect(writeSearch({ q: '', billing: undefined })).toBe('');
});
