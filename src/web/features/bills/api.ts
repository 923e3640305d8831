import { hashKey, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { Bill, ListedBill, VersionedBill } from '#shared/calls/bills.ts';
import type { Family } from '#shared/calls/families.ts';
import { Failure } from '#shared/failures.ts';
import { largestPage } from '#shared/limits.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { partlyPaid } from '#shared/money/bill-status.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import type { DeletedMoney } from '../../lib/remove-with-money.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

export type BillPage = AnswerOf<'GET /Groups/:id/Contacts'>;
/** `class` and `section` are those of the roster. `sort` has the format of the address; by default the file's order is kept. */
export type BillsFilters = {
  groupID: number;
  search: string;
  status: BillFilter;
  class?: number | undefined;
  section?: number | undefined;
  sort?: string | undefined;
};

/** The bills of a billing, as `usePages` loads them. */
export const billPages = ({ groupID, ...query }: BillsFilters) => ({
  queryKey: [...keys.bills(groupID), query],
  pageSize: largestPage,
  fetchPage: (from: number, signal: AbortSignal): Promise<BillPage> =>
    send(
      'GET /Groups/:id/Contacts',
      { params: { id: groupID }, query: { ...query, from, take: largestPage } },
      signal,
    ),
});

/** The ids of all bills of the list, in its order. The list itself loads only the bills that are scrolled to. */
export const billIDsQuery = ({ groupID, ...query }: BillsFilters) =>
  queryOptions({
    queryKey: [...keys.billIDs, groupID, query],
    queryFn: ({ signal }) => send('GET /Groups/:id/ContactIDs', { params: { id: groupID }, query }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The amounts payable today in a billing, and its sections. */
export const figuresQuery = (groupID: number) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), 'figures'],
    queryFn: ({ signal }) => send('GET /Groups/:id/Figures', { params: { id: groupID } }, signal),
  });

/** The number of bills of each status among those that match search and class. The previous ones stay meanwhile. */
export const countsQuery = ({ groupID, search, class: classID, section }: BillsFilters) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), 'counts', { search, class: classID, section }],
    queryFn: async ({ signal }) => {
      const given = { params: { id: groupID }, query: { search, class: classID, section } };
      return (await send('GET /Groups/:id/Figures', given, signal)).counts;
    },
    enabled: search !== '' || classID !== undefined || section !== undefined,
    placeholderData: keepPreviousData,
  });

/** The sum of these bills. The previous sum stays until the new one is known. */
export const sumQuery = (groupID: number, ids: ReadonlySet<number>) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), 'sum', [...ids]],
    queryFn: ({ signal }) => send('POST /GroupContacts/Sum', { body: { ids: [...ids] } }, signal),
    placeholderData: keepPreviousData,
    enabled: ids.size > 0,
  });

/** Loads all fields of all matching bills, and never from the cache. */
export const exportQuery = ({ groupID, ...query }: BillsFilters) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), query, 'export'],
    queryFn: ({ signal }) => send('GET /Groups/:id/Export', { params: { id: groupID }, query }, signal),
    staleTime: 0,
    gcTime: 0,
  });

const isPage = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey.includes('page');

function findLoaded(groupID: number, id: number): ListedBill | undefined {
  const lists = queryClient.getQueriesData<BillPage>({ queryKey: keys.bills(groupID), predicate: isPage });
  for (const [, page] of lists) {
    const bill = page?.items.find((item) => item.id === id);
    if (bill) return bill;
  }
  return undefined;
}

/** Returns null if the billing has no such bill, for example because the bill was deleted. */
async function fetchBill(groupID: number, id: number, signal: AbortSignal): Promise<VersionedBill | null> {
  try {
    const bill = await send('GET /GroupContacts/:id', { params: { id } }, signal);
    return bill.groupID === groupID ? bill : null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'notFound') return null;
    throw error;
  }
}

/** One bill. Until it is loaded, the data that a list has already loaded is shown. */
export const billQuery = (groupID: number, id: number) =>
  queryOptions({
    queryKey: keys.bill(groupID, id),
    queryFn: ({ signal }) => fetchBill(groupID, id, signal),
    placeholderData: () => findLoaded(groupID, id),
  });

/** The messages about a bill, newest first. */
export const billMessagesQuery = (id: number) =>
  queryOptions({
    queryKey: keys.billMessages(id),
    queryFn: ({ signal }) => send('GET /GroupContacts/:id/Messages', { params: { id } }, signal),
  });

/** The index of a bill in a list. It is undefined if the page of the bill is not loaded. */
export function placeOf(wanted: BillsFilters, id: number): number | undefined {
  const { queryKey, pageSize } = billPages(wanted);
  const hash = hashKey(queryKey);
  // A query key without a filter would also match query keys with a filter, so the hashes are compared.
  const predicate = ({ queryKey: key }: { queryKey: QueryKey }): boolean =>
    hashKey(key.slice(0, -2)) === hash;
  for (const [key, page] of queryClient.getQueriesData<BillPage>({ queryKey, predicate })) {
    const index = page?.items.findIndex((bill) => bill.id === id) ?? -1;
    if (index >= 0) return Number(key.at(-1)) * pageSize + index;
  }
  return undefined;
}

/** The previous and the next bill in the list from which the bill was opened. A bill that is not loaded is omitted. */
export function neighboursOf(wanted: BillsFilters, id: number): { previous?: Bill; next?: Bill } {
  const { queryKey, pageSize } = billPages(wanted);
  const place = placeOf(wanted, id);
  if (place === undefined) return {};
  const at = (index: number): Bill | undefined =>
    queryClient.getQueryData<BillPage>([...queryKey, 'page', Math.floor(index / pageSize)])?.items[
      index % pageSize
    ];
  const [previous, next] = [place === 0 ? undefined : at(place - 1), at(place + 1)];
  return { ...(previous && { previous }), ...(next && { next }) };
}

export type BillChange = InputOf<'PUT /GroupContacts/:id'>['body'];

export const updateBill = ({ id, version }: VersionedBill, change: BillChange) =>
  sendWrite('PUT /GroupContacts/:id', { params: { id }, body: { ...change, version } });

export const removeMember = (bill: Bill, money: DeletedMoney) =>
  sendWrite('DELETE /GroupContacts/:id', { params: { id: bill.id }, query: { ...(money && { money }) } });

/**
 * Optimistic update: shows the new status before the server has accepted the change. A later reload shows the
 * stored status.
 */
async function showStatus({ id, groupID }: Bill, status: string): Promise<void> {
  const queryKey = keys.bills(groupID);
  // The answer of a running request would show the old status again.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueriesData<BillPage>({ queryKey, predicate: isPage }, (page) =>
    page?.items.some((item) => item.id === id)
      ? { ...page, items: page.items.map((item) => (item.id === id ? { ...item, status } : item)) }
      : page,
  );
  queryClient.setQueryData<Bill | null>(keys.bill(groupID, id), (bill) => bill && { ...bill, status });
  await queryClient.cancelQueries({ queryKey: keys.families });
  queryClient.setQueriesData<Family | null>({ queryKey: keys.families }, (family) =>
    family
      ? {
          ...family,
          children: family.children.map((child) => ({
            ...child,
            bills: child.bills.map((bill) => (bill.id === id ? { ...bill, status } : bill)),
          })),
        }
      : family,
  );
}

type MarkAnswer = AnswerOf<'POST /GroupContacts/Mark'>;
/** `since` is the time of an earlier marking as paid, which this call undoes. */
type MarkBody = { status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };

/** Returns the changed bills and the time of the change. */
export async function markBills(ids: readonly number[], { status, since }: MarkBody): Promise<MarkAnswer> {
  try {
    return await send('POST /GroupContacts/Mark', { body: { ids: [...ids], status, since } });
  } finally {
    void reloadAfter('POST /GroupContacts/Mark');
  }
}

/**
 * Returns the time of the marking if the marking can be undone. The undo also restores the messages that the marking
 * had skipped.
 */
export async function markBill(bill: Bill, status: string, since?: string): Promise<string | undefined> {
  await showStatus(bill, status);
  if (status === 'paid' || status === 'unpaid' || status === partlyPaid) {
    const { at } = await markBills([bill.id], { status, since });
    if (at !== null) return at;
  }
  // Either the status is one that the school invented, or the bill was deleted and this call reports the error.
  try {
    await send('PUT /GroupContacts/:id', { params: { id: bill.id }, body: { status } });
  } finally {
    void reloadAfter('PUT /GroupContacts/:id');
  }
  return undefined;
}
