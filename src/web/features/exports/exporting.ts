/** The types of the messages between the page and the export worker. */

import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import type { DueRules } from '#shared/money/payable.ts';
import type { ReportBy, ReportFigure, ReportName } from '#shared/money/reports.ts';
import type { AboutKind } from '#shared/trail-kinds.ts';
import type { Place } from '../../lib/address.ts';

/** The list to export, with the filters and the search of the screen. */
export type WantedExport =
  | {
      kind: 'bills' | 'report';
      groupID: number;
      status: BillFilter;
      search: string;
      class?: number | undefined;
      section?: number | undefined;
      sort?: string | undefined;
    }
  | {
      kind: 'outbox';
      status: OutboxFilter;
      search: string;
      run?: number | undefined;
      billing?: number | undefined;
    }
  | {
      kind: 'trail';
      about?: AboutKind | undefined;
      search: string;
      userID?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
    }
  | ({ kind: 'money'; name: ReportName; filters: MoneyFilters } & {
      /** Exports the list behind this figure. If it is undefined, exports the table of the report. */
      figure?: { figure: ReportFigure; row?: string | undefined; campus?: number | undefined } | undefined;
    });

/** The options of a money report, in the format of its address. */
type MoneyFilters = {
  campuses?: 'all' | undefined;
  by?: ReportBy | undefined;
  from?: string | undefined;
  to?: string | undefined;
  class?: string | undefined;
};

/** The part of the session that the worker needs. Phone numbers of `country` are written without a country code. */
export type ExportSession = Place & { timeZone: string; country: string } & DueRules;

export type ExportRequest = { wanted: WantedExport; sheet: string; session: ExportSession };

export type ExportReport =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; workbook: Blob }
  | { kind: 'failed'; sentence: string; code?: FailureCode };
