/** What the page asks the worker that keeps a file, and what it answers; each question carries its number. */
import type { BillsHead, ChosenHeading, ImportAnswer, ImportKind } from '#shared/calls/imports.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { CheckedRow, CheckSummary, OpenedBook, RowFilter } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import type { Place } from '../../lib/address.ts';

/** The session's part that the worker needs; `country` is the one whose numbers need no code. */
export type WorkPlace = Place & { country: string; timeZone: string };

export type Period = { month: number; year: number };
/** The billing the rows are meant for; `groupID` 0 for a new one. Of no account for students. */
export type Billing = Period & { groupID: number };
/** The billing as it is saved: of one that is there only the id is read. */
export type GroupToSave = BillsHead['group'];

/** `encoding`: how the letters of a text file are written; what was chosen of its columns is to be chosen anew. */
export type Choice = {
  encoding?: LegacyEncoding;
  sheet?: number;
  headerRow?: number;
  column?: { index: number; field: string | null };
};

/** The window of the list that is in sight; `from` counts the rows that filter and search leave. */
export type RowsWanted = { filter: RowFilter; search: string; from: number; take: number };
export type RowWindow = { count: number; rows: CheckedRow[] };

/** `billing` as it was compared with; its period is the file's where the page let it follow. */
export type Checked = { summary: CheckSummary; billing: Billing; followed: boolean };

/** `id` is the billing's; students have none. */
export type Saved = ImportAnswer & { id?: number };

export type Questions = {
  open: {
    given: { file: File; kind: ImportKind; remembered: ChosenHeading[]; country: string };
    answer: OpenedBook;
  };
  choose: { given: Choice; answer: OpenedBook };
  /** Reads every row and compares it with what is stored. `mayFollow`: the month and year of the file are taken. */
  check: { given: { place: WorkPlace; billing: Billing; mayFollow: boolean }; answer: Checked };
  /** The same rows for another month and year; edits stay. */
  compare: { given: { place: WorkPlace; billing: Billing }; answer: Checked };
  rows: { given: RowsWanted; answer: RowWindow };
  edit: { given: { place: WorkPlace; id: number; field: string; text: string }; answer: CheckSummary };
  /** Whether the dates of a column are exchanged; the rows are compared anew. */
  days: { given: { place: WorkPlace; field: string; answer: 'swap' | 'keep' }; answer: Checked };
  /** Whether these invoice numbers and those of other billings are one series. */
  series: { given: { oneSeries: boolean }; answer: CheckSummary };
  leave: { given: { which: number[] | RowFilter; isOut: boolean }; answer: CheckSummary };
  save: { given: { place: WorkPlace; group: GroupToSave | null }; answer: Saved };
  errorWorkbook: { given: null; answer: Blob };
};
export type Question = keyof Questions;
export type Given<Q extends Question> = Questions[Q]['given'];
export type Answer<Q extends Question> = Questions[Q]['answer'];

/** How far it is; `of` 0 where the end is not known. */
export type Progress = { done: number; of: number };

/**
 * `code` as the server gave it. `isUnclear`: a save whose answer did not arrive, and which may be repeated.
 * `checked`: the check as it is since the server refused rows, which it now shows. `column`: the place of the column of
 * which something was chosen.
 */
export type Refusal = {
  sentence: string;
  code?: FailureCode;
  isUnclear?: boolean;
  checked?: CheckSummary;
  column?: number;
};

export type Asked = { [Q in Question]: { id: number; question: Q; given: Given<Q> } }[Question];
export type Report =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'answer'; answer: Answer<Question> }
  | { id: number; kind: 'refused'; refusal: Refusal };
