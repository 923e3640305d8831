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
  // Any deletion anywhere adds to it.
  staleTime: 0,
});
