import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** All attempts of a message, refreshed by live events. */
export const attemptsQuery = (messageID: number) =>
  queryOptions({
    queryKey: keys.attempts(messageID),
    queryFn: ({ signal }) => send('GET /Outbox/:id/Attempts', { params: { id: messageID } }, signal),
  });
