import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Way } from '#shared/calls/connection.ts';
import { maySend } from '#shared/people/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import {
  connectWords,
  leaveConnecting,
  leavePace,
  senderWords,
  wayWords,
} from '#shared/words/whatsapp-number.ts';
import { ConnectionPart } from '../features/connection/connection-part.tsx';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { TestButton } from '../features/messages/test-button.tsx';
import { pendingQuery } from '../features/outbox/api.ts';
import { PaceForm } from '../features/senders/pace-form.tsx';
import { StoppedNote } from '../features/senders/stopped-note.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { senderQuery } from '../lib/sender.ts';
import { useSession } from '../lib/session.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { SettingsParts } from './settings-parts.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import classes from './whatsapp-number.module.css';

/** The campus's connection to WhatsApp, its pace and its quiet hours. */
export function WhatsAppNumber() {
  const { cId, rights } = useSession();
  const query = useQuery(senderQuery);
  const { data: outbox } = useQuery(pendingQuery);
  const [isPaceTouched, setPaceTouched] = useState(false);
  const [isConnecting, setConnecting] = useState(false);
  const [isConnectTouched, setConnectTouched] = useState(false);
  useLeaveGuard(isPaceTouched || isConnectTouched, isConnectTouched ? leaveConnecting : leavePace);
  usePageTitle(`${commonWords.whatsAppNumber} · ${commonWords.product}`);
  const trial = maySend(rights) && <TestButton message={connectWords.trialText} media="" />;
  return (
    <main className={classes.page}>
      <header>
        <h1>{commonWords.whatsAppNumber}</h1>
        {query.data && (
          <p>
            {senderWords.provider} {wayWords[query.data.provider as Way]?.says ?? query.data.provider}
            {[query.data.number, query.data.name].filter(Boolean).map((text) => ` · ${text}`)}
            {!rights.admin && ` · ${senderWords.readOnly}`}
          </p>
        )}
      </header>
      <SettingsParts open="number" rights={rights} />
      <DemoNote link={<Link to="/demo-phone">{senderWords.toDemo}</Link>} />
      <Loaded query={query} waiting={<Skeleton height={320} radius="lg" />}>
        {(sender) => (
          <>
            {sender.stopped && <StoppedNote stopped={sender.stopped} />}
            {rights.admin && (
              <ConnectionPart
                key={cId}
                isOpen={isConnecting}
                onOpen={setConnecting}
                onTouched={setConnectTouched}
                waiting={outbox?.pending ?? 0}
                trial={trial}
              />
            )}
            {/* The pace form is only hidden while the other form is open, so that its input is kept. Sending by hand has
                no pace. */}
            {sender.provider !== 'assisted' && (
              <div hidden={isConnecting}>
                <PaceForm key={cId} sender={sender} onTouched={setPaceTouched} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </main>
  );
}
