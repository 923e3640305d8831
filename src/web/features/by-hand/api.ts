import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export type Next = AnswerOf<'GET /Outbox/ByHand'>;
export type Outcome = InputOf<'POST /Outbox/ByHand/Close'>['body']['outcome'];

/** The next message to send, of this send or of any. Its key is below the outbox, so that it reloads with it. */
export const nextQuery = (broadcast: number | undefined) =>
  queryOptions({
    queryKey: [...keys.outbox, 'by-hand', broadcast],
    queryFn: ({ signal }): Promise<Next> =>
      send('GET /Outbox/ByHand', { query: { broadcastID: broadcast } }, signal),
    // An old answer could be sent again.
    meta: { isOfMoment: true },
  });

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.outbox });

/** From now on the message may have been sent. It is shown so before the server answers. */
export async function openMessage(id: number, broadcast: number | undefined): Promise<void> {
  const query = nextQuery(broadcast);
  try {
    const next = await send('POST /Outbox/ByHand/Open', { body: { id } });
    await queryClient.cancelQueries(query);
    queryClient.setQueryData(query.queryKey, (before) => before && { ...before, next });
  } finally {
    void reload();
  }
}

/** Records the outcome. The next message is loaded when this resolves. */
export async function closeMessage(id: number, outcome: Outcome): Promise<void> {
  try {
    await send('POST /Outbox/ByHand/Close', { body: { id, outcome } });
  } finally {
    await reload();
  }
}
