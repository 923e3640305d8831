import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { ChatList, Conversation } from '#shared/calls/chat.ts';
import type { SnippetDetails } from '#shared/calls/snippets.ts';
import { mostOfChat } from '#shared/limits.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';
import { hasNumber, isSettled } from './rules.ts';

type SendBody = InputOf<'POST /Chat/SendWhatsApp'>['body'];

export type ChatPage = AnswerOf<'GET /Chat/LoadChatPage'>;
const entriesPerPage = 100;

/** A reload of a page begins at the page's own first message, so new and deleted messages do not shift its content. */
function loadPage(
  queryKey: readonly unknown[],
  query: { number: string; before?: string },
  signal: AbortSignal,
) {
  const known = queryClient.getQueryData<ChatPage>(queryKey);
  const part = known ? { from: known.start ?? undefined, take: mostOfChat } : { take: entriesPerPage };
  return send('GET /Chat/LoadChatPage', { query: { ...query, ...part } }, signal);
}

/** The latest messages with one number. They are loaded each time the chat is opened. */
export const chatQuery = (number: string) =>
  queryOptions({
    queryKey: keys.chat(number),
    queryFn: ({ queryKey, signal }) => loadPage(queryKey, { number }, signal),
    staleTime: 0,
  });

/** The page of messages before `before`. The page is reloaded only while one of its messages is not settled. */
export const earlierQuery = (number: string, before: string) =>
  queryOptions({
    queryKey: [...keys.earlierChat(number), before],
    queryFn: ({ queryKey, signal }) => loadPage(queryKey, { number, before }, signal),
    enabled: ({ state }) => state.data === undefined || !state.data.items.every(isSettled),
    staleTime: 0,
  });

/** Milliseconds between checks whether free text is still allowed. */
const windowInterval = 60_000;

/** Loads until when free text is allowed. The server's clock decides, because the clock of a desk is often wrong. */
export const windowQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.chat(number), 'window'],
    queryFn: ({ signal }) => send('GET /Chat/Window', { query: { number } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.openUntil ? windowInterval : false),
  });

export const sendToNumber = (number: string, body: SendBody) =>
  sendWrite('POST /Chat/SendWhatsApp', { body: { ...body, contacts: number } });

/** Retries one message of the school. */
export const retryMessage = (id: number) => sendWrite('POST /Outbox/Retry', { body: { ids: [id] } });

/** Loads the filled text of the message, or the reason why it would not be sent. */
export const filledQuery = (body: InputOf<'POST /Chat/Plan'>['body'], enabled: boolean) =>
  queryOptions({
    queryKey: [...keys.plans, 'chat', body],
    queryFn: ({ signal }) => send('POST /Chat/Plan', { body }, signal),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });

type Page = AnswerOf<'GET /Chat/Conversations'>;
const pageSize = 50;
const listKey = [...keys.conversations, 'list'];

export const conversationsQuery = (search: string, list: ChatList = 'all') =>
  infiniteQueryOptions({
    queryKey: [...listKey, list, search],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Chat/Conversations', { query: { list, search, after: pageParam, take: pageSize } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The number of chats of the campus that wait for an answer. */
export const toAnswerQuery = queryOptions({
  queryKey: [...keys.conversations, 'to answer'],
  queryFn: ({ signal }) => send('GET /Chat/Conversations', { query: { take: 1 } }, signal),
  select: ({ waiting }) => waiting,
});

const findByNumber = (number: string, pages: readonly Page[]): Conversation | undefined =>
  pages.flatMap(({ items }) => items).find((item) => hasNumber(item.number, number));

function findLoaded(number: string): Conversation | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: listKey });
  return findByNumber(
    number,
    lists.flatMap(([, list]) => list?.pages ?? []),
  );
}

/**
 * The conversation with this number, or null if the family has never written. Until it is loaded, the data that the
 * list has already loaded is shown.
 */
export const conversationQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.conversations, 'one', number],
    queryFn: async ({ signal }) => {
      const { items } = await send('GET /Chat/Conversations', { query: { number, take: 1 } }, signal);
      return items[0] ?? null;
    },
    placeholderData: () => findLoaded(number),
  });

/**
 * The bills of this number in every billing. They are always loaded anew, because every message that was sent can add
 * bills to this list.
 */
export const billsOfNumberQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.billsOfNumbers, number],
    queryFn: ({ signal }) => send('GET /Chat/Bills', { query: { number } }, signal),
    staleTime: 0,
  });

/** Marks the messages up to `upTo` as seen. Returns how many of them were unread. */
export async function markSeen(number: string, upTo: string): Promise<number> {
  const { changed } = await send('POST /Chat/Seen', { body: { number, upTo } });
  return changed;
}

/** Marks the conversation, up to its latest message, as answered or as waiting again. */
export const markAnswered = ({ number, id }: Conversation, isAnswered: boolean) =>
  sendWrite('POST /Chat/Answered', { body: { number, upTo: `i${id}`, isAnswered } });

/** Removes the note that a payment should be confirmed. No payment or bill changes. */
export async function dismissToConfirm({ number, toConfirm }: Conversation): Promise<void> {
  if (toConfirm) await sendWrite('POST /Chat/Confirmed', { body: { number, upTo: toConfirm.upTo } });
}

export const snippetsQuery = queryOptions({
  queryKey: keys.snippets,
  queryFn: ({ signal }) => send('GET /Snippets', {}, signal),
});

/** Changes the snippet `stored`. If `stored` is undefined, creates a new snippet. */
export async function saveSnippet(
  stored: { id: number; version: string } | undefined,
  body: SnippetDetails,
): Promise<void> {
  if (!stored) await sendWrite('POST /Snippets', { body });
  else {
    const { id, version } = stored;
    await sendWrite('PUT /Snippets/:id', { params: { id }, body: { ...body, version } });
  }
}

export const removeSnippet = (id: number) => sendWrite('DELETE /Snippets/:id', { params: { id } });

export const optOutQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.optOuts, number],
    queryFn: async ({ signal }) => (await send('GET /OptOuts', { query: { number } }, signal))[0] ?? null,
  });

export const addOptOut = (number: string, note: string) =>
  sendWrite('POST /OptOuts', { body: { number, note } });

export const removeOptOut = (number: string, note: string) =>
  sendWrite('DELETE /OptOuts', { query: { number, note } });
