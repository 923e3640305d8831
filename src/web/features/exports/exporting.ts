/** What the page and the exporting worker say to each other. */

import type { BillFilter } from '#shared/bill-status.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { DueRules } from '#shared/payable.ts';
import type { ReportBy, ReportFigure, ReportName } from '#shared/reports.ts';
import type { AboutKind } from '#shared/trail-kinds.ts';
import type { Place } from '../../lib/address.ts';

/** What is exported: always as the screen has it filtered and searched. */
export type WantedExport =
  | {
      kind: 'bills' | 'report';
      groupID: number;
      status: BillFilter;
      search: string;
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
  | ({ kind: 'money'; name: ReportName; wish: MoneyWish } & {
      /** What the list of a figure is; absent: the table. */
      figure?: { figure: ReportFigure; row?: string | undefined; campus?: number | undefined } | undefined;
    });

/** A report of money as its address has it. */
export type MoneyWish = {
  campuses?: 'all' | undefined;
  by?: ReportBy | undefined;
  from?: string | undefined;
  to?: string | undefined;
  class?: string | undefined;
};

/** The session's part that the worker needs; `country` is the one whose numbers need no code. */
export type ExportPlace = Place & { timeZone: string; country: string } & DueRules;

export type ExportAsked = { wanted: WantedExport; sheet: string; place: ExportPlace };

export type ExportReport =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; workbook: Blob }
  | { kind: 'failed'; sentence: string; code?: FailureCode };
