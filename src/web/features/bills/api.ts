import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { Bill, BillFilter } from '#shared/calls/bills.ts';
import { largestPage } from '#shared/limits.ts';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

type Page = AnswerOf<'GET /Groups/:id/Contacts'>;
export type BillsWanted = { groupID: number; search: string; status: BillFilter };

const fetchPage = (
  { groupID, search, status }: BillsWanted,
  after: number,
  signal?: AbortSignal,
): Promise<Page> =>
  send(
    'GET /Groups/:id/Contacts',
    { params: { id: groupID }, query: { search, status, after, take: largestPage } },
    signal,
  );

/** The bills of a billing, a page of 200 at a time. Another search of the same billing keeps the old ones until it is there. */
export const billsQuery = (wanted: BillsWanted) =>
  infiniteQueryOptions({
    queryKey: [...keys.bills(wanted.groupID), { search: wanted.search, status: wanted.status }],
    queryFn: ({ pageParam, signal }) => fetchPage(wanted, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === wanted.groupID ? before : undefined),
  });

function findLoaded(groupID: number, id: number): Bill | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: keys.bills(groupID) });
  for (const [, list] of lists) {
    for (const page of list?.pages ?? []) {
      const bill = page.items.find((item) => item.id === id);
      if (bill) return bill;
    }
  }
  return undefined;
}

/** After a reload the address names a member that no page holds yet; the pages are then read until it is found. */
async function findBill(groupID: number, id: number, signal: AbortSignal): Promise<Bill | null> {
  let after: number | null = 0;
  while (after !== null) {
    const page: Page = await fetchPage({ groupID, search: '', status: 'all' }, after, signal);
    const bill = page.items.find((item) => item.id === id);
    if (bill) return bill;
    after = page.next;
  }
  return null;
}

export const billQuery = (groupID: number, id: number) =>
  queryOptions({
    // Not below `bills`, whose lists are walked through above.
    queryKey: ['bill', groupID, id],
    queryFn: ({ signal }) => findBill(groupID, id, signal),
    initialData: () => findLoaded(groupID, id),
    staleTime: 10_000,
  });

/** After its bills changed. */
export const reloadBills = async (groupID: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.bills(groupID) }),
    queryClient.invalidateQueries({ queryKey: ['bill', groupID] }),
    queryClient.invalidateQueries({ queryKey: keys.groups }),
    queryClient.invalidateQueries({ queryKey: keys.plans }),
  ]);
};

export async function updateMember(
  bill: Bill,
  body: { name: string; number: string; avatar: string | null },
): Promise<void> {
  await send('PUT /GroupContacts/:id', { params: { id: bill.id }, body });
  await reloadBills(bill.groupID);
}

export async function removeMember(bill: Bill): Promise<void> {
  await send('DELETE /GroupContacts/:id', { params: { id: bill.id } });
  await reloadBills(bill.groupID);
}
