import { CloseButton, Input, Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { monthNames } from '#shared/time/dates.ts';
import { groupWords } from '#shared/words/bills.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import classes from './group-panel.module.css';
import { type FormTrouble, type GroupForm, nameOfPeriod, years } from './rules.ts';

/** Notes that are shown beside the labels, such as a note that the value was read from the file. */
export type FieldMarks = Partial<Record<keyof GroupForm, string | undefined>> | undefined;

type Props = {
  form: GroupForm;
  onChange: (form: GroupForm) => void;
  trouble: FormTrouble;
  marks?: FieldMarks;
  note?: string | undefined;
};

/** The note is not a part of the label, because the accessible name of the field must stay exactly `Name`. */
function FieldWithMark({ mark, children }: { mark: string | undefined; children: ReactNode }) {
  return (
    <div className={classes.marked}>
      {children}
      {mark && <span className={classes.mark}>{mark}</span>}
    </div>
  );
}

function MonthField({ form, onChange, trouble }: Omit<Props, 'note' | 'marks'>) {
  const id = useId();
  return (
    <div className={classes.month}>
      <fieldset
        className={classes.months}
        aria-label={groupWords.month}
        aria-invalid={trouble.month !== undefined}
        aria-describedby={trouble.month && id}
      >
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
        {trouble.month && (
          <Input.Error id={id} className={classes.trouble}>
            {trouble.month}
          </Input.Error>
        )}
      </fieldset>
      {form.month !== null && (
        <CloseButton
          size="xs"
          aria-label={groupWords.clearMonth}
          title={groupWords.clearMonth}
          onClick={() => onChange({ ...form, month: null })}
        />
      )}
    </div>
  );
}

/** The fields of a billing. */
export function GroupFields({ form, onChange, trouble, marks = {}, note }: Props) {
  return (
    <>
      <FieldWithMark mark={marks.month}>
        <MonthField form={form} onChange={onChange} trouble={trouble} />
      </FieldWithMark>
      <FieldWithMark mark={marks.year}>
        <Select
          label={groupWords.year}
          data={years}
          value={form.year === null ? null : String(form.year)}
          onChange={(year) => onChange({ ...form, year: year === null ? null : Number(year) })}
          allowDeselect={false}
          clearable
          // Without these attributes the button cannot be reached by keyboard.
          clearButtonProps={{
            'aria-label': groupWords.clearYear,
            title: groupWords.clearYear,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          error={trouble.year}
          comboboxProps={{ withinPortal: true }}
        />
      </FieldWithMark>
      <FieldWithMark mark={marks.name}>
        <TextInput
          label={groupWords.name}
          placeholder={groupWords.nameHint(nameOfPeriod(form))}
          value={form.name}
          attributes={ownDirection(form.name)}
          maxLength={200}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
          error={trouble.name}
        />
      </FieldWithMark>
      <FieldWithMark mark={marks.description}>
        <Textarea
          label={groupWords.description}
          placeholder={groupWords.descriptionHint}
          value={form.description}
          attributes={ownDirection(form.description)}
          rows={3}
          maxLength={1000}
          onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
          error={trouble.description}
        />
      </FieldWithMark>
      {note && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
    </>
  );
}
