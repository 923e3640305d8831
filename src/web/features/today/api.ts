import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

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
export const addNumber = (billID: number, number: string) =>
  sendWrite('PUT /GroupContacts/:id', { params: { id: billID }, body: { number } });
