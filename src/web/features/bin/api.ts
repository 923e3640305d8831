import { infiniteQueryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 50;

export const binQuery = infiniteQueryOptions({
  queryKey: keys.bin,
  queryFn: ({ pageParam, signal }) =>
    send('GET /Bin', { query: { take: pageSize, after: pageParam } }, signal),
  initialPageParam: 0,
  getNextPageParam: ({ next }) => next ?? undefined,
  // Every deletion adds an entry, so the list is always loaded anew.
  staleTime: 0,
});
