/** The reports of money: their figures, and how their rows are grouped. Every figure has a list with the same sum. */

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

/** What the rows of a report are grouped by. */
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
  'markedPaid',
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
  'lowered',
  'conceded',
  'credit',
  'fine',
  'unseen',
] as const;
export type ReportFigure = (typeof reportFigures)[number];

/** Bands of days past the due date; each ends where the next begins. */
const ageingBands = ['notDue', 'days30', 'days60', 'days90', 'older'] as const;

export type ReportShape = {
  /** The first is the default. */
  bys: readonly ReportBy[];
  figures: readonly ReportFigure[];
  /** The report shows the state of today, so no days can be chosen. */
  isOfToday: boolean;
};

export const reports: Readonly<Record<ReportName, ReportShape>> = {
  collected: {
    bys: ['billing', 'class', 'campus'],
    figures: ['billed', 'collected', 'markedPaid', 'outstanding'],
    isOfToday: false,
  },
  ageing: { bys: ['billing', 'class', 'campus'], figures: [...ageingBands, 'outstanding'], isOfToday: true },
  defaulters: { bys: ['family', 'class'], figures: ['outstanding'], isOfToday: true },
  'day-book': {
    bys: ['day', 'account', 'method', 'clerk'],
    figures: ['received', 'returned', 'markedPaid', 'voided'],
    isOfToday: false,
  },
  heads: { bys: ['head'], figures: ['collected', 'markedPaid'], isOfToday: false },
  concessions: {
    bys: ['billing', 'class', 'campus'],
    figures: ['waived', 'writtenOff', 'lowered', 'conceded'],
    isOfToday: false,
  },
  credits: { bys: ['class', 'campus'], figures: ['credit'], isOfToday: true },
  fines: { bys: ['billing', 'class', 'campus'], figures: ['fine'], isOfToday: true },
  unseen: { bys: ['method', 'account', 'day'], figures: ['unseen'], isOfToday: false },
};

/** The row for money on no bill, or of an unknown family. */
export const ofNothing = 'none';
/** The row for deleted billings, whose money still counts. */
export const ofGone = 'gone';

/** Rows of families, or of a list, in one answer. */
export const rowsAtOnce = 200;

/**
 * Rows of the report by heads that are not heads of a sheet: amounts above the fee (late amounts and fines), and bills
 * without heads.
 */
export const lateHead = '+late';
export const noHead = '+none';
