/** Arrow keys in a list or a grid, including virtual lists in which only visible rows are rendered. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useKeys } from './use-keys.ts';

type GridPosition = { index: number; count: number; columns: number; page: number };

/** The index that a key leads to; undefined if the key does not move in a list. */
export function indexAfter(key: string, { index, count, columns, page }: GridPosition): number | undefined {
  const last = count - 1;
  /** Moves down by rows, but not past the last item. */
  const down = (lines: number): number => {
    const left = Math.floor(last / columns) - Math.floor(index / columns);
    return Math.min(index + Math.min(lines, left) * columns, last);
  };
  const up = (lines: number): number => index - Math.min(lines, Math.floor(index / columns)) * columns;
  switch (key) {
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return up(1);
    case 'PageDown':
      return down(page);
    case 'PageUp':
      return up(page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      return columns > 1 ? Math.min(index + 1, last) : undefined;
    case 'ArrowLeft':
      return columns > 1 ? Math.max(index - 1, 0) : undefined;
    default:
      return undefined;
  }
}

/** The part of a virtualizer that is needed to render a row. */
type VirtualRows = {
  scrollToIndex: (row: number) => void;
  scrollRect: { height: number } | null;
  getVirtualItems: () => readonly { size: number }[];
  /** The visible rows. */
  range?: { startIndex: number } | null;
};

type ArrowKeyOptions = {
  count: number;
  /** More than one in a grid. */
  columns?: number;
  /** The virtualizer of a virtual list. One of its rows holds `columns` items. */
  rows?: VirtualRows;
  /** The container of the items. J and K go to the next and the previous item from anywhere on the page. */
  letters?: RefObject<HTMLElement | null>;
};

const usualPage = 10;
const takesArrows =
  'textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="radiogroup"], ' +
  'input:not([type="checkbox"], [type="button"])';

function pageOf(rows: VirtualRows | undefined): number {
  const size = rows?.getVirtualItems()[0]?.size;
  if (!rows?.scrollRect || !size) return usualPage;
  return Math.max(1, Math.floor(rows.scrollRect.height / size) - 1);
}

/** The index of the item that contains this element. */
function indexOf(element: Element | null): number | undefined {
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? undefined : Number(row);
}

/** Focuses the button or link of the row, or the row itself; false if it is not rendered. */
function focusRow(list: HTMLElement, index: number): boolean {
  const row = list.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (!row) return false;
  const control = row.querySelector<HTMLElement>('button:enabled, a[href]') ?? row;
  if (control === row) row.tabIndex = -1;
  control.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Spread the result on the container of the items. Each item sets its index in `data-row`, and its first button or link
 * gets the focus. The component that uses this hook must render the items.
 */
export function useArrowKeys({ count, columns = 1, rows, letters }: ArrowKeyOptions) {
  const list = useRef<HTMLElement>(undefined);
  const rowToFocus = useRef<number>(undefined);
  /** The index that was focused last, so that J and K continue from there after a panel had the focus. */
  const latest = useRef<number>(undefined);
  // This runs after each render, because the row to focus may have been rendered only now.
  useLayoutEffect(() => {
    if (rowToFocus.current === undefined || !list.current) return;
    const isElsewhere = document.activeElement !== list.current && document.activeElement !== document.body;
    if (isElsewhere || focusRow(list.current, rowToFocus.current)) rowToFocus.current = undefined;
  });

  const goTo = (index: number): void => {
    latest.current = index;
    if (!list.current || focusRow(list.current, index)) return;
    rowToFocus.current = index;
    // The focused row may be removed from the page, so the container takes the focus to receive the next key.
    list.current.focus({ preventScroll: true });
    rows?.scrollToIndex(Math.floor(index / columns));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // React also sends the keys of an open menu here, although the menu lies outside of the container.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.closest(takesArrows))
      return;
    const index = indexOf(target) ?? rowToFocus.current;
    if (index === undefined || count === 0) return;
    const next = indexAfter(key, { index, count, columns, page: pageOf(rows) });
    if (next === undefined) return;
    event.preventDefault();
    rowToFocus.current = undefined;
    list.current = currentTarget;
    goTo(next);
  };

  const step = (by: number) => (): void => {
    const root = letters?.current;
    if (!root || count === 0) return;
    list.current = root;
    const isWithin = root.contains(document.activeElement);
    const from = (isWithin ? indexOf(document.activeElement) : undefined) ?? latest.current;
    const first = (rows?.range?.startIndex ?? 0) * columns;
    goTo(from === undefined ? first : Math.max(0, Math.min(count - 1, from + by)));
  };
  useKeys(letters ? { j: step(1), k: step(-1) } : {});
  return { onKeyDown, tabIndex: -1 } as const;
}
