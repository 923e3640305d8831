/** The time to judge 10,000 rows that were already read, beside the mere parse of their cells. Runs in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import parsePhoneNumber from 'libphonenumber-js/max';
import type { Cell } from '#shared/sheets/cells.ts';
import { createSheetCheck } from '#shared/sheets/check.ts';
import { type Book, openBook } from '#shared/sheets/open-book.ts';
import type { Table } from '#shared/sheets/read-table.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Row } from '../figure.ts';

const name = 'october-2026-10k.xlsx';
const rounds = 9;

const judge = (book: Book) => createSheetCheck(book, { month: 10, year: 2026, country: 'PK' }).summary();

/** What no program can avoid: the phone library reads each number, and every other cell becomes its text. */
function parseCells({ rows, first, mapped }: Table): number {
  const number = mapped.find(({ column }) => column.field === 'number')?.index;
  const parse = (cell: Cell | undefined, index: number): boolean =>
    index === number ? parsePhoneNumber(String(cell), 'PK')?.isValid() === true : String(cell) !== '';
  let parsed = 0;
  for (const row of rows.slice(first))
    for (const { index } of mapped) if (parse(row[index], index)) parsed += 1;
  return parsed;
}

async function measure(): Promise<Row[]> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../test/vouchers/good', name)));
  // A book remembers what it found out about its columns, so each round judges a new one.
  const open = () => openBook({ name, bytes }, { kind: 'bills', remembered: [] });
  const book = await open();
  const table = book.table('PK');
  const { rows, outcomes: fates } = judge(book);
  const { ours, floor } = await alternate(rounds, {
    ours: async () => {
      const opened = await open();
      return time(async () => judge(opened));
    },
    floor: () => time(async () => parseCells(table)),
  });
  const what = 'judging 10,000 rows that were read';
  const note = `${rows} rows, ${fates.refused} refused`;
  const beside = 'the mere parse of their cells';
  return [{ what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 2.5, beside, note }];
}

export const judgeSheet: Figure = { name: 'judge-sheet', measure };
