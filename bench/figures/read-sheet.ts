/**
 * The time from a sheet of 10,000 rows to its finished check, beside the reader library alone. Runs in Node, not in a
 * browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { createSheetCheck } from '#shared/sheets/check.ts';
import { openBook } from '#shared/sheets/open-book.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Row } from '../figure.ts';

const name = 'october-2026-10k.xlsx';
const rounds = 7;

async function checkSheet(bytes: Uint8Array<ArrayBuffer>) {
  const book = await openBook({ name, bytes }, { kind: 'bills', remembered: [] });
  return createSheetCheck(book, { month: 10, year: 2026, country: 'PK' }).summary();
}

async function measure(): Promise<Row[]> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../test/vouchers/good', name)));
  const { rows, outcomes: fates } = await checkSheet(bytes);
  const { ours, floor } = await alternate(rounds, {
    ours: () => time(() => checkSheet(bytes)),
    floor: () => time(() => readXlsx(bytes)),
  });
  const what = 'reading an .xlsx of 10,000 rows';
  const note = `${rows} rows, ${fates.refused} refused`;
  return [
    { what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 1.3, beside: 'the reader library', note },
  ];
}

export const readSheet: Figure = { name: 'read-sheet', measure };
