import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '#shared/time/dates.ts';
import { closingWords } from '#shared/words/settings.ts';
import { DayField } from '../../lib/day-field.tsx';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { useSession } from '../../lib/session.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { closeBooks } from './api.ts';

/** The day until which the books of the campus are closed. An owner moves it, with a reason. */
export function ClosingPart() {
  const { closedUntil } = useSession();
  const [draft, setDraft] = useState<string | null>();
  const [reason, setReason] = useState('');
  const { issues, isBusy, runForm, clearError } = useAction({ showError: atFields });
  const day = draft === undefined ? closedUntil : draft;
  const isTouched = day !== closedUntil;
  const clear = (): void => {
    setDraft(undefined);
    setReason('');
    clearError();
  };
  const submit = runForm(async () => {
    await closeBooks({ closedUntil: day, reason });
    toastDone(day === null ? closingWords.opened : closingWords.saved(formatDay(day)));
    clear();
  });
  return (
    <Part
      label={closingWords.title}
      title={closingWords.title}
      hint={closingWords.hint}
      foot={
        isTouched && (
          <SaveButtons
            isTouched={reason.trim() !== ''}
            isBusy={isBusy}
            label={
              day === null || (closedUntil !== null && day < closedUntil)
                ? closingWords.open
                : closingWords.close
            }
            onDiscard={clear}
          />
        )
      }
      onSubmit={submit}
    >
      <Stack maw={420}>
        <DayField
          label={closingWords.until}
          description={closingWords.untilHint}
          day={day ?? undefined}
          onDay={(to) => setDraft(to ?? null)}
        />
        {issues.closedUntil !== undefined && <Text role="alert">{issues.closedUntil}</Text>}
        {isTouched && (
          <TextInput
            label={closingWords.reason}
            required
            maxLength={300}
            autoComplete="off"
            value={reason}
            error={issues.reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Stack>
    </Part>
  );
}
