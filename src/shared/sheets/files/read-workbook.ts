/** What a workbook says of its sheets: their names and parts, and the texts and formats their cells refer to. */
import { isDateFormat } from 'hucre';
import { type Format, isTrue, unescapeText } from './read-cells.ts';
import type { XmlReader } from './xml-reader.ts';

/** Takes the tags of a part, one after the other. */
export type Taker = (xml: XmlReader) => void;

export type Relation = { id: string; type: string; target: string };

/** `xl/worksheets/sheet1.xml` for a target as it stands in the relations of `xl/workbook.xml`. */
function resolve(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = part.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Where the relations of a part stand. */
export const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** The relations of a part; `type` is the last word of its address. */
export function takeRelations(part: string): { found: Relation[]; take: Taker } {
  const found: Relation[] = [];
  const take: Taker = (xml) => {
    if (!xml.isOpen || xml.name !== 'Relationship') return;
    const target = resolve(part, xml.attribute('Target') ?? '');
    const type = xml.attribute('Type')?.split('/').at(-1) ?? '';
    found.push({ id: xml.attribute('Id') ?? '', type, target });
  };
  return { found, take };
}

export type Contents = { sheets: { name: string; relation: string }[]; is1904: boolean };

/** The visible sheets, in their order. */
export function takeContents(): { found: Contents; take: Taker } {
  const found: Contents = { sheets: [], is1904: false };
  let isInSheets = false;
  const take: Taker = (xml) => {
    if (xml.name === 'sheets') isInSheets = xml.isOpen;
    if (!xml.isOpen) return;
    if (xml.name === 'workbookPr') found.is1904 = isTrue(xml.attribute('date1904'));
    if (xml.name !== 'sheet' || !isInSheets || /hidden/i.test(xml.attribute('state') ?? '')) return;
    found.sheets.push({ name: xml.attribute('name') ?? '', relation: xml.attribute('id') ?? '' });
  };
  return { found, take };
}

/** The shared texts, by place. How Japanese is pronounced is no part of them. */
export function takeTexts(): { found: string[]; take: Taker } {
  const found: string[] = [];
  let text = '';
  let isPhonetic = false;
  const take: Taker = (xml) => {
    if (xml.name === 'rPh') isPhonetic = xml.isOpen;
    else if (xml.name === 'si' && xml.isOpen) text = '';
    else if (xml.name === 'si') found.push(text);
    else if (xml.name === 't' && !xml.isOpen && !isPhonetic) text += unescapeText(xml.text);
  };
  return { found, take };
}

/** Formats that every sheet program has: dates and times, those of East Asia included. */
const isKnownDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isKnownDate(id) ? 'date' : undefined;
  if (isDateFormat(code)) return 'date';
  return /^0{2,40}$/.test(code) ? { zerosTo: code.length } : undefined;
}

/** The formats of cells, by place. */
export function takeFormats(): { formats: () => Format[]; take: Taker } {
  const ids: number[] = [];
  const codes = new Map<number, string>();
  let list = '';
  const take: Taker = (xml) => {
    if (xml.name === 'numFmts' || xml.name === 'cellXfs') list = xml.isOpen ? xml.name : '';
    if (!xml.isOpen) return;
    const id = Number(xml.attribute('numFmtId') ?? 0);
    if (list === 'numFmts' && xml.name === 'numFmt') codes.set(id, xml.attribute('formatCode') ?? '');
    if (list === 'cellXfs' && xml.name === 'xf') ids.push(id);
  };
  return { formats: () => ids.map((id) => formatOf(id, codes.get(id))), take };
}
