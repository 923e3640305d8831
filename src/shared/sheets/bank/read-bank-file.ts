/** Reads a bank file of any accepted kind as the cells of a sheet. */

import type { Cell, RawBook } from '../cells.ts';
import { readRaw } from '../files/read-raw.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestFile } from '../sheet-limits.ts';
import { bankFileFailures } from '../sheet-words.ts';
import { isCamt053, readCamt053 } from './read-camt.ts';
import { isMt940, readMt940 } from './read-mt940.ts';

const detected = 4000;

const bookOf = (rows: Cell[][]): RawBook => ({ sheets: [{ name: '', rows }], is1904: false });

/** Throws `SheetFailure` with a sentence for the clerk. */
export async function readBankFile(bytes: Uint8Array<ArrayBuffer>): Promise<RawBook> {
  const start = new TextDecoder().decode(bytes.subarray(0, detected));
  if (/^\s*OFXHEADER|<OFX>/i.test(start)) throw new SheetFailure(bankFileFailures.ofx);
  if (bytes.length <= largestFile && (isMt940(start) || isCamt053(start))) {
    const text = new TextDecoder().decode(bytes);
    const rows = isCamt053(start) ? readCamt053(text) : readMt940(text);
    if ((rows[0]?.length ?? 0) > 1) throw new SheetFailure(bankFileFailures.severalAccounts);
    return bookOf(rows);
  }
  if (/urn:iso:std:iso:20022/.test(start)) throw new SheetFailure(bankFileFailures.otherStatement);
  return (await readRaw(bytes)).book;
}
