import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CampusDetails } from '#shared/calls/campuses.ts';
import { listCountries } from '#shared/countries.ts';
import { listTimeZones } from '#shared/time-zones.ts';
import { schoolWords } from '#shared/words/settings.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { usePicture } from '../../lib/use-picture.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { AvatarField } from '../../ui/avatar-field.tsx';
import { PartFoot } from '../../ui/part.tsx';
import classes from './school.module.css';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = listCountries()
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label));
const zones = listTimeZones();

const fields = ['country', 'timeZone', 'currency', 'logo'] as const;
const isSame = (one: CampusDetails, other: CampusDetails): boolean =>
  one.name.trim() === other.name && fields.every((field) => one[field] === other[field]);

type Props = {
  /** Set for an existing campus, which stores its logo among its own files. */
  id?: number;
  title: string;
  before: CampusDetails;
  onSave: (campus: CampusDetails) => Promise<void>;
  onTouched: (isTouched: boolean) => void;
  /** Leaves without saving, for a campus being added. */
  onCancel?: () => void;
};

/** The form of a campus: its name and location. */
export function CampusForm({ id, title, before, onSave, onTouched, onCancel }: Props) {
  const [draft, setDraft] = useState<CampusDetails | null>(null);
  const { issues, isBusy, saveForm, forget } = useSaving();
  const form = draft ?? before;
  const isTouched = draft !== null && !isSame(draft, before);
  useTouched(isTouched, onTouched);
  const discard = (): void => {
    setDraft(null);
    forget();
    onCancel?.();
  };
  const picture = usePicture((logo) => setDraft((now) => ({ ...(now ?? before), logo })), id);
  const submit = saveForm(async () => {
    await onSave({ ...form, name: form.name.trim(), currency: form.currency?.trim() });
    setDraft(null);
  });
  return (
    <form className={classes.campus} aria-label={title} onSubmit={submit}>
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
        <TextInput
          label={schoolWords.currency}
          description={schoolWords.currencyHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.currency ?? ''}
          maxLength={8}
          autoComplete="off"
          error={issues.currency}
          required
          withAsterisk={false}
          onChange={(event) => setDraft({ ...form, currency: event.currentTarget.value })}
        />
        {id !== undefined && (
          <AvatarField
            words={schoolWords.logo}
            name={form.name}
            url={form.logo ?? null}
            isLoading={picture.isLoading}
            trouble={picture.trouble ?? issues.logo ?? null}
            onFile={picture.upload}
            onRemove={() => setDraft({ ...form, logo: null })}
          />
        )}
      </div>
      {(isTouched || onCancel) && (
        <PartFoot>
          <SaveButtons isTouched={isTouched} isBusy={isBusy} onDiscard={discard} />
        </PartFoot>
      )}
    </form>
  );
}
