import { Select, Textarea, TextInput } from '@mantine/core';
import { monthNames } from '#shared/dates.ts';
import { groupWords } from '#shared/words/screen.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import classes from './group-panel.module.css';
import { type GroupForm, nameOfPeriod, years } from './rules.ts';

type Props = {
  form: GroupForm;
  onChange: (form: GroupForm) => void;
  /** A save was tried: what is missing says so. */
  isTried: boolean;
  note?: string | undefined;
};

function MonthField({ form, onChange }: Pick<Props, 'form' | 'onChange'>) {
  return (
    <fieldset className={classes.months} aria-label={groupWords.month}>
      <legend>{groupWords.month}</legend>
      {monthNames.map((name, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={form.month === index + 1}
          onClick={() => onChange({ ...form, month: index + 1 })}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The fields of a billing. */
export function GroupFields({ form, onChange, isTried, note }: Props) {
  return (
    <>
      <MonthField form={form} onChange={onChange} />
      <Select
        label={groupWords.year}
        data={years}
        value={String(form.year)}
        onChange={(year) => year && onChange({ ...form, year: Number(year) })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      {note && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
      <TextInput
        label={groupWords.name}
        placeholder={groupWords.nameHint(nameOfPeriod(form))}
        value={form.name}
        attributes={ownDirection(form.name)}
        maxLength={200}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        error={isTried && form.name.trim() === '' && fieldMessages.name}
      />
      <Textarea
        label={groupWords.description}
        placeholder={groupWords.descriptionHint}
        value={form.description}
        attributes={ownDirection(form.description)}
        rows={3}
        maxLength={1000}
        onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
        error={isTried && form.description.trim() === '' && fieldMessages.description}
      />
    </>
  );
}
