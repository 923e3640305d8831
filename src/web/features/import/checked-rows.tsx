import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import type { CheckedRow, CheckSummary, OpenedBook, ProblemLine, RowFilter } from '#shared/sheets/checked.ts';
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
  /** The scrolling element. The figures above the rows scroll too. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The field to edit in the first row. */
  toEdit: { field: string; time: number } | null;
  onShowAll: () => void;
  /** Announces a change of a row to screen readers. */
  onSay: (text: string) => void;
};

/** An estimate for a row with one reason. The real height is measured when the row is rendered. */
const rowHeight = 37;
/** Between the cards on a phone. */
const cardGap = 8;

/** The offset of the rows in the scrolling element, which changes with the content above. */
function usePlace(list: RefObject<HTMLDivElement | null>): number {
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.offsetTop ?? 0;
    if (top !== place) setPlace(top);
  });
  return place;
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
 * If the focused row leaves the list, because it is now correct or left out, the focus moves to the problem of the next
 * row, or after the last row to the filter.
 */
function useFocusOfLeft(
  at: (index: number) => CheckedRow | undefined,
  count: number,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const focused = useRef<FocusedRow>(undefined);
  useEffect(() => {
    const place = scroller.current;
    const was = focused.current;
    if (!place || !was || document.activeElement !== document.body) return;
    const index = Math.min(was.index, count - 1);
    const next = at(index);
    if (next?.id === was.id || (count > 0 && !next)) return;
    const row = place.querySelector(`[data-index="${index}"]`);
    const ways = [
      row?.querySelector<HTMLElement>('[data-level="error"] button'),
      row?.querySelector<HTMLElement>('button'),
      place.querySelector<HTMLElement>('fieldset [aria-pressed="true"]'),
      place.querySelector<HTMLElement>('fieldset button'),
    ];
    focused.current = undefined;
    ways.find(Boolean)?.focus();
  });
  return {
    onFocus: (of: FocusedRow): void => {
      focused.current = of;
    },
    // Not called when the element is removed from the page.
    onBlur: (): void => {
      focused.current = undefined;
    },
  };
}

/** Virtual list of the file's rows: only visible rows are rendered. */
export function CheckedRows(props: Props) {
  const { kind, book, work, line, filter, search, scroller, toEdit, onShowAll, onSay } = props;
  const list = useRef<HTMLDivElement>(null);
  const { count, hasAsked, at, see } = useRowWindow(work, filter, search);
  const scrollMargin = usePlace(list);
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
  const { onFocus, onBlur } = useFocusOfLeft(at, count, scroller);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  useEffect(() => see(first), [see, first]);
  if (hasAsked && count === 0) {
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
          <div role="columnheader">{checkWords.columns.fate}</div>
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
              data-fate={row?.fate}
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
