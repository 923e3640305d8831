/** The forms that void a payment entered by mistake, or return money. A reason is required. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Payment } from '#shared/calls/payments.ts';
import type { ReturnKind } from '#shared/money/ledger.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money/money.ts';
import { counterWords, receiptWords } from '#shared/words/counter.ts';
import { RequiredDayField } from '../../lib/day-field.tsx';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { returnPayment, voidPayment } from './api.ts';
import { ReasonField } from './reason-field.tsx';
import { ReasonSheet } from './reason-sheet.tsx';

type Props = { payment: Payment; today: string; onClose: () => void };

export function VoidSheet({ payment, onClose }: Props) {
  const { say } = useMoney();
  return (
    <ReasonSheet
      title={receiptWords.voidTitle(payment.receiptNo)}
      submitLabel={receiptWords.void}
      done={receiptWords.voided(payment.receiptNo)}
      onSave={(reason) => voidPayment(payment.id, reason)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{receiptWords.voidText}</p>
      {payment.allocations.length > 0 && (
        <div>
          {receiptWords.owedAgain}
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {payment.allocations.map(({ billID, name, amount }) => (
              <li key={billID}>
                <bdi>{name}</bdi> · {say(amount)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ReasonSheet>
  );
}

/** The amount of a payment that was not returned yet, in paisa. */
const notReturned = ({ amount, returns }: Payment): number =>
  returns.reduce((left, returned) => left - toPaisa(returned.amount), toPaisa(amount));

export function ReturnSheet({ payment, today, onClose }: Props) {
  const left = notReturned(payment);
  const mayBounce = payment.method === 'cheque' && payment.returns.length === 0;
  const [kind, setKind] = useState<ReturnKind>(mayBounce ? 'bounced' : 'refund');
  const [amount, setAmount] = useState(formatAmount(toRupees(left)));
  const [day, setDay] = useState(today);
  const [reason, setReason] = useState('');
  const [press, setPress] = useState<Press | null>(null);
  const { isBusy, run } = useAction();
  const { say } = useMoney();
  const paisa = kind === 'bounced' ? left : readAmount(amount);
  const trouble =
    paisa === undefined
      ? counterWords.badAmount
      : paisa <= 0 || paisa > left
        ? counterWords.moreThanPayable
        : undefined;
  const submit = (): void =>
    void run(async () => {
      const rupees = toRupees(paisa ?? 0);
      const body = {
        ...{ kind, returnedOn: day, reason: reason.trim() },
        ...(kind === 'refund' ? { amount: rupees } : {}),
      };
      const next = pressOf(JSON.stringify(body), press, randomID);
      setPress(next);
      await returnPayment(payment.id, { ...body, clientID: next.clientID });
      toastDone(receiptWords.wentBack(payment.receiptNo, say(rupees)));
      onClose();
    });
  return (
    <Sheet
      title={receiptWords.returnTitle(kind, payment.receiptNo)}
      isOpen
      submitLabel={kind === 'bounced' ? receiptWords.bounced : receiptWords.giveBack}
      cancelLabel={receiptWords.cancel}
      isAllowed={(kind === 'bounced' || reason.trim() !== '') && trouble === undefined}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={submit}
    >
      <p style={{ margin: 0 }}>{receiptWords.returnText}</p>
      {mayBounce && (
        <NativeSelect
          label={receiptWords.what}
          value={kind}
          data={(['bounced', 'refund'] as const).map((value) => ({
            value,
            label: receiptWords.kinds[value],
          }))}
          onChange={(event) => setKind(event.currentTarget.value === 'bounced' ? 'bounced' : 'refund')}
        />
      )}
      {kind === 'refund' && (
        <TextInput
          label={receiptWords.amount}
          inputMode="decimal"
          value={amount}
          error={trouble}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      )}
      <RequiredDayField label={receiptWords.day} latest={today} day={day} onDay={setDay} />
      <ReasonField value={reason} onChange={setReason} isFirst isOptional={kind === 'bounced'} />
    </Sheet>
  );
}
