/** Reads the rows of a bank's file as the browser's worker does. */
import type { BankHeading } from '#shared/money/bank.ts';
import { BankBook } from '#shared/sheets/bank/bank-book.ts';
import { readBankFile } from '#shared/sheets/bank/read-bank-file.ts';
import type { Cell } from '#shared/sheets/cells.ts';
import { writeSheet } from '#shared/sheets/write/workbook.ts';

export const bankPlace = { country: 'PK', timeZone: 'Asia/Karachi' } as const;

async function bytesOf(file: string | Cell[][]): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  const parts: Uint8Array[] = [];
  for await (const part of writeSheet({ name: 'Statement', widths: [], frozenRows: 0, rows: file }))
    parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

export async function openBank(
  file: string | Cell[][],
  remembered: readonly BankHeading[] = [],
): Promise<BankBook> {
  return new BankBook(await readBankFile(await bytesOf(file)), { ...bankPlace, remembered });
}
