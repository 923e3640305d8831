/** Lists the payments and adjustments of a bill. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import type { Payment } from '#shared/calls/payments.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import { formatDay } from '#shared/time/dates.ts';
import { billMoneyWords, receiptWords, wayWords } from '#shared/words/counter.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { AdjustSheet } from './adjust-sheet.tsx';
import { paymentsOfBillQuery } from './api.ts';
import { BillAdjustments } from './bill-adjustments.tsx';
import classes from './bill-payments.module.css';
import { ReceiptActions } from './receipt-actions.tsx';

/** `from`: the earliest due date that is in time today. */
type Props = { bill: Bill; today: string; from: InTimeFrom };

function Item({ payment, billID, today }: { payment: Payment; billID: number; today: string }) {
  const { say } = useMoney();
  const { receivedOn, method, receiptNo, by, amount, allocations, voidedAt, voidReason, returns } = payment;
  const part = allocations.find((allocation) => allocation.billID === billID)?.amount ?? 0;
  const isVoid = voidedAt !== null;
  return (
    <li data-void={isVoid || undefined}>
      <p>
        <span>{formatDay(receivedOn)}</span>
        <b>{say(isVoid ? amount : part)}</b>
      </p>
      <small>
        {[wayWords[method], receiptWords.title(receiptNo), by].filter(Boolean).join(' · ')}
        {part !== amount && !isVoid && ` · ${billMoneyWords.partOf(say(amount))}`}
      </small>
      {returns.map(({ kind, amount, returnedOn, reason }) => (
        <small key={`${returnedOn} ${amount} ${reason}`}>
          {receiptWords.returned(kind, say(amount), formatDay(returnedOn))}
          {reason !== '' && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </small>
      ))}
      {isVoid && <small dir="auto">{receiptWords.isVoid(voidReason ?? '')}</small>}
      <ReceiptActions payment={payment} today={today} />
    </li>
  );
}

export function BillPayments({ bill, today, from }: Props) {
  const rights = useRights();
  const query = useQuery(paymentsOfBillQuery(bill.id));
  const [isAdjusting, adjust] = useState(false);
  const mayAdjust = rights.edit && (isOpen(bill) || bill.status === 'paid');
  return (
    <section className={classes.payments} aria-label={billMoneyWords.title}>
      <h4>{billMoneyWords.title}</h4>
      <Loaded query={query} isInset>
        {(payments) =>
          payments.length === 0 ? (
            <p className={classes.none}>{billMoneyWords.none}</p>
          ) : (
            <ul>
              {payments.map((payment) => (
                <Item key={payment.id} payment={payment} billID={bill.id} today={today} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <BillAdjustments billID={bill.id} />
      {mayAdjust && (
        <Button variant="default" size="xs" className={classes.adjust} onClick={() => adjust(true)}>
          {billMoneyWords.adjust}
        </Button>
      )}
      {isAdjusting && <AdjustSheet bill={bill} today={from} onClose={() => adjust(false)} />}
    </section>
  );
}
