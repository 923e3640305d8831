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
/** Of the only sheet. */
const cellsOf = async (bytes: Uint8Array<ArrayBuffer>) => (await rowsOf(bytes))[0];

const one = { sheets: [{ name: 'S', records: label(0, 0, 'Ali') }] };

describe('the container', () => {
  it.each(['Workbook', 'WORKBOOK', 'Book', 'BOOK'])('a stream named %s', async (name) => {
    expect(await cellsOf(compoundFile({ [`/${name}`]: tinyStream(one) }))).toEqual([['Ali']]);
  });

  it('a workbook with documents within it', async () => {
    const other = tinyStream({ sheets: [{ name: 'X', records: label(0, 0, 'other') }] });
    const streams = { '/MBD1/WordDocument': [1], '/MBD2/Workbook': other, '/MBD3/EncryptedPackage': [1] };
    expect(await cellsOf(compoundFile({ ...streams, '/Workbook': tinyStream(one) }))).toEqual([['Ali']]);
  });

  it('records without a container, and a stream longer than the short ones', async () => {
    expect(await cellsOf(Uint8Array.from(tinyStream(one)))).toEqual([['Ali']]);
    const rows = Array.from({ length: 3000 }, (_, row) => label(row, 0, `Name ${row}`));
    const cells = await cellsOf(tinySheet(rows));
    expect(cells).toHaveLength(3000);
    expect(cells?.[2999]).toEqual(['Name 2999']);
  });

  it.each([
    [
      'a document of Word',
      { '/WordDocument': [1], '/ObjectPool/x/Workbook': tinyStream(one) },
      /Word document/,
    ],
    ['slides', { '/PowerPoint Document': [1] }, /PowerPoint/],
    ['a workbook under a password', { '/EncryptedPackage': [1] }, /password protected/],
    ['something else', { '/Other': [1] }, /damaged/],
  ])('%s is refused as what it is', async (_, streams, sentence) => {
    await expect(readRaw(compoundFile(streams))).rejects.toThrow(sentence);
  });

  it.each([
    ['of a password', tinySheet([], { globals: record(0x2f, u16(0, 1, 2)) }), /password protected/],
    ['of Excel 95', tinySheet([], { version: 0x0500 }), /very old Excel/],
    ['of Excel 4, bare', Uint8Array.from([...record(0x0409, u16(0, 16, 0)), ...end]), /very old Excel/],
    ['of Excel 2, bare', Uint8Array.from([...record(0x0009, u16(2, 16)), ...end]), /very old Excel/],
    ['that end early', tinySheet([label(0, 0, 'Ali')]).slice(0, 1536), /damaged/],
  ])('records %s are refused as what they are', async (_, bytes, sentence) => {
    await expect(readRaw(bytes)).rejects.toThrow(sentence);
  });

  it('sheets that are shown, and no charts', async () => {
    const records = label(0, 0, 'Ali');
    const hidden = { name: 'Hidden', records, hidden: 1 };
    const secret = { name: 'Secret', records, hidden: 2 };
    const chart = { name: 'Chart', records, kind: 0x20 };
    const sheets = await sheetsOf(tinyXls({ sheets: [hidden, chart, secret, { name: 'S', records }] }));
    expect(sheets.map(({ name }) => name)).toEqual(['S']);
  });
});

describe('cells', () => {
  it('numbers long and short, side by side, truths and errors', async () => {
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

  it('numbers of a chart are none of the sheet that it stands on', async () => {
    const chart = [begin(0x20), begin(0x20), number(0, 0, 1), end, number(0, 0, 2), end];
    expect(await cellsOf(tinySheet([label(0, 0, 'Ali'), ...chart, label(1, 0, 'Sana')]))).toEqual([
      ['Ali'],
      ['Sana'],
    ]);
  });

  it.each([
    ['a formula that others share', record(0x04bc, u16(0, 3), [0, 0], u16(0, 0))],
    ['a formula of several cells', record(0x0221, u16(0, 3), [0, 0], u16(0), u32(0), u16(0))],
    ['a table', record(0x0236, u16(0, 3), [0, 0], u16(0, 0, 0, 0, 0))],
    ['nothing', []],
  ])('the text that a formula came to, behind %s', async (_, between) => {
    const cells = [formula(0, 0, textResult), between, resultText('Paid'), formula(1, 0, textResult)];
    expect(await cellsOf(tinySheet([...cells, resultText('Due')]))).toEqual([['Paid'], ['Due']]);
  });

  it.each([0x06, 0x0206, 0x0406])('results of formulas in records of the number %i', async (type) => {
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

  it('hidden rows, by their places', async () => {
    const row = (at: number, flags: number) => record(0x0208, u16(at, 0, 1, 255, 0, 0, flags, 15));
    const cells = [label(0, 0, 'a'), label(1, 0, 'b'), label(2, 0, 'c')];
    const rows = [row(0, 0x100), row(1, 0x120), row(2, 0x160), row(3, 0x120), ...cells];
    const [sheet] = await sheetsOf(tinySheet(rows));
    expect([...(sheet?.hiddenRows ?? [])]).toEqual([1, 2]);
  });

  it('a cell cut short is damage', async () => {
    await expect(readRaw(tinySheet([record(0x0203, u16(0, 0, 0), [1, 2])]))).rejects.toThrow(/damaged/);
  });

  it('a sheet that takes little room is read in little', async () => {
    const far = Array.from({ length: 200 }, (_, row) => number(row * 300, row, row));
    const [sheet] = await sheetsOf(tinySheet(far));
    expect(sheet?.rows).toHaveLength(199 * 300 + 1);
    expect(sheet?.rows[150 * 300]?.[150]).toBe(150);
    expect(new Set(sheet?.rows).size).toBe(201);
  });
});

describe('texts', () => {
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

  // Where the letters of the first text begin and end, and those of the second and third.
  const inLetters = (at: number) =>
    at >= 13 && at < 29 ? 1 : (at >= 44 && at < 48) || (at >= 54 && at < 9054) ? 0 : undefined;
  const cuts = Array.from({ length: 70 }, (_, at) => at + 8).filter(
    (at) => at >= 29 || at < 13 || at % 2 === 1,
  );

  it.each([...cuts, 8000, 9054])('go on in the next record, cut behind byte %i', async (at) => {
    const flag = inLetters(at);
    const second = [...(flag === undefined ? [] : [flag]), ...sst.slice(at)];
    expect(await read(sst.slice(0, at), second)).toEqual(expected);
  });

  it('go on in letters of another width', async () => {
    const cells = await read(
      sst.slice(0, 13 + 6),
      [1, ...sst.slice(13 + 6, 60)],
      [1, ...wide('x'.repeat(8994))],
    );
    expect(cells).toEqual(expected);
  });

  it('of a formula, longer than a record', async () => {
    const long = continued(
      0x0207,
      [...u16(12_000), 0, ...letters('a'.repeat(8000))],
      [1, ...wide('ب'.repeat(4000))],
    );
    const cells = await cellsOf(tinySheet([formula(0, 0, textResult), long]));
    expect(cells).toEqual([['a'.repeat(8000) + 'ب'.repeat(4000)]]);
  });

  it('are fewer than promised, and no cell misses one', async () => {
    const globals = record(0xfc, u32(9), u32(9), text('Ali'));
    expect(await cellsOf(tinySheet([sharedText(0, 0, 0)], { globals }))).toEqual([['Ali']]);
    const sheet = tinySheet([sharedText(4, 0, 1)], { globals });
    await expect(readRaw(sheet)).rejects.toThrow(/a text in row 5 of the sheet "S" is not in it/);
  });

  it('a format shorter than it says is read as far as it goes', async () => {
    const globals = record(0x041e, u16(164), u16(40), [0], letters('0000'));
    const formats = record(0xe0, u16(0, 164), new Array(16).fill(0));
    const book = { globals: [...globals, ...formats] };
    expect(await cellsOf(tinySheet([number(0, 0, 12)], book))).toEqual([['0012']]);
  });
});
