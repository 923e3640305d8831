/** The settings with which a biller looks up the bills of a campus and reports payments, for administrators. */
import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { moneyAccountWords } from '#shared/words/bank.ts';
import { pushWords, settingsWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { moneyAccountsQuery } from '../../lib/money-accounts.ts';
import { useAction } from '../../lib/use-action.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { type PushSetup, pushQuery, renewPush } from './api.ts';
import classes from './push.module.css';
import { PushForm } from './push-form.tsx';

/** Shows the addresses that the administrator gives to the biller. */
function Addresses({ path, base }: { path: string; base: string | null }) {
  const { isBusy, run } = useAction();
  const renew = async (): Promise<void> => {
    if (!(await confirm({ ...pushWords.renewQuestion, cancel: settingsWords.cancel }))) return;
    await renewPush();
    toastDone(pushWords.renewed);
  };
  const rows = [
    [pushWords.inquiry, 'BillInquiry'],
    [pushWords.payment, 'BillPayment'],
  ] as const;
  return (
    <>
      {base === null && <p className={classes.warning}>{pushWords.noBase}</p>}
      <SimpleGrid minColWidth="260px" autoFlow="auto-fit">
        {rows.map(([label, what]) => (
          <CopyField
            key={what}
            label={label}
            value={`${base ?? ''}${path}/${what}`}
            copy={pushWords.copy(label)}
            copied={pushWords.copied}
          />
        ))}
      </SimpleGrid>
      <Group>
        <Button variant="default" size="xs" loading={isBusy} onClick={() => void run(renew)}>
          {pushWords.renew}
        </Button>
      </Group>
    </>
  );
}

type SetupProps = { setup: PushSetup; account: MoneyAccount | undefined; link: ReactNode };

function Setup({ setup: { isOn, userName, path, base }, account, link }: SetupProps) {
  return (
    <>
      <Group component="p" gap="xs" m={0}>
        <Mark tone={isOn ? 'plain' : 'warns'}>{isOn ? pushWords.on : pushWords.off}</Mark>
        <bdi>{account?.title}</bdi> · <bdi>{userName}</bdi>
      </Group>
      {account && account.prefix !== '' && (
        <Text c="dimmed">{pushWords.example(account.prefix, account.numbering === 'student')}</Text>
      )}
      {path !== null && <Addresses path={path} base={base} />}
      {isOn && link}
    </>
  );
}

/** `link` is a link to the demo biller. It is empty if there is no demo biller. */
export function PushPart({ link, onTouched }: { link: ReactNode; onTouched: (isTouched: boolean) => void }) {
  const query = useQuery(pushQuery);
  const { data: accounts = [] } = useQuery(moneyAccountsQuery);
  const [isOpen, setOpen] = useState(false);
  const setup = query.data;
  if (isOpen && setup)
    return (
      <PushForm
        setup={setup}
        accounts={accounts.filter(({ kind, endedAt }) => kind !== 'cash' && endedAt === null)}
        onTouched={onTouched}
        onDone={() => setOpen(false)}
      />
    );
  const isNew = setup?.accountID === null;
  const mayOpen = setup !== undefined && (!isNew || accounts.length > 0);
  return (
    <Part
      label={pushWords.title}
      title={pushWords.title}
      hint={pushWords.hint}
      extra={
        mayOpen && (
          <Button variant={isNew ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            {isNew ? pushWords.setUp : moneyAccountWords.edit}
          </Button>
        )
      }
    >
      <Loaded query={query} isInset>
        {(setup) =>
          setup.accountID === null ? (
            [
              ...[pushWords.what, pushWords.needs, pushWords.untried],
              ...(accounts.length === 0 ? [pushWords.noAccounts] : []),
            ].map((text) => (
              <Text key={text} c="dimmed" maw="72ch">
                {text}
              </Text>
            ))
          ) : (
            <Setup setup={setup} account={accounts.find(({ id }) => id === setup.accountID)} link={link} />
          )
        }
      </Loaded>
    </Part>
  );
}
