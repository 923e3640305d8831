import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Bill, BillFilter } from '#shared/calls/bills.ts';
import { dayIn } from '#shared/dates.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useSession } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { BillCard } from './bill-card.tsx';
import classes from './bill-cards.module.css';
import { columnsIn } from './rules.ts';
import { useBills } from './use-bills.ts';

type Props = {
  groupID: number;
  search: string;
  status: BillFilter;
  /** What scrolls: the cards are only a part of it. */
  scroller: RefObject<HTMLElement | null>;
  onChat: (bill: Bill) => void;
  onEdit?: ((bill: Bill) => void) | undefined;
  onShowAll: () => void;
  /** What to do where there are no bills at all. */
  prompt?: ReactNode;
};

const tall = 148;
const short = 92;
const gap = { tall: 12, short: 8 };

type GridProps = Pick<Props, 'scroller' | 'onChat' | 'onEdit'> & {
  bills: Bill[];
  count: number;
  width: number;
  onNeeded: (count: number) => void;
};

/** How far the cards stand below the top of what scrolls. */
function useOffset(grid: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!grid.current || !scroller.current) return;
      const distance =
        grid.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
      setOffset(Math.round(distance + scroller.current.scrollTop));
    };
    const observer = new ResizeObserver(measure);
    for (const child of scroller.current?.children ?? []) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [grid, scroller]);
  return offset;
}

function Grid({ bills, count, width, scroller, onNeeded, onChat, onEdit }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { timeZone } = useSession();
  const columns = columnsIn(width);
  const size = columns === 1 ? 'short' : 'tall';
  const rowHeight = size === 'short' ? short : tall;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    gap: gap[size],
    overscan: 2,
    scrollMargin: useOffset(grid, scroller),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes the measured places wrong
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  const shown = rows.getVirtualItems();
  const needed = ((shown.at(-1)?.index ?? 0) + 2) * columns;
  useLayoutEffect(() => onNeeded(needed), [onNeeded, needed]);
  const today = dayIn(timeZone, new Date());
  return (
    <div ref={grid} className={classes.grid} style={{ height: rows.getTotalSize() }} data-testid="bill-cards">
      {shown.map((row) => (
        <div
          key={row.key}
          className={classes.row}
          style={{
            height: rowHeight,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row.start - rows.options.scrollMargin}px)`,
          }}
        >
          {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
            const index = row.index * columns + column;
            const bill = bills[index];
            if (!bill) return <Skeleton key={index} radius="lg" height="100%" />;
            return <BillCard key={bill.id} bill={bill} today={today} onChat={onChat} onEdit={onEdit} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** The bills of a billing as cards; only those in sight are in the page. */
export function BillCards({ groupID, search, status, scroller, onChat, onEdit, onShowAll, prompt }: Props) {
  const { ref, width } = useElementSize();
  const [needed, setNeeded] = useState(0);
  const { bills, count, error, isFetching, refetch, isPlaceholderData } = useBills(
    { groupID, search, status },
    needed,
  );
  const isFiltered = search !== '' || status !== 'all';
  return (
    <div ref={ref} className={classes.cards} aria-busy={isFetching} data-old={isPlaceholderData || undefined}>
      {error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {count === undefined && !error && (
        <div className={classes.waiting} role="status" aria-label={commonWords.loading}>
          {Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be told apart by
            <Skeleton key={index} height={tall} radius="lg" />
          ))}
        </div>
      )}
      {count === 0 && !error && (
        <Empty title={noRecords} text={isFiltered ? '' : billWords.noneText}>
          {isFiltered ? (
            <Button variant="default" onClick={onShowAll}>
              {billWords.showAll}
            </Button>
          ) : (
            prompt
          )}
        </Empty>
      )}
      {count !== undefined && count > 0 && width > 0 && (
        <Grid {...{ bills, count, width, scroller, onChat, onEdit }} onNeeded={setNeeded} />
      )}
    </div>
  );
}
