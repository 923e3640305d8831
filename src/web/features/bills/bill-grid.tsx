import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListedBill } from '#shared/calls/bills.ts';
import type { InTimeFrom } from '#shared/payable.ts';
import type { Sight } from '../../lib/use-pages.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { BillCard } from './bill-card.tsx';
import type { BillMoves } from './bill-handles.tsx';
import classes from './listed-bills.module.css';
import { columnsIn } from './rules.ts';
import type { BillChoice } from './use-choice.ts';

/** The height of a card and the gap below it in pixels, for several columns and for one. */
export const tall = { card: 117, gap: 8 };
const short = { card: 97, gap: 8 };

export type BillsInSight = BillMoves & {
  at: (index: number) => ListedBill | undefined;
  count: number;
  width: number;
  today: InTimeFrom;
  /** The bill whose panel is open, and its index. */
  opened: number | undefined;
  openedAt: number | undefined;
  choice: Pick<BillChoice, 'ids' | 'isOn' | 'isByClick'>;
  /** The scrolling element, of which the cards are only a part. */
  scroller: RefObject<HTMLElement | null>;
  onSight: (sight: Sight) => void;
};

/** The distance of the cards from the top of the scrolling element. */
export function useOffset(
  grid: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
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

/** Scrolls to the row of the opened bill, which may have been opened from the list beside the rows. */
export function useOpenedInSight(
  rows: { scrollToIndex: (row: number) => void },
  row: number | undefined,
): void {
  // After the layout effect that scrolls a new list to its start.
  useEffect(() => {
    if (row !== undefined) rows.scrollToIndex(row);
  }, [rows, row]);
}

/** Virtual list: the cards in rows. Only visible rows are rendered. */
export function BillGrid(props: BillsInSight) {
  const { at, count, width, today, opened, openedAt, choice, scroller, onSight, ...moves } = props;
  const grid = useRef<HTMLDivElement>(null);
  const columns = columnsIn(width);
  const size = columns === 1 ? short : tall;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => size.card,
    gap: size.gap,
    overscan: 1,
    scrollMargin: useOffset(grid, scroller),
    // As the scroll margin of a card.
    scrollPaddingStart: 64,
    scrollPaddingEnd: 80,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes the measured positions wrong
  useLayoutEffect(() => rows.measure(), [rows, size]);
  useOpenedInSight(rows, openedAt === undefined ? undefined : Math.floor(openedAt / columns));
  const shown = rows.getVirtualItems();
  const [first, last] = [(shown[0]?.index ?? 0) * columns, ((shown.at(-1)?.index ?? 0) + 1) * columns];
  // As many again on both sides, so that scrolling finds them loaded.
  const ahead = last - first;
  useLayoutEffect(() => onSight({ first: first - ahead, last: last + ahead }), [onSight, first, last, ahead]);
  const arrows = useArrowKeys({ count, columns, rows, letters: grid });
  return (
    <div
      ref={grid}
      className={classes.grid}
      style={{ height: rows.getTotalSize() }}
      data-testid="bill-cards"
      data-choosing={choice.isOn || undefined}
      {...arrows}
    >
      {shown.map((row) => (
        <div
          key={row.key}
          className={classes.row}
          style={{
            height: size.card,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row.start - rows.options.scrollMargin}px)`,
          }}
        >
          {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
            const index = row.index * columns + column;
            const bill = at(index);
            if (!bill) return <Skeleton key={index} radius="lg" height="100%" />;
            return (
              <BillCard
                key={bill.id}
                {...{ bill, index, today }}
                isOpen={bill.id === opened}
                isChosen={choice.ids.has(bill.id)}
                isByClick={choice.isByClick}
                {...moves}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
