/**
 * .xlsx to raw cells, unpacked and read piece by piece. A reader of whole workbooks takes twice the time and several
 * times the memory: it keeps the XML, and what a cell looks like.
 */
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import type { RawBook, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestUnpacked } from '../sheet-limits.ts';
import { CellReader, type Shared } from './read-cells.ts';
import {
  relationsOf,
  type Taker,
  takeContents,
  takeFormats,
  takeRelations,
  takeTexts,
} from './read-workbook.ts';
import { listEntries, unpack, type ZipEntry } from './unzip.ts';
import { XmlReader } from './xml-reader.ts';

/** Rows by columns from A1 to the last cell: what lies so far below the bills is none of them. */
const largestArea = 20_000_000;

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

/** XML is UTF-8, or UTF-16 with its mark or its first `<` in two bytes. */
function decoderOf([first, second]: Uint8Array) {
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8');
}

/** The parts of a workbook, read when they are asked for. Their names are told apart without regard to case, as Excel does. */
class Parts {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #room = { left: largestUnpacked };

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  /** Gives the part's tags to a taker; answers whether there is such a part. */
  async read(name: string | undefined, take: Taker): Promise<boolean> {
    const entry = this.#entries.get(name?.toLowerCase() ?? '');
    if (!entry) return false;
    const xml = new XmlReader();
    let decoder: ReturnType<typeof decoderOf> | undefined;
    for await (const bytes of unpack(entry, this.#room)) {
      decoder ??= decoderOf(bytes);
      xml.feed(decoder.decode(bytes, { stream: true }));
      while (xml.next()) take(xml);
    }
    return true;
  }

  /** Finds the parts that belong to one, by their relation to it. */
  async relations(part: string) {
    const { found, take } = takeRelations(part);
    await this.read(relationsOf(part), take);
    return (type: string, id?: string): string | undefined =>
      found.find((one) => one.type === type && (id === undefined || one.id === id))?.target;
  }
}

async function readSheet(parts: Parts, part: string | undefined, shared: Shared) {
  const cells = new CellReader(shared);
  const isThere = await parts.read(part, (xml) => cells.take(xml));
  if (cells.isInside) throw new SheetFailure(fileFailures.damaged);
  if (cells.rows.length * cells.width > largestArea) throw new SheetFailure(fileFailures.tooFar);
  return isThere ? { rows: cells.rows, hiddenRows: cells.hiddenRows } : undefined;
}

/** Every visible sheet of the workbook; those of nothing but a chart have no cells. Throws `SheetFailure`. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<RawBook> {
  const entries = listEntries(bytes);
  refuseOthers(entries.map(({ name }) => name));
  const parts = new Parts(entries);
  const workbook = (await parts.relations(''))('officeDocument') ?? 'xl/workbook.xml';
  const contents = takeContents();
  if (!(await parts.read(workbook, contents.take))) throw new SheetFailure(fileFailures.damaged);
  const partOf = await parts.relations(workbook);
  const texts = takeTexts();
  await parts.read(partOf('sharedStrings'), texts.take);
  const styles = takeFormats();
  await parts.read(partOf('styles'), styles.take);
  const { is1904 } = contents.found;
  const shared = { texts: texts.found, formats: styles.formats(), is1904 };
  const sheets: RawSheet[] = [];
  for (const { name, relation } of contents.found.sheets) {
    const read = await readSheet(parts, partOf('worksheet', relation), shared);
    if (read) sheets.push({ name, ...read });
  }
  return { sheets, is1904 };
}
