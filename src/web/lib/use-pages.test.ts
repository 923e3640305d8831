import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { newestPage, pagesIn, pagesToAsk } from './use-pages.ts';

test('Only the visible pages of a list are requested.', () => {
  expect(pagesIn({ first: 0, last: 40 }, 200, 10_000)).toEqual([0]);
  expect(pagesIn({ first: 190, last: 210 }, 200, 10_000)).toEqual([0, 1]);
  expect(pagesIn({ first: 9_960, last: 9_999 }, 200, 10_000)).toEqual([49]);
});

test('No page before the beginning or after the end of a list is requested.', () => {
  expect(pagesIn({ first: -60, last: 20 }, 200, 10_000)).toEqual([0]);
  expect(pagesIn({ first: 9_900, last: 10_060 }, 200, 10_000)).toEqual([49]);
  // The visible bills were removed.
  expect(pagesIn({ first: 9_960, last: 9_999 }, 200, 150)).toEqual([0]);
  expect(pagesIn({ first: 400, last: 440 }, 200, 0)).toEqual([0]);
});

test('The first page is requested while the count of a list is unknown.', () => {
  expect(pagesIn({ first: 5_000, last: 5_040 }, 200, undefined)).toEqual([0]);
});

test('A jump in a list loads no pages on its way.', () => {
  const rested = { list: 'all', pages: [0] };
  for (const passed of [[3], [17, 18], [44]]) {
    expect(pagesToAsk(rested, { list: 'all', pages: passed })).toEqual([]);
  }
  expect(pagesToAsk({ list: 'all', pages: [49] }, { list: 'all', pages: [49] })).toEqual([49]);
});

test('A page stays requested while the next one becomes visible.', () => {
  expect(pagesToAsk({ list: 'all', pages: [3] }, { list: 'all', pages: [3, 4] })).toEqual([3]);
});

test('Another list starts with its first page at once.', () => {
  expect(pagesToAsk({ list: 'all', pages: [49] }, { list: 'unpaid', pages: [2] })).toEqual([0]);
});

test('The most recent page of the same list gives the count.', () => {
  const client = new QueryClient();
  const list = ['bills', 7, { search: '' }];
  const keep = (key: unknown[], page: number, count: number, updatedAt: number) =>
    client.setQueryData([...key, 'page', page], { items: [], count }, { updatedAt });
  expect(newestPage(client, list)).toBeUndefined();
  keep(list, 0, 450, 2000);
  keep(list, 2, 451, 1000);
  keep(['bills', 7, { search: 'khan' }], 0, 12, 9000);
  keep(['bills', 7, { search: '', run: 3 }], 0, 5, 9000);
  keep(['bills', 8, { search: '' }], 0, 3, 9000);
  expect(newestPage(client, list)).toMatchObject({ count: 450 });
  keep(list, 1, 449, 3000);
  expect(newestPage(client, list)).toMatchObject({ count: 449 });
});
