import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { sheetWords } from '#shared/words/sending.ts';
import { useByHand } from '../../lib/sender.ts';
import { useSession } from '../../lib/session.ts';
import { acts, useBusy } from './acts.ts';
import { pendingQuery } from './api.ts';
import classes from './broadcast-bar.module.css';
import { barOf, isCancelled, isRunning, isScheduled, nameOf, progressOf, stateOf } from './rules.ts';

const { progress } = outboxWords;
const number = (count: number): string => count.toLocaleString('en-US');

/** `305 of 447 sent · 210 delivered · 183 read · 7 failed`. */
function sayProgress(broadcast: BroadcastProgress, isByHand: boolean): string {
  const { sent, delivered, read, reach } = progressOf(broadcast);
  const { failed, unknown, skipped, cancelled } = broadcast.counts;
  // Messages sent by hand, or not at all, get no receipts.
  const isHeardOf = isByHand || isCancelled(broadcast) || reach === 0 ? delivered > 0 : true;
  return [
    reach > 0 ? outboxWords.of(sent, reach) : '',
    ...(isHeardOf ? [`${number(delivered)} ${progress.delivered}`, `${number(read)} ${progress.read}`] : []),
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
  /** The billings of the send; '' if they are shown elsewhere. */
  about: string;
  /** Shows the messages of the send. */
  onOpen?: (() => void) | undefined;
  /** The link to send it by hand, if it does not go automatically. */
  way?: ReactNode;
  /** The name, time and sender are already shown above it. */
  isBeneathItsName?: boolean;
};

function Buttons({ broadcast, way, isHeld }: Pick<Props, 'broadcast' | 'way'> & { isHeld: boolean }) {
  const { broadcastID, paused, counts } = broadcast;
  const { isBusy, act } = useBusy();
  const pauseOrResume = paused ? acts.resume : acts.pause;
  return (
    <div className={classes.buttons}>
      {way}
      {!isScheduled(broadcast) && !isHeld && (
        <Button variant="default" size="xs" onClick={() => void pauseOrResume(broadcastID)}>
          {paused ? outboxWords.resume : outboxWords.pause}
        </Button>
      )}
      {counts.pending > 0 && (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          title={outboxWords.cancelBroadcast(nameOf(broadcast))}
          onClick={() => act(() => acts.cancelBroadcast(broadcastID))}
        >
          {outboxWords.cancel}
        </Button>
      )}
    </div>
  );
}

/** The progress of one send, which every colleague sees alike. */
export function BroadcastBar({ broadcast, about, onOpen, way, isBeneathItsName = false }: Props) {
  const { rights, timeZone } = useSession();
  const isByHand = useByHand();
  // In a copy nothing is sent until a person has decided.
  const isHeld = useQuery(pendingQuery).data?.copy != null;
  const isLater = isRunning(broadcast) && isScheduled(broadcast);
  const said = isLater ? sheetWords.messages(broadcast.counts.pending) : sayProgress(broadcast, isByHand);
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
        {!onOpen && !isBeneathItsName && <span className={classes.quoted}>{title}</span>}
      </div>
      {!isLater && !isBeneathItsName && (
        <div className={classes.bar} role="img" aria-label={said}>
          {barOf(broadcast).map(({ part, percent }) => (
            <span key={part} data-part={part} style={{ width: `${percent}%` }} />
          ))}
        </div>
      )}
      <small className={classes.said}>
        {said}
        {!isBeneathItsName && ` · ${formatInstant(broadcast.createdAt, timeZone)}`}
        {broadcast.by && !isBeneathItsName && (
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
