import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** The accounts into which the campus receives money. Several features use them. */
export const moneyAccountsQuery = queryOptions({
  queryKey: [...keys.payments, 'accounts'],
  queryFn: ({ signal }) => send('GET /MoneyAccounts', {}, signal),
});
