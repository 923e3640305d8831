/**
 * The worker protocol: each request has a number, and the answer with this number holds everything known of the file.
 */
import type { BankField } from '#shared/bank.ts';
import type { BankRow } from '#shared/calls/bank-files.ts';
import type { BankHeading } from '#shared/calls/money-accounts.ts';
import type { OpenedBank } from '#shared/sheets/bank/bank-book.ts';

export type BankAsk =
  | { what: 'open'; file: File; remembered: readonly BankHeading[] }
  | { what: 'map'; index: number; field: BankField | null }
  | { what: 'header'; row: number }
  | { what: 'order'; order: OpenedBank['dayOrder'] };

/** What is known of the file. `left`: lines of the file that are no rows. */
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
