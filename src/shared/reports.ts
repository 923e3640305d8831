/** The reports of money: what each adds up, and by what. Every figure has a list that comes to it. */

export const reportNames = [
  'collected',
  'ageing',
  'defaulters',
  'day-book',
  'heads',
  'concessions',
  'credits',
  'fines',
  'unseen',
] as const;
export type ReportName = (typeof reportNames)[number];

/** What the rows of a report stand for. */
export const reportBys = [
  'billing',
  'class',
  'campus',
  'family',
  'day',
  'account',
  'method',
  'clerk',
  'head',
] as const;
export type ReportBy = (typeof reportBys)[number];

export const reportFigures = [
  'billed',
  'collected',
  'said',
  'outstanding',
  'notDue',
  'days30',
  'days60',
  'days90',
  'older',
  'received',
  'returned',
  'voided',
  'waived',
  'writtenOff',
  'conceded',
  'credit',
  'fine',
  'unseen',
] as const;
export type ReportFigure = (typeof reportFigures)[number];

/** Days past the due date, each up to the next. */
export const ageingBands = ['notDue', 'days30', 'days60', 'days90', 'older'] as const;

export type ReportShape = {
  /** The first is the usual one. */
  bys: readonly ReportBy[];
  figures: readonly ReportFigure[];
  /** What is so today has no days to choose. */
  isOfToday: boolean;
};

export const reports: Readonly<Record<ReportName, ReportShape>> = {
  collected: {
    bys: ['billing', 'class', 'campus'],
    figures: ['billed', 'collected', 'said', 'outstanding'],
    isOfToday: false,
  },
  ageing: { bys: ['billing', 'class', 'campus'], figures: [...ageingBands, 'outstanding'], isOfToday: true },
  defaulters: { bys: ['family', 'class'], figures: ['outstanding'], isOfToday: true },
  'day-book': {
    bys: ['day', 'account', 'method', 'clerk'],
    figures: ['received', 'returned', 'said', 'voided'],
    isOfToday: false,
  },
  heads: { bys: ['head'], figures: ['collected', 'said'], isOfToday: false },
  concessions: {
    bys: ['billing', 'class', 'campus'],
    figures: ['waived', 'writtenOff', 'conceded'],
    isOfToday: false,
  },
  credits: { bys: ['class', 'campus'], figures: ['credit'], isOfToday: true },
  fines: { bys: ['billing', 'class', 'campus'], figures: ['fine'], isOfToday: true },
  unseen: { bys: ['method', 'account', 'day'], figures: ['unseen'], isOfToday: false },
};

/** The row of what lies on no bill, or is of nobody that is known. */
export const ofNothing = 'none';
/** The row of what is of billings that were deleted: their money stays. */
export const ofGone = 'gone';

/** So many rows of families, or of a list, at once. */
export const rowsAtOnce = 200;

/** Rows of the report of heads that are no head of a sheet: what came on top of the fee, after its day or as a fine; and of a bill without heads. */
export const lateHead = '+late';
export const noHead = '+none';
