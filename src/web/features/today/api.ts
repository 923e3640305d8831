import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const todayQuery = queryOptions({
  queryKey: keys.today,
  queryFn: ({ signal }) => send('GET /Today', {}, signal),
});

const pageSize = 50;

/** The children without a number. The list is never reloaded, so that no row disappears while the clerk is working. */
export const numberlessQuery = infiniteQueryOptions({
  queryKey: keys.numberless,
  queryFn: ({ pageParam, signal }) =>
    send('GET /Today/Numberless', { query: { after: pageParam, take: pageSize } }, signal),
  initialPageParam: 0,
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Changes only the number of a bill. Fields that the call does not contain are unchanged. */
export async function addNumber(billID: number, number: string): Promise<void> {
  await send('PUT /GroupContacts/:id', { params: { id: billID }, body: { number } });
  await queryClient.invalidateQueries({ queryKey: keys.today });
}
