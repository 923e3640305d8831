/** The campus's WhatsApp number and how it sends. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

export const senderQuery = queryOptions({
  queryKey: keys.sender,
  queryFn: ({ signal }) => send('GET /Sender', {}, signal),
});

/** Whether the clerk sends each message by hand. */
export const useByHand = (): boolean => useQuery(senderQuery).data?.provider === 'assisted';
