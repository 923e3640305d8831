/**
 * Prefetching: loads the first data of a screen before the screen opens, and the data of a link while the pointer rests
 * on the link.
 */
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
  failureCountsQuery,
  outboxPages,
  sendFailuresQuery,
  sendQuery,
  sendsQuery,
} from '../features/outbox/api.ts';
import { classesQuery, studentPages } from '../features/students/api.ts';
import { todayQuery } from '../features/today/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession } from '../lib/session.ts';
import { pageQuery } from '../lib/use-pages.ts';
import { billsFiltersOf, type DeskSearch } from './search.ts';

// Milliseconds. If loading takes longer, the desk opens without the missing data and shows placeholders.
const longestBlocking = 1000;
// Milliseconds. Data that was prefetched within this time is not prefetched again.
const freshFor = 60_000;

const mayView = (): boolean => currentSession()?.rights.view === true;
const hasData = (queryKey: QueryKey): boolean => queryClient.getQueryData(queryKey) !== undefined;

/**
 * Loads a query and waits for it only if there is no data yet, because older data is shown while it reloads. Errors are
 * ignored here: the screen retries a failed query itself.
 */
async function prefetch<T, D, K extends QueryKey>(query: FetchQueryOptions<T, Error, D, K>): Promise<void> {
  const loading = queryClient.prefetchQuery({ ...query, staleTime: freshFor });
  if (!hasData(query.queryKey)) await loading;
}

async function prefetchFirstPage<T, D, K extends QueryKey, P>(
  query: FetchInfiniteQueryOptions<T, Error, D, K, P>,
): Promise<void> {
  const loading = queryClient.prefetchInfiniteQuery(query);
  if (!hasData(query.queryKey)) await loading;
}

const billingPrefetches = (search: DeskSearch & { billing: number }): Promise<void>[] => [
  prefetchFirstPage(billingSendsQuery(search.billing)),
  prefetch(pageQuery(billPages(billsFiltersOf(search, billHabits.current())), 0)),
  prefetch(figuresQuery(search.billing)),
];

/** Resolves when the data of the desk is loaded. The desk then renders once, and nothing on it moves. */
export async function prefetchDesk({ billing, ...search }: DeskSearch): Promise<void> {
  if (!mayView()) return;
  const loading = [prefetch(groupsQuery), prefetch(demoQuery)];
  if (billing === undefined) loading.push(prefetch(todayQuery));
  else loading.push(...billingPrefetches({ ...search, billing }));
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, longestBlocking))]);
}

/** Prefetches the sends and messages, if the user may see them. */
export function prefetchMessages(): void {
  if (!mayView() || !currentSession()?.rights.outbox) return;
  void prefetch(failureCountsQuery);
  void prefetch(pageQuery(outboxPages({ status: 'all', search: '' }), 0));
  for (const which of ['waiting', 'through'] as const) void prefetchFirstPage(sendsQuery({ which }));
}

export function prefetchChats(): void {
  if (mayView()) void prefetchFirstPage(conversationsQuery('', 'waiting'));
}

export function prefetchStudents(): void {
  if (!mayView()) return;
  void prefetch(classesQuery);
  void prefetch(pageQuery(studentPages({ search: '', status: 'here' }), 0));
}

export function prefetchBilling(billing: number): void {
  for (const loading of billingPrefetches({ billing })) void loading;
}

export function prefetchSend(run: number): void {
  void prefetch(sendQuery(run));
  void prefetch(sendFailuresQuery(run));
}

export const prefetchFamily = (who: Who): void => void prefetch(familyQuery(who));

/** Prefetches a family and its conversation; `number` is the number of the conversation. */
export function prefetchChat(number: string, who: Who = { number }): void {
  prefetchFamily(who);
  if (number === '') return;
  void prefetch(chatQuery(number));
  void prefetch(conversationQuery(number));
  void prefetch(optOutQuery(number));
}

export const prefetchBill = ({ id }: Bill): void => prefetchFamily({ billID: id });
export const prefetchChatOfBill = ({ id, number }: Bill): void =>
  prefetchChat(firstNumber(number), { billID: id });

/** The prefetch functions of the screens, by address. */
export const prefetchByAddress: Readonly<Record<string, () => void>> = {
  '/send-messages': () => void prefetchDesk({}),
  '/students': prefetchStudents,
  '/outbox': prefetchMessages,
  '/chats': prefetchChats,
};
