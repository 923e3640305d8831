/** What the page and its worker say to each other, and how a test asks them. */

import type { NewBill } from '#shared/calls/bills.ts';
import type { CheckSummary } from '#shared/sheets/checked.ts';

/**
 * `cells`: the first sheet as our reader hands it over. `bills`: what our check makes of it. `second`: the first sheet
 * as another reader sees it. `library`: the library our reader stands on, alone, for its time.
 */
export type Reader = 'cells' | 'bills' | 'second' | 'library';

/** What `bills` answers: the rows that a save would send, how many it would not, and the figures of the check. */
export type CheckedSheet = {
  bills: NewBill[];
  left: { skipped: number; refused: number };
  summary: CheckSummary;
};

/** `path` below test/vouchers. */
export type ReadOrder = { reader: Reader; path: string };

/**
 * `text`: what was read, as JSON. `milliseconds` of the reading alone, without the file's way into the worker.
 * `minutesBehind`: how far the worker's own clock believes to be behind UTC in January.
 */
export type ReadAnswer = { text: string; milliseconds: number; minutesBehind: number } | { failure: string };

declare global {
  interface Window {
    readSheet: (order: ReadOrder) => Promise<ReadAnswer>;
  }
}
