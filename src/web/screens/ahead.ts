/** Prefetch: loads the first data of a screen before it opens, and the data of a link while the pointer rests on it. */
import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { Bill } from '#shared/calls/bills.ts';
import { billPages, figuresQuery } from '../features/bills/api.ts';
import { billHabits } from '../features/bills/habits.ts';
import { firstNumber } from '../features/bills/rules.ts';
import { chatQuery, conversationQuery, conversationsQuery, optOutQuery } from '../features/chat/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { familyQuery, type Who } from '../features/family/api.ts';
import { groupsQuery } from '../features/groups/api.ts';
import {
  billingSendsQuery,
  mendListQuery,
  outboxPages,
  sendQuery,
  sendsQuery,
  toMendQuery,
} from '../features/outbox/api.ts';
import { classesQuery, studentPages } from '../features/students/api.ts';
import { todayQuery } from '../features/today/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession } from '../lib/session.ts';
import { pageQuery } from '../lib/use-pages.ts';
import { billsWanted, type DeskSearch } from './search.ts';

// Milliseconds. After that the screen opens with the data it has and shows that it waits for the rest.
const longestWait = 1000;
// Milliseconds. Prefetched data is not loaded again for each movement of the pointer.
const freshFor = 60_000;

const mayView = (): boolean => currentSession()?.rights.view === true;
const isKnown = (queryKey: QueryKey): boolean => queryClient.getQueryData(queryKey) !== undefined;

/**
 * Remembered data is shown while it reloads, so only unknown data is awaited. The screen itself retries a failed query.
 */
async function askFor<T, D, K extends QueryKey>(query: FetchQueryOptions<T, Error, D, K>): Promise<void> {
  const asked = queryClient.prefetchQuery({ ...query, staleTime: freshFor });
  if (!isKnown(query.queryKey)) await asked;
}

async function askForFirst<T, D, K extends QueryKey, P>(
  query: FetchInfiniteQueryOptions<T, Error, D, K, P>,
): Promise<void> {
  const asked = queryClient.prefetchInfiniteQuery(query);
  if (!isKnown(query.queryKey)) await asked;
}

const askForBilling = (search: DeskSearch & { billing: number }): Promise<void>[] => [
  askForFirst(billingSendsQuery(search.billing)),
  askFor(pageQuery(billPages(billsWanted(search, billHabits.current())), 0)),
  askFor(figuresQuery(search.billing)),
];

/** Resolves when the data of the desk is loaded, so that it renders once and nothing moves. */
export async function askDesk({ billing, ...search }: DeskSearch): Promise<void> {
  if (!mayView()) return;
  const asked = [askFor(groupsQuery), askFor(demoQuery)];
  if (billing === undefined) asked.push(askFor(todayQuery));
  else asked.push(...askForBilling({ ...search, billing }));
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

/** Prefetches the sends, if the user may see them. */
export function askMessages(): void {
  if (!mayView() || !currentSession()?.rights.outbox) return;
  void askFor(toMendQuery);
  void askFor(pageQuery(outboxPages({ status: 'all', search: '' }), 0));
  for (const which of ['waiting', 'through'] as const) void askForFirst(sendsQuery({ which }));
}

export function askChats(): void {
  if (mayView()) void askForFirst(conversationsQuery('', 'waiting'));
}

export function askStudents(): void {
  if (!mayView()) return;
  void askFor(classesQuery);
  void askFor(pageQuery(studentPages({ search: '', status: 'here' }), 0));
}

export function askBilling(billing: number): void {
  for (const asked of askForBilling({ billing })) void asked;
}

export function askSend(run: number): void {
  void askFor(sendQuery(run));
  void askFor(mendListQuery(run));
}

export const askFamily = (who: Who): void => void askFor(familyQuery(who));

/** Prefetches a family and its conversation; `number` is the number of the conversation. */
export function askChat(number: string, who: Who = { number }): void {
  askFamily(who);
  if (number === '') return;
  void askFor(chatQuery(number));
  void askFor(conversationQuery(number));
  void askFor(optOutQuery(number));
}

export const askBill = ({ id }: Bill): void => askFamily({ billID: id });
export const askChatOfBill = ({ id, number }: Bill): void => askChat(firstNumber(number), { billID: id });

/** The prefetch for each place, by its address. */
export const askPlace: Readonly<Record<string, () => void>> = {
  '/send-messages': () => void askDesk({}),
  '/students': askStudents,
  '/outbox': askMessages,
  '/chats': askChats,
};
