/** Windowed loading: of a long list only the pages in sight are asked for, wherever in it one is. */
import { hashKey, type QueryClient, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

export type ListPage<T> = { items: T[]; count: number };

type PagedList<T, P extends ListPage<T>> = {
  /** Names the list; each page is kept below it. */
  queryKey: QueryKey;
  fetchPage: (from: number, signal: AbortSignal) => Promise<P>;
  pageSize: number;
  /** Whether what an earlier list held may stand there until this one's is known. */
  isKept?: boolean;
};

/** From the first to the last place that is in sight, or soon will be. */
export type Sight = { first: number; last: number };

/** Debounce, in milliseconds. Where one only passes by, on the way of the scrollbar, nothing is asked for. */
const restsAfter = 150;

const pagesOf = (list: QueryKey): QueryKey => [...list, 'page'];
const pageOf = (list: QueryKey, page: number): QueryKey => [...list, 'page', page];

/** The pages that hold what is in sight; the first alone while nobody knows how many there are. */
export function pagesIn({ first, last }: Sight, pageSize: number, count: number | undefined): number[] {
  const end = count === undefined ? 1 : Math.max(1, Math.ceil(count / pageSize));
  const pageWith = (place: number): number => Math.min(Math.max(0, Math.floor(place / pageSize)), end - 1);
  const from = pageWith(first);
  return Array.from({ length: Math.max(0, pageWith(last) - from) + 1 }, (_, index) => from + index);
}

/** Of the pages of a list the one that came last: it knows best how many there are. */
export function newestPage<P>(client: QueryClient, list: QueryKey): P | undefined {
  const hash = hashKey(pagesOf(list));
  const pages = client.getQueryCache().findAll({
    queryKey: pagesOf(list),
    // A filter that is not set would match those for which it is.
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

/** One page of a list as `usePages` asks for it. */
export const pageQuery = <T, P extends ListPage<T>>(
  { queryKey, fetchPage, pageSize }: PagedList<T, P>,
  page: number,
) => ({
  queryKey: pageOf(queryKey, page),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(page * pageSize, signal),
});

type ListPlace = { list: string; pages: readonly number[] };

/** What is asked for: of a list just gone to its beginning, else the pages in sight at which one has stayed. */
export const pagesToAsk = (rested: ListPlace, { list, pages }: ListPlace): number[] =>
  rested.list === list ? pages.filter((page) => rested.pages.includes(page)) : [0];

function useRested({ list, pages }: ListPlace): number[] {
  const [rested, setRested] = useState<ListPlace>({ list, pages: [0] });
  const inSight = pages.join();
  useEffect(() => {
    const stay = (): void => setRested({ list, pages: inSight.split(',').map(Number) });
    const timer = setTimeout(stay, restsAfter);
    return () => clearTimeout(timer);
  }, [list, inSight]);
  return pagesToAsk(rested, { list, pages });
}

/** Where one is in the list. A list just gone to is at its beginning, wherever one was in the last. */
function useSight(list: string, pageSize: number) {
  const start = { list, first: 0, last: 0 };
  const [seen, setSeen] = useState(start);
  const see = useCallback(
    ({ first, last }: Sight): void => {
      // Only another page makes a difference here.
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

/** The list to show: the wanted one, or what stood there before while nothing of it is known. */
function useShown(queryKey: QueryKey, isKnown: boolean): QueryKey {
  const [latest, setLatest] = useState(queryKey);
  if (isKnown && hashKey(latest) !== hashKey(queryKey)) setLatest(queryKey);
  return isKnown ? queryKey : latest;
}

/**
 * `at(index)` is the item there, undefined while it is not known; `see` says what is in sight now. `count` is how many
 * there are in all, `page` the page that came last, as it came. `isOld`: these are still those of the list before, and
 * `list` names it.
 */
export function usePages<T, P extends ListPage<T> = ListPage<T>>(wanted: PagedList<T, P>) {
  const { queryKey, pageSize, isKept = true } = wanted;
  const client = useQueryClient();
  const list = hashKey(queryKey);
  const { see, sight } = useSight(list, pageSize);
  const newest = newestPage<P>(client, queryKey);
  const latest = useShown(queryKey, newest !== undefined);
  const queries = useQueries({
    queries: useRested({ list, pages: pagesIn(sight, pageSize, newest?.count) }).map((page) =>
      pageQuery(wanted, page),
    ),
  });
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  const shown = isKept && error === null ? latest : queryKey;
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
