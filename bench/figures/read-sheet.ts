/** A sheet of 10,000 rows to bills, beside the reader library alone on the same file. In Node, not in a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { readFile } from '#shared/sheets/files/read-file.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Row } from '../figure.ts';

const name = 'october-2026-10k.xlsx';
const rounds = 7;

async function measure(): Promise<Row[]> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../test/vouchers/good', name)));
  const { bills, refused } = await readFile({ name, bytes });
  const { ours, floor } = await alternate(rounds, {
    ours: () => time(() => readFile({ name, bytes })),
    floor: () => time(() => readXlsx(bytes)),
  });
  const what = 'reading an .xlsx of 10,000 rows';
  const note = `${bills.length} bills, ${refused.length} refused`;
  return [
    { what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 1.3, beside: 'the reader library', note },
  ];
}

export const readSheet: Figure = { name: 'read-sheet', measure };
