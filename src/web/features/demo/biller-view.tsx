import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toRupees } from '#shared/money/money.ts';
import { clockIn } from '#shared/time/dates.ts';
import { billerWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useToday } from '../../lib/use-today.ts';
import { Part } from '../../ui/part.tsx';
import { askAsBiller, type BillerAnswer, type BillerPayment, payAsBiller } from './api.ts';
import classes from './biller.module.css';
import { type BillInApp, payableOn, readBill } from './biller-rules.ts';

/** Makes an authorisation number of six digits, like the numbers of a bank. */
const newAuthID = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, '0');

function Fields({ answer: { status, fields } }: { answer: BillerAnswer }) {
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

function BillLines({ bill }: { bill: BillInApp }) {
  const money = useMoney();
  const { code, name, due, month, within, after, paidOn, paid } = bill;
  const lines = [
    [billerWords.name, <bdi key="name">{name}</bdi>] as const,
    [billerWords.month, month] as const,
    [billerWords.due, due] as const,
  ];
  if (code === '00')
    return (
      <Lines
        lines={[...lines, [billerWords.within, money.say(within)], [billerWords.after, money.say(after)]]}
      />
    );
  if (code !== '06') return null;
  return <Lines lines={[...lines, [billerWords.paidSum, money.say(paid)], [billerWords.paidOn, paidOn]]} />;
}

function PaymentForm({ consumerNumber, bill }: { consumerNumber: string; bill: BillInApp }) {
  const { timeZone } = useSession();
  const today = useToday();
  const [typed, setTyped] = useState(String(payableOn(bill, today)));
  const [paid, setPaid] = useState<{ payment: BillerPayment; answer: BillerAnswer }>();
  const { isBusy, run } = useAction();
  const amount = readAmount(typed) ?? 0;
  const post = (payment: BillerPayment): void =>
    void run(async () => setPaid({ payment, answer: await payAsBiller(payment) }));
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
  const code = paid?.answer.fields.response_Code ?? '';
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
          <Fields answer={paid.answer} />
        </>
      )}
    </>
  );
}

/** Looks up a consumer number and pays its bill, like the app of a bank. */
export function BillerView() {
  const { rights } = useSession();
  const [number, setNumber] = useState('');
  const [inquiry, setInquiry] = useState<{ number: string; answer: BillerAnswer; at: number }>();
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const submit = runForm(async () => {
    const answer = await askAsBiller(number.trim());
    setInquiry({ number: number.trim(), answer, at: Date.now() });
  });
  const bill = inquiry && readBill(inquiry.answer.fields);
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
      {inquiry && bill && (
        <Part key={inquiry.at} label={billerWords.answer} title={billerWords.codes[bill.code] ?? bill.code}>
          <BillLines bill={bill} />
          {rights.edit ? (
            (bill.code === '00' || bill.code === '06') && (
              <PaymentForm consumerNumber={inquiry.number} bill={bill} />
            )
          ) : (
            <p className={classes.hint}>{billerWords.noRight}</p>
          )}
          <Fields answer={inquiry.answer} />
        </Part>
      )}
    </>
  );
}
