/** What the page and the exporting worker say to each other. */
import type { BillFilter } from '#shared/bill-status.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { FailureCode } from '#shared/failures.ts';
import type { AboutKind } from '#shared/trail-kinds.ts';
import type { Place } from '../../lib/address.ts';

/** What is exported: always as the screen has it filtered and searched. */
export type WantedExport =
  | { kind: 'bills' | 'report'; groupID: number; status: BillFilter; search: string }
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
    };

/** The session's part that the worker needs; `country` is the one whose numbers need no code. */
export type ExportPlace = Place & { timeZone: string; country: string };

export type ExportAsked = { wanted: WantedExport; sheet: string; place: ExportPlace };

export type ExportReport =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; workbook: Blob }
  | { kind: 'failed'; sentence: string; code?: FailureCode };
