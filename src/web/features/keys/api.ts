import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const keysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: ({ signal }) => send('GET /Keys', {}, signal),
  // When each was used last is told by no event.
  staleTime: 0,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.apiKeys });

/** Answers the key itself, which nobody is told again. */
export async function makeKey(body: InputOf<'POST /Keys'>['body']): Promise<string> {
  const { key } = await send('POST /Keys', { body });
  await refresh();
  return key;
}

export async function revokeKey(id: string): Promise<void> {
  await send('DELETE /Keys/:id', { params: { id } });
  await refresh();
}
