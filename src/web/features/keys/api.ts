import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const keysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: ({ signal }) => send('GET /Keys', {}, signal),
  // No live event reports that a key was used, so the list is always loaded anew.
  staleTime: 0,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.apiKeys });

/** Creates a key and returns it. The page shows the key only once. */
export async function makeKey(body: InputOf<'POST /Keys'>['body']): Promise<string> {
  const { key } = await send('POST /Keys', { body });
  await refresh();
  return key;
}

export async function revokeKey(id: string): Promise<void> {
  await send('DELETE /Keys/:id', { params: { id } });
  await refresh();
}
