import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { failureCountsQuery, pendingQuery, sendsQuery } from './api.ts';
import type { LinkToSend } from './links.ts';
import type { FilterChoice } from './rules.ts';
import { SendLine } from './send-line.tsx';
import classes from './send-list.module.css';
import { WaitingActs } from './waiting-acts.tsx';

export type ListedSends = 'sends' | 'waiting' | 'failures';

type LinesProps = {
  chosen: number | undefined;
  billings: readonly FilterChoice[];
  link: LinkToSend;
};

const { filters } = sendListWords;

/** Loads the sends of one kind that match the search, in pages. */
function useSends(which: 'waiting' | 'through' | 'failures', search: string, enabled: boolean) {
  const query = useInfiniteQuery({ ...sendsQuery({ which, search }), enabled });
  return { ...query, data: enabled ? query.data?.pages.flat() : [] };
}
type Paged = ReturnType<typeof useSends>;

function Lines({ sends, chosen, billings, link }: LinesProps & { sends: Paged }) {
  return (
    <Loaded query={sends} waiting={<Skeleton height={45} mx={16} my={8} w="auto" />} isInset>
      {(all) => (
        <>
          <ul className={classes.lines}>
            {all.map((send) => (
              <li key={send.broadcastID}>
                <SendLine send={send} isOn={send.broadcastID === chosen} billings={billings} link={link} />
              </li>
            ))}
          </ul>
          {sends.hasNextPage && (
            <Button
              variant="default"
              className={classes.more}
              loading={sends.isFetchingNextPage}
              onClick={() => void sends.fetchNextPage()}
            >
              {sendListWords.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Explains why the list is empty, and what the user can do. */
function NoSends({ which, find }: { which: ListedSends; find: string }) {
  const [title, text] =
    find !== ''
      ? [sendListWords.noneFound, '']
      : which === 'failures'
        ? [sendListWords.noFailures, '']
        : [sendListWords.none, sendListWords.noneText];
  return (
    <div className={classes.none}>
      <p>
        <b>{title}</b>
      </p>
      {text && <p>{text}</p>}
    </div>
  );
}

/** Lists the waiting sends below the heading Outbox, and then the finished sends. */
function Groups({
  which,
  find,
  pending,
  ...lines
}: LinesProps & { which: ListedSends; find: string; pending: number }) {
  const waiting = useSends('waiting', find, which !== 'failures');
  const through = useSends('through', find, which === 'sends');
  const mending = useSends('failures', find, which === 'failures');
  const shown = which === 'failures' ? [mending] : which === 'waiting' ? [] : [waiting, through];
  const isEmpty = shown.length > 0 && shown.every(({ data }) => data?.length === 0);
  return (
    <div className={classes.groups}>
      {which !== 'failures' && (
        <section aria-label={outboxWords.title}>
          <div className={classes.group}>
            <h2>{outboxWords.title}</h2>
            <span>{pending > 0 ? sendListWords.waiting(pending) : sendListWords.nothingWaiting}</span>
            <WaitingActs sends={waiting.data ?? []} />
          </div>
          <Lines sends={waiting} {...lines} />
        </section>
      )}
      {which === 'sends' && !isEmpty && (
        <>
          <div className={classes.group}>
            <h2>{sendListWords.through}</h2>
          </div>
          <Lines sends={through} {...lines} />
        </>
      )}
      {which === 'failures' && <Lines sends={mending} {...lines} />}
      {isEmpty && <NoSends which={which} find={find} />}
    </div>
  );
}

type Props = LinesProps & {
  which: ListedSends;
  find: string;
  onWhich: (which: ListedSends) => void;
  onFind: (text: string) => void;
  newMessage: ReactNode;
  /** A link to the messages of all sends, or to the messages that match the search. */
  allMessages: ReactNode;
};

/** Lists all sends of the campus. */
export function SendList({ which, find, onWhich, onFind, newMessage, allMessages, ...lines }: Props) {
  const { data: { pending = 0 } = {} } = useQuery(pendingQuery);
  const { data: { count: toMend } = {} } = useQuery(failureCountsQuery);
  return (
    <section className={classes.list} aria-label={outboxWords.broadcasts}>
      <header className={classes.head}>
        <h1>{outboxWords.place}</h1>
        {newMessage}
      </header>
      <div className={classes.tools}>
        <SearchBox
          label={sendListWords.search}
          clearLabel={commonWords.clearSearch}
          value={find}
          onSearch={onFind}
          hasKey
        />
        <Segments
          label={sendListWords.which}
          segments={[
            { value: 'sends', label: filters.sends },
            { value: 'waiting', label: filters.waiting, count: pending },
            { value: 'failures', label: filters.failures, count: toMend },
          ]}
          value={which}
          onChange={onWhich}
        />
        {allMessages}
      </div>
      <Groups which={which} find={find} pending={pending} {...lines} />
    </section>
  );
}
