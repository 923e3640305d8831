import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Way } from '#shared/calls/connection.ts';
import type { SenderAnswer } from '#shared/calls/senders.ts';
import { maySend } from '#shared/people/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { connectWords, leaveConnecting, senderWords, wayWords } from '#shared/words/whatsapp-number.ts';
import { ConnectionPart } from '../features/connection/connection-part.tsx';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { TestButton } from '../features/messages/test-button.tsx';
import { pendingQuery } from '../features/outbox/api.ts';
import { PaceForm } from '../features/senders/pace-form.tsx';
import { StoppedNote } from '../features/senders/stopped-note.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { senderQuery } from '../lib/sender.ts';
import { useSession } from '../lib/session.ts';
import { SettingsPage } from './settings-page.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

/** The name of the provider, and the number if there is one. */
function sayConnection({ provider, number, name }: SenderAnswer): string {
  const way = `${senderWords.provider} ${wayWords[provider as Way]?.says ?? provider}`;
  return [way, number, name].filter(Boolean).join(' · ');
}

/** How the campus is connected to WhatsApp. Only an administrator can change it; everybody else sees the pace too. */
export function WhatsAppNumber() {
  const { cId, rights } = useSession();
  const query = useQuery(senderQuery);
  const { data: outbox } = useQuery(pendingQuery);
  const [isConnecting, setConnecting] = useState(false);
  const [isTouched, setTouched] = useState(false);
  useLeaveGuard(isTouched, leaveConnecting);
  const trial = maySend(rights) && <TestButton message={connectWords.trialText} media="" />;
  const readOnly = rights.admin ? '' : ` · ${senderWords.readOnly}`;
  return (
    <SettingsPage
      topic="number"
      title={commonWords.whatsAppNumber}
      text={query.data && sayConnection(query.data) + readOnly}
      isOpenToAll
    >
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
                onTouched={setTouched}
                waiting={outbox?.pending ?? 0}
                trial={trial}
              />
            )}
            {/* Sending by hand has no pace. */}
            {!rights.admin && sender.provider !== 'assisted' && (
              <PaceForm key={cId} sender={sender} onTouched={setTouched} />
            )}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}
