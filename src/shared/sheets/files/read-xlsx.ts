/** .xlsx to raw cells: unpacked and counted by us, then read by hucre, which has bounds of its own only at 2 GB. */
import { readXlsx as readWorkbook, type Sheet } from 'hucre/xlsx';
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import { type Cell, dayCells, type RawBook, type RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { storeZip } from './store-zip.ts';
import { listEntries, type Part, unpack, type ZipEntry } from './unzip.ts';

/** One column more than is allowed, so that too many can be told; the last row a sheet can have. */
const area = 'A1:GS1048576';
const mostChartSheets = 20;

const unneeded =
  /^(?:docProps|customXml|xl\/(?:media|drawings|charts|chartsheets|theme|comments|threadedComments|persons|externalLinks|pivotCache|pivotTables|slicers|slicerCaches|timelines|richData|ctrlProps|printerSettings|tables|worksheets\/_rels))\//i;
const isNeeded = ({ name }: ZipEntry): boolean => /\.(?:xml|rels)$/i.test(name) && !unneeded.test(name);

/** Says what other document a zip without a workbook is. */
function refuseOthers(names: readonly string[]): void {
  const holds = (start: string) => names.some((name) => name.toLowerCase().startsWith(start));
  if (holds('xl/workbook.bin')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.binaryWorkbook));
  if (holds('xl/')) return;
  if (holds('word/')) throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  if (holds('ppt/')) throw new SheetFailure(fileFailures.notASheet(fileKinds.slides));
  if (holds('index/document.iwa')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.numbers));
  if (holds('mimetype')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.openDocument));
  if (!holds('[content_types].xml')) throw new SheetFailure(fileFailures.notASheet(fileKinds.zip));
}

/** XML in UTF-16 is valid, and the reader would take it for an empty sheet. */
function toUtf8(part: Part): Part {
  const [first, second] = part.bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  if (!isLittle && !isBig) return part;
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(part.bytes);
  return { ...part, crc: 0, bytes: new TextEncoder().encode(text) };
}

/** Numbers shown with zeros before them, as registration numbers are: `00012` is 12 in the file. */
const zeroPadded = /^0{2,}$/;
const hasZeroPadded = /formatCode="0{2,}"/;
/** Formats come with every cell an object of its own, so they are asked for in sheets up to so many bytes of XML. */
const largestStyled = 48 * 1024 * 1024;

function isStyled(parts: readonly Part[]): boolean {
  const styles = parts.find(({ name }) => /(?:^|\/)styles\.xml$/i.test(name));
  if (!styles || !hasZeroPadded.test(new TextDecoder().decode(styles.bytes))) return false;
  const sheets = parts.filter(({ name }) => /\/worksheets\//i.test(name));
  return sheets.reduce((sum, { bytes }) => sum + bytes.length, 0) <= largestStyled;
}

/** The text a number is shown as where its format fills it up with zeros. */
const fillUp = (value: unknown, format: string | undefined): string | undefined =>
  format !== undefined && zeroPadded.test(format) && Number.isInteger(value) && Number(value) >= 0
    ? String(value).padStart(format.length, '0')
    : undefined;

/** Cells with their kinds: true dates as days, errors as errors, formulas that were never worked out as such. */
function toRawSheet({ name, rows, cells }: Sheet): RawSheet {
  const raw = rows as Cell[][];
  const toDay = dayCells();
  for (const row of rows) {
    row.forEach((value, index) => {
      if (value instanceof Date) (row as Cell[])[index] = toDay(value);
    });
  }
  for (const [key, { type, value, formula, style }] of cells ?? []) {
    const [row = 0, column = 0] = key.split(',').map(Number);
    const cellsOfRow = raw[row];
    if (!cellsOfRow) continue;
    if (type === 'error') cellsOfRow[column] = { kind: 'error', code: String(value) };
    else if (formula !== undefined && value === null) cellsOfRow[column] = { kind: 'noValue' };
    const filled = fillUp(cellsOfRow[column], style?.numFmt);
    if (filled !== undefined) cellsOfRow[column] = filled;
  }
  return { name, rows: raw };
}

/** Sheets of nothing but a chart make the reader give up; they are left out, one after the other. */
async function readVisible(zip: Uint8Array, readStyles: boolean, charts: readonly string[] = []) {
  try {
    return await readWorkbook(zip, {
      range: area,
      readStyles,
      sheets: ({ hidden, veryHidden, name }) => !hidden && !veryHidden && !charts.includes(name),
    });
  } catch (failure) {
    const chart = /missing worksheet file for sheet "(.*)"/s.exec(String(failure))?.[1];
    if (chart !== undefined && charts.length < mostChartSheets)
      return readVisible(zip, readStyles, [...charts, chart]);
    const isFar = String(failure).includes('limit');
    throw new SheetFailure(isFar ? fileFailures.tooFar : fileFailures.damaged);
  }
}

/** Every visible sheet of the workbook. Throws `SheetFailure`. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<RawBook> {
  const entries = listEntries(bytes);
  refuseOthers(entries.map(({ name }) => name));
  const parts = await unpack(entries.filter(isNeeded));
  const readable = parts.map(toUtf8);
  const { sheets, dateSystem } = await readVisible(storeZip(readable), isStyled(readable));
  return { sheets: sheets.map(toRawSheet), is1904: dateSystem === '1904' };
}
