import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MessageCounts } from '#shared/message-states.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { acts } from './acts.ts';
import { broadcastsQuery, type OutboxWanted } from './api.ts';
import { ClearOutboxButton } from './clear-button.tsx';
import { RetryFailed } from './retry-failed.tsx';
import { isRunning, isScheduled } from './rules.ts';

type Props = { counts: MessageCounts | undefined; wanted: OutboxWanted };

/** What can be done to the whole outbox, and to the failed ones of what is shown. */
export function OutboxActions({ counts, wanted }: Props) {
  const { data } = useQuery(broadcastsQuery);
  // A single broadcast is paused where it is shown.
  const broadcasts = (data ?? []).filter((broadcast) => isRunning(broadcast) && !isScheduled(broadcast));
  const active = broadcasts.length > 1 ? broadcasts : [];
  const failed = counts?.failed ?? 0;
  return (
    <>
      {failed > 0 && <RetryFailed failed={failed} wanted={wanted} />}
      {active.some(({ paused }) => !paused) && (
        <Button variant="default" onClick={() => void acts.pause()}>
          {outboxWords.pauseAll}
        </Button>
      )}
      {active.some(({ paused }) => paused) && (
        <Button variant="default" onClick={() => void acts.resume()}>
          {outboxWords.resumeAll}
        </Button>
      )}
      <ClearOutboxButton />
    </>
  );
}
