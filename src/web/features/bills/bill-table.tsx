import { Skeleton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type BillSort, readSorts, type SortColumn } from '#shared/money/bill-sort.ts';
import { billWords } from '#shared/words/bills.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { type BillsInSight, useOffset, useOpenedInSight } from './bill-grid.tsx';
import { BillRow } from './bill-row.tsx';
import classes from './bill-table.module.css';
import { billHabits } from './habits.ts';
import { columnsIn, compactBelow, templateOf } from './table-columns.ts';
import type { BillChoice } from './use-choice.ts';

/** The height of a row in pixels. A wide row has one line of text, and a compact row has two. */
export const rowHeights = { wide: 36, compact: 53 };

type Sorting = { sort: string; onSort: (column: SortColumn, isAdded: boolean) => void };
type Props = Omit<BillsInSight, 'choice'> & Sorting & { choice: BillChoice };

function SelectAllBox({ choice, count }: { choice: BillChoice; count: number }) {
  const { ids, isAll, chooseAll, clear } = choice;
  const areSomeChosen = ids.size > 0 && !isAll;
  return (
    <input
      type="checkbox"
      aria-label={billWords.chooseRows}
      checked={isAll && count > 0}
      ref={(box) => {
        if (box) box.indeterminate = areSomeChosen;
      }}
      onChange={() => (isAll ? clear() : void chooseAll())}
    />
  );
}

const directionOf = (sort: BillSort | undefined) =>
  sort === undefined ? 'none' : sort.isDown ? 'descending' : 'ascending';

function HeadCell({ column, sort, onSort }: Sorting & { column: SortColumn }) {
  const sorts = readSorts(sort);
  const own = sorts.find(({ by }) => by === column);
  const Arrow = own?.isDown ? IconArrowDown : IconArrowUp;
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned rows cannot be in a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the keyboard focus
    <div
      role="columnheader"
      className={classes.headCell}
      data-column={column}
      data-sorted={own !== undefined || undefined}
      aria-sort={directionOf(own)}
    >
      <button type="button" onClick={({ shiftKey }) => onSort(column, shiftKey)}>
        <span>{billWords.columns[column]}</span>
        {own && <Arrow size={14} stroke={2} aria-hidden />}
        {own && sorts.length > 1 && <small>{sorts.indexOf(own) + 1}</small>}
      </button>
    </div>
  );
}

/** Virtual list: a row per bill. Only visible rows are rendered. */
export function BillTable(props: Props) {
  const { at, count, width, today, opened, openedAt, choice, scroller, onSight, sort, onSort, ...moves } =
    props;
  const body = useRef<HTMLDivElement>(null);
  const { hidden } = billHabits.use();
  const isCompact = width < compactBelow;
  const height = isCompact ? rowHeights.compact : rowHeights.wide;
  // Memoised, because a new array would render every row again.
  const columns = useMemo(() => columnsIn(width, hidden), [width, hidden]);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: useOffset(body, scroller),
    // The same as the scroll margin of a row in the style sheet.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 80,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height requires a new measurement
  useLayoutEffect(() => rows.measure(), [rows, height]);
  useOpenedInSight(rows, openedAt);
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  // The same number of bills is loaded before and after the visible bills, so that scrolling shows loaded bills.
  const ahead = last - first;
  useLayoutEffect(() => onSight({ first: first - ahead, last: last + ahead }), [onSight, first, last, ahead]);
  const arrows = useArrowKeys({ count, rows, letters: body });
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element
    // biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus
    <div
      role="table"
      aria-label={billWords.listTitle}
      aria-rowcount={count + 1}
      className={classes.table}
      data-compact={isCompact || undefined}
      data-choosing={choice.isOn || undefined}
      style={{ '--columns': templateOf(columns) } as React.CSSProperties}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.headRow} aria-rowindex={1}>
          <div role="columnheader" className={classes.headBox}>
            {moves.onChoose && <SelectAllBox choice={choice} count={count} />}
          </div>
          {columns.map((column) => (
            <HeadCell key={column} {...{ column, sort, onSort }} />
          ))}
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: rows.getTotalSize() }}
        data-testid="bill-rows"
        {...arrows}
      >
        {shown.map(({ index, start }) => {
          const bill = at(index);
          const style = { height, transform: `translateY(${start - rows.options.scrollMargin}px)` };
          return (
            <div
              key={bill?.id ?? `waiting-${index}`}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
              style={style}
              data-row={bill && index}
              data-testid="bill-row"
              data-open={(bill && bill.id === opened) || undefined}
              data-chosen={(bill && choice.ids.has(bill.id)) || undefined}
            >
              {bill ? (
                <BillRow
                  {...{ bill, today, columns, isCompact }}
                  isChosen={choice.ids.has(bill.id)}
                  isByClick={choice.isByClick}
                  {...moves}
                />
              ) : (
                <div role="cell" className={classes.waiting}>
                  <Skeleton height={16} />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: end of the exception above
    // biome-ignore-end lint/a11y/useSemanticElements: end of the exception above
  );
}
