import { Button } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import type { SenderAnswer } from '#shared/calls/senders.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastDone } from '../../ui/toast.ts';
import { resumeSender } from './api.ts';
import classes from './pace.module.css';

/** Says that sending has stopped, since when and why. A button resumes it. */
export function StoppedNote({ stopped }: { stopped: NonNullable<SenderAnswer['stopped']> }) {
  const { timeZone, rights } = useSession();
  const { isBusy, run } = useAction();
  const resume = (): void =>
    void run(async () => {
      await resumeSender();
      toastDone(senderWords.resumed);
    });
  return (
    <div className={classes.stopped} role="status">
      <IconPlayerPause size={20} stroke={1.6} aria-hidden />
      <div>
        <b>{senderWords.stopped(formatInstant(stopped.at, timeZone), stopped.reason)}</b>
        <p>{senderWords.stoppedText}</p>
      </div>
      {rights.outbox && (
        <Button variant="default" size="xs" loading={isBusy} onClick={resume}>
          {senderWords.resume}
        </Button>
      )}
    </div>
  );
}
