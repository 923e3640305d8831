import { describe, expect, it } from 'vitest';
import {
  begin,
  compoundFile,
  continued,
  end,
  float64,
  formula,
  label,
  letters,
  number,
  record,
  resultText,
  sharedText,
  text,
  textResult,
  tinySheet,
  tinyStream,
  tinyXls,
  u16,
  u32,
  wide,
} from '../../../test/sheets/tiny-xls.ts';
import { tidy } from './cells.ts';
import { readRaw } from './files/read-raw.ts';

const sheetsOf = async (bytes: Uint8Array<ArrayBuffer>) => (await readRaw(bytes)).book.sheets;
const rowsOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await sheetsOf(bytes)).map(({ rows }) => rows.map((row) => row.map(tidy)));
/** The cells of the only sheet. */
const cellsOf = async (bytes: Uint8Array<ArrayBuffer>) => (await rowsOf(bytes))[0];

const one = { sheets: [{ name: 'S', records: label(0, 0, 'Ali') }] };

describe('The container', () => {
  it.each(['Workbook', 'WORKBOOK', 'Book', 'BOOK'])(
    'An .xls file whose stream is named %s is read.',
    async (name) => {
      expect(await cellsOf(compoundFile({ [`/${name}`]: tinyStream(one) }))).toEqual([['Ali']]);
    },
  );

  it('A workbook with embedded documents is read.', async () => {
    const other = tinyStream({ sheets: [{ name: 'X', records: label(0, 0, 'other') }] });
    const streams = { '/MBD1/WordDocument': [1], '/MBD2/Workbook': other, '/MBD3/EncryptedPackage': [1] };
    expect(await cellsOf(compoundFile({ ...streams, '/Workbook': tinyStream(one) }))).toEqual([['Ali']]);
  });

  it('Records without a container are read, and so is a stream too long for the mini stream.', async () => {
    expect(await cellsOf(Uint8Array.from(tinyStream(one)))).toEqual([['Ali']]);
    const rows = Array.from({ length: 3000 }, (_, row) => label(row, 0, `Name ${row}`));
    const cells = await cellsOf(tinySheet(rows));
    expect(cells).toHaveLength(3000);
    expect(cells?.[2999]).toEqual(['Name 2999']);
  });

  it.each([
    ['a Word document', { '/WordDocument': [1], '/ObjectPool/x/Workbook': tinyStream(one) }, /Word document/],
    ['a PowerPoint presentation', { '/PowerPoint Document': [1] }, /PowerPoint/],
    ['a workbook with a password', { '/EncryptedPackage': [1] }, /password protected/],
    ['something else', { '/Other': [1] }, /damaged/],
  ])('An .xls file that is %s is refused with a sentence that says so.', async (_, streams, sentence) => {
    await expect(readRaw(compoundFile(streams))).rejects.toThrow(sentence);
  });

  it.each([
    ['with a password', tinySheet([], { globals: record(0x2f, u16(0, 1, 2)) }), /password protected/],
    ['of Excel 95', tinySheet([], { version: 0x0500 }), /very old Excel/],
    ['of Excel 4, bare', Uint8Array.from([...record(0x0409, u16(0, 16, 0)), ...end]), /very old Excel/],
    ['of Excel 2, bare', Uint8Array.from([...record(0x0009, u16(2, 16)), ...end]), /very old Excel/],
    ['that end early', tinySheet([label(0, 0, 'Ali')]).slice(0, 1536), /damaged/],
  ])('BIFF records %s are refused with a sentence that says so.', async (_, bytes, sentence) => {
    await expect(readRaw(bytes)).rejects.toThrow(sentence);
  });

  it('Only visible worksheets are read, and hidden sheets and charts are skipped.', async () => {
    const records = label(0, 0, 'Ali');
    const hidden = { name: 'Hidden', records, hidden: 1 };
    const secret = { name: 'Secret', records, hidden: 2 };
    const chart = { name: 'Chart', records, kind: 0x20 };
    const sheets = await sheetsOf(tinyXls({ sheets: [hidden, chart, secret, { name: 'S', records }] }));
    expect(sheets.map(({ name }) => name)).toEqual(['S']);
  });
});

describe('Cells', () => {
  it('Numbers in all record types, booleans, errors and texts are read.', async () => {
    const rk = (value: number) => u32(value);
    const cells = await cellsOf(
      tinySheet([
        number(0, 0, 1234.5),
        record(0x027e, u16(0, 1, 0), rk((7 << 2) | 2)),
        record(0xbd, u16(0, 2), u16(0), rk((-1250 << 2) | 3), u16(0), rk(0x3ff00000), u16(3)),
        record(0x0205, u16(1, 0, 0), [1, 0]),
        record(0x0205, u16(1, 1, 0), [7, 1]),
        record(0x0201, u16(1, 2, 0)),
        record(0xd6, u16(1, 3, 0), text('Sana'), u16(1, 0, 0)),
      ]),
    );
    expect(cells).toEqual([
      [1234.5, 7, -12.5, 1],
      [true, { kind: 'error', code: '#DIV/0!' }, null, 'Sana'],
    ]);
  });

  it('The numbers of an embedded chart are not read as cells of its sheet.', async () => {
    const chart = [begin(0x20), begin(0x20), number(0, 0, 1), end, number(0, 0, 2), end];
    expect(await cellsOf(tinySheet([label(0, 0, 'Ali'), ...chart, label(1, 0, 'Sana')]))).toEqual([
      ['Ali'],
      ['Sana'],
    ]);
  });

  it.each([
    ['a shared formula record', record(0x04bc, u16(0, 3), [0, 0], u16(0, 0))],
    ['an array formula record', record(0x0221, u16(0, 3), [0, 0], u16(0), u32(0), u16(0))],
    ['a table record', record(0x0236, u16(0, 3), [0, 0], u16(0, 0, 0, 0, 0))],
    ['nothing', []],
  ])('The text result of a formula is read with %s between the two records.', async (_, between) => {
    const cells = [formula(0, 0, textResult), between, resultText('Paid'), formula(1, 0, textResult)];
    expect(await cellsOf(tinySheet([...cells, resultText('Due')]))).toEqual([['Paid'], ['Due']]);
  });

  it.each([0x06, 0x0206, 0x0406])('Formula results in records of type %i are read.', async (type) => {
    const kind = (first: number, value: number) => [first, 0, value, 0, 0, 0, 255, 255];
    const cells = await cellsOf(
      tinySheet([
        formula(0, 0, float64(2500), type),
        formula(0, 1, kind(1, 1), type),
        formula(0, 2, kind(2, 42), type),
        formula(0, 3, kind(3, 0), type),
        formula(0, 4, textResult, type),
        label(0, 5, 'Ali'),
      ]),
    );
    const error = { kind: 'error', code: '#N/A' };
    expect(cells).toEqual([[2500, true, error, null, { kind: 'noValue' }, 'Ali']]);
  });

  it('Hidden rows are reported by their index.', async () => {
    const row = (at: number, flags: number) => record(0x0208, u16(at, 0, 1, 255, 0, 0, flags, 15));
    const cells = [label(0, 0, 'a'), label(1, 0, 'b'), label(2, 0, 'c')];
    const rows = [row(0, 0x100), row(1, 0x120), row(2, 0x160), row(3, 0x120), ...cells];
    const [sheet] = await sheetsOf(tinySheet(rows));
    expect([...(sheet?.hiddenRows ?? [])]).toEqual([1, 2]);
  });

  it('A cell record that is too short is refused as damaged.', async () => {
    await expect(readRaw(tinySheet([record(0x0203, u16(0, 0, 0), [1, 2])]))).rejects.toThrow(/damaged/);
  });

  it('A sparse sheet of 60,000 rows shares one empty row, so it needs little memory.', async () => {
    const far = Array.from({ length: 200 }, (_, row) => number(row * 300, row, row));
    const [sheet] = await sheetsOf(tinySheet(far));
    expect(sheet?.rows).toHaveLength(199 * 300 + 1);
    expect(sheet?.rows[150 * 300]?.[150]).toBe(150);
    expect(new Set(sheet?.rows).size).toBe(201);
  });
});

describe('Texts', () => {
  const looks = u16(0, 1, 2, 3);
  const sst = [
    ...u32(3),
    ...u32(3),
    ...[...u16(8), 0b1001, ...u16(2), ...wide('علی رضا '), ...looks],
    ...[...u16(4), 0b0100, ...u32(3), ...letters('Sana'), 9, 9, 9],
    ...text('x'.repeat(9000)),
  ];
  const rows = [sharedText(0, 0, 0), sharedText(1, 0, 1), sharedText(2, 0, 2)];
  const read = (...parts: number[][]) => cellsOf(tinySheet(rows, { globals: continued(0xfc, ...parts) }));
  const expected = [['علی رضا'], ['Sana'], ['x'.repeat(9000)]];

  // The positions of the characters of the three texts.
  const inLetters = (at: number) =>
    at >= 13 && at < 29 ? 1 : (at >= 44 && at < 48) || (at >= 54 && at < 9054) ? 0 : undefined;
  const cuts = Array.from({ length: 70 }, (_, at) => at + 8).filter(
    (at) => at >= 29 || at < 13 || at % 2 === 1,
  );

  it.each([...cuts, 8000, 9054])(
    'Shared texts continue in the next record when cut behind byte %i.',
    async (at) => {
      const flag = inLetters(at);
      const second = [...(flag === undefined ? [] : [flag]), ...sst.slice(at)];
      expect(await read(sst.slice(0, at), second)).toEqual(expected);
    },
  );

  it('A shared text can continue in characters of another width.', async () => {
    const cells = await read(
      sst.slice(0, 13 + 6),
      [1, ...sst.slice(13 + 6, 60)],
      [1, ...wide('x'.repeat(8994))],
    );
    expect(cells).toEqual(expected);
  });

  it('A formula text that is longer than one record is read.', async () => {
    const long = continued(
      0x0207,
      [...u16(12_000), 0, ...letters('a'.repeat(8000))],
      [1, ...wide('ب'.repeat(4000))],
    );
    const cells = await cellsOf(tinySheet([formula(0, 0, textResult), long]));
    expect(cells).toEqual([['a'.repeat(8000) + 'ب'.repeat(4000)]]);
  });

  it('Fewer shared texts than declared are accepted unless a cell refers to a missing one.', async () => {
    const globals = record(0xfc, u32(9), u32(9), text('Ali'));
    expect(await cellsOf(tinySheet([sharedText(0, 0, 0)], { globals }))).toEqual([['Ali']]);
    const sheet = tinySheet([sharedText(4, 0, 1)], { globals });
    await expect(readRaw(sheet)).rejects.toThrow(/a text in row 5 of the sheet "S" is missing/);
  });

  it('A number format that is shorter than declared is read to its end.', async () => {
    const globals = record(0x041e, u16(164), u16(40), [0], letters('0000'));
    const formats = record(0xe0, u16(0, 164), new Array(16).fill(0));
    const book = { globals: [...globals, ...formats] };
    expect(await cellsOf(tinySheet([number(0, 0, 12)], book))).toEqual([['0012']]);
  });
});
