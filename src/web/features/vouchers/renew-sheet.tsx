import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SeenVoucher } from '#shared/calls/vouchers.ts';
import { formatAmount, toRupees } from '#shared/money/money.ts';
import { counterWords } from '#shared/words/counter.ts';
import { voucherWords } from '#shared/words/papers.ts';
import { DayField } from '../../lib/day-field.tsx';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { withAnswer } from '../../lib/with-answer.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { renewVoucher } from './api.ts';

/** The form that extends the validity of a voucher, with an optional fine. The bill and its number stay the same. */
export function RenewSheet({ voucher, onClose }: { voucher: SeenVoucher; onClose: () => void }) {
  const [expiryDate, setExpiryDate] = useState<string | undefined>(voucher.renewUntil);
  const [fine, setFine] = useState(formatAmount(voucher.renewFine));
  const [press, setPress] = useState<Press | null>(null);
  const { sign } = useMoney();
  const { isBusy, save, issues } = useSaving();
  const paisa = readAmount(fine.trim() === '' ? '0' : fine);
  const submit = (): void =>
    void save(async () => {
      if (expiryDate === undefined || paisa === undefined) return;
      await withAnswer(async ({ reason }) => {
        const body = { expiryDate, fine: toRupees(paisa), ...(reason !== undefined && { reason }) };
        const next = pressOf(JSON.stringify(body), press, randomID);
        setPress(next);
        await renewVoucher(voucher.billID, { ...body, clientID: next.clientID });
      });
      toastDone(voucherWords.renewed(expiryDate));
      onClose();
    });
  return (
    <Sheet
      title={voucherWords.renewTitle}
      isOpen
      submitLabel={voucherWords.renew}
      cancelLabel={voucherWords.cancel}
      isAllowed={expiryDate !== undefined && paisa !== undefined}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={submit}
    >
      <p style={{ margin: 0 }}>{voucherWords.renewText}</p>
      <DayField
        label={voucherWords.validUntil}
        day={expiryDate}
        onDay={setExpiryDate}
        {...(issues.expiryDate ? { description: issues.expiryDate } : {})}
        data-autofocus
      />
      <TextInput
        label={voucherWords.fine}
        leftSection={sign}
        inputMode="decimal"
        autoComplete="off"
        value={fine}
        error={paisa === undefined ? counterWords.badAmount : issues.fine}
        onChange={({ currentTarget }) => setFine(currentTarget.value)}
      />
    </Sheet>
  );
}
