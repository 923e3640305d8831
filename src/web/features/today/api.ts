import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const todayQuery = queryOptions({
  queryKey: keys.today,
  queryFn: ({ signal }) => send('GET /Today', {}, signal),
});

const pageSize = 50;

/** The children without a number. The list is not refreshed, so that no row disappears during the work. */
export const numberlessQuery = infiniteQueryOptions({
  queryKey: keys.numberless,
  queryFn: ({ pageParam, signal }) =>
    send('GET /Today/Numberless', { query: { after: pageParam, take: pageSize } }, signal),
  initialPageParam: 0,
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Sends only the number; absent fields stay as they are. */
export async function addNumber(billID: number, number: string): Promise<void> {
  await send('PUT /GroupContacts/:id', { params: { id: billID }, body: { number } });
  await queryClient.invalidateQueries({ queryKey: keys.today });
}
