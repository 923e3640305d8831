/** Reports of money as workbooks: the table with its totals, or the list behind a figure. */
import type { Report, ReportItem, ReportRow } from '#shared/calls/reports.ts';
import {
  dayOf,
  figureSum,
  figuresShown,
  netOf,
  sayBillingOf,
  sayFamily,
  sayFigure,
  sayMonthOf,
  sayRow,
  sayWay,
  sayWhy,
} from '#shared/money/report-texts.ts';
import type { Cell } from '#shared/sheets/cells.ts';
import { type SheetCell, writeSheet } from '#shared/sheets/write/workbook.ts';
import { reportByWords, reportListWords, reportWords } from '#shared/words/reports.ts';

const day = (value: string | null): Cell => (value === null ? null : { kind: 'day', day: value });

const heading = (cell: string): SheetCell => ({ cell, look: 'heading' });

const campusOf = ({ campuses }: Report, campusID: number): string =>
  campuses.find(({ id }) => id === campusID)?.name ?? '';

function headsOf(report: Report): string[] {
  const { name, by, totals } = report;
  const figures = figuresShown(name, totals).map(sayFigure);
  const ofFamily =
    by === 'family'
      ? [
          ...[reportListWords.regNum, reportListWords.class, reportWords.months, reportWords.openBills],
          ...[reportWords.lastPaid, reportWords.lastNotified],
        ]
      : [];
  const beside = by === 'billing' ? [reportListWords.day] : [];
  return [
    reportListWords.campus,
    by === 'family' ? reportWords.children : reportByWords[by],
    ...beside,
    ...ofFamily,
    ...figures,
    ...(name === 'day-book' ? [reportWords.net] : []),
  ];
}

function familyCells(row: ReportRow): Cell[] {
  const { family } = row;
  const of = (key: 'regNum' | 'class'): string =>
    [...new Set(family?.children.flatMap((child) => child[key] ?? []))].join(', ');
  return [
    ...[of('regNum'), of('class'), family?.months ?? null, row.figures.outstanding?.count ?? null],
    ...[day(family?.lastPaid ?? null), day(family?.lastNotified?.slice(0, 10) ?? null)],
  ];
}

const figureCells = ({ name, totals }: Report, figures: ReportRow['figures']): Cell[] => [
  ...figuresShown(name, totals).map((figure) => figureSum(name, figures, figure)),
  ...(name === 'day-book' ? [netOf(figures)] : []),
];

function* rowsOf(report: Report, rows: Iterable<ReportRow>): Generator<SheetCell[]> {
  const { by, totals } = report;
  yield headsOf(report).map(heading);
  for (const row of rows) {
    const named = by === 'family' ? sayFamily(row) : sayRow(row, report);
    const beside = by === 'billing' ? [sayMonthOf({ ...row, title: null })] : [];
    const ofFamily = by === 'family' ? familyCells(row) : [];
    yield [
      campusOf(report, row.campusID),
      named,
      ...beside,
      ...ofFamily,
      ...figureCells(report, row.figures),
    ];
  }
  const between = headsOf(report).length - figureCells(report, {}).length - 1;
  for (const { currency, figures } of totals)
    yield [
      ...[heading(reportWords.totalIn(currency)), ...Array.from({ length: between }, () => null)],
      ...figureCells(report, figures).map((cell): SheetCell => ({ cell, look: 'heading' })),
    ];
}

/** `report`: the report's head with totals; `rows`: all rows of the report. */
export const writeReportTable = (
  name: string,
  { report, rows }: { report: Report; rows: Iterable<ReportRow> },
): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: [24, 32, ...Array.from({ length: 12 }, () => 16)],
    frozenRows: 1,
    rows: rowsOf(report, rows),
  });

const listHeads = [
  ...[reportListWords.campus, reportListWords.day, reportListWords.receipt, reportListWords.name],
  ...[reportListWords.regNum, reportListWords.class, reportListWords.billing, reportListWords.due],
  ...[reportListWords.way, reportListWords.account, reportListWords.by, reportListWords.why],
  reportListWords.amount,
];

function* linesOf(report: Report, items: Iterable<ReportItem>): Generator<SheetCell[]> {
  yield listHeads.map(heading);
  let paisa = 0;
  for (const item of items) {
    const { campusID, receiptNo, name, regNum, dueDate, method, account, by, amount } = item;
    paisa += Math.round(amount * 100);
    yield [
      ...[campusOf(report, campusID), day(dayOf(item)), receiptNo, name, regNum, item.class],
      ...[sayBillingOf(item), day(dueDate), method === null ? null : sayWay(method), account, by],
      ...[sayWhy(item), amount],
    ];
  }
  yield [
    heading(reportWords.total),
    ...Array.from({ length: listHeads.length - 2 }, () => null),
    { cell: paisa / 100, look: 'heading' },
  ];
}

export const writeReportList = (
  name: string,
  { report, items }: { report: Report; items: Iterable<ReportItem> },
): ReadableStream<Uint8Array> =>
  writeSheet({
    name,
    widths: [24, 14, 10, 28, 16, 12, 24, 14, 14, 18, 20, 36, 16],
    frozenRows: 1,
    rows: linesOf(report, items),
  });
