import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CampusAnswer, CampusDetails } from '#shared/calls/campuses.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const schoolQuery = queryOptions({
  queryKey: keys.school,
  queryFn: ({ signal }) => send('GET /School', {}, signal),
});

/**
 * The figures of all campuses. `month` has the format `2026-11`. The page gets no live events from other campuses, so
 * the figures are polled every minute.
 */
export const campusFiguresQuery = (month: string | undefined) =>
  queryOptions({
    queryKey: [...keys.campusFigures, month],
    queryFn: ({ signal }) => {
      const [year, number] = (month ?? '').split('-').map(Number);
      return send('GET /Campuses/Figures', { query: month ? { year, month: number } : {} }, signal);
    },
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

export const renameSchool = (name: string) => sendWrite('PUT /School', { body: { name } });

export const addCampus = (body: CampusDetails) => sendWrite('POST /Campuses', { body });

export const readCampus = async (id: number): Promise<CampusAnswer | undefined> =>
  (await queryClient.fetchQuery({ ...schoolQuery, staleTime: 0 })).campuses.find(
    (campus) => campus.id === id,
  );

export const updateCampus = (id: number, body: CampusDetails & { version?: string | undefined }) =>
  sendWrite('PUT /Campuses/:id', { params: { id }, body });
