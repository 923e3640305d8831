import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** Where money of the campus comes in; more than one feature asks for them. */
export const moneyAccountsQuery = queryOptions({
  queryKey: [...keys.payments, 'accounts'],
  queryFn: ({ signal }) => send('GET /MoneyAccounts', {}, signal),
});
