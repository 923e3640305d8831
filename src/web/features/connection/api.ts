import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { Connection, LinkedSession, Way } from '#shared/calls/connection.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** Whether the provider calls our webhook. Only then there is something to test. */
export const isCalled = (way: Way): way is 'cloud' | 'waha' => way === 'cloud' || way === 'waha';

/** No live event reports the provider's first call, so this is polled until it has come. */
export const connectionQuery = queryOptions({
  queryKey: keys.connection,
  queryFn: ({ signal }) => send('GET /Sender/Connection', {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data && isCalled(data.way) && data.webhook.lastAt === null ? 4000 : false,
});

/** Tests again for another connection, after the provider's call, and when a phone was linked or lost. */
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

const reload = (stale: readonly (readonly unknown[])[]): Promise<unknown> =>
  Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })));

/** The gateway reports changes, but its QR code changes every few seconds. */
export const phoneQuery = queryOptions({
  queryKey: keys.linkedPhone,
  queryFn: ({ signal }) => send('GET /Sender/Session', {}, signal),
  refetchInterval: ({ state: { data } }) => (data?.state === 'working' ? 30_000 : 3000),
});

export async function startPhone(): Promise<void> {
  queryClient.setQueryData(phoneQuery.queryKey, await send('POST /Sender/Session/Start'));
}

export async function endPhone(): Promise<void> {
  await send('POST /Sender/Session/End');
  await reload([keys.linkedPhone]);
}

export type ConnectInput = InputOf<'PUT /Sender/Connection'>['body'];

export async function connect(body: ConnectInput): Promise<void> {
  const connection = await send('PUT /Sender/Connection', { body });
  queryClient.removeQueries({ queryKey: keys.linkedPhone });
  queryClient.setQueryData(connectionQuery.queryKey, connection);
  // Starts the session, so that the gateway waits for the phone and learns our webhook. The page shows any error
  // itself.
  if (connection.way === 'waha') await startPhone().catch(() => undefined);
  await reload([keys.sender, keys.demo, keys.outbox, keys.plans, keys.templates, keys.connectionTest]);
}
