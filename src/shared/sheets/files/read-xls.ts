/** .xls of Excel 97 and later to raw cells, and a clear word about the others that look like it. */
import { CellError, readXls as readWorkbook, type Sheet } from 'xls-reader';
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import { type Cell, dayCells, type RawBook, type RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { hasStream } from './sniff.ts';

const recordOfBegin = 0x0809;
const recordOfPassword = 0x2f;
const recordOfDates = 0x22;
const globals = 0x0005;
const excel97 = 0x0600;

/** The record about dates is one of the first thirty. */
const searchedRecords = 100;

/** Whether the records from a place on say that days count from 1904, which the reader does not tell. */
function countsFrom1904(view: DataView, start: number): boolean {
  let at = start;
  for (let count = 0; count < searchedRecords && at + 6 <= view.byteLength; count += 1) {
    if (view.getUint16(at, true) === recordOfDates) return view.getUint16(at + 4, true) === 1;
    at += 4 + view.getUint16(at + 2, true);
  }
  return false;
}

type Beginning = { version: number; hasPassword: boolean; is1904: boolean };

/** The first records of the workbook stream, which begins at a sector: version, password, how days count. */
function readBeginning(bytes: Uint8Array): Beginning | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 512; at + 64 <= bytes.length; at += 64) {
    if (view.getUint16(at, true) !== recordOfBegin || view.getUint16(at + 6, true) !== globals) continue;
    // The password's record is the second, or the third behind one without content that recommends read-only.
    const second = at + 4 + view.getUint16(at + 2, true);
    const third = second + 4;
    if (third + 4 > bytes.length) return undefined;
    const hasPassword = [second, third].some((place) => view.getUint16(place, true) === recordOfPassword);
    return {
      version: view.getUint16(at + 4, true),
      hasPassword,
      is1904: countsFrom1904(view, second),
    };
  }
  return undefined;
}

function refuseOthers(bytes: Uint8Array, beginning: Beginning | undefined): void {
  if (hasStream(bytes, 'EncryptedPackage')) throw new SheetFailure(fileFailures.password);
  if (hasStream(bytes, 'WordDocument')) throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  if (hasStream(bytes, 'PowerPoint Document'))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.slides));
  if (beginning?.hasPassword) throw new SheetFailure(fileFailures.password);
  if (beginning && beginning.version < excel97) throw new SheetFailure(fileFailures.oldExcel);
}

function toRawSheet({ name, rows }: Sheet): RawSheet {
  const toDay = dayCells();
  const toCell = (value: Sheet['rows'][number][number]): Cell => {
    if (value instanceof Date) return toDay(value);
    return value instanceof CellError ? { kind: 'error', code: value.code } : value;
  };
  return { name, rows: rows.map((row) => row.map(toCell)) };
}

/** Every visible sheet of the workbook. Throws `SheetFailure`. */
export function readXls(bytes: Uint8Array): RawBook {
  const beginning = readBeginning(bytes);
  refuseOthers(bytes, beginning);
  try {
    const visible = readWorkbook(bytes).sheets.filter(({ visibility }) => visibility === 'visible');
    // The reader has turned numbers that are formatted as dates into dates; plain ones are still to be counted.
    return { sheets: visible.map(toRawSheet), is1904: beginning?.is1904 === true };
  } catch {
    throw new SheetFailure(fileFailures.damaged);
  }
}
