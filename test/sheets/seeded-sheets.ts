/** Sheets as schools make them: a few bills, written in one or two unusual shapes that a seed chooses. */
import * as sheetjs from '@e965/xlsx';
import { type Chance, createChance, one } from '../support/fault-random.ts';
import {
  type Column,
  type Question,
  type SeededBill,
  type Shape,
  type Sheet,
  shapes,
} from './sheet-shapes.ts';

/** `bills`: what must be saved once `questions` is answered. */
export type SeededSheet = {
  shapes: string[];
  bills: SeededBill[];
  questions: Question[];
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
};

const names = [
  'Ayesha Tariq',
  'Bilal Aslam',
  'فاطمہ خان',
  'Hina Shah',
  'Omar Iqbal',
  'Syed Ali Raza',
  'Zain',
];
const headings = {
  reg: ['Reg No', 'GR No', 'Admission No', 'رجسٹریشن نمبر', 'Student ID'],
  name: ['Student Name', 'Name', 'نام', 'Name of Student'],
  mobile: ['Mobile', 'Father Cell No', 'WhatsApp No', 'موبائل نمبر'],
  total: ['Total', 'Total Amount', 'Net Payable', 'کل رقم', 'Total Fee'],
  due: ['Due Date', 'Last Date', 'آخری تاریخ'],
} as const;

function makeBills(chance: Chance): SeededBill[] {
  const day = chance.whole(13, 28);
  return Array.from({ length: chance.whole(5, 12) }, (_, at) => ({
    regNum: `GR-${201 + at}`,
    name: `${one(chance, names)} ${at + 1}`,
    number: `03001${String(chance.whole(1, 9999)).padStart(4, '0')}${String(at).padStart(2, '0')}`,
    total: 4000 + at * 10 + 1000 * chance.whole(0, 9),
    paidAmount: 0,
    dueDate: `2026-11-${day}`,
  }));
}

const shuffled = <T>(list: readonly T[], chance: Chance): T[] =>
  list
    .map((item) => ({ item, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

function plainSheet(chance: Chance): Sheet {
  const bills = makeBills(chance);
  const column = (field: keyof typeof headings, cells: string[]): Column => ({
    heading: one<string>(chance, headings[field]) ?? '',
    cells,
  });
  const days = bills.map(({ dueDate }) => dueDate.split('-').toReversed().join('/'));
  const of = {
    reg: column(
      'reg',
      bills.map(({ regNum }) => regNum),
    ),
    name: column(
      'name',
      bills.map(({ name }) => name),
    ),
    mobile: column(
      'mobile',
      bills.map(({ number }) => number),
    ),
    total: column('total', []),
    due: column('due', days),
  };
  const columns = chance.happens(0.5) ? Object.values(of) : shuffled(Object.values(of), chance);
  return {
    bills,
    columns,
    of,
    writeAmount: String,
    total: (total) => total,
    lines: [],
    place: [],
    merged: [],
    questions: [],
    refused: new Set(),
    isUnquoted: false,
  };
}

/** Writes the bills into lines, unless a shape has written them already. */
function writeLines(sheet: Sheet): void {
  const { bills, columns, of, writeAmount, total: stated } = sheet;
  of.total.cells = bills.map(({ total }, at) => writeAmount(stated(total, at)));
  if (sheet.lines.length > 0) return;
  sheet.place = bills.map((_, at) => columns.map(({ cells }) => cells[at] ?? ''));
  sheet.lines = [columns.map(({ heading }) => heading), ...sheet.place];
}

/** The ranges of the merged cells. Only the first of merged cells keeps its text. */
function rangesOf({ columns, lines, place, merged, above = [] }: Sheet): sheetjs.Range[] {
  const groups = above.flatMap((text, c) => (text === '' ? [] : [{ s: { r: 0, c }, e: { r: 0, c: c + 1 } }]));
  const ofBills = merged.map(({ column, from, to }) => {
    const c = columns.indexOf(column);
    for (const line of place.slice(from + 1, to + 1)) line[c] = '';
    const rowOf = (at: number): number => lines.indexOf(place[at] ?? []);
    return { s: { r: rowOf(from), c }, e: { r: rowOf(to), c } };
  });
  return [...groups, ...ofBills];
}

const dayZero = Date.UTC(1899, 11, 30);

/** A spreadsheet turns texts of digits and dates into numbers. */
function cellOf(text: string): sheetjs.CellObject | null {
  if (text === '') return null;
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (year) {
    const serial = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - dayZero) / 86_400_000;
    return { t: 'n', v: serial, z: 'dd/mm/yyyy' };
  }
  return /^0?[1-9]\d{0,10}$/.test(text) ? { t: 'n', v: Number(text) } : { t: 's', v: text };
}

function workbookOf(sheet: Sheet, bookType: 'xlsx' | 'biff8'): Uint8Array<ArrayBuffer> {
  const merged = rangesOf(sheet);
  const worksheet = sheetjs.utils.aoa_to_sheet(sheet.lines.map((line) => line.map(cellOf)));
  worksheet['!merges'] = merged;
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, worksheet, 'Nov');
  return new Uint8Array(sheetjs.write(book, { type: 'array', bookType }));
}

const quoted = (cell: string): string => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function textOf({ lines, isUnquoted }: Sheet, delimiter: string): Uint8Array<ArrayBuffer> {
  const text = lines.map((line) => line.map(isUnquoted ? String : quoted).join(delimiter)).join('\n');
  return new Uint8Array(new TextEncoder().encode(text));
}

function fileOf(sheet: Sheet, chance: Chance): Pick<SeededSheet, 'name' | 'bytes'> {
  if (sheet.isUnquoted) return { name: 'fees.csv', bytes: textOf(sheet, ',') };
  if (sheet.merged.length === 0 && !sheet.above && chance.happens(0.5))
    return { name: 'fees.csv', bytes: textOf(sheet, one(chance, [',', ',', ';', '\t']) ?? ',') };
  return chance.happens(0.6)
    ? { name: 'fees.xlsx', bytes: workbookOf(sheet, 'xlsx') }
    : { name: 'fees.xls', bytes: workbookOf(sheet, 'biff8') };
}

const goesWith = (shape: Shape, other: Shape): boolean =>
  shape.family !== other.family &&
  !shape.without?.includes(other.family) &&
  !other.without?.includes(shape.family);

/** Columns are changed before they are written into lines. */
const order: readonly Shape['family'][] = ['codes', 'days', 'amounts', 'columns', 'merged', 'rows'];

export function seededSheet(seed: number): SeededSheet {
  const chance = createChance(seed);
  const sheet = plainSheet(chance);
  const first = one(chance, shapes) as Shape;
  const second = chance.happens(0.7)
    ? one(
        chance,
        shapes.filter((shape) => goesWith(first, shape)),
      )
    : undefined;
  const chosen = [first, ...(second ? [second] : [])].sort(
    (a, b) => order.indexOf(a.family) - order.indexOf(b.family),
  );
  for (const shape of chosen) if (shape.family !== 'rows') shape.make(sheet, chance);
  writeLines(sheet);
  if (sheet.above) sheet.lines.unshift(sheet.above);
  for (const shape of chosen) if (shape.family === 'rows') shape.make(sheet, chance);
  const { bills, questions, refused } = sheet;
  return {
    shapes: chosen.map((shape) => shape.name),
    bills: bills.filter(({ regNum }) => !refused.has(regNum)),
    questions,
    ...fileOf(sheet, chance),
  };
}
