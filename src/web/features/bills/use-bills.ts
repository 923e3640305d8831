import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type BillsWanted, billsQuery } from './api.ts';

/** The loaded bills and how many there are in all; loads on until `needed` of them are there. */
export function useBills(wanted: BillsWanted, needed: number) {
  const query = useInfiniteQuery(billsQuery(wanted));
  const { data, hasNextPage, isFetching, fetchNextPage, error } = query;
  const bills = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const isShort = bills.length < needed;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, error, fetchNextPage]);
  return { ...query, bills, count: data?.pages[0]?.count };
}
