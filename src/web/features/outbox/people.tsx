import { Button, Skeleton } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import type { MessageCounts } from '#shared/messages/message-states.ts';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { cacheMessage, type OutboxPage, type OutboxQuery, outboxPages } from './api.ts';
import { OutboxFilters } from './outbox-filters.tsx';
import classes from './outbox-list.module.css';
import { OutboxTable } from './outbox-table.tsx';
import { RetryFailed } from './retry-failed.tsx';
import type { FilterChoice } from './rules.ts';

export type PeopleProps = {
  filters: OutboxQuery;
  /** The billings of the campus. Undefined until they are loaded. */
  billings: FilterChoice[] | undefined;
  onWant: (change: Partial<OutboxQuery>) => void;
  /** Opens the window that shows one message. */
  onOpen: (id: number) => void;
  onChat: (message: Message) => void;
  /** Shown if no message has been sent yet. It invites the user to send one. */
  prompt: ReactNode;
  /** The element that scrolls on a phone. */
  page: RefObject<HTMLElement | null>;
};

const noFilters: Partial<OutboxQuery> = { status: 'all', search: '', billing: undefined };

/** Explains why the list is empty, and what the user can do. */
function NoMessages({ filters, onWant, prompt }: Pick<PeopleProps, 'filters' | 'onWant' | 'prompt'>) {
  const { status, search, run, billing } = filters;
  const isNarrowed = search !== '' || billing !== undefined;
  if (!isNarrowed && status === 'all' && run === undefined) {
    return (
      <Empty title={sendListWords.none} text={sendListWords.noneText}>
        {prompt}
      </Empty>
    );
  }
  const isStateFilter = !isNarrowed && status !== 'all';
  return (
    <Empty title={noRecords} text={isStateFilter ? outboxWords.noneIn[status] : outboxWords.noneNarrowed}>
      <Button variant="default" onClick={() => onWant(noFilters)}>
        {isStateFilter ? outboxWords.showAll : commonWords.clearFilters}
      </Button>
    </Empty>
  );
}

/** Lists the messages of one send or of all sends, with their states. */
export function People({ filters, billings, onWant, onOpen, onChat, prompt, page }: PeopleProps) {
  const messages = usePages<Message, OutboxPage>(outboxPages(filters));
  const counts: MessageCounts | undefined = messages.page?.counts;
  const open = (message: Message): void => {
    cacheMessage(message);
    onOpen(message.id);
  };
  const showsFailed = filters.run === undefined || filters.status === 'failed';
  const failed = showsFailed ? (counts?.failed ?? 0) : 0;
  return (
    <>
      <OutboxFilters filters={filters} counts={counts} billings={billings} onWant={onWant}>
        {failed > 0 && <RetryFailed failed={failed} wanted={filters} />}
      </OutboxFilters>
      <Loaded
        query={{ ...messages, data: messages.count }}
        waiting={<Skeleton className={classes.waiting} radius="lg" />}
      >
        {(count) =>
          count === 0 ? (
            <NoMessages filters={filters} onWant={onWant} prompt={prompt} />
          ) : (
            <OutboxTable
              key={JSON.stringify(filters)}
              {...{ count, onChat, page }}
              onOpen={open}
              at={messages.at}
              onSee={messages.see}
              isOld={messages.isOld}
            />
          )
        }
      </Loaded>
    </>
  );
}
