import { UnstyledButton } from '@mantine/core';
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BroadcastProgress, OutboxFilter } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import { billingSendsQuery } from './api.ts';
import classes from './billing-sends.module.css';
import type { LinkToSend } from './links.ts';
import { isRunning, isScheduled, nameOf, progressOf } from './rules.ts';

/** The number of sends that are shown at first. The user can show the others. */
const shownAtFirst = 3;

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function StateIcon({ send }: { send: BroadcastProgress }) {
  if (isScheduled(send)) return <IconClock {...icon} />;
  if (send.paused && isRunning(send)) return <IconPlayerPause {...icon} />;
  return isRunning(send) ? <IconSend {...icon} /> : <IconChecks {...icon} />;
}

type FigureProps = {
  send: BroadcastProgress;
  filter: OutboxFilter;
  count: number;
  word: string;
  /** Undefined if the user has no right to see the outbox. */
  link: LinkToSend | undefined;
};

/** A count of messages, with a link to these messages. */
function Figure({ send, filter, count, word, link }: FigureProps) {
  const text: ReactNode = (
    <>
      <b>{count.toLocaleString('en-US')}</b> {word}
    </>
  );
  // If something can be done about the failures, the link opens the list of what to do.
  const status = filter === 'failed' && send.failures > 0 ? undefined : filter;
  return (
    <span className={classes.figure} data-figure={filter}>
      {link ? link({ run: send.broadcastID, status }, { children: text }) : text}
    </span>
  );
}

function Figures({ send, link }: Pick<FigureProps, 'send' | 'link'>) {
  const { progress } = outboxWords;
  const { counts } = send;
  const { sent, delivered, read } = progressOf(send);
  const waiting = counts.pending + counts.sending;
  const all = { send, link };
  return (
    <>
      {!isScheduled(send) && (
        <>
          <Figure {...all} filter="gone" count={sent} word={progress.sent} />
          <Figure {...all} filter="arrived" count={delivered} word={progress.delivered} />
          <Figure {...all} filter="read" count={read} word={progress.read} />
        </>
      )}
      {waiting > 0 && <Figure {...all} filter="pending" count={waiting} word={sendListWords.waitingWord} />}
      {counts.failed > 0 && <Figure {...all} filter="failed" count={counts.failed} word={progress.failed} />}
      {counts.unknown > 0 && (
        <Figure {...all} filter="unknown" count={counts.unknown} word={progress.unknown} />
      )}
      {waiting + counts.failed + counts.unknown === 0 && sent > 0 && (
        <span className={classes.figure} data-none>
          {sendListWords.noneFailed}
        </span>
      )}
      {sent === 0 && counts.cancelled > 0 && (
        <Figure {...all} filter="cancelled" count={counts.cancelled} word={progress.cancelled} />
      )}
    </>
  );
}

function Line({ send, link }: Pick<FigureProps, 'send' | 'link'>) {
  const { timeZone } = useSession();
  const { startAt, createdAt, by, notice } = send;
  const when =
    startAt !== null && isScheduled(send)
      ? sendListWords.begins(formatInstant(startAt, timeZone))
      : formatInstant(createdAt, timeZone);
  const held = isRunning(send) && send.paused ? (notice ?? outboxWords.paused) : '';
  const name = <NameText text={nameOf(send)} className={classes.name} title={nameOf(send)} />;
  return (
    <li className={classes.line} data-testid="run-bar" data-held={held !== '' || undefined}>
      <StateIcon send={send} />
      {link ? link({ run: send.broadcastID }, { className: classes.open, children: name }) : name}
      <NameText text={[held, when, by].filter(Boolean).join(' · ')} className={classes.when} title={held} />
      <span className={classes.figures}>
        <Figures send={send} link={link} />
      </span>
    </li>
  );
}

type Props = { groupID: number; link: LinkToSend | undefined };

/**
 * Lists all sends about the bills of this billing, one per line. Live events update the running sends. If there are no
 * sends, or loading fails, it shows nothing, so the bills below stay usable.
 */
export function BillingSends({ groupID, link }: Props) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    billingSendsQuery(groupID),
  );
  const [isOpen, open] = useState(false);
  const sends = data?.pages.flat() ?? [];
  if (sends.length === 0) return null;
  const shown = isOpen ? sends : sends.slice(0, shownAtFirst);
  const more = sends.length - shown.length;
  return (
    <section className={classes.sends} aria-label={sendListWords.ofBilling}>
      <ul>
        {shown.map((send) => (
          <Line key={send.broadcastID} send={send} link={link} />
        ))}
      </ul>
      {(more > 0 || isOpen) && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          disabled={isFetchingNextPage}
          onClick={() => (isOpen && hasNextPage ? void fetchNextPage() : open(!isOpen))}
        >
          {isOpen && hasNextPage && sendListWords.more}
          {isOpen && !hasNextPage && sendListWords.fewer}
          {!isOpen && (hasNextPage ? sendListWords.more : sendListWords.earlier(more))}
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      )}
    </section>
  );
}
