import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const todayQuery = queryOptions({
  queryKey: keys.today,
  queryFn: ({ signal }) => send('GET /Today', {}, signal),
});

const pageSize = 50;

/** The children who have no number: as they were found, so that none goes from under one's hands. */
export const numberlessQuery = infiniteQueryOptions({
  queryKey: keys.numberless,
  queryFn: ({ pageParam, signal }) =>
    send('GET /Today/Numberless', { query: { after: pageParam, take: pageSize } }, signal),
  initialPageParam: 0,
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Only the number: what is left out stays as it is. */
export async function addNumber(billID: number, number: string): Promise<void> {
  await send('PUT /GroupContacts/:id', { params: { id: billID }, body: { number } });
  await queryClient.invalidateQueries({ queryKey: keys.today });
}
