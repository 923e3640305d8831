import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ChatPage, earlierQuery } from './api.ts';
import { joinPages } from './rules.ts';

const combine = (results: UseQueryResult<ChatPage>[]) => {
  const last = results.at(-1);
  return {
    pages: results.flatMap(({ data }) => (data ? [data.items] : [])),
    error: last?.data ? null : (last?.error ?? null),
    isLoading: last?.isFetching === true && last.data === undefined,
    start: last?.data?.start,
    again: () => void last?.refetch(),
  };
};

/**
 * A conversation with its earlier pages. Each page ends where the next one begins. If more messages arrived meanwhile
 * than one page holds, there is a gap, and the earlier pages are dropped.
 */
export function useEarlier(number: string, latest: ChatPage) {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const places = asked[0] === latest.start ? asked : [];
  const queries = places.map((place) => earlierQuery(number, place));
  const { pages, error, isLoading, start, again } = useQueries({ queries, combine });
  const items = useMemo(() => joinPages([...pages, latest.items]), [pages, latest.items]);
  const next = places.length === 0 ? latest.start : start;
  return {
    items,
    /** Undefined until it is known; null if nothing is before. */
    hasEarlier: next !== null,
    isLoading,
    error,
    loadEarlier: (): void => {
      if (error) again();
      else if (next) setAsked([...places, next]);
    },
  };
}
