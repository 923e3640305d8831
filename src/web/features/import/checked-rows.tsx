import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CheckedRow, CheckSummary, OpenedBook, ProblemLine, RowFilter } from '#shared/sheets/checked.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { problemWords } from '#shared/words/import-problems.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { Empty } from '../../ui/empty.tsx';
import { CheckedRowCells } from './checked-row.tsx';
import classes from './checked-rows.module.css';
import { pairWidths, widthsOf } from './column-widths.ts';
import { nameOfField, pairOf, shownFields } from './rules.ts';
import type { Import } from './use-import.ts';
import { useRowWindow } from './use-row-window.ts';

type Props = {
  kind: ImportKind;
  book: OpenedBook;
  work: Import;
  /** The problem whose rows are shown. */
  line: ProblemLine | undefined;
  filter: RowFilter;
  search: string;
  /** The element that scrolls. It also contains the problems above the rows. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The field to edit in the first row. */
  toEdit: { field: string; time: number } | null;
  onShowAll: () => void;
  /** Announces a change of a row to screen readers. */
  onSay: (text: string) => void;
};

/** Estimated height of a row in pixels. The real height is measured when the row is rendered. */
const rowHeight = 37;
/** The gap between the cards on a phone, in pixels. */
const cardGap = 8;

/** The offset of the rows in the scrolling element. It changes with the content above the rows. */
function useListOffset(list: RefObject<HTMLDivElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.offsetTop ?? 0;
    if (top !== offset) setOffset(top);
  });
  return offset;
}

function columnsOf(
  fields: readonly string[],
  paired: string | undefined,
  widest: CheckSummary['widest'],
): CSSProperties {
  const outcome = paired === undefined ? {} : { '--outcome': pairWidths(paired, widest) };
  const columns = { '--columns': widthsOf(fields, widest, paired !== undefined) };
  return { ...columns, ...outcome } as CSSProperties;
}

type FocusedRow = { id: number; index: number };

/**
 * A row leaves the list when it is corrected or left out. If the row had the focus, the focus moves to the problem of
 * the next row. If no row follows, the focus moves to the filter.
 */
function useFocusAfterRemoval(
  at: (index: number) => CheckedRow | undefined,
  count: number,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const focused = useRef<FocusedRow>(undefined);
  useEffect(() => {
    const place = scroller.current;
    const last = focused.current;
    if (!place || !last || document.activeElement !== document.body) return;
    const index = Math.min(last.index, count - 1);
    const next = at(index);
    if (next?.id === last.id || (count > 0 && !next)) return;
    const row = place.querySelector(`[data-index="${index}"]`);
    const targets = [
      row?.querySelector<HTMLElement>('[data-level="error"] button'),
      row?.querySelector<HTMLElement>('button'),
      place.querySelector<HTMLElement>('fieldset [aria-pressed="true"]'),
      place.querySelector<HTMLElement>('fieldset button'),
    ];
    focused.current = undefined;
    targets.find(Boolean)?.focus();
  });
  return {
    onFocus: (row: FocusedRow): void => {
      focused.current = row;
    },
    // Browsers do not call this when the element is removed from the page.
    onBlur: (): void => {
      focused.current = undefined;
    },
  };
}

/** Virtual list of the file's rows: only visible rows are rendered. */
export function CheckedRows(props: Props) {
  const { kind, book, work, line, filter, search, scroller, toEdit, onShowAll, onSay } = props;
  const list = useRef<HTMLDivElement>(null);
  const { count, hasLoaded, at, see } = useRowWindow(work, filter, search);
  const scrollMargin = useListOffset(list);
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const pair = pairOf(line, book);
  const fields = shownFields(kind, book).filter((field) => field !== pair?.field);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => at(index)?.id ?? `waiting ${index}`,
    overscan: 10,
    scrollMargin,
    gap: isPhone ? cardGap : 0,
  });
  const { onFocus, onBlur } = useFocusAfterRemoval(at, count, scroller);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  useEffect(() => see(first), [see, first]);
  if (hasLoaded && count === 0) {
    return (
      <Empty title={checkWords.noRows}>
        <Button variant="default" onClick={onShowAll}>
          {checkWords.showAll}
        </Button>
      </Empty>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned rows cannot be in a table element
    <div
      ref={list}
      className={classes.table}
      role="table"
      aria-label={checkWords.list}
      aria-rowcount={count + 1}
      data-paired={pair !== null || undefined}
      style={columnsOf(fields, pair?.field, work.state.summary?.widest ?? {})}
    >
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus */}
      <div role="row" className={classes.head} aria-rowindex={1}>
        <div role="columnheader">{checkWords.columns.row}</div>
        {fields.map((field) => (
          <div key={field} role="columnheader" data-field={field}>
            {nameOfField(field)}
          </div>
        ))}
        {pair ? (
          <>
            <div role="columnheader">
              {problemWords.inFile(line?.kind === 'otherPeriod' ? problemWords.month : pair.name)}
            </div>
            <div role="columnheader">
              {line?.answer === null && line.answers[0]?.name === 'use'
                ? problemWords.proposed
                : problemWords.becomes}
            </div>
          </>
        ) : (
          <div role="columnheader">{checkWords.columns.outcome}</div>
        )}
        <div role="columnheader" className={classes.unseen}>
          {checkWords.columns.actions}
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = at(index);
          return (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
              data-fate={row?.outcome}
              data-testid="checked-row"
              onFocus={() => row && onFocus({ id: row.id, index })}
              onBlur={onBlur}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              {row ? (
                <CheckedRowCells
                  row={row}
                  fields={fields}
                  line={line}
                  pair={pair}
                  toEdit={index === 0 ? toEdit : null}
                  work={work}
                  onSay={onSay}
                />
              ) : (
                <Skeleton height={20} className={classes.waiting} />
              )}
            </div>
          );
        })}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </div>
  );
}
