/** Windowed loading: only the visible pages of a long list are loaded. A person may scroll to any position. */
import { hashKey, type QueryClient, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

export type ListPage<T> = { items: T[]; count: number };

type PagedList<T, P extends ListPage<T>> = {
  /** The query key of the list. The query key of each page begins with it. */
  queryKey: QueryKey;
  fetchPage: (from: number, signal: AbortSignal) => Promise<P>;
  pageSize: number;
  /** Whether the rows of the previous list stay visible until this list is loaded. */
  isPreviousShown?: boolean;
};

/** The first and last position that is visible or soon will be. */
export type Sight = { first: number; last: number };

/** Debounce in milliseconds, so that scrolling past a page does not load it. */
const scrollPause = 150;

const pagesOf = (list: QueryKey): QueryKey => [...list, 'page'];
const pageOf = (list: QueryKey, page: number): QueryKey => [...list, 'page', page];

/** The pages that hold the visible positions; only the first one while the count is unknown. */
export function pagesIn({ first, last }: Sight, pageSize: number, count: number | undefined): number[] {
  const end = count === undefined ? 1 : Math.max(1, Math.ceil(count / pageSize));
  const pageWith = (place: number): number => Math.min(Math.max(0, Math.floor(place / pageSize)), end - 1);
  const from = pageWith(first);
  return Array.from({ length: Math.max(0, pageWith(last) - from) + 1 }, (_, index) => from + index);
}

/** The page of a list that was loaded last. Its count is the most current. */
export function newestPage<P>(client: QueryClient, list: QueryKey): P | undefined {
  const hash = hashKey(pagesOf(list));
  const pages = client.getQueryCache().findAll({
    queryKey: pagesOf(list),
    // The query key of a list without a filter is also a prefix of keys with a filter, so the hashes are compared.
    predicate: (query) => hashKey(query.queryKey.slice(0, -1)) === hash,
  });
  const newest = pages.reduce<(typeof pages)[number] | undefined>(
    (best, page) =>
      page.state.data !== undefined && page.state.dataUpdatedAt >= (best?.state.dataUpdatedAt ?? 0)
        ? page
        : best,
    undefined,
  );
  return newest?.state.data as P | undefined;
}

/** One page of a list, as `usePages` loads it. */
export const pageQuery = <T, P extends ListPage<T>>(
  { queryKey, fetchPage, pageSize }: PagedList<T, P>,
  page: number,
) => ({
  queryKey: pageOf(queryKey, page),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(page * pageSize, signal),
});

type ListPlace = { list: string; pages: readonly number[] };

/** The pages to load: the first page of a new list, otherwise the pages that are visible after scrolling has paused. */
export const pagesToAsk = (rested: ListPlace, { list, pages }: ListPlace): number[] =>
  rested.list === list ? pages.filter((page) => rested.pages.includes(page)) : [0];

function useRested({ list, pages }: ListPlace): number[] {
  const [rested, setRested] = useState<ListPlace>({ list, pages: [0] });
  const inSight = pages.join();
  useEffect(() => {
    const stay = (): void => setRested({ list, pages: inSight.split(',').map(Number) });
    const timer = setTimeout(stay, scrollPause);
    return () => clearTimeout(timer);
  }, [list, inSight]);
  return pagesToAsk(rested, { list, pages });
}

/** The visible range of the list. A new list starts at its beginning. */
function useSight(list: string, pageSize: number) {
  const start = { list, first: 0, last: 0 };
  const [seen, setSeen] = useState(start);
  const see = useCallback(
    ({ first, last }: Sight): void => {
      // Only the page numbers are stored, so that scrolling inside a page does not render again.
      const next = { first: Math.floor(first / pageSize), last: Math.floor(last / pageSize) };
      setSeen((before) =>
        before.list === list && before.first === next.first && before.last === next.last
          ? before
          : { list, ...next },
      );
    },
    [list, pageSize],
  );
  const { first, last } = seen.list === list ? seen : start;
  return { see, sight: { first: first * pageSize, last: last * pageSize } };
}

/** The list to show: the requested list, or the previous list until the requested list is loaded. */
function useShown(queryKey: QueryKey, isLoaded: boolean): QueryKey {
  const [latest, setLatest] = useState(queryKey);
  if (isLoaded && hashKey(latest) !== hashKey(queryKey)) setLatest(queryKey);
  return isLoaded ? queryKey : latest;
}

/**
 * `at(index)` returns the item at that position, undefined until it is loaded. Call `see` with the visible range.
 * `count` is the number of all items, and `page` is the page that was loaded last. `list` names the shown list.
 * `isOld`: that is still the previous list.
 */
export function usePages<T, P extends ListPage<T> = ListPage<T>>(options: PagedList<T, P>) {
  const { queryKey, pageSize, isPreviousShown = true } = options;
  const client = useQueryClient();
  const list = hashKey(queryKey);
  const { see, sight } = useSight(list, pageSize);
  const newest = newestPage<P>(client, queryKey);
  const latest = useShown(queryKey, newest !== undefined);
  const queries = useQueries({
    queries: useRested({ list, pages: pagesIn(sight, pageSize, newest?.count) }).map((page) =>
      pageQuery(options, page),
    ),
  });
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  const shown = isPreviousShown && error === null ? latest : queryKey;
  const page = shown === queryKey ? newest : newestPage<P>(client, shown);
  const at = (index: number): T | undefined =>
    client.getQueryData<P>(pageOf(shown, Math.floor(index / pageSize)))?.items[index % pageSize];
  return {
    at,
    see,
    count: page?.count,
    page,
    error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    list: hashKey(shown),
    isOld: newest === undefined && page !== undefined,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
