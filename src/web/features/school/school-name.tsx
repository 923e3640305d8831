import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { renameSchool } from './api.ts';

type Props = { name: string; mayChange: boolean; onTouched: (isTouched: boolean) => void };

export function SchoolName({ name, mayChange, onTouched }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const isTouched = draft !== null && draft.trim() !== name;
  useTouched(isTouched, onTouched);
  const submit = runForm(async () => {
    await renameSchool((draft ?? name).trim());
    setDraft(null);
    toastDone(settingsWords.saved);
  });
  return (
    <Part
      label={schoolWords.school}
      foot={isTouched && <SaveButtons isTouched isBusy={isBusy} onDiscard={() => setDraft(null)} />}
      onSubmit={submit}
    >
      <TextInput
        label={schoolWords.name}
        description={mayChange ? undefined : schoolWords.onlyOwners}
        value={draft ?? name}
        maxLength={120}
        autoComplete="organization"
        error={issues.name}
        disabled={!mayChange}
        required
        withAsterisk={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </Part>
  );
}
