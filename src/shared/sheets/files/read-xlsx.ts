/**
 * Reads .xlsx as raw cells, unpacked and parsed piece by piece. A library for whole workbooks takes twice the time and
 * several times the memory, because it keeps the XML and the cell styles.
 */
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import type { RawBook, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestUnpacked, mostKept, mostXmlWork } from '../sheet-limits.ts';
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

/** Says which other document a zip without a workbook is. */
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

/** XML is UTF-8, or UTF-16 recognised by its byte order mark or its two-byte `<`. */
function decoderOf([first, second]: Uint8Array) {
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8');
}

/** The parts of a workbook, read on demand. Their names are compared without case, as in Excel. */
class Parts {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #room = { left: largestUnpacked };
  readonly #work = { left: mostXmlWork };
  /** The memory limit for what is kept of them. */
  readonly kept = { left: mostKept };

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  /** Gives the tags of a part to `take`; returns whether the part exists. */
  async read(name: string | undefined, take: Taker): Promise<boolean> {
    const entry = this.#entries.get(name?.toLowerCase() ?? '');
    if (!entry) return false;
    const xml = new XmlReader(this.#work);
    let decoder: ReturnType<typeof decoderOf> | undefined;
    for await (const bytes of unpack(entry, this.#room)) {
      decoder ??= decoderOf(bytes);
      xml.feed(decoder.decode(bytes, { stream: true }));
      while (xml.next()) take(xml);
    }
    return true;
  }

  /** The related parts of a part. */
  async relations(part: string) {
    const { found, take } = takeRelations(part, this.kept);
    await this.read(relationsOf(part), take);
    return found;
  }
}

async function readTexts(parts: Parts, part: string | undefined): Promise<string[]> {
  const texts = takeTexts(parts.kept);
  await parts.read(part, texts.take);
  if (!texts.isWhole()) throw new SheetFailure(fileFailures.damaged);
  return texts.found;
}

async function readSheet(
  parts: Parts,
  { name, part }: { name: string; part: string | undefined },
  shared: Shared,
) {
  const cells = new CellReader(shared, name);
  const isThere = await parts.read(part, (xml) => cells.take(xml));
  if (cells.isInside) throw new SheetFailure(fileFailures.damaged);
  return isThere ? cells.grid.sheet(name) : undefined;
}

/** All visible sheets of the workbook. Chart sheets have no cells. Throws `SheetFailure`. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<RawBook> {
  const entries = listEntries(bytes);
  refuseOthers(entries.map(({ name }) => name));
  const parts = new Parts(entries);
  const workbook = (await parts.relations('')).target('officeDocument') ?? 'xl/workbook.xml';
  const contents = takeContents(parts.kept);
  if (!(await parts.read(workbook, contents.take))) throw new SheetFailure(fileFailures.damaged);
  const relations = await parts.relations(workbook);
  const texts = await readTexts(parts, relations.target('sharedStrings'));
  const styles = takeFormats();
  await parts.read(relations.target('styles'), styles.take);
  const { is1904 } = contents.found;
  const shared = { texts, formats: styles.formats(), is1904, room: parts.kept };
  const sheets: RawSheet[] = [];
  for (const { name, relation } of contents.found.sheets) {
    const sheet = await readSheet(parts, { name, part: relations.target('worksheet', relation) }, shared);
    if (sheet) sheets.push(sheet);
  }
  return { sheets, is1904 };
}
