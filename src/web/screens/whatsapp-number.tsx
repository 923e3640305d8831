import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { leavePace, senderWords } from '#shared/words/senders.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { senderQuery } from '../features/senders/api.ts';
import { PaceForm } from '../features/senders/pace-form.tsx';
import { StoppedNote } from '../features/senders/stopped-note.tsx';
import { useSession } from '../lib/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useKeptWork } from './use-kept-work.ts';
import classes from './whatsapp-number.module.css';

/** How the campus sends: with what, how fast, and when not. */
export function WhatsAppNumber() {
  const { cId, rights } = useSession();
  const query = useQuery(senderQuery);
  const [isTouched, setTouched] = useState(false);
  useKeptWork(isTouched, leavePace);
  usePageTitle(`${commonWords.whatsAppNumber} · ${commonWords.product}`);
  return (
    <main className={classes.page}>
      <header>
        <h1>{commonWords.whatsAppNumber}</h1>
        {query.data && (
          <p>
            {senderWords.provider} {query.data.provider === 'demo' ? senderWords.demo : senderWords.whatsApp}
            {!rights.admin && ` · ${senderWords.readOnly}`}
          </p>
        )}
      </header>
      <DemoNote link={<Link to="/demo-phone">{senderWords.toDemo}</Link>} />
      <Loaded query={query} waiting={<Skeleton height={320} radius="lg" />}>
        {(sender) => (
          <>
            {sender.stopped && <StoppedNote stopped={sender.stopped} />}
            <PaceForm key={cId} sender={sender} onTouched={setTouched} />
          </>
        )}
      </Loaded>
    </main>
  );
}
