/**
 * The inbox: the conversations of a campus with its families. For each it also returns what is payable, and until
 * when free text can be sent.
 */
import type { AnswerOf } from '#shared/calls/all.ts';
import type { ChatList } from '#shared/calls/chat.ts';
import type { Scope } from '../../auth/scope.ts';
import { listNumbersOf, mapFamilies } from '../../billing/find/find.ts';
import { listChats } from '../../chat/chat.ts';
import type { Deps } from '../../deps.ts';
import { findClosing } from '../../outbox/limits/windows.ts';

/** At most this many numbers match a search. Only few of them have a conversation. */
const mostNumbers = 300;

type ChatQuery = { list: ChatList; number: string; search: string; after: number; take: number };

export async function showConversations(
  scope: Scope,
  deps: Deps,
  query: ChatQuery,
): Promise<AnswerOf<'GET /Chat/Conversations'>> {
  const closing = await findClosing(scope, deps);
  const numbers = query.search === '' ? [] : await listNumbersOf(scope, query.search, mostNumbers);
  const { items, ...page } = await listChats(scope, { ...query, closing, numbers });
  const families = await mapFamilies(
    scope,
    deps,
    items.map(({ number }) => number),
  );
  return {
    ...page,
    items: items.map((item) => {
      const family = families.get(item.number);
      const children = family?.children ?? [];
      return {
        ...item,
        fatherName: children.find(({ fatherName }) => fatherName)?.fatherName ?? null,
        children: children.map((child) => ({
          name: child.name,
          class: child.class,
          section: child.section,
        })),
        payable: family?.payable ?? 0,
      };
    }),
  };
}
