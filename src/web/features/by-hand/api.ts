import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter } from '../../lib/send-write.ts';

export type Next = AnswerOf<'GET /Outbox/ByHand'>;
export type Outcome = InputOf<'POST /Outbox/ByHand/Close'>['body']['outcome'];

/**
 * The next message to send by hand: of the given send, or of all sends. Its query key begins with that of the outbox,
 * so a reload of the outbox also reloads this query.
 */
export const nextQuery = (broadcast: number | undefined) =>
  queryOptions({
    queryKey: [...keys.outbox, 'by-hand', broadcast],
    queryFn: ({ signal }): Promise<Next> =>
      send('GET /Outbox/ByHand', { query: { broadcastID: broadcast } }, signal),
    // A remembered answer could show a message that was already sent, and the clerk would send it again.
    meta: { isOfMoment: true },
  });

/** Tells the server that the clerk opens the chat. From now on the message may have been sent. */
export async function openMessage(id: number, broadcast: number | undefined): Promise<void> {
  const query = nextQuery(broadcast);
  try {
    const next = await send('POST /Outbox/ByHand/Open', { body: { id } });
    await queryClient.cancelQueries(query);
    queryClient.setQueryData(query.queryKey, (before) => before && { ...before, next });
  } finally {
    void reloadAfter('POST /Outbox/ByHand/Open');
  }
}

/** Stores the outcome of a message. The next message is loaded when the promise resolves. */
export async function closeMessage(id: number, outcome: Outcome): Promise<void> {
  try {
    await send('POST /Outbox/ByHand/Close', { body: { id, outcome } });
  } finally {
    await reloadAfter('POST /Outbox/ByHand/Close');
  }
}
