import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const keysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: ({ signal }) => send('GET /Keys', {}, signal),
  // No live event reports that a key was used, so the list is always loaded anew.
  staleTime: 0,
});

/** Creates a key and returns it. The page shows the key only once. */
export async function makeKey(body: InputOf<'POST /Keys'>['body']): Promise<string> {
  const { key } = await sendWrite('POST /Keys', { body });
  return key;
}

export const revokeKey = (id: string) => sendWrite('DELETE /Keys/:id', { params: { id } });
