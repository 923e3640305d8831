import { Select, TextInput } from '@mantine/core';
import { longestText } from '#shared/text/cut-text.ts';
import { billWords } from '#shared/words/bills.ts';
import { useMoney } from '../../lib/use-money.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import {
  amountFields,
  dayFields,
  type FormTrouble,
  headFields,
  headsShown,
  type MemberForm,
  sumOff,
} from './member-form.ts';
import classes from './member-panel.module.css';

type Props = {
  form: MemberForm;
  /** The stored status. It may be one that the school invented. */
  status: string;
  trouble: FormTrouble;
  onChange: (part: Partial<MemberForm>) => void;
};

/** The fields that a clerk rarely changes: status, amounts and days. */
export function MemberMore({ form, status, trouble, onChange }: Props) {
  const { sign } = useMoney();
  const sumWarning = sumOff(form, sign);
  const statuses = [...new Set(['unpaid', 'paid', status])];
  return (
    <details
      className={classes.more}
      open={
        Object.entries(trouble).some(([field, why]) => why !== undefined && field in moreFields) || undefined
      }
    >
      <summary>{billWords.moreFields}</summary>
      <div className={classes.pairs}>
        <Select
          label={billWords.status}
          data={statuses}
          value={form.status}
          error={trouble.status}
          allowDeselect={false}
          onChange={(next) => next && onChange({ status: next })}
        />
        {amountFields.map((field) => (
          <TextInput
            key={field}
            label={billWords[field]}
            value={form[field]}
            leftSection={sign}
            inputMode="decimal"
            maxLength={20}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={trouble[field]}
          />
        ))}
        {dayFields.map((field) => (
          <TextInput
            key={field}
            label={billWords[field]}
            value={form[field]}
            placeholder={billWords.dayHint}
            maxLength={40}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={trouble[field]}
          />
        ))}
      </div>
      <fieldset className={classes.heads}>
        <legend>{billWords.heads}</legend>
        {headsShown(form).map(({ n, head, amount }) => (
          <div key={n} className={classes.head}>
            <TextInput
              aria-label={billWords.head(n)}
              placeholder={billWords.head(n)}
              value={form[head]}
              attributes={ownDirection(form[head])}
              maxLength={longestText}
              onChange={(event) => onChange({ [head]: event.currentTarget.value })}
            />
            <TextInput
              aria-label={billWords.headAmount(n)}
              value={form[amount]}
              leftSection={sign}
              inputMode="decimal"
              maxLength={20}
              onChange={(event) => onChange({ [amount]: event.currentTarget.value })}
              error={trouble[amount]}
            />
          </div>
        ))}
        {sumWarning && (
          <p className={classes.off} role="status">
            {sumWarning}
          </p>
        )}
      </fieldset>
    </details>
  );
}

const moreFields: Record<string, true> = Object.fromEntries(
  ['status', ...amountFields, ...dayFields, ...headFields.map(({ amount }) => amount)].map((field) => [
    field,
    true,
  ]),
);
