/** Reports of money. Amounts in rupees, days as `2026-11-05`. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { reportBys, reportFigures, reportNames, rowsAtOnce } from '../money/reports.ts';
import { longestText } from '../text/cut-text.ts';
import { isDay } from '../time/dates.ts';

const day = z.string().refine(isDay, 'Use a day such as 2026-11-05.');
const text = z.string().trim().max(longestText);
const reportInPath = z.object({ name: z.enum(reportNames) });

const reportQuery = ofCampus.extend({
  /** By default the campus of `cID`; `all`: every campus that the user may view. */
  campuses: z.literal('all').optional(),
  by: z.enum(reportBys).optional(),
  /** By default from the first of this month until today. */
  from: day.optional(),
  to: day.optional(),
  /** Only one class, by its name. */
  class: text.optional(),
});
const page = {
  /** Skips this number of rows. */
  after: z.coerce.number().int().nonnegative().default(0),
  take: z.coerce.number().int().min(1).max(rowsAtOnce).default(rowsAtOnce),
};
/** One figure of a report: of a row, given by its campus and key, or of all rows. */
const figureOf = {
  figure: z.enum(reportFigures),
  campus: z.coerce.number().int().positive().optional(),
  row: z.string().max(2000).optional(),
};

const figures = z.partialRecord(z.enum(reportFigures), z.object({ sum: z.number(), count: z.number() }));
export type ReportFigures = z.infer<typeof figures>;

const row = z.object({
  campusID: id,
  /**
   * Identifies the row in its campus: an id, a day or a word. `none`: its subject is unknown. `gone`: its subject
   * was deleted.
   */
  key: z.string(),
  /** Its name; null if it has none or was deleted. */
  title: z.string().nullable(),
  /** Only for the row of a billing. */
  month: z.number().nullable(),
  year: z.number().nullable(),
  figures,
  /** Only for the row of a family. */
  family: z
    .object({
      /** The id of one of its open bills, with which the family's pane can be opened. */
      billID: id,
      children: z.array(
        z.object({ name: z.string(), regNum: z.string().nullable(), class: z.string().nullable() }),
      ),
      months: z.number(),
      lastPaid: z.string().nullable(),
      /** The instant of the last message to the family. */
      lastNotified: z.string().nullable(),
    })
    .nullable(),
});
export type ReportRow = z.infer<typeof row>;

const report = z.object({
  name: z.enum(reportNames),
  by: z.enum(reportBys),
  from: z.string(),
  to: z.string(),
  campuses: z.array(z.object({ id, name: z.string(), currency: z.string(), today: z.string() })),
  rows: z.array(row),
  next: z.number().nullable(),
  count: z.number(),
  /** The sums of all rows, one for each currency. */
  totals: z.array(z.object({ currency: z.string(), figures })),
  /** The classes to choose from. */
  classes: z.array(z.string()),
});
export type Report = z.infer<typeof report>;

const item = z.object({
  campusID: id,
  billID: id.nullable(),
  paymentID: id.nullable(),
  name: z.string(),
  regNum: z.string().nullable(),
  class: z.string().nullable(),
  /** Null if the billing was deleted. */
  billing: z.string().nullable(),
  month: z.number().nullable(),
  year: z.number().nullable(),
  dueDate: z.string().nullable(),
  day: z.string().nullable(),
  receiptNo: z.number().nullable(),
  method: z.string().nullable(),
  kind: z.string().nullable(),
  account: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** The closed day that it changes. */
  concerns: z.string().nullable(),
  amount: z.number(),
  /** Whether the bill still exists. */
  isThere: z.boolean(),
});
export type ReportItem = z.infer<typeof item>;

export const showReport = defineCall({
  method: 'GET',
  path: '/Reports/:name',
  access: 'view',
  campus: 'query',
  summary:
    'Returns one report of money, for one campus or for all campuses that the caller may view. `collected` has the amounts billed, collected and outstanding. `fines` has the bills that are paid except for a fine. `unseen` has the payments that no bank file shows yet. The others are `ageing`, `defaulters`, `day-book`, `heads`, `concessions` and `credits`. Families come in pages.',
  params: reportInPath,
  query: reportQuery.extend(page),
  answer: report,
});

export const listReport = defineCall({
  method: 'GET',
  path: '/Reports/:name/List',
  access: 'view',
  campus: 'query',
  summary: 'Lists what a figure of a report consists of: bills, payments or parts of payments, in pages.',
  params: reportInPath,
  query: reportQuery.extend({ ...page, ...figureOf }),
  answer: z.object({
    items: z.array(item),
    next: z.number().nullable(),
    count: z.number(),
    sum: z.number(),
  }),
});
export type ReportList = z.infer<typeof listReport.answer>;

export const exportReport = defineCall({
  method: 'GET',
  path: '/Reports/:name/Export',
  access: 'view',
  campus: 'query',
  summary: 'Returns all rows of a report.',
  params: reportInPath,
  query: reportQuery,
  answer: z.array(row),
});

export const exportReportList = defineCall({
  method: 'GET',
  path: '/Reports/:name/List/Export',
  access: 'view',
  campus: 'query',
  summary: 'Returns everything that a figure of a report consists of.',
  params: reportInPath,
  query: reportQuery.extend(figureOf),
  answer: z.array(item),
});
