import type { InputOf } from '#shared/calls/all.ts';
import { moneyAccountsQuery } from '../../lib/money-accounts.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

const reloadMoneyAccounts = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: moneyAccountsQuery.queryKey });

export async function addMoneyAccount(body: InputOf<'POST /MoneyAccounts'>['body']): Promise<void> {
  await send('POST /MoneyAccounts', { body });
  await reloadMoneyAccounts();
}

export async function updateMoneyAccount(
  id: number,
  body: InputOf<'PUT /MoneyAccounts/:id'>['body'],
): Promise<void> {
  await send('PUT /MoneyAccounts/:id', { params: { id }, body });
  await reloadMoneyAccounts();
}
