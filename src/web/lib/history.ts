/** What was done to one thing, for whoever shows its history. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { HistoryKind } from '#shared/trail-kinds.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

const pageSize = 20;

export const historyQuery = (kind: HistoryKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.trail, 'history', kind, id],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Trail/History', { query: { kind, id, take: pageSize, ...pageParam } }, signal),
    initialPageParam: {} as { before?: number },
    getNextPageParam: ({ next }) => (next === null ? undefined : { before: next }),
    // Everything that is done adds to it: each look asks anew.
    staleTime: 0,
  });
