import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { installationWords } from '#shared/words/installation.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { changeInstallation } from './api.ts';
import classes from './installation.module.css';

/** The setting for the port. The server tests the port before it saves the setting. */
export function PortPart({ installation: { port } }: { installation: InstallationAnswer }) {
  const [draft, setDraft] = useState<string | null>(null);
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const isTouched = draft !== null && draft.trim() !== String(port.next);
  const submit = runForm(async () => {
    await changeInstallation({ port: Number(draft ?? port.next) });
    setDraft(null);
    toastDone(installationWords.saved);
  });
  return (
    <Part
      label={installationWords.port}
      title={installationWords.port}
      hint={port.isFixed ? installationWords.portFixed : installationWords.portHint}
      foot={isTouched && <SaveButtons isTouched isBusy={isBusy} onDiscard={() => setDraft(null)} />}
      onSubmit={submit}
    >
      <TextInput
        aria-label={installationWords.port}
        className={classes.port}
        value={draft ?? String(port.next)}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        error={issues.port}
        disabled={port.isFixed}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </Part>
  );
}
