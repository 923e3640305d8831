import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { Connection, LinkedSession, Way } from '#shared/calls/connection.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

/** Whether the provider of this way calls our webhook. Only such a connection can be tested. */
export const callsWebhook = (way: Way): way is 'cloud' | 'waha' => way === 'cloud' || way === 'waha';

/** No live event reports the provider's first call of the webhook, so the connection is polled until that call. */
export const connectionQuery = queryOptions({
  queryKey: keys.connection,
  queryFn: ({ signal }) => send('GET /Sender/Connection', {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data && callsWebhook(data.way) && data.webhook.lastAt === null ? 4000 : false,
});

/**
 * Tests the connection. The test runs again if the connection changes, after the provider's first call, and when the
 * linked phone changes its state.
 */
export const testQuery = (
  { way, connectedAt, webhook: { lastAt } }: Connection,
  phone: LinkedSession['state'] | undefined,
) =>
  queryOptions({
    queryKey: [...keys.connectionTest, way, connectedAt, lastAt !== null, phone],
    queryFn: async ({ signal }) => {
      const { findings, connection } = await send('POST /Sender/Connection/Test', {}, signal);
      queryClient.setQueryData(connectionQuery.queryKey, connection);
      return findings;
    },
    enabled: way === 'cloud' || (way === 'waha' && phone !== undefined),
    staleTime: 60_000,
    retry: false,
  });

/**
 * Loads the state of the linked phone. Until a phone is linked, the state is polled every 3 seconds, because the QR
 * code changes every few seconds.
 */
export const phoneQuery = queryOptions({
  queryKey: keys.linkedPhone,
  queryFn: ({ signal }) => send('GET /Sender/Session', {}, signal),
  refetchInterval: ({ state: { data } }) => (data?.state === 'working' ? 30_000 : 3000),
});

export async function startPhone(): Promise<void> {
  queryClient.setQueryData(phoneQuery.queryKey, await send('POST /Sender/Session/Start'));
}

export const endPhone = () => sendWrite('POST /Sender/Session/End');

export type ConnectInput = InputOf<'PUT /Sender/Connection'>['body'];

export async function connect(body: ConnectInput): Promise<void> {
  const connection = await send('PUT /Sender/Connection', { body });
  queryClient.removeQueries({ queryKey: keys.linkedPhone });
  queryClient.setQueryData(connectionQuery.queryKey, connection);
  // This starts the gateway's session, so that the gateway waits for a phone and receives the address of our webhook.
  // An error is ignored here, because the page shows the state of the session.
  if (connection.way === 'waha') await startPhone().catch(() => undefined);
  await reloadAfter('PUT /Sender/Connection');
}
