import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payment } from '#shared/calls/payments.ts';
import type { ReceiptMessages } from '#shared/calls/receipts.ts';
import { countedSources } from '#shared/money/ledger.ts';
import { maySend } from '#shared/people/rights.ts';
import { receiptWords } from '#shared/words/counter.ts';
import { MessageState, sayWhy } from '../../lib/message-state.tsx';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { receiptMessagesQuery, sendReceipt } from './api.ts';
import classes from './receipts.module.css';
import { ReturnSheet, VoidSheet } from './take-back.tsx';

/** Lists the messages about the payment with their states. */
function ReceiptStates({ messages }: Pick<ReceiptMessages, 'messages'>) {
  const sayNumber = useSayNumber();
  return (
    <ul className={classes.told} aria-label={receiptWords.byMessage}>
      {messages.map(({ id, number, status, reason }) => (
        <li key={id}>
          <MessageState state={status} />
          <span>{sayNumber(number)}</span>
          {reason !== null && <small>{sayWhy({ status, reason, isDecided: false })}</small>}
        </li>
      ))}
    </ul>
  );
}

function SendButton({ paymentID, lacksApproval }: { paymentID: number; lacksApproval: boolean }) {
  const { isBusy, run } = useAction();
  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      title={lacksApproval ? receiptWords.lacksApproval : undefined}
      onClick={() => void run(() => sendReceipt(paymentID))}
    >
      {receiptWords.send}
    </Button>
  );
}

type Props = {
  payment: Payment;
  today: string;
  /** Undefined if the receipt cannot be printed here, as in a panel. */
  onPrint?: (() => void) | undefined;
};

/** The actions on a payment: void it, return money, send a message to the family, or print the receipt again. */
export function ReceiptActions({ payment, today, onPrint }: Props) {
  const rights = useRights();
  const [open, setOpen] = useState<'void' | 'return'>();
  const isCounted = countedSources.includes(payment.source);
  const { data: receiptMessages } = useQuery({ ...receiptMessagesQuery(payment.id), enabled: isCounted });
  const close = (): void => setOpen(undefined);
  const isVoid = payment.voidedAt !== null;
  const returned = payment.returns.reduce((sum, { amount }) => sum + amount, 0);
  const mayReturn = rights.delete && !isVoid && payment.amount > 0 && returned < payment.amount;
  const mayVoid = rights.delete && !isVoid && payment.returns.length === 0;
  const template = maySend(rights) && !isVoid && returned === 0 ? receiptMessages?.template : undefined;
  const messages = receiptMessages?.messages ?? [];
  if (!onPrint && !mayReturn && !mayVoid && !template && messages.length === 0) return null;
  return (
    <div>
      {messages.length > 0 && <ReceiptStates messages={messages} />}
      <div className={classes.actions}>
        {mayVoid && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setOpen('void')}>
            {receiptWords.void}
          </Button>
        )}
        {mayReturn && (
          <Button variant="default" size="xs" onClick={() => setOpen('return')}>
            {payment.method === 'cheque' && returned === 0 ? receiptWords.bounced : receiptWords.giveBack}
          </Button>
        )}
        {template && <SendButton paymentID={payment.id} lacksApproval={template.lacksApproval} />}
        {onPrint && !isVoid && (
          <Button variant="default" size="xs" onClick={onPrint}>
            {receiptWords.printDuplicate}
          </Button>
        )}
        {open === 'void' && <VoidSheet payment={payment} today={today} onClose={close} />}
        {open === 'return' && <ReturnSheet payment={payment} today={today} onClose={close} />}
      </div>
    </div>
  );
}
