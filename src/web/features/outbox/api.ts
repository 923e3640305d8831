import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

export const pendingQuery = queryOptions({
  queryKey: [...keys.outbox, 'count'],
  queryFn: ({ signal }) => send('GET /Outbox/Count', {}, signal),
});

export const runsQuery = queryOptions({
  queryKey: [...keys.outbox, 'runs'],
  queryFn: ({ signal }) => send('GET /Outbox/Runs', {}, signal),
});

export type OutboxWanted = { status: OutboxFilter; search: string; run?: number | undefined };

const pageSize = 100;

export const outboxQuery = ({ status, search, run }: OutboxWanted) =>
  infiniteQueryOptions({
    queryKey: [...keys.outbox, 'list', { status, search, run }],
    queryFn: ({ pageParam, signal }) =>
      send(
        'GET /Outbox',
        { query: { status, search, broadcastID: run, after: pageParam, take: pageSize } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.outbox });

export async function pauseRun(broadcastID?: number): Promise<void> {
  await send('POST /Outbox/Pause', { body: broadcastID === undefined ? {} : { broadcastID } });
  await reload();
}

export async function resumeRun(broadcastID?: number): Promise<void> {
  await send('POST /Outbox/Resume', { body: broadcastID === undefined ? {} : { broadcastID } });
  await reload();
}

/** Failed messages of a run or of all; single messages, also such as may have been sent, by `ids`. */
export async function retryMessages(which: {
  broadcastID?: number | undefined;
  ids?: number[];
}): Promise<number> {
  const { changed } = await send('POST /Outbox/Retry', { body: which });
  await reload();
  return changed;
}

export async function clearOutbox(): Promise<void> {
  await send('POST /Chat/ClearOutBox');
  await reload();
}
