/** The form that adjusts a bill by a fine, a waiver or a write-off. A reason is required. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { type AdjustmentKind, type WaivedPart, waivedParts } from '#shared/money/ledger.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, lateFineOn } from '#shared/money/payable.ts';
import { billMoneyWords, counterWords, receiptWords } from '#shared/words/counter.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useRights } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useAction } from '../../lib/use-action.ts';
import { Segments } from '../../ui/segments.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { adjustBill } from './api.ts';
import { ReasonField } from './reason-field.tsx';

export function AdjustSheet({
  bill,
  today,
  onClose,
}: {
  bill: Bill;
  today: InTimeFrom;
  onClose: () => void;
}) {
  const rights = useRights();
  // The amount of an open bill can be increased or reduced. A paid bill can only be fined.
  const kinds: AdjustmentKind[] = isOpen(bill)
    ? ['fine', 'waiver', ...(rights.delete ? (['writeOff'] as const) : [])]
    : ['fine'];
  const [kind, setKind] = useState<AdjustmentKind>('fine');
  const [chosen, setChosen] = useState<WaivedPart>();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [press, setPress] = useState<Press | null>(null);
  const { isBusy, run } = useAction();
  const paisa = readAmount(amount) ?? 0;
  const lateFine = kind === 'waiver' ? toPaisa(lateFineOn(today, bill)) : 0;
  const of = chosen ?? (paisa <= lateFine ? 'lateFine' : 'fee');
  const submit = (): void =>
    void run(async () => {
      const part = lateFine > 0 ? { of } : {};
      const body = { kind, ...part, amount: toRupees(paisa), reason: reason.trim() };
      const next = pressOf(JSON.stringify(body), press, randomID);
      setPress(next);
      await adjustBill(bill.id, { ...body, clientID: next.clientID });
      toastDone(billMoneyWords.adjusted);
      onClose();
    });
  return (
    <Sheet
      title={billMoneyWords.adjust}
      isOpen
      submitLabel={billMoneyWords.save}
      cancelLabel={receiptWords.cancel}
      isAllowed={paisa > 0 && reason.trim() !== ''}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={submit}
    >
      <Segments
        label={billMoneyWords.kind}
        segments={kinds.map((value) => ({ value, label: billMoneyWords.kinds[value] }))}
        value={kind}
        onChange={setKind}
      />
      {lateFine > 0 && (
        <Segments
          label={billMoneyWords.of}
          segments={waivedParts.map((value) => ({ value, label: billMoneyWords.parts[value] }))}
          value={of}
          onChange={setChosen}
        />
      )}
      <TextInput
        label={billMoneyWords.amount}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={amount !== '' && paisa === 0 && counterWords.badAmount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        data-autofocus
      />
      <ReasonField value={reason} onChange={setReason} />
    </Sheet>
  );
}
