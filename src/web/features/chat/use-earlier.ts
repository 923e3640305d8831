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
    refetch: () => void last?.refetch(),
  };
};

/**
 * A conversation with its earlier pages. Each page ends where the next page begins. If the latest page begins at
 * another message than before, a gap could follow the earlier pages, so they are dropped.
 */
export function useEarlier(number: string, latest: ChatPage) {
  const [requested, setRequested] = useState<readonly string[]>([]);
  const starts = requested[0] === latest.start ? requested : [];
  const queries = starts.map((before) => earlierQuery(number, before));
  const { pages, error, isLoading, start, refetch } = useQueries({ queries, combine });
  const items = useMemo(() => joinPages([...pages, latest.items]), [pages, latest.items]);
  const next = starts.length === 0 ? latest.start : start;
  return {
    items,
    /** Whether earlier messages exist, or may exist while a page is loading. */
    hasEarlier: next !== null,
    isLoading,
    error,
    loadEarlier: (): void => {
      if (error) refetch();
      else if (next) setRequested([...starts, next]);
    },
  };
}
