import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { clockIn } from '#shared/dates.ts';
import { toRupees } from '#shared/money.ts';
import { billerWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { useToday } from '../../lib/use-today.ts';
import { Part } from '../../ui/part.tsx';
import { askAsBiller, type BillerPayment, type BillerSaid, payAsBiller } from './api.ts';
import classes from './biller.module.css';
import { type BillSeen, payableOn, readBill } from './biller-rules.ts';

/** Six digits, as a bank assigns them. */
const newAuthID = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, '0');

function Fields({ said: { status, fields } }: { said: BillerSaid }) {
  return (
    <details className={classes.fields}>
      <summary>{billerWords.fields}</summary>
      <pre>{`HTTP ${status}\n${JSON.stringify(fields, null, 1)}`}</pre>
    </details>
  );
}

function Lines({ lines }: { lines: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.lines}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Seen({ bill }: { bill: BillSeen }) {
  const money = useMoney();
  const { code, name, due, month, within, after, paidOn, paid } = bill;
  const said = [
    [billerWords.name, <bdi key="name">{name}</bdi>] as const,
    [billerWords.month, month] as const,
    [billerWords.due, due] as const,
  ];
  if (code === '00')
    return (
      <Lines
        lines={[...said, [billerWords.within, money.say(within)], [billerWords.after, money.say(after)]]}
      />
    );
  if (code !== '06') return null;
  return <Lines lines={[...said, [billerWords.paidSum, money.say(paid)], [billerWords.paidOn, paidOn]]} />;
}

function Paying({ consumerNumber, bill }: { consumerNumber: string; bill: BillSeen }) {
  const { timeZone } = useSession();
  const today = useToday();
  const [typed, setTyped] = useState(String(payableOn(bill, today)));
  const [paid, setPaid] = useState<{ payment: BillerPayment; said: BillerSaid }>();
  const { isBusy, save } = useSaving();
  const amount = readAmount(typed) ?? 0;
  const post = (payment: BillerPayment): void =>
    void save(async () => setPaid({ payment, said: await payAsBiller(payment) }));
  const pay = (): void => {
    const now = new Date();
    const seconds = String(now.getSeconds()).padStart(2, '0');
    post({
      consumerNumber,
      amount: toRupees(amount),
      authID: newAuthID(),
      date: today.replaceAll('-', ''),
      time: `${clockIn(timeZone, now).replace(':', '')}${seconds}`,
    });
  };
  const code = paid?.said.fields.response_Code ?? '';
  return (
    <>
      <Group align="end">
        <TextInput
          className={classes.amount}
          label={billerWords.amount}
          inputMode="decimal"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button onClick={pay} loading={isBusy} disabled={amount === 0}>
          {billerWords.pay}
        </Button>
      </Group>
      {paid && (
        <>
          <p className={classes.result} role="status" data-bad={code !== '00' || undefined}>
            {code === '00' ? billerWords.paid : (billerWords.codes[code] ?? code)}
          </p>
          <Group>
            <Button variant="default" size="xs" loading={isBusy} onClick={() => post(paid.payment)}>
              {billerWords.again}
            </Button>
          </Group>
          <Fields said={paid.said} />
        </>
      )}
    </>
  );
}

/** Looks up a consumer number and pays its bill, as a bank's app does. */
export function BillerView() {
  const { rights } = useSession();
  const [number, setNumber] = useState('');
  const [asked, setAsked] = useState<{ number: string; said: BillerSaid; at: number }>();
  const { issues, isBusy, saveForm } = useSaving();
  const submit = saveForm(async () => {
    const said = await askAsBiller(number.trim());
    setAsked({ number: number.trim(), said, at: Date.now() });
  });
  const bill = asked && readBill(asked.said.fields);
  return (
    <>
      <Part label={billerWords.number} title={billerWords.number} onSubmit={submit}>
        <Group align="end" wrap="nowrap">
          <TextInput
            className={classes.number}
            aria-label={billerWords.number}
            inputMode="numeric"
            maxLength={40}
            autoComplete="off"
            autoFocus
            value={number}
            error={issues.consumerNumber}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} disabled={number.trim() === ''}>
            {billerWords.ask}
          </Button>
        </Group>
        <p className={classes.hint}>{billerWords.numberHint}</p>
      </Part>
      {asked && bill && (
        <Part key={asked.at} label={billerWords.answer} title={billerWords.codes[bill.code] ?? bill.code}>
          <Seen bill={bill} />
          {rights.edit ? (
            (bill.code === '00' || bill.code === '06') && <Paying consumerNumber={asked.number} bill={bill} />
          ) : (
            <p className={classes.hint}>{billerWords.noRight}</p>
          )}
          <Fields said={asked.said} />
        </Part>
      )}
    </>
  );
}
