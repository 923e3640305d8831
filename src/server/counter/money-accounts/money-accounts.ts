/** The accounts to which a campus receives money. An account that is no longer used is kept with its payments. */
import { calls } from '#shared/calls/all.ts';
import type { AccountToSave, MoneyAccount } from '#shared/calls/money-accounts.ts';
import { Failure } from '#shared/failures.ts';
import type { BankHeading } from '#shared/money/bank.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale, versionOf } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { inTransaction } from '../../platform/db/store.ts';
import {
  type AccountRow,
  changeAccount,
  findAccountRow,
  insertAccount,
  listAccountRows,
  mapHeadings,
} from './money-accounts-queries.ts';

type Needs = Pick<MoneyNeeds, 'bus' | 'now' | 'recordChange'>;

/** The account in the form in which it is saved. */
const savedOf = (row: AccountRow) => ({
  ...row,
  onVoucher: row.onVoucher === 1,
  ended: row.endedAt !== null,
});

function toMoneyAccount(row: AccountRow, headings: ReadonlyMap<number, string>): MoneyAccount {
  const { createdAt: _createdAt, ended: _ended, ...account } = savedOf(row);
  return {
    ...account,
    headings: JSON.parse(headings.get(row.id) ?? '[]') as BankHeading[],
    version: versionOf(calls.updateMoneyAccount, savedOf(row)),
  };
}

export async function showAccounts(scope: Scope): Promise<MoneyAccount[]> {
  const headings = await mapHeadings(scope);
  return (await listAccountRows(scope)).map((row) => toMoneyAccount(row, headings));
}

async function needRow(scope: Scope, accountID: number): Promise<AccountRow> {
  const row = await findAccountRow(scope, accountID);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  return row;
}

const publish = (scope: Scope, { bus }: Pick<Needs, 'bus'>): void =>
  bus.publish(scope.campusID, { what: 'payments' });

export async function addMoneyAccount(
  scope: Scope,
  deps: Needs,
  input: AccountToSave,
): Promise<MoneyAccount> {
  const now = deps.now().toISOString();
  const row = await inTransaction(scope, async (scope) => {
    const { onVoucher, ...account } = input;
    const id = await insertAccount(scope, {
      ...account,
      onVoucher: Number(onVoucher),
      createdAt: now,
      endedAt: null,
    });
    const about = { kind: 'moneyAccount', id, name: input.title } as const;
    await deps.recordChange(scope, {
      what: 'accountAdded',
      at: now,
      about,
      changes: changesBetween({}, input),
    });
    return needRow(scope, id);
  });
  publish(scope, deps);
  return toMoneyAccount(row, new Map());
}

/** Throws if somebody else has changed the account since `version`. */
export async function updateMoneyAccount(
  scope: Scope,
  deps: Needs,
  {
    id,
    ended,
    version,
    ...account
  }: AccountToSave & { id: number; ended: boolean; version: string | undefined },
): Promise<MoneyAccount> {
  const now = deps.now().toISOString();
  const row = await withCampusLock(scope, async (scope) => {
    const before = await needRow(scope, id);
    const was = savedOf(before);
    refuseStale(calls.updateMoneyAccount, was, { version });
    const endedAt = ended ? (before.endedAt ?? now) : null;
    await changeAccount(scope, id, { ...account, onVoucher: Number(account.onVoucher), endedAt });
    const changes = changesBetween(was, { ...account, ended });
    const about = { kind: 'moneyAccount', id, name: account.title } as const;
    await deps.recordChange(scope, { what: 'accountChanged', at: now, about, changes });
    return needRow(scope, id);
  });
  publish(scope, deps);
  return toMoneyAccount(row, await mapHeadings(scope));
}
