import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import type {
  BroadcastProgress,
  CopyDecision,
  Message,
  OutboxFilter,
  SendFilter,
} from '#shared/calls/outbox.ts';
import { mostFound } from '#shared/limits.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

export const pendingQuery = queryOptions({
  queryKey: [...keys.outbox, 'count'],
  queryFn: ({ signal }) => send('GET /Outbox/Count', {}, signal),
  // No live event reports that sending has stalled, so the count is polled.
  refetchInterval: 60_000,
});

export type SendsWanted = { which: SendFilter; search?: string; billing?: number };

const sendsPerPage = 30;

/** The sends, in keyset pages. Each page starts after the last id of the page before. */
export const sendsQuery = ({ which, search = '', billing }: SendsWanted, take = sendsPerPage) =>
  infiniteQueryOptions({
    queryKey: [...keys.outbox, 'sends', { which, search, billing, take }],
    queryFn: ({ pageParam, signal }) =>
      send(
        'GET /Outbox/Runs',
        { query: { which, search, groupID: billing, after: pageParam, take } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (page: BroadcastProgress[]) =>
      page.length === take ? (page.at(-1)?.broadcastID ?? null) : null,
  });

/** The latest sends that match a search text. */
export const foundSendsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.outbox, 'found', search],
    queryFn: ({ signal }) =>
      send('GET /Outbox/Runs', { query: { which: 'sends', search, take: mostFound } }, signal),
  });

const sendsOfBilling = 20;
export const billingSendsQuery = (billing: number) => sendsQuery({ which: 'sends', billing }, sendsOfBilling);

/** One send. It need not be in a loaded list. */
export const sendQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.outbox, 'send', id],
    queryFn: ({ signal }) => send('GET /Outbox/Runs/:id', { params: { id } }, signal),
  });

/** The failed messages of the latest sends that a person can do something about, counted by action. */
export const failureCountsQuery = queryOptions({
  queryKey: [...keys.outbox, 'toMend'],
  queryFn: ({ signal }) => send('GET /Outbox/ToMend', {}, signal),
});

/** The failed messages of one send that a person can do something about. */
export const sendFailuresQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.outbox, 'mend', id],
    queryFn: ({ signal }) => send('GET /Outbox/Runs/:id/ToMend', { params: { id } }, signal),
  });

/** Corrects a number in all bills and students that have it. The waiting messages go to the corrected number. */
export const correctNumber = (body: { from: string; to: string }) =>
  sendWrite('POST /Families/CorrectNumber', { body });

/** Undoes a correction. Returns how many bills and students have their old number again. */
export async function undoCorrection(correctionID: number): Promise<number> {
  const { bills, students } = await sendWrite('POST /Families/UndoCorrection', { body: { correctionID } });
  return bills + students;
}

export async function tellByPhone(ids: number[], isTold: boolean): Promise<number> {
  const { changed } = await sendWrite('POST /Outbox/ToldByPhone', { body: { ids, isContacted: isTold } });
  return changed;
}

export const broadcastsQuery = queryOptions({
  queryKey: [...keys.outbox, 'runs'],
  queryFn: ({ signal }) => send('GET /Outbox/Runs', {}, signal),
});

/**
 * The cancelled messages that can still be restored. No live event reports that the time to restore a message is over,
 * so the list is reloaded at that time.
 */
export const cancelledQuery = queryOptions({
  queryKey: [...keys.outbox, 'cancelled'],
  queryFn: ({ signal }) => send('GET /Outbox/Cancelled', {}, signal),
  refetchInterval: ({ state }) =>
    state.data?.length ? Math.min(...state.data.map(({ left }) => left)) + 1000 : false,
  refetchIntervalInBackground: true,
});

export type OutboxQuery = {
  status: OutboxFilter;
  search: string;
  run?: number | undefined;
  billing?: number | undefined;
};
export type OutboxPage = AnswerOf<'GET /Outbox'>;

/** One message. It need not be in a loaded list. */
export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: keys.message(id),
    queryFn: ({ signal }) => send('GET /Outbox/:id', { params: { id } }, signal),
  });

/** Stores a message that a list has already loaded, so that it is shown without waiting. */
export const cacheMessage = (message: Message) =>
  queryClient.setQueryData(messageQuery(message.id).queryKey, message);

const pageSize = 100;

const filtersOf = ({ status, search, run, billing }: OutboxQuery) => ({
  status,
  search,
  broadcastID: run,
  groupID: billing,
});

export const outboxPages = (wanted: OutboxQuery) => ({
  queryKey: [...keys.outbox, 'list', wanted],
  fetchPage: (from: number, signal: AbortSignal): Promise<OutboxPage> =>
    send('GET /Outbox', { query: { ...filtersOf(wanted), from, take: pageSize } }, signal),
  pageSize,
});

/** Optimistic update: shows one send, or all sends, as paused or running before the server has answered. */
export async function switchBroadcast(to: 'paused' | 'running', broadcastID?: number): Promise<void> {
  const isAffected = ({ broadcastID: id }: BroadcastProgress): boolean =>
    broadcastID === undefined || id === broadcastID;
  const paused = to === 'paused';
  // The answer of a running request would show the old state again.
  await queryClient.cancelQueries(broadcastsQuery);
  queryClient.setQueryData(broadcastsQuery.queryKey, (broadcasts) =>
    broadcasts?.map((broadcast) => (isAffected(broadcast) ? { ...broadcast, paused } : broadcast)),
  );
  if (broadcastID !== undefined) {
    await queryClient.cancelQueries(sendQuery(broadcastID));
    queryClient.setQueryData(sendQuery(broadcastID).queryKey, (stored) => stored && { ...stored, paused });
  }
  const call = to === 'paused' ? 'POST /Outbox/Pause' : 'POST /Outbox/Resume';
  try {
    await send(call, { body: broadcastID === undefined ? {} : { broadcastID } });
  } finally {
    await reloadAfter(call);
  }
}

/** The reasons for failures, in one send or in all sends. */
export const failuresQuery = (broadcastID: number | undefined) =>
  queryOptions({
    queryKey: [...keys.outbox, 'failures', broadcastID],
    queryFn: ({ signal }) => send('GET /Outbox/Failures', { query: { broadcastID } }, signal),
  });

type MessageSelection = { broadcastID?: number | undefined; ids?: number[] };
export type Retried = AnswerOf<'POST /Outbox/Retry'>;

/**
 * Retries the failed messages of one send or of all sends. With `ids`, retries single messages, even those with an
 * unknown outcome.
 */
export const retryMessages = (which: MessageSelection & { reasonCode?: string; reachableOnly?: boolean }) =>
  sendWrite('POST /Outbox/Retry', { body: which });

/** The largest number of ids that one call accepts. */
const idsPerCall = 10_000;

/** Retries all failed messages that match the filters, except those that would fail again. */
export async function retryFailed(wanted: OutboxQuery): Promise<Retried> {
  const { search, run, billing } = wanted;
  if (search === '' && billing === undefined) return retryMessages({ broadcastID: run });
  const failed = await send('GET /Outbox/Export', { query: { ...filtersOf(wanted), status: 'failed' } });
  const all: Retried = { changed: 0, leftOut: [] };
  for (let from = 0; from < failed.length; from += idsPerCall) {
    const ids = failed.slice(from, from + idsPerCall).map(({ id }) => id);
    const { changed, leftOut } = await retryMessages({ ids, reachableOnly: true });
    all.changed += changed;
    all.leftOut.push(...leftOut);
  }
  return all;
}

/** Accepts that the outcome of these messages stays unknown. The program does not ask about them again. */
export async function leaveMessages(ids: number[]): Promise<number> {
  const { changed } = await sendWrite('POST /Outbox/Leave', { body: { ids } });
  return changed;
}

/** Cancels waiting messages. `restoreMessages` needs the `at` of the answer. */
export const cancelMessages = (which: MessageSelection) => sendWrite('POST /Outbox/Cancel', { body: which });

export const clearOutbox = () => sendWrite('POST /Chat/ClearOutBox', { body: {} });

/** The decision about one send in a copy of the data. */
export type CopyRun = { broadcastID: number; waiting: CopyDecision };

export const heldRunsQuery = queryOptions({
  queryKey: [...keys.outbox, 'held'],
  queryFn: ({ signal }) => send('GET /Outbox/Copy', {}, signal),
});

/**
 * Decides about the waiting messages in a copy of the data. If messages were cancelled, `restoreMessages` needs the
 * `at` of the answer.
 */
export const decideCopy = (waiting: CopyDecision, runs: CopyRun[] = []) =>
  sendWrite('POST /Outbox/DecideCopy', { body: { waiting, runs } });

export async function restoreMessages(at: string): Promise<number> {
  const { changed } = await sendWrite('POST /Outbox/Restore', { body: { at } });
  return changed;
}
