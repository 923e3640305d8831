/** The page on which an administrator edits the money accounts of a campus. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { accountKindWords, moneyAccountWords } from '#shared/words/bank.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { moneyAccountsQuery } from '../../lib/money-accounts.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { Empty } from '../../ui/empty.tsx';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { type AccountDraft, AccountForm, newAccount } from './account-form.tsx';
import { addMoneyAccount, updateMoneyAccount } from './api.ts';

const draftOf = ({
  id: _id,
  endedAt: _endedAt,
  headings: _headings,
  version: _version,
  ...account
}: MoneyAccount): AccountDraft => account;

const loadAccounts = () => queryClient.fetchQuery({ ...moneyAccountsQuery, staleTime: 0 });

function Account({ account, onEdit }: { account: MoneyAccount; onEdit: () => void }) {
  const { isBusy, run } = useAction({ onStale: loadAccounts });
  const isEnded = account.endedAt !== null;
  const setEnded = (ended: boolean): void =>
    void run(async () => {
      await updateMoneyAccount(account.id, { ...draftOf(account), ended, version: account.version });
      toastDone(moneyAccountWords.saved);
    });
  const { title, kind, bank, number } = account;
  const line = [accountKindWords[kind], bank, number, isEnded && moneyAccountWords.ended].filter(Boolean);
  return (
    <PartRow
      what={
        <>
          <b>
            <bdi>{title}</bdi>
          </b>
          <p>{line.join(' · ')}</p>
        </>
      }
    >
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={onEdit} aria-label={moneyAccountWords.editOf(title)}>
          {moneyAccountWords.edit}
        </Button>
        <Button variant="default" size="xs" loading={isBusy} onClick={() => setEnded(!isEnded)}>
          {isEnded ? moneyAccountWords.bringBack : moneyAccountWords.end}
        </Button>
      </Group>
    </PartRow>
  );
}

export function AccountsPart({ onTouched }: { onTouched: (isTouched: boolean) => void }) {
  const query = useQuery(moneyAccountsQuery);
  const [open, setOpen] = useState<MoneyAccount | 'new'>();
  const close = (): void => setOpen(undefined);
  /** Reloads the account that is being edited. The next save is then based on this newer version. */
  const reopen = async (): Promise<AccountDraft | undefined> => {
    const accounts = await loadAccounts();
    const found = accounts.find(({ id }) => open !== 'new' && id === open?.id);
    if (!found) return undefined;
    setOpen(found);
    return draftOf(found);
  };
  if (open !== undefined)
    return (
      <AccountForm
        key={open === 'new' ? open : open.id}
        title={open === 'new' ? moneyAccountWords.add : open.title}
        before={open === 'new' ? newAccount : draftOf(open)}
        onTouched={onTouched}
        onCancel={close}
        onStale={reopen}
        onSave={async (account) => {
          if (open === 'new') await addMoneyAccount(account);
          else {
            const { version } = open;
            await updateMoneyAccount(open.id, { ...account, ended: open.endedAt !== null, version });
          }
          toastDone(open === 'new' ? moneyAccountWords.added : moneyAccountWords.saved);
          close();
        }}
      />
    );
  return (
    <Part
      label={moneyAccountWords.title}
      title={moneyAccountWords.title}
      hint={moneyAccountWords.hint}
      extra={<Button onClick={() => setOpen('new')}>{moneyAccountWords.add}</Button>}
    >
      <Loaded query={query} isInset>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty title={moneyAccountWords.empty} text={moneyAccountWords.emptyText} />
          ) : (
            <PartRows>
              {accounts.map((account) => (
                <Account key={account.id} account={account} onEdit={() => setOpen(account)} />
              ))}
            </PartRows>
          )
        }
      </Loaded>
    </Part>
  );
}
