import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { type BillsFilters, billPages, neighboursOf } from './api.ts';

const filters: BillsFilters = { groupID: 7, search: '', status: 'all' };
const bill = (id: number) => ({ id });
const load = (list: BillsFilters, page: number, ids: number[]) =>
  queryClient.setQueryData([...billPages(list).queryKey, 'page', page], { items: ids.map(bill), count: 450 });

beforeEach(() => queryClient.clear());

test('The previous and the next bill come from the same list, also across two pages.', () => {
  const { pageSize } = billPages(filters);
  load(
    filters,
    0,
    Array.from({ length: pageSize }, (_, at) => at + 1),
  );
  load(filters, 1, [501, 502]);
  load({ ...filters, search: 'khan' }, 0, [1, 300]);
  expect(neighboursOf(filters, pageSize)).toEqual({ previous: bill(pageSize - 1), next: bill(501) });
  expect(neighboursOf(filters, 1)).toEqual({ next: bill(2) });
  expect(neighboursOf({ ...filters, search: 'khan' }, 1)).toEqual({ next: bill(300) });
});

test('A bill that is not loaded, or has no loaded neighbours, has no previous and no next bill.', () => {
  load(filters, 2, [601]);
  expect(neighboursOf(filters, 9)).toEqual({});
  expect(neighboursOf(filters, 601)).toEqual({});
});
