import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** A live event then reloads the session, which contains the day. */
export const closeBooks = (body: { closedUntil: string | null; reason: string }) =>
  send('PUT /ClosedBooks', { body });

export const cashDaysQuery = queryOptions({
  queryKey: [...keys.payments, 'cash days'],
  queryFn: ({ signal }) => send('GET /CashDays', {}, signal),
});

export async function changeCashDays(cashDays: number): Promise<void> {
  queryClient.setQueryData(cashDaysQuery.queryKey, await send('PUT /CashDays', { body: { cashDays } }));
}
