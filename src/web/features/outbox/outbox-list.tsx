import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { deleteConfirmation, noRecords, toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { type OutboxWanted, outboxQuery, retryMessages } from './api.ts';
import { OutboxActions } from './outbox-actions.tsx';
import { OutboxFilters } from './outbox-filters.tsx';
import classes from './outbox-list.module.css';
import { OutboxTable } from './outbox-table.tsx';
import { Runs } from './runs.tsx';

type Props = {
  wanted: OutboxWanted;
  onWant: (change: Partial<OutboxWanted>) => void;
  onChat: (message: Message) => void;
  /** The way to send something, where nothing has been sent yet. */
  prompt: ReactNode;
  /** Takes away what is shown. */
  exportButton: ReactNode;
};

/** One message again; such as may have been sent only after a warning. */
async function retry(message: Message): Promise<void> {
  if (message.status === 'unknown') {
    const isSure = await confirm({
      title: deleteConfirmation.title,
      text: outboxWords.retryUnknownText,
      confirm: outboxWords.retryUnknownConfirm,
      cancel: commonWords.cancel,
    });
    if (!isSure) return;
  }
  try {
    const changed = await retryMessages({ ids: [message.id] });
    if (changed > 0) toastDone(outboxWords.retried(changed));
    else toastError(toasts.errorTitle, outboxWords.notRetried);
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}

/** Every message and what became of it. */
export function OutboxList({ wanted, onWant, onChat, prompt, exportButton }: Props) {
  const query = useInfiniteQuery(outboxQuery(wanted));
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = query;
  const messages = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const first = data?.pages[0];
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const isFiltered = wanted.status !== 'all' || wanted.search !== '' || wanted.run !== undefined;
  const pending = first?.counts.pending ?? 0;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{outboxWords.title}</h1>
          {first && <p>{pending > 0 ? outboxWords.waiting(pending) : outboxWords.nothingWaiting}</p>}
        </div>
        <OutboxActions counts={first?.counts} run={wanted.run} />
        {exportButton}
      </header>
      <Runs chosen={wanted.run} onChoose={(run) => onWant({ run })} />
      <OutboxFilters wanted={wanted} counts={first?.counts} onWant={onWant} />
      {error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {!first && !error && <Skeleton className={classes.waiting} radius="lg" />}
      {first && first.count > 0 && (
        <OutboxTable
          messages={messages}
          count={first.count}
          onMore={more}
          onRetry={(one) => void retry(one)}
          onChat={onChat}
        />
      )}
      {first?.count === 0 && isFiltered && (
        <Empty title={noRecords}>
          <Button variant="default" onClick={() => onWant({ status: 'all', search: '', run: undefined })}>
            {commonWords.clearFilters}
          </Button>
        </Empty>
      )}
      {first?.count === 0 && !isFiltered && (
        <Empty title={outboxWords.none} text={outboxWords.noneText}>
          {prompt}
        </Empty>
      )}
    </div>
  );
}
