import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NewBill } from '#shared/calls/bills.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { dayIn, fullMonthNames, monthNames } from '#shared/dates.ts';
import { commonWords, groupWords } from '#shared/words/screen.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useSession } from '../../lib/session.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { addGroup, updateGroup } from './api.ts';
import classes from './group-panel.module.css';
import { askAndRemoveGroup } from './remove-group.ts';
import { emptyForm, type GroupForm, isGroupComplete, years } from './rules.ts';

type Props = {
  /** Absent: a new billing is made. */
  group?: GroupSummary | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
  onRemoved: () => void;
  /** The field that reads a sheet, and the bills it has read. */
  sheetField: ReactNode;
  contacts: NewBill[];
};

type FieldsProps = { form: GroupForm; onChange: (form: GroupForm) => void; isTried: boolean };

function MonthField({ form, onChange }: FieldsProps) {
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

function Fields(props: FieldsProps) {
  const { form, onChange, isTried } = props;
  const example = `${fullMonthNames[form.month - 1]} ${form.year}`;
  return (
    <>
      <MonthField {...props} />
      <Select
        label={groupWords.year}
        data={years}
        value={String(form.year)}
        onChange={(year) => year && onChange({ ...form, year: Number(year) })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <TextInput
        label={groupWords.name}
        placeholder={groupWords.nameHint(example)}
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

/** Makes a billing from a sheet, or changes one. */
export function GroupPanel({ group, onClose, onSaved, onRemoved, sheetField, contacts }: Props) {
  const { cId, rights, timeZone } = useSession();
  const [form, setForm] = useState<GroupForm>(() => group ?? emptyForm(dayIn(timeZone, new Date())));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    setTried(true);
    if (!isGroupComplete(form, !group, contacts.length)) {
      return toastError(toasts.errorTitle, toasts.errors.details);
    }
    const details = {
      name: form.name.trim(),
      month: form.month,
      year: form.year,
      description: form.description.trim(),
    };
    setBusy(true);
    try {
      const id = group ? group.id : await addGroup(details, cId, contacts);
      if (group) await updateGroup(id, details);
      toastDone(group ? toasts.done.groupUpdated : toasts.done.groupAdded);
      onSaved(id);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  const footer = (
    <>
      {group && rights.delete && (
        <Button
          variant="default"
          mr="auto"
          c="var(--q-unpaid)"
          onClick={() => void askAndRemoveGroup(group.id, onRemoved)}
          disabled={isBusy}
        >
          {groupWords.remove}
        </Button>
      )}
      <Button onClick={() => void save()} loading={isBusy} disabled={group ? !rights.edit : !rights.add}>
        {commonWords.save}
      </Button>
    </>
  );
  return (
    <Panel title={groupWords.panel} closeLabel={commonWords.close} onClose={onClose} footer={footer}>
      <Fields form={form} onChange={setForm} isTried={isTried} />
      {!group && sheetField}
    </Panel>
  );
}
