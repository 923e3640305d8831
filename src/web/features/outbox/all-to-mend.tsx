import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import type { FailureItem } from '#shared/calls/send-failures.ts';
import type { FailureKind } from '#shared/messages/failure-kinds.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { fixWords, sendListWords } from '#shared/words/outbox.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { sendFailuresQuery, sendsQuery } from './api.ts';
import { BackToSends } from './back-to-sends.tsx';
import type { LinkToPaper, LinkToSend } from './links.ts';
import { MendList } from './mend-list.tsx';
import { nameOf } from './rules.ts';
import classes from './send-view.module.css';

type Common = {
  /** Shows only the failures that need this action. Undefined shows all failures. */
  kind: FailureKind | undefined;
  link: LinkToSend;
  paper: LinkToPaper;
  onFamily: (item: FailureItem) => void;
};

/** Lists the failures of one send below its name. Shows nothing until the send has a failure of the wanted kind. */
function FailuresOfSend({ send, kind, link, paper, onFamily }: Common & { send: BroadcastProgress }) {
  const { timeZone } = useSession();
  const { broadcastID: run } = send;
  const query = useQuery(sendFailuresQuery(run));
  const [isShown, setShown] = useState(kind === undefined);
  if (!isShown && query.data?.items.some((item) => item.kind === kind)) setShown(true);
  return (
    <Loaded query={query} waiting={<Skeleton height={120} radius="lg" />}>
      {(data) =>
        isShown ? (
          <section className={classes.ofSend} aria-label={nameOf(send)}>
            <h3>
              {link({ run }, { children: <NameText text={nameOf(send)} /> })}
              <small>{formatInstant(send.startedAt ?? send.createdAt, timeZone)}</small>
            </h3>
            <MendList
              data={data}
              kind={kind}
              onOpen={onFamily}
              paper={paper}
              allFailed={(text) => link({ run, status: 'failed' }, { children: text })}
            />
          </section>
        ) : null
      }
    </Loaded>
  );
}

/**
 * Loads the sends that have failures. A send whose last failure was solved stays on the page until the user leaves, so
 * that the user can see the results.
 */
function useSendsToMend(find: string) {
  const query = useInfiniteQuery(sendsQuery({ which: 'failures', search: find }));
  const [shown, setShown] = useState<BroadcastProgress[]>([]);
  const found = query.data?.pages.flat();
  const added = found?.filter((send) => !shown.some(({ broadcastID }) => broadcastID === send.broadcastID));
  if (added && added.length > 0)
    setShown([...shown, ...added].sort((one, other) => other.broadcastID - one.broadcastID));
  return { ...query, data: found && shown };
}

type Props = Common & { find: string; onBack: () => void };

/** Lists the failures of all sends with what to do about them, the newest send first. */
export function AllFailures({ find, onBack, ...common }: Props) {
  const sends = useSendsToMend(find);
  const title = common.kind === undefined ? sendListWords.filters.failures : fixWords.kinds[common.kind];
  return (
    <div className={classes.view} data-testid="all-to-mend">
      <header className={classes.head}>
        <BackToSends onBack={onBack} />
        <div className={classes.title}>
          <h2>{title}</h2>
        </div>
      </header>
      <Loaded query={sends} waiting={<Skeleton height={240} radius="lg" />}>
        {(all) => (
          <>
            {all.length === 0 && <Empty title={sendListWords.noFailures} />}
            {all.map((send) => (
              <FailuresOfSend key={send.broadcastID} send={send} {...common} />
            ))}
          </>
        )}
      </Loaded>
      {sends.hasNextPage && (
        <Button
          variant="default"
          loading={sends.isFetchingNextPage}
          onClick={() => void sends.fetchNextPage()}
        >
          {sendListWords.more}
        </Button>
      )}
    </div>
  );
}
