/**
 * The account that received the money. For each payment method, the browser remembers the last account for the next
 * payment.
 */
import { useQuery } from '@tanstack/react-query';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { Payment } from '#shared/calls/payments.ts';
import type { PaymentMethod } from '#shared/money/ledger.ts';
import { createHabitStore } from '../../lib/draft-store.ts';
import { moneyAccountsQuery } from '../../lib/money-accounts.ts';
import { accountAfter, accountFor, accountsFor } from './rules.ts';

type Chosen = Partial<Record<PaymentMethod, number>>;
const habits = createHabitStore<{ accounts: Chosen }>('counter', { accounts: {} });

export type Receivers = {
  /** The accounts to choose from. It is empty if fewer than two accounts are possible. */
  choices: readonly MoneyAccount[];
  accountID: number | null;
  choose: (accountID: number | null) => void;
  next: () => void;
};

export function useAccount(way: PaymentMethod): Receivers {
  const { data: accounts = [] } = useQuery(moneyAccountsQuery);
  const { accounts: chosen } = habits.use();
  const possible = accountsFor(way, accounts);
  const accountID = accountFor(possible, chosen[way]);
  const choose = (next: number | null): void =>
    habits.change({ accounts: { ...chosen, [way]: next ?? undefined } });
  return {
    choices: possible.length > 1 ? possible : [],
    accountID,
    choose,
    next: () => choose(accountAfter(possible, accountID)),
  };
}

/** The name of a payment's account. It is empty if no other account could have received the payment. */
export function useAccountName(): (payment: Pick<Payment, 'method' | 'accountID'>) => string {
  const { data: accounts = [] } = useQuery(moneyAccountsQuery);
  return ({ method, accountID }) =>
    accountsFor(method, accounts).length > 1
      ? (accounts.find(({ id }) => id === accountID)?.title ?? '')
      : '';
}
