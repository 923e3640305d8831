import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { holdMessage, type OutboxPage, type OutboxWanted, outboxPages, pendingQuery } from './api.ts';
import { Broadcasts } from './broadcasts.tsx';
import { CopyChoice } from './copy-choice.tsx';
import { MessageModal } from './message-modal.tsx';
import { OutboxActions } from './outbox-actions.tsx';
import { OutboxFilters } from './outbox-filters.tsx';
import classes from './outbox-list.module.css';
import { OutboxTable } from './outbox-table.tsx';
import { PutBack } from './put-back.tsx';
import type { FilterChoice } from './rules.ts';

type Props = {
  wanted: OutboxWanted;
  /** The campus's billings, once they are known. */
  billings: FilterChoice[] | undefined;
  onWant: (change: Partial<OutboxWanted>) => void;
  /** The message that is shown whole. */
  opened: number | undefined;
  onOpen: (id: number | undefined) => void;
  onChat: (message: Message) => void;
  /** The way to send something, where nothing has been sent yet. */
  prompt: ReactNode;
  /** Takes away what is shown. */
  exportButton: ReactNode;
  /** The way to send what waits of a broadcast, where it does not go by itself. */
  wayToSend?: ((broadcast: number) => ReactNode) | undefined;
};

const everything: OutboxWanted = { status: 'all', search: '', run: undefined, billing: undefined };

/** No message is shown: why, and what to do. */
function Nothing({ wanted, onWant, prompt }: Pick<Props, 'wanted' | 'onWant' | 'prompt'>) {
  const { status, search, run, billing } = wanted;
  const isNarrowed = search !== '' || run !== undefined || billing !== undefined;
  if (!isNarrowed && status === 'all') {
    return (
      <Empty title={outboxWords.none} text={outboxWords.noneText}>
        {prompt}
      </Empty>
    );
  }
  const isOfState = !isNarrowed && status !== 'all';
  return (
    <Empty title={noRecords} text={isOfState ? outboxWords.noneIn[status] : outboxWords.noneNarrowed}>
      <Button variant="default" onClick={() => onWant(everything)}>
        {isOfState ? outboxWords.showAll : commonWords.clearFilters}
      </Button>
    </Empty>
  );
}

/** Every message and what became of it. */
export function OutboxList(props: Props) {
  const { wanted, billings, onWant, opened, onOpen, onChat, prompt, exportButton, wayToSend } = props;
  const page = useRef<HTMLDivElement>(null);
  // Of the whole campus, whatever is shown.
  const { data } = useQuery(pendingQuery);
  const messages = usePages<Message, OutboxPage>(outboxPages(wanted));
  const counts = messages.page?.counts;
  const open = (message: Message): void => {
    holdMessage(message);
    onOpen(message.id);
  };
  return (
    <div ref={page} className={classes.page}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{outboxWords.title}</h1>
          {data && <p>{data.pending > 0 ? outboxWords.waiting(data.pending) : outboxWords.nothingWaiting}</p>}
        </div>
        <OutboxActions counts={counts} wanted={wanted} />
        {exportButton}
      </header>
      {data?.copy && <CopyChoice copy={data.copy} />}
      <PutBack />
      <Broadcasts
        {...{ billings, wayToSend }}
        opened={wanted.billing}
        chosen={wanted.run}
        onChoose={(run) => onWant({ run })}
      />
      <OutboxFilters wanted={wanted} counts={counts} billings={billings} onWant={onWant} />
      <Loaded
        query={{ ...messages, data: messages.count }}
        waiting={<Skeleton className={classes.waiting} radius="lg" />}
      >
        {(count) =>
          count === 0 ? (
            <Nothing {...{ wanted, onWant, prompt }} />
          ) : (
            <OutboxTable
              key={JSON.stringify(wanted)}
              {...{ count, onChat }}
              onOpen={open}
              at={messages.at}
              onSee={messages.see}
              isOld={messages.isOld}
              page={page}
            />
          )
        }
      </Loaded>
      <MessageModal id={opened} onChat={onChat} onClose={() => onOpen(undefined)} />
    </div>
  );
}
