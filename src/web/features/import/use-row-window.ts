import { useEffect, useRef, useState } from 'react';
import type { CheckedRow, RowFilter } from '#shared/sheets/checked.ts';
import type { Import } from './use-import.ts';

/** Rows are loaded in steps of this size, three at a time: the visible step and its neighbours. */
const step = 60;

type LoadedWindow = { from: number; count: number; rows: CheckedRow[] };

/**
 * Windowed loading: the rows around the visible ones. `at` returns a row by its index, undefined until it is loaded.
 */
export function useRowWindow(work: Import, filter: RowFilter, search: string) {
  const [shown, setShown] = useState<LoadedWindow>({ from: 0, count: 0, rows: [] });
  const [first, setFirst] = useState(0);
  const [hasAsked, setAsked] = useState(false);
  const asked = useRef(0);
  const { version } = work.state;
  const from = Math.max(0, (Math.floor(first / step) - 1) * step);
  const askRows = work.moves.rows;

  // Another filter or search starts at its first row.
  const wanted = `${filter} ${search}`;
  const before = useRef(wanted);
  useEffect(() => {
    if (before.current === wanted) return;
    before.current = wanted;
    setFirst(0);
  }, [wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the rows must be loaded again
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    void askRows({ filter, search, from, take: 3 * step }).then((answer) => {
      if (!answer || asked.current !== mine) return;
      setShown({ from, ...answer });
      setAsked(true);
    });
  }, [askRows, filter, search, from, version]);

  return {
    count: shown.count,
    hasAsked,
    at: (index: number): CheckedRow | undefined => shown.rows[index - shown.from],
    see: setFirst,
  };
}
