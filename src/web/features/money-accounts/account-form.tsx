import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountKind, MoneyAccount } from '#shared/calls/money-accounts.ts';
import { accountKindWords, moneyAccountWords } from '#shared/words/bank.ts';
import { mergedForm } from '../../lib/merged-form.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { Part } from '../../ui/part.tsx';

export type AccountDraft = Omit<MoneyAccount, 'id' | 'endedAt' | 'headings' | 'version'>;
export const newAccount: AccountDraft = {
  kind: 'bank',
  title: '',
  bank: '',
  number: '',
  iban: '',
  prefix: '',
  numbering: 'voucher',
  onVoucher: false,
};

const kinds = Object.entries(accountKindWords).map(([value, label]) => ({ value, label }));
const numberings = Object.entries(moneyAccountWords.numberings).map(([value, label]) => ({ value, label }));
const texts = ['bank', 'number', 'iban', 'prefix'] as const;

type Props = {
  title: string;
  before: AccountDraft;
  onSave: (account: AccountDraft) => Promise<void>;
  onTouched: (isTouched: boolean) => void;
  onCancel: () => void;
  /** Loads the account again, if somebody else has changed it in the meantime. */
  onStale?: () => Promise<AccountDraft | undefined>;
};

/** The form of a bank account, wallet or cash desk. */
export function AccountForm({ title, before, onSave, onTouched, onCancel, onStale }: Props) {
  const [form, setForm] = useState(before);
  const mergeOther = async (): Promise<void> => {
    const other = await onStale?.();
    if (other) setForm((form) => mergedForm(form, before, other));
  };
  const { issues, isBusy, runForm } = useAction({ onStale: mergeOther, showError: atFields });
  const isTouched = JSON.stringify(form) !== JSON.stringify(before);
  useTouched(isTouched, onTouched);
  const change = (next: Partial<AccountDraft>): void => setForm((now) => ({ ...now, ...next }));
  return (
    <Part
      label={title}
      title={title}
      onSubmit={runForm(() => onSave({ ...form, title: form.title.trim() }))}
      foot={
        <SaveButtons isTouched={isTouched && form.title.trim() !== ''} isBusy={isBusy} onDiscard={onCancel} />
      }
    >
      <SimpleGrid minColWidth="240px" style={{ alignItems: 'start' }}>
        <NativeSelect
          label={moneyAccountWords.kind}
          data={kinds}
          value={form.kind}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value as AccountKind })}
        />
        <TextInput
          label={moneyAccountWords.name}
          description={moneyAccountWords.nameHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.title}
          maxLength={200}
          autoFocus
          autoComplete="off"
          error={issues.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        {texts.map((field) => (
          <TextInput
            key={field}
            label={moneyAccountWords[field]}
            description={field === 'prefix' ? moneyAccountWords.prefixHint : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={form[field]}
            maxLength={field === 'prefix' ? 20 : 60}
            autoComplete="off"
            error={issues[field]}
            onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
          />
        ))}
        <NativeSelect
          label={moneyAccountWords.numbering}
          data={numberings}
          value={form.numbering}
          onChange={({ currentTarget }) =>
            change({ numbering: currentTarget.value === 'student' ? 'student' : 'voucher' })
          }
        />
        <Checkbox
          label={moneyAccountWords.onVoucher}
          checked={form.onVoucher}
          onChange={({ currentTarget }) => change({ onVoucher: currentTarget.checked })}
        />
      </SimpleGrid>
    </Part>
  );
}
