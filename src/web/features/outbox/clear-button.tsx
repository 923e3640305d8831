import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sendWords } from '#shared/words/sending.ts';
import { useRights } from '../../lib/session.ts';
import { acts, useBusy } from './acts.ts';
import { pendingQuery } from './api.ts';

/** Clear Outbox: there only while messages wait, for those who may. */
export function ClearOutboxButton() {
  const rights = useRights();
  const { data } = useQuery(pendingQuery);
  const { isBusy, act } = useBusy();
  const pending = data?.pending ?? 0;
  if (!rights.outbox || pending === 0) return null;
  return (
    <Button variant="default" loading={isBusy} onClick={() => act(acts.clear)}>
      {sendWords.clearOutbox}
    </Button>
  );
}
