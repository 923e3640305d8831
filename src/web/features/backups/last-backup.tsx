import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useEffect, useRef } from 'react';
import type { BackupsAnswer } from '#shared/calls/backups.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { backupWords } from '#shared/words/installation.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { beginBackup } from './api.ts';
import classes from './backups.module.css';

type Props = { backups: BackupsAnswer };

/** The server makes the backup in the background. When the backup ends, a toast shows its result. */
function useMakeBackup({ isAtWork, tried }: BackupsAnswer) {
  const { isBusy, run } = useAction();
  const wasAtWork = useRef(isAtWork);
  useEffect(() => {
    if (wasAtWork.current && !isAtWork && tried) {
      if (tried.error) toastError(toasts.errorTitle, tried.error.text);
      else toastDone(backupWords.made);
    }
    wasAtWork.current = isAtWork;
  }, [isAtWork, tried]);
  return { isBusy: isBusy || isAtWork, make: () => void run(beginBackup) };
}

function Age({ backups: { lastAt, isOld } }: Props) {
  const { timeZone } = useSession();
  const Icon = isOld || lastAt === null ? IconAlertTriangle : IconCircleCheck;
  return (
    <p className={classes.age} data-old={isOld || lastAt === null || undefined}>
      <Icon size={20} stroke={1.8} aria-hidden />
      <span>
        <b>{lastAt === null ? backupWords.none : backupWords.lastAt(lastAt, timeZone, new Date())}</b>
        <small>{lastAt === null ? backupWords.noneText : backupWords.checked}</small>
      </span>
    </p>
  );
}

/** Shows the age of the last good backup and the result of the last attempt, and has a button to make a backup. */
export function LastBackup({ backups }: Props) {
  const { timeZone } = useSession();
  const { isBusy, make } = useMakeBackup(backups);
  const { tried, folder } = backups;
  return (
    <Part label={backupWords.last} title={backupWords.last}>
      <Age backups={backups} />
      {backups.isOff && <p className={classes.warning}>{backupWords.off}</p>}
      {tried?.error && (
        <p className={classes.warning} role="status">
          {backupWords.failed(formatInstant(tried.at, timeZone), tried.error.text)}
        </p>
      )}
      {tried?.damaged && (
        <p className={classes.warning} role="status">
          {tried.damaged}
        </p>
      )}
      <p className={classes.soft}>{backupWords.intro}</p>
      {folder !== '' && <p className={classes.soft}>{backupWords.place(folder)}</p>}
      {backups.mayChange ? (
        <div className={classes.line}>
          <Button loading={isBusy} onClick={make}>
            {backupWords.make}
          </Button>
          <span role="status" className={classes.soft}>
            {isBusy && backupWords.making}
          </span>
        </div>
      ) : (
        <p className={classes.soft}>{backupWords.operatorMakes}</p>
      )}
    </Part>
  );
}
