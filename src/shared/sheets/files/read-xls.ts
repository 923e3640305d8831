/** Reads .xls of Excel 97 and later as raw cells, and refuses similar files with a clear sentence. */

import type { RawBook, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestUnpacked, mostMemory, mostSheets } from '../sheet-limits.ts';
import { fileFailures, fileKinds } from '../sheet-words.ts';
import { BiffCells } from './biff-cells.ts';
import { BiffRecords } from './biff-records.ts';
import { CompoundFile } from './compound-file.ts';
import { keepText } from './grid.ts';
import { type Format, formatOf } from './number-format.ts';
import type { Room } from './unzip.ts';

/** Records of the workbook as a whole, named as in [MS-XLS]. */
const record = {
  begin: 0x0809,
  end: 0x0a,
  filePassword: 0x2f,
  date1904: 0x22,
  format: 0x041e,
  cellFormat: 0xe0,
  sheet: 0x85,
  texts: 0xfc,
};
/** The first record numbers of Excel 2, 3 and 4 streams. */
const oldBeginnings = [0x0009, 0x0209, 0x0409];
const excel97 = 0x0600;
const beginLength = 4;
const worksheet = 0x10;
/** Cells refer to their formats with two bytes. */
const mostFormats = 65_536;

type NamedSheet = { name: string; at: number };
type Globals = { sheets: NamedSheet[]; formats: Format[]; texts: string[]; is1904: boolean };

/** Throws `SheetFailure` for another kind of document in a compound file. */
function refuseOtherDocuments(file: CompoundFile): never {
  if (file.has('EncryptedPackage')) throw new SheetFailure(fileFailures.password);
  if (file.has('WordDocument')) throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  if (file.has('PowerPoint Document')) throw new SheetFailure(fileFailures.notASheet(fileKinds.slides));
  throw new SheetFailure(fileFailures.damaged);
}

/** Reads the records of the whole workbook. */
class GlobalsReader {
  readonly #records: BiffRecords;
  readonly #room: Room;
  readonly #codes = new Map<number, string>();
  readonly #ids: number[] = [];
  readonly #sheets: NamedSheet[] = [];
  readonly #texts: string[] = [];
  #is1904 = false;

  constructor(records: BiffRecords, room: Room) {
    this.#records = records;
    this.#room = room;
  }

  read(): Globals {
    const records = this.#records;
    this.#begin();
    for (records.next(); records.type !== record.end; records.next()) this.#takeRecord();
    return {
      sheets: this.#sheets,
      formats: this.#ids.map((id) => formatOf(id, this.#codes.get(id))),
      texts: this.#texts,
      is1904: this.#is1904,
    };
  }

  #begin(): void {
    const records = this.#records;
    records.next();
    if (oldBeginnings.includes(records.type)) throw new SheetFailure(fileFailures.oldExcel);
    if (records.type !== record.begin || !records.holds(beginLength))
      throw new SheetFailure(fileFailures.damaged);
    if (records.view.getUint16(records.from, true) < excel97) throw new SheetFailure(fileFailures.oldExcel);
  }

  #takeRecord(): void {
    const records = this.#records;
    switch (records.type) {
      case record.filePassword:
        throw new SheetFailure(fileFailures.password);
      case record.date1904:
        this.#is1904 = records.holds(2) && records.view.getUint16(records.from, true) === 1;
        break;
      case record.format:
        if (records.holds(3)) this.#takeFormat();
        break;
      case record.cellFormat:
        if (records.holds(4) && this.#ids.length < mostFormats)
          this.#ids.push(records.view.getUint16(records.from + 2, true));
        break;
      case record.sheet:
        if (records.holds(8)) this.#takeSheet();
        break;
      case record.texts:
        this.#takeTexts();
    }
  }

  #takeFormat(): void {
    const id = this.#records.view.getUint16(this.#records.from, true);
    this.#codes.set(id, this.#records.textsFrom(2).text(2));
  }

  /** Lists only visible worksheets. */
  #takeSheet(): void {
    const { view, from } = this.#records;
    const at = view.getUint32(from, true);
    const isShown = (view.getUint8(from + 4) & 3) === 0;
    const isOfCells = view.getUint8(from + 5) === 0;
    if (!isShown || !isOfCells) return;
    this.#sheets.push({ at, name: this.#records.textsFrom(6).text(1) });
    if (this.#sheets.length > mostSheets) throw new SheetFailure(fileFailures.tooMuchInside);
  }

  /** There may be fewer texts than declared. A cell that refers to a missing text reports it. */
  #takeTexts(): void {
    if (!this.#records.holds(8)) return;
    const promised = this.#records.view.getUint32(this.#records.from + 4, true);
    const texts = this.#records.textsFrom(8);
    while (this.#texts.length < promised && !texts.isAtEnd)
      this.#texts.push(keepText(texts.text(2), this.#room));
  }
}

function readStream(stream: Uint8Array): RawBook {
  const records = new BiffRecords(stream, { left: largestUnpacked });
  const room = { left: mostMemory };
  const { sheets, ...shared } = new GlobalsReader(records, room).read();
  const found: RawSheet[] = [];
  for (const { name, at } of sheets) {
    records.goTo(at);
    records.next();
    if (records.type !== record.begin || !records.holds(beginLength))
      throw new SheetFailure(fileFailures.damaged);
    if (records.view.getUint16(records.from + 2, true) !== worksheet) continue;
    found.push(new BiffCells(records, { ...shared, room, sheet: name }).read());
  }
  return { sheets: found, is1904: shared.is1904 };
}

/** All visible sheets of the workbook. Throws `SheetFailure`. */
export function readXls(bytes: Uint8Array, content: 'compound' | 'records'): RawBook {
  try {
    if (content === 'records') return readStream(bytes);
    const file = new CompoundFile(bytes);
    return readStream(file.find('Workbook', 'Book') ?? refuseOtherDocuments(file));
  } catch (failure) {
    // Damaged or forged tables lead to reads outside the file.
    if (failure instanceof RangeError) throw new SheetFailure(fileFailures.damaged);
    throw failure;
  }
}
