import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { byHandWords } from '#shared/words/sending.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type Next, nextQuery } from './api.ts';
import classes from './by-hand.module.css';
import { HandMessage } from './hand-message.tsx';

function Progress({ left, sent, skipped }: Next) {
  const done = sent + skipped;
  const all = done + left;
  const parts = [byHandWords.progress(done, all), skipped > 0 ? byHandWords.skipped(skipped) : ''];
  const percent = all === 0 ? 0 : (100 * done) / all;
  return (
    <div className={classes.progress}>
      <span>{parts.filter(Boolean).join(' · ')}</span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={byHandWords.title}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

type OnwardProps = {
  /** Buttons to other pages, shown when there is no message to send now. */
  onward: ReactNode;
};

function NoMessage({ next: { left, sent, skipped }, onward }: OnwardProps & { next: Next }) {
  const isWaiting = left > 0;
  const isDone = !isWaiting && sent + skipped > 0;
  const [title, text] = isWaiting
    ? [byHandWords.held, byHandWords.heldText(left)]
    : isDone
      ? [byHandWords.allDone, byHandWords.allDoneText(sent, skipped)]
      : [byHandWords.nothing, byHandWords.nothingText];
  return (
    <Empty title={title} text={text}>
      {onward}
    </Empty>
  );
}

/**
 * Shows the messages that a clerk sends by hand, one after the other. The clerk opens each message in her own WhatsApp
 * and reports the outcome on this page.
 */
export function ByHand({ broadcast, onward }: OnwardProps & { broadcast: number | undefined }) {
  const query = useQuery(nextQuery(broadcast));
  const [hasBegun, setBegun] = useState(false);
  return (
    <Loaded query={query} waiting={<Skeleton height={320} radius="lg" />}>
      {(found) => (
        <>
          {found.next && <Progress {...found} />}
          {found.next ? (
            <HandMessage
              key={found.next.id}
              message={found.next}
              broadcast={broadcast}
              hasBegun={hasBegun}
              onBegin={() => setBegun(true)}
            />
          ) : (
            <NoMessage next={found} onward={onward} />
          )}
          {found.next && <p className={classes.keys}>{byHandWords.keys}</p>}
        </>
      )}
    </Loaded>
  );
}
