import { Select, TextInput } from '@mantine/core';
import { billWords } from '#shared/words/screen.ts';
import { amountFields, dayFields, type FormTrouble, type MemberForm } from './member-form.ts';
import classes from './member-panel.module.css';

type Props = {
  form: MemberForm;
  /** The status as it was, which may be a word of the school's own. */
  status: string;
  trouble: FormTrouble;
  onChange: (part: Partial<MemberForm>) => void;
};

/** What is seldom changed by hand: status, amounts and days. */
export function MemberMore({ form, status, trouble, onChange }: Props) {
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
            leftSection="Rs."
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
    </details>
  );
}

const moreFields: Record<string, true> = Object.fromEntries(
  ['status', ...amountFields, ...dayFields].map((field) => [field, true]),
);
