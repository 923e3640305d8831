import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { OneTimeLink, Person } from '#shared/calls/people.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: ({ signal }) => send('GET /People', {}, signal),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.people });

export async function invitePerson(body: InputOf<'POST /People'>['body']) {
  const invited = await send('POST /People', { body });
  await refresh();
  return invited;
}

export const readPerson = async (id: string): Promise<Person | undefined> =>
  (await queryClient.fetchQuery({ ...peopleQuery, staleTime: 0 })).people.find((person) => person.id === id);

export async function updatePerson(id: string, body: InputOf<'PUT /People/:id'>['body']): Promise<void> {
  await send('PUT /People/:id', { params: { id }, body });
  await refresh();
}

export async function resetPerson(id: string): Promise<OneTimeLink> {
  const link = await send('POST /People/:id/Reset', { params: { id } });
  await refresh();
  return link;
}

export async function disablePerson(id: string): Promise<void> {
  await send('POST /People/:id/Disable', { params: { id } });
  await refresh();
}

export async function enablePerson(id: string): Promise<void> {
  await send('POST /People/:id/Enable', { params: { id } });
  await refresh();
}
