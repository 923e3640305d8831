import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { BackupsAnswer } from '#shared/calls/backups.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { backupWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { inForm, useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { setSecondFolder } from './api.ts';
import classes from './backups.module.css';

type Second = BackupsAnswer['second'];
type Tested = AnswerOf<'PUT /Backups/Folder'>;

/** Shows when the last backup was copied to the second folder, and the last error. */
function State({ second }: { second: NonNullable<Second> }) {
  const { timeZone } = useSession();
  const { lastAt, error: trouble } = second;
  return (
    <>
      {trouble && (
        <p className={classes.warning} role="status">
          {backupWords.secondFailed(trouble.text)}
        </p>
      )}
      <p className={classes.soft}>
        {lastAt === null ? backupWords.secondNever : backupWords.secondAt(formatInstant(lastAt, timeZone))}
      </p>
    </>
  );
}

function useSecondFolder(second: Second) {
  const [typed, setTyped] = useState<string | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const { isBusy, problem, run } = useAction({ showError: inForm });
  const folder = typed ?? second?.folder ?? '';
  const save = (next: string): void =>
    void run(async () => {
      setTested(null);
      const answer = await setSecondFolder(next);
      setTyped(null);
      if (answer.folder === '') toastDone(backupWords.removed);
      else setTested(answer);
    });
  return { folder, setTyped, tested, problem, isBusy, save };
}

/** The server tests the folder by writing to it before it saves the setting. */
function FolderForm({ second }: { second: Second }) {
  const { folder, setTyped, tested, problem, isBusy, save } = useSecondFolder(second);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (folder.trim() !== '') save(folder);
      }}
    >
      <TextInput
        label={backupWords.secondField}
        description={backupWords.secondHint}
        value={folder}
        error={problem}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.line}>
        <Button type="submit" variant="default" loading={isBusy} disabled={folder.trim() === ''}>
          {backupWords.test}
        </Button>
        {second && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => save('')}>
            {backupWords.remove}
          </Button>
        )}
      </div>
      <div role="status">
        {tested && tested.free !== null && <p className={classes.good}>{backupWords.tested(tested.free)}</p>}
        {tested?.isSameDisk && <p className={classes.warning}>{backupWords.sameDisk}</p>}
      </div>
    </form>
  );
}

/** The setting for a second folder, to which the server copies each backup. */
export function SecondFolder({ backups: { second, mayChange } }: { backups: BackupsAnswer }) {
  return (
    <Part label={backupWords.second} title={backupWords.second}>
      <p className={classes.soft}>{mayChange ? backupWords.secondText : backupWords.operatorNames}</p>
      {second && <State second={second} />}
      {mayChange && <FolderForm second={second} />}
    </Part>
  );
}
