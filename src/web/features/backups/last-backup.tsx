import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useEffect, useRef, useState } from 'react';
import type { BackupsAnswer } from '#shared/calls/backups.ts';
import { formatInstant } from '#shared/dates.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { backupWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { beginBackup } from './api.ts';
import classes from './backups.module.css';

type Props = { backups: BackupsAnswer };

/** A backup continues after the press. Its result is reported when it ends. */
function useMaking({ isAtWork, tried }: BackupsAnswer) {
  const [isAsked, setAsked] = useState(false);
  const was = useRef(isAtWork);
  useEffect(() => {
    if (was.current && !isAtWork && tried) {
      if (tried.trouble) toastError(toasts.errorTitle, tried.trouble.text);
      else toastDone(backupWords.made);
    }
    was.current = isAtWork;
  }, [isAtWork, tried]);
  const make = async (): Promise<void> => {
    setAsked(true);
    try {
      await beginBackup();
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setAsked(false);
  };
  return { isBusy: isAsked || isAtWork, make };
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

/** The age of the last good backup, the result of the last attempt, and a button for a new one. */
export function LastBackup({ backups }: Props) {
  const { timeZone } = useSession();
  const { isBusy, make } = useMaking(backups);
  const { tried, folder } = backups;
  return (
    <section className={classes.part} aria-label={backupWords.last}>
      <h2>{backupWords.last}</h2>
      <Age backups={backups} />
      {backups.isOff && <p className={classes.warning}>{backupWords.off}</p>}
      {tried?.trouble && (
        <p className={classes.warning} role="status">
          {backupWords.failed(formatInstant(tried.at, timeZone), tried.trouble.text)}
        </p>
      )}
      {tried?.damaged && (
        <p className={classes.warning} role="status">
          {tried.damaged}
        </p>
      )}
      {folder !== '' && <p className={classes.soft}>{backupWords.place(folder)}</p>}
      {backups.mayChange ? (
        <div className={classes.line}>
          <Button loading={isBusy} onClick={() => void make()}>
            {backupWords.make}
          </Button>
          <span role="status" className={classes.soft}>
            {isBusy && backupWords.making}
          </span>
        </div>
      ) : (
        <p className={classes.soft}>{backupWords.operatorMakes}</p>
      )}
    </section>
  );
}
