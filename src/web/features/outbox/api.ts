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

export const pendingQuery = queryOptions({
  queryKey: [...keys.outbox, 'count'],
  queryFn: ({ signal }) => send('GET /Outbox/Count', {}, signal),
  // That nothing happens any more is no event.
  refetchInterval: 60_000,
});

export type SendsWanted = { which: SendFilter; search?: string; billing?: number };

const sendsPerPage = 30;

/** Keyset pages, each from behind the last of the one before. */
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

/** The latest sends that a text leads to, of all there ever were. */
export const foundSendsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.outbox, 'found', search],
    queryFn: ({ signal }) =>
      send('GET /Outbox/Runs', { query: { which: 'sends', search, take: mostFound } }, signal),
  });

const sendsOfBilling = 20;
export const billingSendsQuery = (billing: number) => sendsQuery({ which: 'sends', billing }, sendsOfBilling);

/** One send, whatever the list shows. */
export const sendQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.outbox, 'send', id],
    queryFn: ({ signal }) => send('GET /Outbox/Runs/:id', { params: { id } }, signal),
  });

/** What is to be mended of the latest sends, by what is to be done. */
export const toMendQuery = queryOptions({
  queryKey: [...keys.outbox, 'toMend'],
  queryFn: ({ signal }) => send('GET /Outbox/ToMend', {}, signal),
});

/** What is to be mended of one send. */
export const mendListQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.outbox, 'mend', id],
    queryFn: ({ signal }) => send('GET /Outbox/Runs/:id/ToMend', { params: { id } }, signal),
  });

/** For everybody who has the wrong number, and for what waits for it. */
export async function correctNumber(body: { from: string; to: string }): Promise<void> {
  await send('POST /Families/CorrectNumber', { body });
  await queryClient.invalidateQueries();
}

export async function tellByPhone(ids: number[], isTold: boolean): Promise<number> {
  const { changed } = await send('POST /Outbox/ToldByPhone', { body: { ids, isTold } });
  await reload();
  return changed;
}

export const broadcastsQuery = queryOptions({
  queryKey: [...keys.outbox, 'runs'],
  queryFn: ({ signal }) => send('GET /Outbox/Runs', {}, signal),
});

/** What can still be put back; asked for again when the time of one of them is over, which is no event. */
export const cancelledQuery = queryOptions({
  queryKey: [...keys.outbox, 'cancelled'],
  queryFn: ({ signal }) => send('GET /Outbox/Cancelled', {}, signal),
  refetchInterval: ({ state }) =>
    state.data?.length ? Math.min(...state.data.map(({ left }) => left)) + 1000 : false,
  refetchIntervalInBackground: true,
});

export type OutboxWanted = {
  status: OutboxFilter;
  search: string;
  run?: number | undefined;
  billing?: number | undefined;
};
export type OutboxPage = AnswerOf<'GET /Outbox'>;

/** One message, whatever the list shows. */
export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: keys.message(id),
    queryFn: ({ signal }) => send('GET /Outbox/:id', { params: { id } }, signal),
  });

/** What is known of it already is shown at once. */
export const holdMessage = (message: Message) =>
  queryClient.setQueryData(messageQuery(message.id).queryKey, message);

const pageSize = 100;

const asked = ({ status, search, run, billing }: OutboxWanted) => ({
  status,
  search,
  broadcastID: run,
  groupID: billing,
});

export const outboxPages = (wanted: OutboxWanted) => ({
  queryKey: [...keys.outbox, 'list', wanted],
  fetchPage: (from: number, signal: AbortSignal): Promise<OutboxPage> =>
    send('GET /Outbox', { query: { ...asked(wanted), from, take: pageSize } }, signal),
  pageSize,
});

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.outbox });

/** Optimistic update: shown before the server has answered; one broadcast, or all. */
export async function switchBroadcast(to: 'paused' | 'running', broadcastID?: number): Promise<void> {
  const isMeant = ({ broadcastID: id }: BroadcastProgress): boolean =>
    broadcastID === undefined || id === broadcastID;
  const paused = to === 'paused';
  // An answer that is on its way still says how it was.
  await queryClient.cancelQueries(broadcastsQuery);
  queryClient.setQueryData(broadcastsQuery.queryKey, (broadcasts) =>
    broadcasts?.map((broadcast) => (isMeant(broadcast) ? { ...broadcast, paused } : broadcast)),
  );
  if (broadcastID !== undefined) {
    await queryClient.cancelQueries(sendQuery(broadcastID));
    queryClient.setQueryData(sendQuery(broadcastID).queryKey, (one) => one && { ...one, paused });
  }
  const call = to === 'paused' ? 'POST /Outbox/Pause' : 'POST /Outbox/Resume';
  try {
    await send(call, { body: broadcastID === undefined ? {} : { broadcastID } });
  } finally {
    await reload();
  }
}

/** Why messages failed, of one broadcast or of all. */
export const failuresQuery = (broadcastID: number | undefined) =>
  queryOptions({
    queryKey: [...keys.outbox, 'failures', broadcastID],
    queryFn: ({ signal }) => send('GET /Outbox/Failures', { query: { broadcastID } }, signal),
  });

type Which = { broadcastID?: number | undefined; ids?: number[] };
export type Retried = AnswerOf<'POST /Outbox/Retry'>;

/** Failed messages of a broadcast or of all; single messages, also such as may have been sent, by `ids`. */
export async function retryMessages(
  which: Which & { reasonCode?: string; reachableOnly?: boolean },
): Promise<Retried> {
  const retried = await send('POST /Outbox/Retry', { body: which });
  await reload();
  return retried;
}

/** The most that one call takes. */
const idsAtOnce = 10_000;

/** Whatever failed among what is shown, but for who is not on WhatsApp. */
export async function retryFailed(wanted: OutboxWanted): Promise<Retried> {
  const { search, run, billing } = wanted;
  if (search === '' && billing === undefined) return retryMessages({ broadcastID: run });
  const failed = await send('GET /Outbox/Export', { query: { ...asked(wanted), status: 'failed' } });
  const all: Retried = { changed: 0, leftOut: [] };
  for (let from = 0; from < failed.length; from += idsAtOnce) {
    const ids = failed.slice(from, from + idsAtOnce).map(({ id }) => id);
    const { changed, leftOut } = await retryMessages({ ids, reachableOnly: true });
    all.changed += changed;
    all.leftOut.push(...leftOut);
  }
  return all;
}

/** It stays unknown whether they were sent, and nobody is asked any more. */
export async function leaveMessages(ids: number[]): Promise<number> {
  const { changed } = await send('POST /Outbox/Leave', { body: { ids } });
  await reload();
  return changed;
}

/** `at` is what `restoreMessages` takes to put it back. */
export async function cancelMessages(which: Which): Promise<AnswerOf<'POST /Outbox/Cancel'>> {
  const cancelled = await send('POST /Outbox/Cancel', { body: which });
  await reload();
  return cancelled;
}

export async function clearOutbox(): Promise<{ cleared: number; at: string }> {
  const cleared = await send('POST /Chat/ClearOutBox', { body: {} });
  await reload();
  return cleared;
}

/** What becomes of one broadcast of a copy. */
export type CopyRun = { broadcastID: number; waiting: CopyDecision };

export const heldRunsQuery = queryOptions({
  queryKey: [...keys.outbox, 'held'],
  queryFn: ({ signal }) => send('GET /Outbox/Copy', {}, signal),
});

/** Answers what `restoreMessages` takes, where something was taken back. */
export async function decideCopy(
  waiting: CopyDecision,
  runs: CopyRun[] = [],
): Promise<AnswerOf<'POST /Outbox/DecideCopy'>> {
  const decided = await send('POST /Outbox/DecideCopy', { body: { waiting, runs } });
  await reload();
  return decided;
}

export async function restoreMessages(at: string): Promise<number> {
  const { changed } = await send('POST /Outbox/Restore', { body: { at } });
  await reload();
  return changed;
}
