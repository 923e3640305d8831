import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListedBill } from '#shared/calls/bills.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import type { Sight } from '../../lib/use-pages.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { BillCard } from './bill-card.tsx';
import type { BillMoves } from './bill-handles.tsx';
import classes from './listed-bills.module.css';
import { columnsIn } from './rules.ts';
import type { BillChoice } from './use-choice.ts';

/** The height of a card and the gap below the card, in pixels. In a single column the cards are shorter. */
export const severalColumns = { card: 117, gap: 8 };
const singleColumn = { card: 97, gap: 8 };

export type BillsInSight = BillMoves & {
  at: (index: number) => ListedBill | undefined;
  count: number;
  width: number;
  today: InTimeFrom;
  /** The id of the bill that is shown in the panel. */
  opened: number | undefined;
  /** The index of that bill in the list. */
  openedAt: number | undefined;
  choice: Pick<BillChoice, 'ids' | 'isOn' | 'isByClick'>;
  /** The element that scrolls. It contains more than the cards. */
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

/** Scrolls to the row of the opened bill. The user may have opened the bill from the member list, not from its row. */
export function useOpenedInSight(
  rows: { scrollToIndex: (row: number) => void },
  row: number | undefined,
): void {
  // This effect must run after the layout effect that scrolls a new list to its start.
  useEffect(() => {
    if (row !== undefined) rows.scrollToIndex(row);
  }, [rows, row]);
}

/** Virtual list: the cards in rows. Only visible rows are rendered. */
export function BillGrid(props: BillsInSight) {
  const { at, count, width, today, opened, openedAt, choice, scroller, onSight, ...moves } = props;
  const grid = useRef<HTMLDivElement>(null);
  const columns = columnsIn(width);
  const size = columns === 1 ? singleColumn : severalColumns;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => size.card,
    gap: size.gap,
    overscan: 1,
    scrollMargin: useOffset(grid, scroller),
    // The same as the scroll margin of a card in the style sheet.
    scrollPaddingStart: 64,
    scrollPaddingEnd: 80,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height requires a new measurement
  useLayoutEffect(() => rows.measure(), [rows, size]);
  useOpenedInSight(rows, openedAt === undefined ? undefined : Math.floor(openedAt / columns));
  const shown = rows.getVirtualItems();
  const [first, last] = [(shown[0]?.index ?? 0) * columns, ((shown.at(-1)?.index ?? 0) + 1) * columns];
  // The same number of bills is loaded before and after the visible bills, so that scrolling shows loaded bills.
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
