import { useEffect, useRef, useState } from 'react';
import type { CheckedRow, RowFilter } from '#shared/sheets/checked.ts';
import type { Import } from './use-import.ts';

/** Rows per step. Three steps are loaded at a time: the visible step, and the steps before and after it. */
const step = 60;

type LoadedWindow = { from: number; count: number; rows: CheckedRow[] };

/**
 * Windowed loading: loads only the rows around the visible rows. `at` returns the row at an index, or undefined if the
 * row is not loaded.
 */
export function useRowWindow(work: Import, filter: RowFilter, search: string) {
  const [shown, setShown] = useState<LoadedWindow>({ from: 0, count: 0, rows: [] });
  const [first, setFirst] = useState(0);
  const [hasLoaded, setLoaded] = useState(false);
  const lastRequest = useRef(0);
  const { version } = work.state;
  const from = Math.max(0, (Math.floor(first / step) - 1) * step);
  const askRows = work.moves.rows;

  // After a change of the filter or the search, the list starts at its first row.
  const wanted = `${filter} ${search}`;
  const before = useRef(wanted);
  useEffect(() => {
    if (before.current === wanted) return;
    before.current = wanted;
    setFirst(0);
  }, [wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the rows must be loaded again
  useEffect(() => {
    lastRequest.current += 1;
    const request = lastRequest.current;
    void askRows({ filter, search, from, take: 3 * step }).then((answer) => {
      if (!answer || lastRequest.current !== request) return;
      setShown({ from, ...answer });
      setLoaded(true);
    });
  }, [askRows, filter, search, from, version]);

  return {
    count: shown.count,
    hasLoaded,
    at: (index: number): CheckedRow | undefined => shown.rows[index - shown.from],
    see: setFirst,
  };
}
