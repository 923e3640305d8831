/** Writes a workbook of any length with all columns of the spec, as a stream. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { amountKeys } from '#shared/money/bill-heads.ts';
import { columns } from '#shared/sheets/columns.ts';
import { wideBill } from './school.ts';

/** Bills without problems: true dates, and heads that add up. */
function* rowsOf(count: number): Generator<CellValue[]> {
  for (let index = 0; index < count; index += 1) {
    const wide = wideBill(index);
    const total = amountKeys.reduce((sum, key) => sum + (wide[key] ?? 0), 0);
    const bill: Record<string, unknown> = { ...wide, total, amountAfterDueDate: total + 1000 };
    yield columns.map(({ field, kind }) => {
      const value = bill[field] as string | number;
      return kind === 'day' ? new Date(`${value}T00:00:00Z`) : value;
    });
  }
}

/** Texts are stored as shared strings, as Excel writes them. */
export async function writeWideSheet(path: string, rows: number): Promise<void> {
  const header = columns.map(({ heading }) => ({ header: heading }));
  const bytes = writeXlsxStream(rowsOf(rows), { name: 'Bills', columns: header, inlineStrings: false });
  await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path));
}
