/**
 * Reads .xlsx as raw cells, unpacked and parsed piece by piece. A library for whole workbooks takes twice the time and
 * several times the memory, because it keeps the XML and the cell styles.
 */

import type { RawBook, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestUnpacked, mostMemory, mostRelations, mostSheets, mostXmlWork } from '../sheet-limits.ts';
import { fileFailures, fileKinds } from '../sheet-words.ts';
import { keepText } from './grid.ts';
import { type Format, formatOf } from './number-format.ts';
import { CellReader, isTrue, type Shared, unescapeText } from './read-cells.ts';
import { listZipEntries, type Room, unpack, type ZipEntry } from './unzip.ts';
import { longer, XmlReader } from './xml-reader.ts';

/** Receives the tags of a part, one after the other. */
type Taker = (xml: XmlReader) => void;

/** The related parts of a part, by the type of the relation and its id. */
class Relations {
  readonly #targets = new Map<string, string>();

  /** Throws `SheetFailure` if there are more than in any workbook. */
  add(type: string, id: string, target: string): void {
    if (this.#targets.size > mostRelations) throw new SheetFailure(fileFailures.tooMuchInside);
    for (const key of [type, `${type} ${id}`]) if (!this.#targets.has(key)) this.#targets.set(key, target);
  }

  /** Without an id, the first part of the type. */
  target(type: string, id?: string): string | undefined {
    return this.#targets.get(id === undefined ? type : `${type} ${id}`);
  }
}

/** `xl/worksheets/sheet1.xml` for a target in the relations of `xl/workbook.xml`. */
function resolve(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = part.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** The path of the relations of a part. */
const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** Reads the relations of a part. `type` is the last segment of its URI. */
function takeRelations(part: string, room: Room): { found: Relations; take: Taker } {
  const found = new Relations();
  const take: Taker = (xml) => {
    if (!xml.isOpen || xml.name !== 'Relationship') return;
    const target = keepText(resolve(part, xml.attribute('Target') ?? ''), room);
    const type = xml.attribute('Type')?.split('/').at(-1) ?? '';
    found.add(type, keepText(xml.attribute('Id') ?? '', room), target);
  };
  return { found, take };
}

type Contents = { sheets: { name: string; relation: string }[]; is1904: boolean };

/** The visible sheets, in order. Throws `SheetFailure` if there are more than in any school's workbook. */
function takeContents(room: Room): { found: Contents; take: Taker } {
  const found: Contents = { sheets: [], is1904: false };
  let isInSheets = false;
  const take: Taker = (xml) => {
    if (xml.name === 'sheets') isInSheets = xml.isOpen;
    if (!xml.isOpen) return;
    if (xml.name === 'workbookPr') found.is1904 = isTrue(xml.attribute('date1904'));
    if (xml.name !== 'sheet' || !isInSheets || /hidden/i.test(xml.attribute('state') ?? '')) return;
    const name = keepText(xml.attribute('name') ?? '', room);
    found.sheets.push({ name, relation: keepText(xml.attribute('id') ?? '', room) });
    if (found.sheets.length > mostSheets) throw new SheetFailure(fileFailures.tooMuchInside);
  };
  return { found, take };
}

/** The shared texts, by index, without the phonetic text of Japanese. `isWhole`: the closing tag was found. */
function takeTexts(room: Room): { found: string[]; isWhole: () => boolean; take: Taker } {
  const found: string[] = [];
  let text = '';
  let isPhonetic = false;
  let isInside = false;
  const take: Taker = (xml) => {
    if (xml.name === 'rPh') isPhonetic = xml.isOpen;
    else if (xml.name === 'sst') isInside = xml.isOpen;
    else if (xml.name === 'si' && xml.isOpen) text = '';
    else if (xml.name === 'si') found.push(keepText(text, room));
    else if (xml.name === 't' && !xml.isOpen && !isPhonetic) text = longer(text, unescapeText(xml.text));
  };
  return { found, isWhole: () => !isInside, take };
}

/** The limit of the workbook specification. */
const mostFormats = 65_536;

/** The formats of cells, by index. */
function takeFormats(): { formats: () => Format[]; take: Taker } {
  const ids: number[] = [];
  const formats = new Map<number, Format>();
  let list = '';
  const take: Taker = (xml) => {
    if (xml.name === 'numFmts' || xml.name === 'cellXfs') list = xml.isOpen ? xml.name : '';
    if (!xml.isOpen || ids.length + formats.size > mostFormats) return;
    const id = Number(xml.attribute('numFmtId') ?? 0);
    if (list === 'numFmts' && xml.name === 'numFmt')
      formats.set(id, formatOf(id, xml.attribute('formatCode') ?? ''));
    if (list === 'cellXfs' && xml.name === 'xf') ids.push(id);
  };
  const formatAt = (id: number) => (formats.has(id) ? formats.get(id) : formatOf(id, undefined));
  return { formats: () => ids.map(formatAt), take };
}

/** Throws `SheetFailure` for a zip that is not a readable workbook, with the kind of document in its message. */
function refuseOtherDocuments(names: readonly string[]): void {
  const hasPart = (start: string) => names.some((name) => name.toLowerCase().startsWith(start));
  if (hasPart('xl/workbook.bin')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.binaryWorkbook));
  if (hasPart('xl/')) return;
  if (hasPart('word/')) throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  if (hasPart('ppt/')) throw new SheetFailure(fileFailures.notASheet(fileKinds.slides));
  if (hasPart('index/document.iwa')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.numbers));
  if (hasPart('mimetype')) throw new SheetFailure(fileFailures.otherFormat(fileKinds.openDocument));
  if (!hasPart('[content_types].xml')) throw new SheetFailure(fileFailures.notASheet(fileKinds.zip));
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
  /** The memory limit for the data that is kept from the parts. */
  readonly memory = { left: mostMemory };

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  /** Passes the tags of a part to `take`; returns whether the part exists. */
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
    const { found, take } = takeRelations(part, this.memory);
    await this.read(relationsOf(part), take);
    return found;
  }
}

async function readTexts(parts: Parts, part: string | undefined): Promise<string[]> {
  const texts = takeTexts(parts.memory);
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
  const entries = listZipEntries(bytes);
  refuseOtherDocuments(entries.map(({ name }) => name));
  const parts = new Parts(entries);
  const workbook = (await parts.relations('')).target('officeDocument') ?? 'xl/workbook.xml';
  const contents = takeContents(parts.memory);
  if (!(await parts.read(workbook, contents.take))) throw new SheetFailure(fileFailures.damaged);
  const relations = await parts.relations(workbook);
  const texts = await readTexts(parts, relations.target('sharedStrings'));
  const styles = takeFormats();
  await parts.read(relations.target('styles'), styles.take);
  const { is1904 } = contents.found;
  const shared = { texts, formats: styles.formats(), is1904, room: parts.memory };
  const sheets: RawSheet[] = [];
  for (const { name, relation } of contents.found.sheets) {
    const sheet = await readSheet(parts, { name, part: relations.target('worksheet', relation) }, shared);
    if (sheet) sheets.push(sheet);
  }
  return { sheets, is1904 };
}
