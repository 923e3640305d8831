import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { useSession } from '../../lib/session.ts';
import type { Sight } from '../../lib/use-pages.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { OutboxRow } from './outbox-row.tsx';
import classes from './outbox-table.module.css';

type Props = {
  count: number;
  /** Returns the message at an index, or undefined while it is loading. */
  at: (index: number) => Message | undefined;
  onSee: (sight: Sight) => void;
  /** Whether the rows still belong to the previous filter. */
  isOld: boolean;
  onChat: (message: Message) => void;
  onOpen: (message: Message) => void;
  /** The element that scrolls on a phone, where the rows are shown as cards. */
  page: RefObject<HTMLElement | null>;
};

const { columns } = outboxWords;
const rowHeight = 64;
const cardHeight = 128;

/** Virtual list: only visible rows are rendered. */
function useRows({ count, page }: Pick<Props, 'count' | 'page'>) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const height = isPhone ? cardHeight : rowHeight;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => (isPhone ? page.current : scroller.current),
    estimateSize: () => height,
    overscan: 8,
    // This offset may be outdated if the content above the cards grows. The rows rendered beyond the visible ones
    // compensate for this.
    scrollMargin: isPhone ? (scroller.current?.offsetTop ?? 0) : 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height requires a new measurement
  useEffect(() => rows.measure(), [rows, height]);
  return { scroller, rows, height };
}

/** Lists the messages, one per row. Only visible rows are rendered. */
export function OutboxTable({ count, at, onSee, isOld, onChat, onOpen, page }: Props) {
  const { timeZone } = useSession();
  const { scroller, rows, height } = useRows({ count, page });
  const arrows = useArrowKeys({ count, rows });
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => onSee({ first, last }), [onSee, first, last]);
  return (
    <div ref={scroller} className={classes.scroller} aria-busy={isOld} data-old={isOld || undefined}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus */}
      <div role="table" aria-label={outboxWords.title} aria-rowcount={count + 1} className={classes.table}>
        <div role="row" className={classes.head} aria-rowindex={1}>
          {Object.entries(columns).map(([key, label]) => (
            <div key={key} role="columnheader" data-column={key}>
              {label}
            </div>
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }} {...arrows}>
          {shown.map(({ index, start }) => {
            const message = at(index);
            return (
              <div
                key={message?.id ?? `waiting-${index}`}
                role="row"
                aria-rowindex={index + 2}
                className={classes.row}
                data-row={message && index}
                data-testid="outbox-row"
                data-state={message?.status}
                style={{ height, transform: `translateY(${start - rows.options.scrollMargin}px)` }}
              >
                {message ? (
                  <OutboxRow message={message} timeZone={timeZone} onChat={onChat} onOpen={onOpen} />
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
