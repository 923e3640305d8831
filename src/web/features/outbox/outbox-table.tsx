import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { OutboxRow } from './outbox-row.tsx';
import classes from './outbox-table.module.css';

type Props = {
  messages: Message[];
  count: number;
  /** Called when the end comes into sight. */
  onMore: () => void;
  onRetry?: ((message: Message) => void) | undefined;
  onChat: (message: Message) => void;
};

const { columns } = outboxWords;
const rowHeight = 56;
const narrowRowHeight = 112;

/** A row per message; only the rows in sight are in the page. */
export function OutboxTable({ messages, count, onMore, onRetry, onChat }: Props) {
  const { timeZone } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const height = isNarrow ? narrowRowHeight : rowHeight;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes the measured places wrong
  useEffect(() => rows.measure(), [rows, height]);
  const shown = rows.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= messages.length - 1 && messages.length < count;
  useEffect(() => {
    if (isAtEnd) onMore();
  }, [isAtEnd, onMore]);
  return (
    <div ref={scroller} className={classes.scroller}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows placed by hand cannot be those of a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells are not stops for the keyboard */}
      <div role="table" aria-label={outboxWords.title} aria-rowcount={count + 1} className={classes.table}>
        <div role="row" className={classes.head} aria-rowindex={1}>
          {Object.entries(columns).map(([key, label]) => (
            <div key={key} role="columnheader" data-column={key}>
              {label}
            </div>
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const message = messages[index];
            return (
              <div
                key={message?.id ?? `waiting-${index}`}
                role="row"
                aria-rowindex={index + 2}
                className={classes.row}
                data-testid="outbox-row"
                data-state={message?.status}
                style={{ height, transform: `translateY(${start}px)` }}
              >
                {message ? (
                  <OutboxRow message={message} timeZone={timeZone} onRetry={onRetry} onChat={onChat} />
                ) : (
                  <Skeleton height={24} className={classes.waiting} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </div>
  );
}
