/** Calls that change something. The page then shows the change at once. */
import { partialMatchKey, type QueryKey } from '@tanstack/react-query';
import type { AnswerOf, CallKey } from '#shared/calls/all.ts';
import { queryClient } from './query-client.ts';
import { staleAfterWrite } from './query-keys.ts';
import { type SendArguments, send } from './send.ts';

type Area = keyof typeof staleAfterWrite;
type WriteKey = Extract<CallKey, `${'POST' | 'PUT' | 'DELETE'} /${Area}${'' | `/${string}`}`>;

/**
 * Loads again what this call changes and what the page shows of it. The page does not wait for the live event of its own
 * write, because events are collected for 100 ms, come late on a slow line, and do not come at all while the connection
 * is lost. All other data and all other pages are left to the live events.
 */
export async function reloadAfter(key: WriteKey): Promise<void> {
  const [, address = ''] = key.split(' /');
  const [, stale = []] =
    Object.entries<readonly QueryKey[]>(staleAfterWrite).find(([area]) =>
      `${address}/`.startsWith(`${area}/`),
    ) ?? [];
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => stale.some((one) => partialMatchKey(queryKey, one)),
  });
}

/** Like `send`. The promise resolves when the page shows the change, so that a button stays busy until then. */
export async function sendWrite<K extends WriteKey>(
  key: K,
  ...input: SendArguments<K>
): Promise<AnswerOf<K>> {
  const answer = await send(key, ...input);
  await reloadAfter(key);
  return answer;
}
