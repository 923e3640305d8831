import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ChatList, Conversation } from '#shared/calls/chat.ts';
import { conversationsQuery } from './api.ts';

/** `answeredFrom` is the index of the first answered conversation, or undefined if the list does not separate them. */
export type Listed = { conversations: readonly Conversation[]; answeredFrom: number | undefined };

/**
 * Loads the conversations of a list page by page. In the list of waiting conversations, the answered ones follow at
 * the end, so a chat that was just answered stays in the list.
 */
export function useConversations(find: string, list: ChatList) {
  const query = useInfiniteQuery(conversationsQuery(find, list));
  const hasAnswered = list === 'waiting' && query.data !== undefined && !query.hasNextPage;
  const rest = useInfiniteQuery({ ...conversationsQuery(find, 'answered'), enabled: hasAnswered });
  const listed = useMemo((): Listed | undefined => {
    if (!query.data) return undefined;
    const own = query.data.pages.flatMap(({ items }) => items);
    if (!hasAnswered) return { conversations: own, answeredFrom: undefined };
    // Until both lists are reloaded, a conversation that was just answered may be in both lists. It is shown once.
    const waiting = new Set(own.map(({ number }) => number));
    const answered = (rest.data?.pages ?? []).flatMap(({ items }) =>
      items.filter(({ number }) => !waiting.has(number)),
    );
    return { conversations: [...own, ...answered], answeredFrom: own.length };
  }, [query.data, rest.data, hasAnswered]);
  const last = hasAnswered ? rest : query;
  const { hasNextPage, isFetching, fetchNextPage } = last;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const { waiting, closing = null, toConfirm = 0 } = query.data?.pages[0] ?? {};
  return { query: { ...query, data: listed }, counts: { waiting, closing, toConfirm }, more };
}
