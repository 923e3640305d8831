import { queryOptions } from '@tanstack/react-query';
import type { MoneyRules } from '#shared/calls/money-rules.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** A live event then reloads the session, which contains the day. */
export const closeBooks = (body: { closedUntil: string | null; reason: string }) =>
  send('PUT /ClosedBooks', { body });

export const moneyRulesQuery = queryOptions({
  queryKey: [...keys.payments, 'rules'],
  queryFn: ({ signal }) => send('GET /MoneyRules', {}, signal),
});

export async function changeMoneyRules(body: MoneyRules): Promise<void> {
  queryClient.setQueryData(moneyRulesQuery.queryKey, await send('PUT /MoneyRules', { body }));
}
