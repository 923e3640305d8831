import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Connection } from '#shared/calls/connection.ts';
import { changeWay, connectWords, wayWords } from '#shared/words/whatsapp-number.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { toastFailure } from '../../lib/toast-failure.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { callsWebhook, connect, phoneQuery } from './api.ts';
import classes from './connection.module.css';
import { Findings } from './findings.tsx';
import { LinkedPhone } from './linked-phone.tsx';
import { Webhook } from './webhook.tsx';

async function disconnect(waiting: number): Promise<void> {
  const { title, confirm: yes } = changeWay;
  const text = [waiting > 0 && changeWay.waiting(waiting), changeWay.forgotten].filter(Boolean).join(' ');
  if (!(await confirm({ title, text, confirm: yes, cancel: connectWords.cancel }))) return;
  try {
    await connect({ way: 'demo' });
    toastDone(connectWords.disconnected);
  } catch (error) {
    toastFailure(error);
  }
}

export type ConnectedProps = {
  connection: Connection;
  /** The number of messages in the outbox. */
  waiting: number;
  /** A button that sends a test message to the user's own number. Empty if the user has no right to send. */
  trial: ReactNode;
  onChange: () => void;
};

function Head({ connection, waiting, onChange }: Omit<ConnectedProps, 'trial'>) {
  const { way } = connection;
  return (
    <header className={classes.head}>
      <h2>{wayWords[way].name}</h2>
      <Button variant={way === 'demo' ? 'filled' : 'default'} size="xs" onClick={onChange}>
        {way === 'demo' ? connectWords.open : connectWords.change}
      </Button>
      {callsWebhook(way) && (
        <Button variant="subtle" size="xs" onClick={() => void disconnect(waiting)}>
          {connectWords.disconnect}
        </Button>
      )}
    </header>
  );
}

/** Shows the connection of the campus, the results of its test, and the remaining steps. */
export function Connected({ trial, ...props }: ConnectedProps) {
  const { connection } = props;
  const { way, notes } = connection;
  const phone = useQuery({ ...phoneQuery, enabled: way === 'waha' });
  const hint = connectWords.trialHint[way];
  return (
    <section className={classes.part} aria-label={connectWords.title}>
      <Head {...props} />
      {notes.map((note) => (
        <p key={note} className={classes.warning}>
          {note}
        </p>
      ))}
      {way === 'assisted' && <p className={classes.hint}>{connectWords.assisted}</p>}
      {way === 'waha' && (
        <Loaded query={phone}>
          {(phone) => <LinkedPhone phone={phone} isCalled={connection.webhook.lastAt !== null} />}
        </Loaded>
      )}
      {callsWebhook(way) && <Findings connection={connection} phone={phone.data?.state} />}
      {way === 'cloud' && <Webhook webhook={connection.webhook} />}
      {callsWebhook(way) && trial && (
        <div className={classes.trial}>
          <h3>{connectWords.trial}</h3>
          <p>{hint}</p>
          {trial}
        </div>
      )}
    </section>
  );
}
