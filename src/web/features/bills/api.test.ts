import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { type BillsWanted, billPages, neighboursOf } from './api.ts';

const wanted: BillsWanted = { groupID: 7, search: '', status: 'all' };
const bill = (id: number) => ({ id });
const load = (list: BillsWanted, page: number, ids: number[]) =>
  queryClient.setQueryData([...billPages(list).queryKey, 'page', page], { items: ids.map(bill), count: 450 });

beforeEach(() => queryClient.clear());

test('the bills beside one are those of its list, over the edge of a page', () => {
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

test('beside a bill that is not loaded stands none', () => {
  load(wanted, 2, [601]);
  expect(neighboursOf(wanted, 9)).toEqual({});
  expect(neighboursOf(wanted, 601)).toEqual({});
});
