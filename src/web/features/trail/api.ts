import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AboutKind } from '#shared/trail-kinds.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 50;

/** The filters of the trail. Days have the format `2026-11-05`. */
export type TrailQuery = {
  search: string;
  kind?: AboutKind | undefined;
  userID?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const trailQuery = (wanted: TrailQuery) =>
  infiniteQueryOptions({
    queryKey: [...keys.trail, 'list', wanted],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Trail', { query: { ...wanted, take: pageSize, ...pageParam } }, signal),
    initialPageParam: {} as { before?: number },
    getNextPageParam: ({ next }) => (next === null ? undefined : { before: next }),
    staleTime: 0,
  });

/** The people to choose from. They belong to the campuses that the user administers. */
export const peopleToChooseQuery = queryOptions({
  queryKey: keys.people,
  queryFn: ({ signal }) => send('GET /People', {}, signal),
});
