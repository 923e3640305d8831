import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ChatList, Conversation } from '#shared/calls/chat.ts';
import { conversationsQuery } from './api.ts';

/** `answered`: from this place on nobody waits; undefined where that is not told apart. */
export type Listed = { conversations: readonly Conversation[]; answeredFrom: number | undefined };

/**
 * The conversations of a list, page by page. Behind those that wait for an answer come those that have one, so that
 * whatever was just answered is still at hand.
 */
export function useConversations(find: string, list: ChatList) {
  const query = useInfiniteQuery(conversationsQuery(find, list));
  const hasAnswered = list === 'waiting' && query.data !== undefined && !query.hasNextPage;
  const rest = useInfiniteQuery({ ...conversationsQuery(find, 'answered'), enabled: hasAnswered });
  const listed = useMemo((): Listed | undefined => {
    if (!query.data) return undefined;
    const own = query.data.pages.flatMap(({ items }) => items);
    if (!hasAnswered) return { conversations: own, answeredFrom: undefined };
    // One that was answered meanwhile stands in one of the two until both are asked again.
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
