import { queryOptions } from '@tanstack/react-query';
import type { CampusDetails } from '#shared/calls/campuses.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const schoolQuery = queryOptions({
  queryKey: keys.school,
  queryFn: ({ signal }) => send('GET /School', {}, signal),
});

/** The session says the name, country and time zone of its campus, and which campuses there are. */
const refresh = () =>
  Promise.all([keys.school, keys.session].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export async function renameSchool(name: string): Promise<void> {
  await send('PUT /School', { body: { name } });
  await refresh();
}

export async function addCampus(body: CampusDetails): Promise<void> {
  await send('POST /Campuses', { body });
  await refresh();
}

export async function updateCampus(id: number, body: CampusDetails): Promise<void> {
  await send('PUT /Campuses/:id', { params: { id }, body });
  await refresh();
}
