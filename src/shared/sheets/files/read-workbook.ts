/** Reads the parts of a workbook: the names and parts of its sheets, and the shared texts and formats. */
import { fileFailures } from '../../words/sheets.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { mostRelations, mostSheets } from '../sheet-limits.ts';
import { keepText } from './grid.ts';
import { type Format, formatOf } from './number-format.ts';
import { isTrue, unescapeText } from './read-cells.ts';
import type { Room } from './unzip.ts';
import { longer, type XmlReader } from './xml-reader.ts';

/** Receives the tags of a part, one after the other. */
export type Taker = (xml: XmlReader) => void;

/** The related parts of a part, by the type of the relation and its id. */
export class Relations {
  readonly #targets = new Map<string, string>();

  /** Throws `SheetFailure` if there are more than in any workbook. */
  add(type: string, id: string, target: string): void {
    if (this.#targets.size > mostRelations) throw new SheetFailure(fileFailures.tooMuchInside);
    for (const key of [type, `${type} ${id}`]) if (!this.#targets.has(key)) this.#targets.set(key, target);
  }

  /** Without an id it is the first of the type. */
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
export const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** Reads the relations of a part. `type` is the last segment of its URI. */
export function takeRelations(part: string, room: Room): { found: Relations; take: Taker } {
  const found = new Relations();
  const take: Taker = (xml) => {
    if (!xml.isOpen || xml.name !== 'Relationship') return;
    const target = keepText(resolve(part, xml.attribute('Target') ?? ''), room);
    const type = xml.attribute('Type')?.split('/').at(-1) ?? '';
    found.add(type, keepText(xml.attribute('Id') ?? '', room), target);
  };
  return { found, take };
}

export type Contents = { sheets: { name: string; relation: string }[]; is1904: boolean };

/** The visible sheets, in order. Throws `SheetFailure` if there are more than in any school's workbook. */
export function takeContents(room: Room): { found: Contents; take: Taker } {
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
export function takeTexts(room: Room): { found: string[]; isWhole: () => boolean; take: Taker } {
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
export function takeFormats(): { formats: () => Format[]; take: Taker } {
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
