import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { Person } from '#shared/calls/people.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: ({ signal }) => send('GET /People', {}, signal),
});

export const invitePerson = (body: InputOf<'POST /People'>['body']) => sendWrite('POST /People', { body });

export const readPerson = async (id: string): Promise<Person | undefined> =>
  (await queryClient.fetchQuery({ ...peopleQuery, staleTime: 0 })).people.find((person) => person.id === id);

export const updatePerson = (id: string, body: InputOf<'PUT /People/:id'>['body']) =>
  sendWrite('PUT /People/:id', { params: { id }, body });

export const resetPerson = (id: string) => sendWrite('POST /People/:id/Reset', { params: { id } });

export const disablePerson = (id: string) => sendWrite('POST /People/:id/Disable', { params: { id } });

export const enablePerson = (id: string) => sendWrite('POST /People/:id/Enable', { params: { id } });
