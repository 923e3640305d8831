import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { type BillsFilters, billPages, neighboursOf } from './api.ts';

const wanted: BillsFilters = { groupID: 7, search: '', status: 'all' };
const bill = (id: number) => ({ id });
const load = (list: BillsFilters, page: number, ids: number[]) =>
  queryClient.setQueryData([...billPages(list).queryKey, 'page', page], { items: ids.map(bill), count: 450 });

beforeEach(() => queryClient.clear());

test('The previous and the next bill come from the same list, also across two pages.', () => {
  const { pageSize } = billPages(wanted);
  load(
    wanted,
    0,
    Array.from({ length: pageSize }, (_, at) => at + 1),
  );
  load(wanted, 1, [501, 502]);
  load({ ...wanted, search: 'khan' }, 0, [1, 300]);
  expect(neighboursOf(wanted, pageSize)).toEqual({ previous: bill(pageSize - 1), next: bill(501) });
  expect(neighboursOf(wanted, 1)).toEqual({ next: bill(2) });
  expect(neighboursOf({ ...wanted, search: 'khan' }, 1)).toEqual({ next: bill(300) });
});

test('A bill that is not loaded, or has no loaded neighbours, has no previous and no next bill.', () => {
  load(wanted, 2, [601]);
  expect(neighboursOf(wanted, 9)).toEqual({});
  expect(neighboursOf(wanted, 601)).toEqual({});
});
