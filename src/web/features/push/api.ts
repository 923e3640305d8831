import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export type PushSetup = AnswerOf<'GET /Push'>;

export const pushQuery = queryOptions({
  queryKey: [...keys.payments, 'push'],
  queryFn: ({ signal }) => send('GET /Push', {}, signal),
});

const storeSetup = (setup: PushSetup): void => void queryClient.setQueryData(pushQuery.queryKey, setup);

export async function savePush(body: InputOf<'PUT /Push'>['body']): Promise<void> {
  storeSetup(await send('PUT /Push', { body }));
}

export async function renewPush(): Promise<void> {
  storeSetup(await send('POST /Push/Address', {}));
}
