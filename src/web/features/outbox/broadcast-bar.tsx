import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { sheetWords } from '#shared/words/sending.ts';
import { useByHand } from '../../lib/sender.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { outboxActions } from './acts.ts';
import { pendingQuery } from './api.ts';
import classes from './broadcast-bar.module.css';
import { barOf, isCancelled, isRunning, isScheduled, nameOf, progressOf, stateOf } from './rules.ts';

const { progress } = outboxWords;
const number = (count: number): string => count.toLocaleString('en-US');

/** The progress in words, such as `305 of 447 sent · 210 delivered · 183 read · 7 failed`. */
function sayProgress(broadcast: BroadcastProgress, isByHand: boolean): string {
  const { sent, delivered, read, reach } = progressOf(broadcast);
  const { failed, unknown, skipped, cancelled } = broadcast.counts;
  // Messages that are sent by hand, or never sent, get no receipts. Without receipts their counts are not shown.
  const hasReceipts = isByHand || isCancelled(broadcast) || reach === 0 ? delivered > 0 : true;
  return [
    reach > 0 ? outboxWords.of(sent, reach) : '',
    ...(hasReceipts
      ? [`${number(delivered)} ${progress.delivered}`, `${number(read)} ${progress.read}`]
      : []),
    failed > 0 ? `${number(failed)} ${progress.failed}` : '',
    unknown > 0 ? `${number(unknown)} ${progress.unknown}` : '',
    skipped > 0 ? `${number(skipped)} ${progress.skipped}` : '',
    cancelled > 0 ? `${number(cancelled)} ${progress.cancelled}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

type Props = {
  broadcast: BroadcastProgress;
  /** The billings of the send. It is '' if they are shown elsewhere. */
  about: string;
  /** Shows the messages of the send. */
  onOpen?: (() => void) | undefined;
  /** A link to send the waiting messages by hand. Empty if they are sent automatically. */
  way?: ReactNode;
  /** Whether the page already shows the name, the time and the user of the send above the bar. */
  isBelowName?: boolean;
};

function Buttons({ broadcast, way, isHeld }: Pick<Props, 'broadcast' | 'way'> & { isHeld: boolean }) {
  const { broadcastID, paused, counts } = broadcast;
  const { isBusy, run } = useAction();
  const pauseOrResume = paused ? outboxActions.resume : outboxActions.pause;
  return (
    <div className={classes.buttons}>
      {way}
      {!isScheduled(broadcast) && !isHeld && (
        <Button variant="default" size="xs" onClick={() => pauseOrResume(broadcastID)}>
          {paused ? outboxWords.resume : outboxWords.pause}
        </Button>
      )}
      {counts.pending > 0 && (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          title={outboxWords.cancelBroadcast(nameOf(broadcast))}
          onClick={() => void run(() => outboxActions.cancelBroadcast(broadcastID))}
        >
          {outboxWords.cancel}
        </Button>
      )}
    </div>
  );
}

/** Shows the progress of one send. All users of the campus see it. */
export function BroadcastBar({ broadcast, about, onOpen, way, isBelowName = false }: Props) {
  const { rights, timeZone } = useSession();
  const isByHand = useByHand();
  // In a copy of the data nothing is sent until a person has decided about the waiting messages.
  const isHeld = useQuery(pendingQuery).data?.copy != null;
  const isLater = isRunning(broadcast) && isScheduled(broadcast);
  const summary = isLater ? sheetWords.messages(broadcast.counts.pending) : sayProgress(broadcast, isByHand);
  const title = <bdi>“{nameOf(broadcast)}”</bdi>;
  return (
    <div className={classes.broadcast} data-testid="run-bar">
      <div className={classes.title}>
        <b>{stateOf(broadcast, { timeZone, isByHand, isHeld })}</b>{' '}
        {about && <bdi className={classes.about}>{about}</bdi>}{' '}
        {onOpen && (
          <button type="button" className={classes.open} title={outboxWords.onlyThis} onClick={onOpen}>
            {title}
          </button>
        )}
        {!onOpen && !isBelowName && <span className={classes.quoted}>{title}</span>}
      </div>
      {!isLater && !isBelowName && (
        <div className={classes.bar} role="img" aria-label={summary}>
          {barOf(broadcast).map(({ part, percent }) => (
            <span key={part} data-part={part} style={{ width: `${percent}%` }} />
          ))}
        </div>
      )}
      <small className={classes.said}>
        {summary}
        {!isBelowName && ` · ${formatInstant(broadcast.createdAt, timeZone)}`}
        {broadcast.by && !isBelowName && (
          <>
            {' '}
            · <bdi>{broadcast.by}</bdi>
          </>
        )}
      </small>
      {rights.outbox && isRunning(broadcast) && <Buttons broadcast={broadcast} way={way} isHeld={isHeld} />}
      {broadcast.notice && isRunning(broadcast) && (
        <p className={classes.notice} data-held={broadcast.paused || undefined}>
          {broadcast.notice}
        </p>
      )}
    </div>
  );
}
