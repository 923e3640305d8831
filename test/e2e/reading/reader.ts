/** The messages between the page and its worker, and the call that a test makes. */

import type { NewBill } from '#shared/calls/bills.ts';
import type { CheckSummary } from '#shared/sheets/checked.ts';

/**
 * `cells`: the first sheet as our reader returns it. `bills`: the result of our check. `second`: the first sheet by
 * another reader. `library`: only the library under our reader, to measure its time.
 */
export type Reader = 'cells' | 'bills' | 'second' | 'library';

/** The result of `bills`: the rows that a save would send, the number of other rows, and the figures of the check. */
export type CheckedSheet = {
  bills: NewBill[];
  left: { skipped: number; refused: number };
  summary: CheckSummary;
};

/** `path` is relative to test/vouchers. */
export type ReadOrder = { reader: Reader; path: string };

/**
 * `text`: the result as JSON. `milliseconds`: the reading alone, without the transfer to the worker. `minutesBehind`:
 * how far the worker's clock is behind UTC in January.
 */
export type ReadAnswer = { text: string; milliseconds: number; minutesBehind: number } | { failure: string };

declare global {
  interface Window {
    readSheet: (order: ReadOrder) => Promise<ReadAnswer>;
  }
}
