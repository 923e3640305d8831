import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageCounts } from '#shared/message-states.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { pauseRun, resumeRun, retryMessages, runsQuery } from './api.ts';
import { ClearOutboxButton } from './clear-button.tsx';
import { isRunning } from './rules.ts';

type Props = { counts: MessageCounts | undefined; run: number | undefined };

/** What can be done to the whole outbox, or to the run that is shown. */
export function OutboxActions({ counts, run }: Props) {
  const { data } = useQuery(runsQuery);
  const [isBusy, setBusy] = useState(false);
  const active = (data ?? []).filter(isRunning);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch((error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
    setBusy(false);
  };
  const retry = async (): Promise<void> => {
    const changed = await retryMessages({ broadcastID: run });
    toastDone(outboxWords.retried(changed));
  };
  const failed = counts?.failed ?? 0;
  return (
    <>
      {failed > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void act(retry)}>
          {outboxWords.retryFailed(failed)}
        </Button>
      )}
      {active.some(({ paused }) => !paused) && (
        <Button variant="default" disabled={isBusy} onClick={() => void act(() => pauseRun())}>
          {outboxWords.pauseAll}
        </Button>
      )}
      {active.some(({ paused }) => paused) && (
        <Button variant="default" disabled={isBusy} onClick={() => void act(() => resumeRun())}>
          {outboxWords.resumeAll}
        </Button>
      )}
      <ClearOutboxButton />
    </>
  );
}
