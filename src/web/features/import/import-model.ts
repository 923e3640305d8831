/** What page and worker tell each other of one import. */
import type { BillsHead, ImportAnswer } from '#shared/calls/imports.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { CheckedRow, CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import type { Period } from '#shared/sheets/look-at-bill.ts';
import type { Place } from '../../lib/address.ts';
import type { BillingRead } from './read-billing.ts';

/** The session's part that the worker needs; `country` is the one whose numbers need no code. */
export type WorkPlace = Place & { country: string; timeZone: string };

/** The billing the rows are meant for; `groupID` 0 for a new one. Of no account for students. */
export type Billing = Period & { groupID: number };
/** The billing as it is saved: of one that is there only the id is read. */
export type GroupToSave = BillsHead['group'];

/** `encoding`: how the letters of a text file are written; what was chosen of its columns is to be chosen anew. */
export type BookChoice = {
  encoding?: LegacyEncoding;
  sheet?: number;
  headerRow?: number;
  column?: { index: number; field: string | null };
};

/** The window of the list that is in sight; `from` counts the rows that filter and search leave. */
export type RowsWanted = { filter: RowFilter; search: string; from: number; take: number };
export type RowWindow = { count: number; rows: CheckedRow[] };

/**
 * `billing` as it was compared with; its period is the file's where the page let it follow. `read`: what the file says
 * of it.
 */
export type Comparison = { summary: CheckSummary; billing: Billing; read: BillingRead; followed: boolean };

/** `id` is the billing's; students have none. */
export type SavedImport = ImportAnswer & { id?: number };

/** How far it is; `of` 0 where the end is not known. */
export type Progress = { done: number; of: number };
export type OnProgress = (progress: Progress) => void;

/**
 * `code` as the server gave it. `isUnclear`: a save whose answer did not arrive, and which may be repeated.
 * `checked`: the check as it is since the server refused rows, which it now shows. `column`: the place of the column of
 * which something was chosen.
 */
export type CallRefusal = {
  sentence: string;
  code?: FailureCode;
  isUnclear?: boolean;
  checked?: CheckSummary;
  column?: number;
};
