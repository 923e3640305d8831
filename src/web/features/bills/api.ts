import { hashKey, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { BillFilter } from '#shared/bill-status.ts';
import { partlyPaid } from '#shared/bill-status.ts';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { Bill, ListedBill, VersionedBill } from '#shared/calls/bills.ts';
import type { Family } from '#shared/calls/families.ts';
import { Failure } from '#shared/failures.ts';
import { largestPage } from '#shared/limits.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export type BillPage = AnswerOf<'GET /Groups/:id/Contacts'>;
/** `section`: a section of the roster. `sort`: as in the address; by default the order of the file. */
export type BillsWanted = {
  groupID: number;
  search: string;
  status: BillFilter;
  section?: number | undefined;
  sort?: string | undefined;
};

/** The bills of a billing, as `usePages` loads them. */
export const billPages = ({ groupID, ...query }: BillsWanted) => ({
  queryKey: [...keys.bills(groupID), query],
  pageSize: largestPage,
  fetchPage: (from: number, signal: AbortSignal): Promise<BillPage> =>
    send(
      'GET /Groups/:id/Contacts',
      { params: { id: groupID }, query: { ...query, from, take: largestPage } },
      signal,
    ),
});

/** The ids of all bills in their order, because bills scrolled past may never have been loaded. */
export const listBillIDs = ({ groupID, ...query }: BillsWanted): Promise<number[]> =>
  send('GET /Groups/:id/ContactIDs', { params: { id: groupID }, query });

/** The amounts payable today in a billing, and its sections. */
export const figuresQuery = (groupID: number) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), 'figures'],
    queryFn: ({ signal }) => send('GET /Groups/:id/Figures', { params: { id: groupID } }, signal),
  });

/** The sum of these bills. The previous sum stays until the new one is known. */
export const sumQuery = (groupID: number, ids: ReadonlySet<number>) =>
  queryOptions({
    queryKey: [...keys.bills(groupID), 'sum', [...ids]],
    queryFn: ({ signal }) => send('POST /GroupContacts/Sum', { body: { ids: [...ids] } }, signal),
    placeholderData: keepPreviousData,
    enabled: ids.size > 0,
  });

/** All matching bills in full, as they are now. */
export const exportQuery = ({ groupID, ...query }: BillsWanted) =>
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

/** Null if the billing has no such bill, deleted or not. */
async function fetchBill(groupID: number, id: number, signal: AbortSignal): Promise<VersionedBill | null> {
  try {
    const bill = await send('GET /GroupContacts/:id', { params: { id } }, signal);
    return bill.groupID === groupID ? bill : null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'notFound') return null;
    throw error;
  }
}

/** One bill. Data known from a list is shown first. */
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

/** The index of a bill in a list; undefined if its page is not loaded. */
export function placeOf(wanted: BillsWanted, id: number): number | undefined {
  const { queryKey, pageSize } = billPages(wanted);
  const hash = hashKey(queryKey);
  // A key without a filter would also match keys with one, so the hashes are compared.
  const predicate = ({ queryKey: key }: { queryKey: QueryKey }): boolean =>
    hashKey(key.slice(0, -2)) === hash;
  for (const [key, page] of queryClient.getQueriesData<BillPage>({ queryKey, predicate })) {
    const index = page?.items.findIndex((bill) => bill.id === id) ?? -1;
    if (index >= 0) return Number(key.at(-1)) * pageSize + index;
  }
  return undefined;
}

/** The previous and the next bill in the list it was opened from, as far as they are loaded. */
export function neighboursOf(wanted: BillsWanted, id: number): { previous?: Bill; next?: Bill } {
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

/** Called after bills of the billing have changed. */
export const reloadBills = async (groupID: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.bills(groupID) }),
    queryClient.invalidateQueries({ queryKey: keys.billsOfNumbers }),
    queryClient.invalidateQueries({ queryKey: keys.families }),
    queryClient.invalidateQueries({ queryKey: keys.groups }),
    queryClient.invalidateQueries({ queryKey: keys.plans }),
  ]);
};

export type BillChange = InputOf<'PUT /GroupContacts/:id'>['body'];

export async function updateBill(bill: VersionedBill, change: BillChange): Promise<void> {
  const body = { ...change, version: bill.version };
  await send('PUT /GroupContacts/:id', { params: { id: bill.id }, body });
  await reloadBills(bill.groupID);
}

export async function removeMember(bill: Bill): Promise<void> {
  await send('DELETE /GroupContacts/:id', { params: { id: bill.id } });
  await reloadBills(bill.groupID);
}

/**
 * Optimistic update: shows the new status everywhere before the server has accepted it. `reloadBills` then shows the
 * true state.
 */
async function showStatus({ id, groupID }: Bill, status: string): Promise<void> {
  const queryKey = keys.bills(groupID);
  // A running request would bring back the old status.
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
/** `since`: the instant of an earlier marking as paid that is undone. */
type MarkBody = { status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };

/** Returns the bills that changed, and when. */
export async function markBills(
  groupID: number,
  ids: readonly number[],
  { status, since }: MarkBody,
): Promise<MarkAnswer> {
  try {
    return await send('POST /GroupContacts/Mark', { body: { ids: [...ids], status, since } });
  } finally {
    void reloadBills(groupID);
  }
}

/** Returns the time of the marking, if it can be undone together with the messages it skipped. */
export async function markBill(bill: Bill, status: string, since?: string): Promise<string | undefined> {
  await showStatus(bill, status);
  if (status === 'paid' || status === 'unpaid' || status === partlyPaid) {
    const { at } = await markBills(bill.groupID, [bill.id], { status, since });
    if (at !== null) return at;
  }
  // The status is a word of the school's own, or the bill was deleted and an error must be shown.
  try {
    await send('PUT /GroupContacts/:id', { params: { id: bill.id }, body: { status } });
  } finally {
    void reloadBills(bill.groupID);
  }
  return undefined;
}
