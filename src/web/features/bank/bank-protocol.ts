/**
 * The protocol between the page and the worker. Each request has a number. The answer has the same number and contains
 * everything that is known about the file.
 */

import type { BankField, BankHeading, BankRow } from '#shared/money/bank.ts';
import type { BankPlace, OpenedBank } from '#shared/sheets/bank/bank-book.ts';
import type { BankAnswer, BankQuestion } from '#shared/sheets/bank/questions.ts';

export type BankRequest =
  | { what: 'open'; file: File; place: BankPlace }
  | { what: 'remember'; headings: readonly BankHeading[] }
  | { what: 'answer'; question: Pick<BankQuestion, 'kind' | 'text'>; answer: BankAnswer }
  | { what: 'map'; index: number; field: BankField | null }
  | { what: 'header'; row: number }
  | { what: 'order'; order: OpenedBank['dayOrder'] };

/** Everything that is known about the file. `left` counts the lines below the headings that move no money. */
export type ReadBank = {
  name: string;
  sha256: string;
  opened: OpenedBank;
  rows: BankRow[];
  left: number;
  headings: BankHeading[];
};

export type BankCall = { id: number; ask: BankRequest };
export type BankReport = { id: number } & ({ read: ReadBank } | { sentence: string });
