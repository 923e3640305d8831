/** The query of the history of one thing. */
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
    // Every action adds an entry, so each look loads the history again.
    staleTime: 0,
  });
