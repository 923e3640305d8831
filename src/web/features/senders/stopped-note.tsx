import { Button } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import { useState } from 'react';
import type { SenderAnswer } from '#shared/calls/senders.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { resumeSender } from './api.ts';
import classes from './pace.module.css';

/** Says that sending has stopped, since when and why. A button resumes it. */
export function StoppedNote({ stopped }: { stopped: NonNullable<SenderAnswer['stopped']> }) {
  const { timeZone, rights } = useSession();
  const [isBusy, setBusy] = useState(false);
  const resume = async (): Promise<void> => {
    setBusy(true);
    try {
      await resumeSender();
      toastDone(senderWords.resumed);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <div className={classes.stopped} role="status">
      <IconPlayerPause size={20} stroke={1.6} aria-hidden />
      <div>
        <b>{senderWords.stopped(formatInstant(stopped.at, timeZone), stopped.reason)}</b>
        <p>{senderWords.stoppedText}</p>
      </div>
      {rights.outbox && (
        <Button variant="default" size="xs" loading={isBusy} onClick={() => void resume()}>
          {senderWords.resume}
        </Button>
      )}
    </div>
  );
}
