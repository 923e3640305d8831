/** The settings for the vouchers of a campus, with a sample that shows each change. */
import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatAmount, toRupees } from '#shared/money/money.ts';
import {
  fewestCopies,
  longestRenewal,
  longestTerms,
  paperLanguages,
  receiptSizes,
  type VoucherSettings,
  voucherCopies,
  voucherOrders,
} from '#shared/money/voucher-settings.ts';
import { counterWords } from '#shared/words/counter.ts';
import { voucherWords, voucherSettingsWords as words } from '#shared/words/papers.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { SaveBar } from '../../lib/save-bar.tsx';
import { readAmount } from '../../lib/typed-amount.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { sampleQuery, saveVoucherSettings } from './api.ts';
import { Drawing } from './drawing.tsx';
import classes from './vouchers.module.css';

type FieldsProps = {
  form: VoucherSettings;
  issues: Readonly<Record<string, string | undefined>>;
  onChange: (part: Partial<VoucherSettings>) => void;
};

const options = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

function Copies({ form, onChange }: FieldsProps) {
  const { copies } = form;
  return (
    <Checkbox.Group
      label={words.copies}
      value={copies}
      error={copies.length < fewestCopies && words.fewestCopies}
      onChange={(chosen) => onChange({ copies: voucherCopies.filter((copy) => chosen.includes(copy)) })}
    >
      <div className={classes.copies}>
        {voucherCopies.map((copy) => (
          <Checkbox key={copy} value={copy} label={words.copyNames[copy]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Terms({ form, onChange }: FieldsProps) {
  const terms = (['termsEn', 'termsUr'] as const).map((field) => (
    <Textarea
      key={field}
      label={words[field]}
      value={form[field]}
      attributes={ownDirection(form[field])}
      rows={3}
      maxLength={longestTerms}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
    />
  ));
  return <>{terms}</>;
}

function Renewal({ form, issues, onChange }: FieldsProps) {
  const { sign } = useMoney();
  const [fine, setFine] = useState(formatAmount(form.renewFine));
  const paisa = readAmount(fine.trim() === '' ? '0' : fine);
  return (
    <div className={classes.fields}>
      <TextInput
        label={words.renewFine}
        description={words.renewFineHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection={sign}
        inputMode="decimal"
        autoComplete="off"
        value={fine}
        error={paisa === undefined ? counterWords.badAmount : issues.renewFine}
        onChange={({ currentTarget: { value } }) => {
          setFine(value);
          const read = readAmount(value.trim() === '' ? '0' : value);
          if (read !== undefined) onChange({ renewFine: toRupees(read) });
        }}
      />
      <NumberInput
        label={words.renewDays}
        value={form.renewDays}
        min={1}
        max={longestRenewal}
        allowDecimal={false}
        error={issues.renewDays}
        onChange={(days) => {
          if (typeof days === 'number' && days >= 1) onChange({ renewDays: days });
        }}
      />
    </div>
  );
}

function Fields(props: FieldsProps) {
  const { form, onChange } = props;
  return (
    <div className={classes.form}>
      <Copies {...props} />
      <NativeSelect
        label={words.language}
        data={options(paperLanguages, words.languages)}
        value={form.language}
        onChange={({ currentTarget }) =>
          onChange({ language: currentTarget.value as VoucherSettings['language'] })
        }
      />
      <NativeSelect
        label={words.numbering}
        data={options(['voucher', 'student'] as const, words.numberings)}
        value={form.numbering}
        onChange={({ currentTarget }) =>
          onChange({ numbering: currentTarget.value === 'student' ? 'student' : 'voucher' })
        }
      />
      <NativeSelect
        label={words.order}
        data={options(voucherOrders, voucherWords.orders)}
        value={form.order}
        onChange={({ currentTarget }) => onChange({ order: currentTarget.value as VoucherSettings['order'] })}
      />
      <Terms {...props} />
      <Renewal {...props} />
      <NativeSelect
        label={words.receiptSize}
        data={options(receiptSizes, words.receiptSizes)}
        value={form.receiptSize}
        onChange={({ currentTarget }) =>
          onChange({ receiptSize: currentTarget.value === 'a5' ? 'a5' : 'roll' })
        }
      />
    </div>
  );
}

/** The sample is loaded this many milliseconds after the last key. */
const sampleDelay = 350;

function Sample({ form }: { form: VoucherSettings }) {
  const [settled] = useDebouncedValue(form, sampleDelay);
  const hasEnoughCopies = settled.copies.length >= fewestCopies;
  const query = useQuery({
    ...sampleQuery(settled),
    enabled: hasEnoughCopies,
    placeholderData: keepPreviousData,
  });
  return (
    <figure className={classes.sample}>
      <figcaption>{words.sample}</figcaption>
      <Drawing svg={query.data?.svg} label={words.sampleOf} isOld={query.isFetching} />
      <p>
        {words.accounts}{' '}
        <Link to="/settings" search={{ part: 'money' }}>
          {words.toAccounts}
        </Link>
      </p>
    </figure>
  );
}

type FormProps = { before: VoucherSettings; onTouched: (isTouched: boolean) => void };

function Form({ before, onTouched }: FormProps) {
  const [form, setForm] = useState(before);
  const [resets, setResets] = useState(0);
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const changes = changedFields(form, before);
  const isTouched = changes.length > 0;
  useTouched(isTouched, onTouched);
  const hasEnoughCopies = form.copies.length >= fewestCopies;
  return (
    <Part
      label={words.title}
      onSubmit={runForm(async () => {
        if (!isTouched) return;
        await saveVoucherSettings(form);
        toastDone(words.saved);
      })}
    >
      <div className={classes.settings}>
        <Fields
          key={resets}
          form={form}
          issues={issues}
          onChange={(part) => setForm((now) => ({ ...now, ...part }))}
        />
        <Sample form={form} />
      </div>
      <SaveBar
        changes={changes.map((field) => words[field])}
        isBusy={isBusy}
        isDisabled={!hasEnoughCopies}
        onUndo={() => {
          setForm(before);
          setResets(resets + 1);
        }}
      />
    </Part>
  );
}

export function VoucherSettingsPart({ onTouched }: { onTouched: (isTouched: boolean) => void }) {
  const query = useQuery(voucherSettingsQuery);
  return (
    <Loaded query={query} isInset>
      {(settings) => <Form key={JSON.stringify(settings)} before={settings} onTouched={onTouched} />}
    </Loaded>
  );
}
