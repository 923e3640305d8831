import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

/** The conversation with one number; asked anew each time it is opened. */
export const chatQuery = (number: string) =>
  queryOptions({
    queryKey: keys.chat(number),
    queryFn: ({ signal }) => send('GET /Chat/LoadChatAdmin', { query: { number } }, signal),
    staleTime: 0,
  });

export async function sendToNumber(number: string, body: InputOf<'POST /Chat/SendWhatsApp'>['body']) {
  const answer = await send('POST /Chat/SendWhatsApp', { body: { ...body, contacts: number } });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.chat(number) }),
    queryClient.invalidateQueries({ queryKey: keys.outbox }),
  ]);
  return answer;
}
