/** The accounts where a campus receives money. An account that is no longer used stays, with its payments. */
import type { AccountToSave, BankHeading, MoneyAccount } from '#shared/calls/money-accounts.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import { inTransaction } from '../../platform/db/store.ts';
import type { MoneyNeeds } from '../model.ts';
import {
  type AccountRow,
  changeAccount,
  findAccountRow,
  insertAccount,
  listAccountRows,
  mapHeadings,
} from './money-accounts-queries.ts';

type Needs = Pick<MoneyNeeds, 'bus' | 'now' | 'recordChange'>;

const tell = (
  { createdAt: _createdAt, onVoucher, ...row }: AccountRow,
  headings: ReadonlyMap<number, string>,
): MoneyAccount => ({
  ...row,
  onVoucher: onVoucher === 1,
  headings: JSON.parse(headings.get(row.id) ?? '[]') as BankHeading[],
});

export async function showAccounts(scope: Scope): Promise<MoneyAccount[]> {
  const headings = await mapHeadings(scope);
  return (await listAccountRows(scope)).map((row) => tell(row, headings));
}

async function needRow(scope: Scope, accountID: number): Promise<AccountRow> {
  const row = await findAccountRow(scope, accountID);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  return row;
}

const publish = (scope: Scope, { bus }: Pick<Needs, 'bus'>): void =>
  bus.publish(scope.campusID, { what: 'payments' });

export async function addMoneyAccount(scope: Scope, deps: Needs, wish: AccountToSave): Promise<MoneyAccount> {
  const now = deps.now().toISOString();
  const row = await inTransaction(scope, async (scope) => {
    const { onVoucher, ...account } = wish;
    const id = await insertAccount(scope, {
      ...account,
      onVoucher: Number(onVoucher),
      createdAt: now,
      endedAt: null,
    });
    const about = { kind: 'moneyAccount', id, name: wish.title } as const;
    await deps.recordChange(scope, {
      what: 'accountAdded',
      at: now,
      about,
      changes: changesBetween({}, wish),
    });
    return needRow(scope, id);
  });
  publish(scope, deps);
  return tell(row, new Map());
}

export async function updateMoneyAccount(
  scope: Scope,
  deps: Needs,
  { id, ended, ...wish }: AccountToSave & { id: number; ended: boolean },
): Promise<MoneyAccount> {
  const now = deps.now().toISOString();
  const row = await inTransaction(scope, async (scope) => {
    const before = await needRow(scope, id);
    const endedAt = ended ? (before.endedAt ?? now) : null;
    await changeAccount(scope, id, { ...wish, onVoucher: Number(wish.onVoucher), endedAt });
    const was = { ...before, onVoucher: before.onVoucher === 1, ended: before.endedAt !== null };
    const changes = changesBetween(was, { ...wish, ended });
    const about = { kind: 'moneyAccount', id, name: wish.title } as const;
    await deps.recordChange(scope, { what: 'accountChanged', at: now, about, changes });
    return needRow(scope, id);
  });
  publish(scope, deps);
  return tell(row, await mapHeadings(scope));
}
