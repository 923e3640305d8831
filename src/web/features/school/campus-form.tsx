import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CampusDetails } from '#shared/calls/campuses.ts';
import { listCountries } from '#shared/countries.ts';
import { listTimeZones } from '#shared/time-zones.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './school.module.css';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = listCountries()
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label));
const zones = listTimeZones();

const isSame = (one: CampusDetails, other: CampusDetails): boolean =>
  one.name.trim() === other.name && one.country === other.country && one.timeZone === other.timeZone;

type Props = {
  title: string;
  before: CampusDetails;
  onSave: (campus: CampusDetails) => Promise<void>;
  onTouched: (isTouched: boolean) => void;
  /** Where it is left without being saved, as a campus that is being added. */
  onCancel?: () => void;
};

/** A campus: what it is called, and where it lies. */
export function CampusForm({ title, before, onSave, onTouched, onCancel }: Props) {
  const [draft, setDraft] = useState<CampusDetails | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const form = draft ?? before;
  const isTouched = draft !== null && !isSame(draft, before);
  const issues = troubleByField(trouble);
  useTouched(isTouched, onTouched);
  const discard = (): void => {
    setDraft(null);
    setTrouble(null);
    onCancel?.();
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!isTouched || isBusy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await onSave({ ...form, name: form.name.trim() });
      setDraft(null);
    } catch (error) {
      setTrouble(error);
      if (Object.keys(troubleByField(error)).length === 0) toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <form className={classes.campus} aria-label={title} onSubmit={(event) => void submit(event)}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <div className={classes.fields}>
        <TextInput
          label={schoolWords.campusName}
          value={form.name}
          maxLength={120}
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          error={issues.name}
          required
          withAsterisk={false}
          onChange={(event) => setDraft({ ...form, name: event.currentTarget.value })}
        />
        <Select
          label={schoolWords.country}
          description={schoolWords.countryHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={countries}
          value={form.country}
          error={issues.country}
          searchable
          allowDeselect={false}
          nothingFoundMessage={schoolWords.nothingFound}
          onChange={(country) => country && setDraft({ ...form, country })}
        />
        <Select
          label={schoolWords.timeZone}
          description={schoolWords.timeZoneHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={zones.includes(form.timeZone) ? zones : [form.timeZone, ...zones]}
          value={form.timeZone}
          error={issues.timeZone}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={schoolWords.nothingFound}
          onChange={(timeZone) => timeZone && setDraft({ ...form, timeZone })}
        />
      </div>
      {(isTouched || onCancel) && (
        <div className={classes.foot}>
          <Button variant="default" onClick={discard} disabled={isBusy}>
            {settingsWords.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isTouched}>
            {settingsWords.save}
          </Button>
        </div>
      )}
    </form>
  );
}
