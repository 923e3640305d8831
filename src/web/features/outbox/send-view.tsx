import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { FailureItem, Send } from '#shared/calls/send-failures.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { pendingQuery, sendFailuresQuery, sendQuery } from './api.ts';
import { BroadcastBar } from './broadcast-bar.tsx';
import type { LinkToPaper, LinkToSend } from './links.ts';
import { MendList } from './mend-list.tsx';
import { People, type PeopleProps } from './people.tsx';
import { isCancelled, isRunning } from './rules.ts';
import { SendFigures } from './send-figures.tsx';
import { SendHead } from './send-head.tsx';
import classes from './send-view.module.css';

type Props = Omit<PeopleProps, 'page'> & {
  run: number;
  /** The filter of the messages. Undefined shows the list of what to do, or all messages if nothing is to do. */
  status: OutboxFilter | undefined;
  link: LinkToSend;
  paper: LinkToPaper;
  exportButton: ReactNode;
  onExport: () => void;
  onBack: () => void;
  onFamily: (item: FailureItem) => void;
  wayToSend?: ((broadcast: number) => ReactNode) | undefined;
};

type MendingProps = Pick<Props, 'link' | 'paper' | 'onFamily'> & { send: Send; everybody: ReactNode };

/** Lists what to do about the failures of the send. Without such failures, shows all messages (`everybody`). */
function ToDoOrEverybody({ send, link, paper, onFamily, everybody }: MendingProps) {
  const query = useQuery(sendFailuresQuery(send.broadcastID));
  return (
    <Loaded query={query} waiting={<Skeleton height={240} radius="lg" />}>
      {(data) =>
        data.count + data.fixed.length > 0 ? (
          <MendList
            data={data}
            onOpen={onFamily}
            paper={paper}
            allFailed={(text) => link({ run: send.broadcastID, status: 'failed' }, { children: text })}
          />
        ) : (
          everybody
        )
      }
    </Loaded>
  );
}

/** Shows one send: its figures, what to do about its failures, and the messages behind each figure. */
export function SendView({
  run,
  status,
  link,
  paper,
  onExport,
  onBack,
  onFamily,
  wayToSend,
  ...rest
}: Props) {
  const { exportButton, ...people } = rest;
  const page = useRef<HTMLDivElement>(null);
  const query = useQuery(sendQuery(run));
  const isHeld = useQuery(pendingQuery).data?.copy != null;
  const { billings = [] } = people;
  const everybody = (
    <div className={classes.people}>
      <People {...people} page={page} />
    </div>
  );
  return (
    <div ref={page} className={classes.view} data-testid="send">
      <Loaded query={query} waiting={<Skeleton height={120} radius="lg" />}>
        {(send) => (
          <>
            <SendHead {...{ send, billings, exportButton, onExport, onBack, isHeld }} />
            <SendFigures send={send} shown={status ?? (send.failures > 0 ? 'failed' : 'all')} link={link} />
            {(isRunning(send) || isCancelled(send)) && (
              <BroadcastBar
                broadcast={send}
                about=""
                isBelowName
                way={send.counts.pending > 0 ? wayToSend?.(run) : undefined}
              />
            )}
            {status === undefined ? (
              <ToDoOrEverybody {...{ send, link, paper, onFamily, everybody }} />
            ) : (
              everybody
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
