/** Worker protocol: the page asks with a number, the worker answers by it with all that is known of the file then. */
import type { BankField } from '#shared/bank.ts';
import type { BankRow } from '#shared/calls/bank-files.ts';
import type { BankHeading } from '#shared/calls/money-accounts.ts';
import type { OpenedBank } from '#shared/sheets/bank/bank-book.ts';

export type BankAsk =
  | { what: 'open'; file: File; remembered: readonly BankHeading[] }
  | { what: 'map'; index: number; field: BankField | null }
  | { what: 'header'; row: number }
  | { what: 'order'; order: OpenedBank['dayOrder'] };

/** What is known of the file. `left`: its lines that are no row. */
export type ReadBank = {
  name: string;
  sha256: string;
  opened: OpenedBank;
  rows: BankRow[];
  left: number;
  headings: BankHeading[];
};

export type BankCall = { id: number; ask: BankAsk };
export type BankReport = { id: number } & ({ read: ReadBank } | { sentence: string });
