import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CampusDetails } from '#shared/calls/campuses.ts';
import { listCountries } from '#shared/people/countries.ts';
import { listTimeZones } from '#shared/time/time-zones.ts';
import { schoolWords } from '#shared/words/settings.ts';
import { mergedForm } from '../../lib/merged-form.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { usePicture } from '../../lib/use-picture.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { AvatarField } from '../../ui/avatar-field.tsx';
import { PartFoot } from '../../ui/part.tsx';
import { readCampus } from './api.ts';
import classes from './school.module.css';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = listCountries()
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label));
const zones = listTimeZones();

const fields = ['country', 'timeZone', 'currency', 'logo'] as const;
const isSame = (one: CampusDetails, other: CampusDetails): boolean =>
  one.name.trim() === other.name && fields.every((field) => one[field] === other[field]);

/** Only an existing campus has a `version`. */
type Draft = CampusDetails & { version?: string | undefined };

type Props = {
  /** The id of an existing campus. A new campus has no id, so it cannot store a logo yet. */
  id?: number;
  title: string;
  before: Draft;
  onSave: (campus: Draft) => Promise<void>;
  onTouched: (isTouched: boolean) => void;
  /** Closes the form of a new campus without saving. */
  onCancel?: () => void;
};

/** The form of a campus: its name, country, time zone, currency and logo. */
export function CampusForm({ id, title, before: now, onSave, onTouched, onCancel }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null);
  // The form keeps the campus as it was before the first change. A colleague's change must not replace what the user
  // has entered.
  const [opened, setOpened] = useState(now);
  const before = draft ? opened : now;
  const onStale = async (): Promise<void> => {
    const found = id === undefined ? undefined : await readCampus(id);
    if (!found) return;
    const { id: _id, ...newer } = found;
    setDraft((draft) => draft && mergedForm<Draft>(draft, before, newer));
    setOpened(newer);
  };
  const { issues, isBusy, runForm, clearError } = useAction({ onStale, showError: atFields });
  const form = draft ?? before;
  const change = (next: Partial<Draft>): void => {
    if (!draft) setOpened(now);
    setDraft((draft) => ({ ...(draft ?? now), ...next }));
  };
  const isTouched = draft !== null && !isSame(draft, before);
  useTouched(isTouched, onTouched);
  const discard = (): void => {
    setDraft(null);
    clearError();
    onCancel?.();
  };
  const picture = usePicture((logo) => change({ logo }), id);
  const submit = runForm(async () => {
    await onSave({ ...form, name: form.name.trim(), currency: form.currency?.trim() });
    setDraft(null);
  });
  return (
    <form className={classes.campus} aria-label={title} onSubmit={submit}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'start' }}>
        <TextInput
          label={schoolWords.campusName}
          value={form.name}
          maxLength={120}
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          error={issues.name}
          required
          withAsterisk={false}
          onChange={(event) => change({ name: event.currentTarget.value })}
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
          onChange={(country) => country && change({ country })}
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
          onChange={(timeZone) => timeZone && change({ timeZone })}
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
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
        {id !== undefined && (
          <AvatarField
            words={schoolWords.logo}
            name={form.name}
            url={form.logo ?? null}
            isLoading={picture.isLoading}
            error={picture.error ?? issues.logo ?? null}
            onFile={picture.upload}
            onRemove={() => change({ logo: null })}
          />
        )}
      </SimpleGrid>
      {(isTouched || onCancel) && (
        <PartFoot>
          <SaveButtons isTouched={isTouched} isBusy={isBusy} onDiscard={discard} />
        </PartFoot>
      )}
    </form>
  );
}
