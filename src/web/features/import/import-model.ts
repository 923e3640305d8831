/** Types of the calls between the page and the worker of one import. */
import type { BillsHead, ImportAnswer, SavedChildren } from '#shared/calls/imports.ts';
import type { Ask, FailureCode } from '#shared/failures.ts';
import type { CheckedRow, CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import type { Period } from '#shared/sheets/look-at-bill.ts';
import type { Place } from '../../lib/address.ts';
import type { BillingRead } from './read-billing.ts';

/** The part of the session that the worker needs. Phone numbers of `country` may be written without a country code. */
export type WorkPlace = Place & { country: string; timeZone: string };

/** The billing to which the rows belong. `groupID` is 0 for a new billing. An import of students ignores this. */
export type Billing = Period & { groupID: number };
/** For rows by which a bill charges less: why, or that these rows are left out. */
export type Lowering = { reason?: string; confirmed?: true };

/** The billing as it is saved. For an existing billing only the id is used. */
export type GroupToSave = BillsHead['group'];

/** `encoding` is the encoding of a text file. If it changes, the choice of columns is reset. */
export type BookChoice = {
  encoding?: LegacyEncoding;
  sheet?: number;
  headerRow?: number;
  column?: { index: number; field: string | null };
};

/** The part of the list to load. `from` is an index among the filtered rows. */
export type RowsWanted = { filter: RowFilter; search: string; from: number; take: number };
export type RowWindow = { count: number; rows: CheckedRow[] };

/**
 * `billing` is the billing with which the rows were compared. `followed` means that its month was taken from the file.
 * `read` is the billing that the file itself names.
 */
export type Comparison = { summary: CheckSummary; billing: Billing; read: BillingRead; followed: boolean };

export type SavedBilling = { id: number; name: string; rows: number };
/**
 * `id` is the billing's; students have none. `children`: the students that came with bills. `billings`: those of a sheet
 * with several months.
 */
export type SavedImport = ImportAnswer & {
  id?: number;
  children?: SavedChildren | null;
  billings?: SavedBilling[];
};

/** The number of finished units, out of `of` units. `of` is 0 if the total is unknown. */
export type Progress = { done: number; of: number };
export type OnProgress = (progress: Progress) => void;

/** The error of a call. */
export type CallRefusal = {
  /** The text of the error, for the user. */
  sentence: string;
  /** The error code of the server. */
  code?: FailureCode;
  /** What the server asks before it saves. */
  asks?: Ask[];
  /** A save got no answer. It may be repeated. */
  isUnclear?: boolean;
  /** The check that marks the rows which the server refused. */
  checked?: CheckSummary;
  /** The index of the column that the user was choosing. */
  column?: number;
};
