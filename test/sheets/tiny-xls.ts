/** A small Excel 97 workbook (BIFF8) written by hand, with records that spreadsheet programs rarely write. */
import { CFB } from '@e965/xlsx';

type Bytes = readonly number[];

export const u16 = (...values: number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >> 8) & 255]);
export const u32 = (value: number): number[] => u16(value & 0xffff, value >>> 16);
export const float64 = (value: number): number[] => [...new Uint8Array(new Float64Array([value]).buffer)];
export const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
export const wide = (text: string): number[] => u16(...letters(text));
/** A text with a length of two bytes and one byte for each letter. */
export const text = (value: string): number[] => [...u16(value.length), 0, ...letters(value)];

export const record = (type: number, ...parts: Bytes[]): number[] => {
  const bytes = parts.flat();
  return [...u16(type, bytes.length), ...bytes];
};
/** A record and its CONTINUE records, cut at the given parts. */
export const continued = (type: number, ...parts: Bytes[]): number[] =>
  parts.flatMap((part, at) => record(at === 0 ? type : 0x3c, part));

const place = (row: number, column: number, format = 0): number[] => u16(row, column, format);
export const begin = (kind: number, version = 0x0600): number[] =>
  record(0x0809, u16(version, kind, 0x0dbb, 0x07cc), u32(0), u32(6));
export const end = record(0x0a);

export const label = (row: number, column: number, value: string) =>
  record(0x0204, place(row, column), text(value));
export const number = (row: number, column: number, value: number, format = 0) =>
  record(0x0203, place(row, column, format), float64(value));
export const sharedText = (row: number, column: number, index: number) =>
  record(0xfd, place(row, column), u32(index));
/** A formula whose result is a number, or eight bytes that give the type of the result. */
export const formula = (row: number, column: number, result: Bytes, type = 0x06) =>
  record(type, place(row, column), result, u16(0), u32(0), u16(0));
export const textResult = [0, 0, 0, 0, 0, 0, 255, 255];
export const resultText = (value: string) => record(0x0207, text(value));

/** The codes of the number formats from 164 on, and cell formats that refer to them; 0 is General. */
const formatsOf = (codes: readonly string[]): number[] => [
  ...codes.flatMap((code, at) => record(0x041e, u16(164 + at), text(code))),
  ...[0, ...codes.map((_, at) => 164 + at)].flatMap((id) => record(0xe0, u16(0, id), new Array(16).fill(0))),
];

export type TinyBook = {
  sheets: readonly { name: string; records: Bytes; hidden?: number; kind?: number }[];
  formats?: readonly string[];
  globals?: Bytes;
  version?: number;
};

/** The stream of records. It contains the offsets of the sheets before the sheets, so the first part is made twice. */
export function tinyStream({ sheets, formats = [], globals = [], version }: TinyBook): number[] {
  const bodies = sheets.map(({ records, kind = 0x10 }) => [...begin(kind, version), ...records, ...end]);
  const before = (places: readonly number[]): number[] => [
    ...begin(5, version),
    ...globals,
    ...formatsOf(formats),
    ...sheets.flatMap(({ name, hidden = 0, kind = 0x10 }, at) =>
      record(0x85, u32(places[at] ?? 0), [hidden, kind === 0x20 ? 2 : 0, name.length, 0], letters(name)),
    ),
    ...end,
  ];
  let at = before([]).length;
  const places = bodies.map((body) => {
    at += body.length;
    return at - body.length;
  });
  return [...before(places), ...bodies.flat()];
}

/** A compound file with these streams. */
export function compoundFile(streams: Record<string, Bytes>): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  for (const [path, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, path, Uint8Array.from(bytes));
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as unknown as number[]);
}

export const tinyXls = (book: TinyBook): Uint8Array<ArrayBuffer> =>
  compoundFile({ '/Workbook': tinyStream(book) });

/** A workbook with one sheet. */
export const tinySheet = (records: readonly Bytes[], book: Partial<TinyBook> = {}): Uint8Array<ArrayBuffer> =>
  tinyXls({ sheets: [{ name: 'S', records: records.flat() }], ...book });
