import { Button } from '@mantine/core';
import type { LinkedSession } from '#shared/calls/connection.ts';
import { connectWords, unlinkPhone } from '#shared/words/whatsapp-number.ts';
import { useAction } from '../../lib/use-action.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { endPhone, startPhone } from './api.ts';
import classes from './connection.module.css';

const mayUnlink = async (): Promise<boolean> => confirm({ ...unlinkPhone, cancel: connectWords.cancel });

type Props = {
  phone: LinkedSession;
  /** Whether the gateway has called our webhook. */
  isCalled: boolean;
};

/** Shows the state of the phone through which a gateway sends, or the QR code to link a phone. */
export function LinkedPhone({ phone, isCalled }: Props) {
  const { isBusy, run } = useAction();
  const { state, qr, reason } = phone;
  const unlink = async (): Promise<void> => {
    if (!(await mayUnlink())) return;
    await endPhone();
    toastDone(connectWords.unlinked);
  };
  const isStarted = state !== 'off' && state !== 'failed';
  const isStuck = state === 'starting' && reason !== '';
  return (
    <section className={classes.phone} aria-label={connectWords.phone}>
      <h3>{connectWords.phone}</h3>
      <p role="status">{reason || connectWords.phoneStates[state]}</p>
      {state === 'scan' && qr !== '' && (
        <>
          <p>{connectWords.phoneHow}</p>
          <img className={classes.qr} src={qr} alt={connectWords.qr} width={264} height={264} />
        </>
      )}
      <div className={classes.line}>
        {!isStarted && (
          <Button size="xs" loading={isBusy} onClick={() => void run(startPhone)}>
            {connectWords.link}
          </Button>
        )}
        {isStuck && (
          <Button size="xs" loading={isBusy} onClick={() => void run(startPhone)}>
            {connectWords.startAgain}
          </Button>
        )}
        {state === 'working' && !isCalled && (
          <Button variant="default" size="xs" loading={isBusy} onClick={() => void run(startPhone)}>
            {connectWords.tellAgain}
          </Button>
        )}
        {isStarted && (
          <Button variant="default" size="xs" loading={isBusy} onClick={() => void run(unlink)}>
            {connectWords.unlink}
          </Button>
        )}
      </div>
    </section>
  );
}
