/** The types of the calls between the page and the worker of one import. */
import type { BillsHead, ImportAnswer } from '#shared/calls/imports.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { CheckedRow, CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import type { Period } from '#shared/sheets/look-at-bill.ts';
import type { Place } from '../../lib/address.ts';
import type { BillingRead } from './read-billing.ts';

/** The part of the session that the worker needs. Numbers of `country` need no country code. */
export type WorkPlace = Place & { country: string; timeZone: string };

/** The billing of the rows; `groupID` is 0 for a new one. Students ignore it. */
export type Billing = Period & { groupID: number };
/** The billing as it is saved. For an existing one only the id is used. */
export type GroupToSave = BillsHead['group'];

/** `encoding`: the encoding of a text file. A change of it resets the choice of columns. */
export type BookChoice = {
  encoding?: LegacyEncoding;
  sheet?: number;
  headerRow?: number;
  column?: { index: number; field: string | null };
};

/** The visible part of the list; `from` counts the filtered rows. */
export type RowsWanted = { filter: RowFilter; search: string; from: number; take: number };
export type RowWindow = { count: number; rows: CheckedRow[] };

/**
 * `billing`: the billing compared with; its month is the file's if `mayFollow` was set. `read`: what the file says
 * about it.
 */
export type Comparison = { summary: CheckSummary; billing: Billing; read: BillingRead; followed: boolean };

/** `id` is the billing's; students have none. */
export type SavedImport = ImportAnswer & { id?: number };

/** The progress; `of` is 0 if the end is unknown. */
export type Progress = { done: number; of: number };
export type OnProgress = (progress: Progress) => void;

/**
 * `code`: the server's. `isUnclear`: a save without an answer, which may be repeated. `checked`: the check with the
 * rows that the server refused. `column`: the index of the column being chosen.
 */
export type CallRefusal = {
  sentence: string;
  code?: FailureCode;
  isUnclear?: boolean;
  checked?: CheckSummary;
  column?: number;
};
