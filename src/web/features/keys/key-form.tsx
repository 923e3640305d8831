import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeyRights } from '#shared/calls/keys.ts';
import { keyCallsPerMinute, longestKeyName, mostKeyCallsPerMinute } from '#shared/limits.ts';
import { keyRightNames } from '#shared/people/rights.ts';
import { apiKeyWords, rightWords } from '#shared/words/people.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { useRights } from '../../lib/session.ts';
import { atFields, textIn, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { Part } from '../../ui/part.tsx';
import { makeKey } from './api.ts';
import classes from './keys.module.css';

const onlyView: KeyRights = { view: true, add: false, edit: false, delete: false, outbox: false };

type RightsProps = { rights: KeyRights; error: string | undefined; onChange: (rights: KeyRights) => void };

/** The rights of the new key. Users can give a key only the rights that they have themselves. */
function KeyRightsFields({ rights, error, onChange }: RightsProps) {
  const held = useRights();
  return (
    <fieldset className={classes.choice}>
      <legend>{apiKeyWords.rights}</legend>
      <p>{apiKeyWords.rightsHint}</p>
      <SimpleGrid cols={{ base: 2, sm: 3 }} verticalSpacing="sm">
        {keyRightNames.map((right) => (
          <Checkbox
            key={right}
            label={rightWords[right].name}
            description={held[right] ? rightWords[right].hint : apiKeyWords.notYours}
            checked={rights[right]}
            disabled={!held[right]}
            onChange={(event) => onChange({ ...rights, [right]: event.currentTarget.checked })}
          />
        ))}
      </SimpleGrid>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

type Props = {
  onTouched: (isTouched: boolean) => void;
  onMade: (made: { name: string; key: string }) => void;
  onCancel: () => void;
};

/** The form for a new key: its name, its rights and its expiry. */
export function KeyForm({ onTouched, onMade, onCancel }: Props) {
  const [rights, setRights] = useState(onlyView);
  const [isTouched, setTouched] = useState(false);
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  useTouched(isTouched, onTouched);
  const submit = runForm(async (form) => {
    const name = textIn(form, 'name').trim();
    const days = Number(textIn(form, 'days')) || null;
    onMade({
      name,
      key: await makeKey({ name, rights, days, perMinute: Number(textIn(form, 'perMinute')) }),
    });
  });
  const foot = <SaveButtons isTouched isBusy={isBusy} onDiscard={onCancel} label={apiKeyWords.make} />;
  return (
    <Part label={apiKeyWords.newTitle} title={apiKeyWords.newTitle} foot={foot} onSubmit={submit}>
      <TextInput
        name="name"
        label={apiKeyWords.name}
        description={apiKeyWords.nameHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={longestKeyName}
        autoComplete="off"
        autoFocus
        required
        withAsterisk={false}
        error={issues.name}
        onChange={() => setTouched(true)}
      />
      <KeyRightsFields
        rights={rights}
        error={issues.rights}
        onChange={(next) => {
          setRights(next);
          setTouched(true);
        }}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'start' }}>
        <NativeSelect
          name="days"
          label={apiKeyWords.lasts}
          data={apiKeyWords.lastsChoices.map(({ days, name }) => ({
            value: String(days ?? ''),
            label: name,
          }))}
          defaultValue="365"
          error={issues.days}
        />
        <TextInput
          name="perMinute"
          label={apiKeyWords.perMinute}
          description={apiKeyWords.perMinuteHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="number"
          min={1}
          max={mostKeyCallsPerMinute}
          required
          withAsterisk={false}
          defaultValue={keyCallsPerMinute}
          error={issues.perMinute}
        />
      </SimpleGrid>
    </Part>
  );
}
