import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { ReportItem, ReportRow } from '#shared/calls/reports.ts';
import { type ReportBy, type ReportFigure, type ReportName, rowsAtOnce } from '#shared/money/reports.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** What an owner checks in a month such as `2026-11`. */
export const exceptionsQuery = (month: string) =>
  queryOptions({
    queryKey: [...keys.reports, 'exceptions', month],
    queryFn: ({ signal }) => send('GET /Exceptions', { query: { month } }, signal),
    staleTime: 0,
  });

export async function seeExceptions(ids: readonly number[]): Promise<void> {
  await send('POST /Exceptions/Seen', { body: { ids: [...ids] } });
  await queryClient.invalidateQueries({ queryKey: [...keys.reports, 'exceptions'] });
}

/** The filters of a report. Days have the format `2026-11-05`. */
export type ReportFilters = {
  campuses?: 'all' | undefined;
  by?: ReportBy | undefined;
  from?: string | undefined;
  to?: string | undefined;
  class?: string | undefined;
};
/** A figure of one row, or of the totals if `row` is undefined. */
export type FigureParams = { figure: ReportFigure; row?: string | undefined; campus?: number | undefined };

const first = { after: 0, take: rowsAtOnce };
type Page = typeof first;
const nextOf = ({ next }: { next: number | null }): Page | undefined =>
  next === null ? undefined : { after: next, take: rowsAtOnce };

/** A report. If its rows are families, they are loaded in pages. Other rows are all in the first answer. */
export const reportQuery = (name: ReportName, filters: ReportFilters) =>
  infiniteQueryOptions({
    queryKey: [...keys.reports, name, filters],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Reports/:name', { params: { name }, query: { ...filters, ...pageParam } }, signal),
    initialPageParam: first,
    getNextPageParam: nextOf,
    staleTime: 0,
  });

export const reportListQuery = (name: ReportName, filters: ReportFilters & FigureParams) =>
  infiniteQueryOptions({
    queryKey: [...keys.reports, name, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Reports/:name/List', { params: { name }, query: { ...filters, ...pageParam } }, signal),
    initialPageParam: first,
    getNextPageParam: nextOf,
    staleTime: 0,
  });

/** Loads all pages of a list, for printing. */
async function fetchAll<T>(
  fetchPage: (page: Page) => Promise<{ all: T[]; next: number | null }>,
): Promise<T[]> {
  const found: T[] = [];
  for (let page: Page | undefined = first; page; ) {
    const { all, next }: { all: T[]; next: number | null } = await fetchPage(page);
    found.push(...all);
    page = nextOf({ next });
  }
  return found;
}

export const allRowsQuery = (name: ReportName, filters: ReportFilters) =>
  queryOptions({
    queryKey: [...keys.reports, name, 'all', filters],
    queryFn: ({ signal }): Promise<ReportRow[]> =>
      fetchAll(async (page) => {
        const query = { ...filters, ...page };
        const { rows, next }: AnswerOf<'GET /Reports/:name'> = await send(
          'GET /Reports/:name',
          { params: { name }, query },
          signal,
        );
        return { all: rows, next };
      }),
    staleTime: 0,
  });

export const allItemsQuery = (name: ReportName, filters: ReportFilters & FigureParams) =>
  queryOptions({
    queryKey: [...keys.reports, name, 'list', 'all', filters],
    queryFn: ({ signal }): Promise<ReportItem[]> =>
      fetchAll(async (page) => {
        const query = { ...filters, ...page };
        const { items, next }: AnswerOf<'GET /Reports/:name/List'> = await send(
          'GET /Reports/:name/List',
          { params: { name }, query },
          signal,
        );
        return { all: items, next };
      }),
    staleTime: 0,
  });
