/** The reducer of one import: the state of the import, and how each event changes the state. */
import type { CheckSummary, OpenedBook } from '#shared/sheets/checked.ts';
import type { Billing, CallRefusal, Comparison, Progress, SavedImport } from './import-model.ts';
import type { BillingRead } from './read-billing.ts';

const steps = ['file', 'columns', 'check', 'save'] as const;
export type Step = (typeof steps)[number];

/** The work that the worker is doing. */
export type ImportActivity = 'reading' | 'columns' | 'checking' | 'editing' | 'saving' | 'writing';

export type ImportState = {
  step: Step;
  /** Null until a file is chosen. */
  fileName: string | null;
  book: OpenedBook | null;
  summary: CheckSummary | null;
  /** The billing with which the rows of the summary were compared. */
  compared: Billing | null;
  /** The billing that the file itself names. */
  read: BillingRead | null;
  /** Whether the summary is outdated, because a new check has begun and has not succeeded yet. */
  isStale: boolean;
  /** Whether month and year were taken from the file. */
  isFollowed: boolean;
  /** Increases whenever the rows may have changed. */
  version: number;
  doing: ImportActivity | null;
  progress: Progress | null;
  trouble: CallRefusal | null;
  saved: SavedImport | null;
  /** Whether the user would lose work by leaving. */
  isTouched: boolean;
};

export const initialImport: ImportState = {
  step: 'file',
  fileName: null,
  book: null,
  summary: null,
  compared: null,
  read: null,
  isStale: false,
  isFollowed: false,
  version: 0,
  doing: null,
  progress: null,
  trouble: null,
  saved: null,
  isTouched: false,
};

export type ImportEvent =
  | { what: 'cleared' }
  | { what: 'chosen'; fileName: string }
  | { what: 'begun'; doing: ImportActivity }
  | { what: 'progress'; progress: Progress }
  | { what: 'opened' | 'mapped'; book: OpenedBook }
  | { what: 'checked'; checked: Comparison }
  | { what: 'changed'; summary: CheckSummary }
  | { what: 'step'; step: Step }
  | { what: 'written' }
  | { what: 'saved'; saved: SavedImport }
  | { what: 'refused'; refusal: CallRefusal; isEnded: boolean };

/** Fields that identify a bill or are used in nearly every message. */
const usual = ['name', 'number', 'total', 'dueDate'];

/** Whether a required field is missing, or an unused column may contain a usual field. */
function mayLackFields(columns: OpenedBook['columns']): boolean {
  const has = (field: string): boolean => columns.some((column) => column.field === field);
  if (!has('regNum') && !has('number')) return true;
  const isUnused = ({ field, by }: (typeof columns)[number]): boolean => field === null && by !== 'empty';
  return columns.some(isUnused) && !usual.every(has);
}

/**
 * Whether the step of the columns can be skipped. This requires that every column is known for certain, that the
 * encoding is certain, and that only one sheet has headings.
 */
export const canSkipColumns = ({ isNumberList, letters, sheets, columns }: OpenedBook): boolean =>
  isNumberList ||
  (letters === undefined &&
    columns.length > 0 &&
    sheets.filter(({ hasHeader }) => hasHeader).length === 1 &&
    columns.every(({ by }) => by !== 'none' && by !== 'fee') &&
    !mayLackFields(columns));

const idle = { doing: null, progress: null, trouble: null };

/** After a refused save the import goes back to the check. If the server did not answer, the save can be repeated. */
function refuse(state: ImportState, refusal: CallRefusal): ImportState {
  const next = { ...state, ...idle, trouble: refusal };
  if (state.doing !== 'saving') return next;
  if (refusal.isUnclear) return { ...next, step: 'save' };
  const summary = refusal.checked ?? state.summary;
  return { ...next, step: 'check', summary, version: state.version + 1 };
}

function withComparison(state: ImportState, { summary, billing, read, followed }: Comparison): ImportState {
  const version = state.version + 1;
  const isFollowed = followed || (state.isFollowed && isSamePeriod(state.compared, billing));
  const found = { step: 'check' as const, summary, compared: billing, read, isStale: false };
  return { ...state, ...idle, ...found, isFollowed, version };
}

export function importReducer(state: ImportState, event: ImportEvent): ImportState {
  switch (event.what) {
    case 'cleared':
      return initialImport;
    case 'chosen':
      return { ...initialImport, fileName: event.fileName };
    case 'begun':
      return {
        ...state,
        ...idle,
        doing: event.doing,
        isStale: state.isStale || event.doing === 'checking',
        step: event.doing === 'saving' ? 'save' : state.step,
        isTouched: state.isTouched || event.doing === 'saving',
      };
    case 'progress':
      return { ...state, progress: event.progress };
    case 'opened':
      return { ...state, ...idle, book: event.book, step: canSkipColumns(event.book) ? 'check' : 'columns' };
    case 'mapped':
      // The rows were read with the former columns, so they are no longer valid.
      return {
        ...state,
        ...idle,
        book: event.book,
        summary: null,
        compared: null,
        read: null,
        isTouched: true,
      };
    case 'checked':
      return withComparison(state, event.checked);
    case 'changed':
      return { ...state, ...idle, summary: event.summary, version: state.version + 1, isTouched: true };
    case 'step':
      return { ...state, trouble: null, step: event.step };
    case 'written':
      return { ...state, ...idle };
    case 'saved':
      return { ...state, ...idle, step: 'save', saved: event.saved, isTouched: false };
    case 'refused':
      return event.isEnded
        ? { ...initialImport, fileName: state.fileName, trouble: event.refusal }
        : refuse(state, event.refusal);
  }
}

const isSamePeriod = (one: Billing | null, other: Billing): boolean =>
  one !== null && one.month === other.month && one.year === other.year;
