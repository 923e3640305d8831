import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatAmount, toRupees } from '#shared/money/money.ts';
import { formatWholeDay } from '#shared/time/dates.ts';
import { counterWords } from '#shared/words/counter.ts';
import { promiseWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { readTypedDay } from '../../lib/day-field.tsx';
import { readAmount } from '../../lib/typed-amount.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useToday } from '../../lib/use-today.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { notePromise } from './api.ts';
import { nextDayOf } from './rules.ts';

type Props = { number: string; payable: number; onClose: () => void };

/** The form that records a promise to pay: by which day the family will pay, and which amount. */
export function PromiseSheet({ number, payable, onClose }: Props) {
  const today = useToday();
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState(payable > 0 ? formatAmount(payable) : '');
  const [note, setNote] = useState('');
  const { isBusy, issues, run } = useAction({ showError: atFields });
  const read = readTypedDay(typed) ?? nextDayOf(typed, today);
  const day = read !== undefined && read >= today ? read : undefined;
  const paisa = readAmount(amount);
  const isAmount = amount.trim() === '' || (paisa !== undefined && paisa > 0);
  const submit = (): void =>
    void run(async () => {
      if (day === undefined) return;
      const promise = { number, day, note: note.trim() };
      await notePromise({ ...promise, amount: paisa === undefined ? null : toRupees(paisa) });
      toastDone(promiseWords.noted);
      onClose();
    });
  return (
    <Sheet
      title={promiseWords.title}
      isOpen
      submitLabel={promiseWords.save}
      cancelLabel={commonWords.cancel}
      isAllowed={day !== undefined && isAmount}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label={promiseWords.day}
        required
        autoComplete="off"
        maxLength={40}
        value={typed}
        description={day === undefined ? promiseWords.dayHint : <b>{formatWholeDay(day)}</b>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={issues.day ?? (typed.trim().length > 1 && day === undefined && promiseWords.badDay)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={promiseWords.amount}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={!isAmount && counterWords.badAmount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <TextInput
        label={promiseWords.remark}
        maxLength={200}
        value={note}
        attributes={ownDirection(note)}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <p style={{ margin: 0 }}>{promiseWords.hint}</p>
    </Sheet>
  );
}
