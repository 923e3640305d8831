import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../../test/sheets/check-file.ts';
import { readTiny, row, tinyWorkbook } from '../../../test/sheets/tiny-workbook.ts';

const header = row(1, 'Name', 'DueDate', 'TotalAmount');
const bill = row(2, 'Ali', '<c s="1"><v>46331</v></c>', '<c><v>2500</v></c>');
const rows = header + bill;
const instructions = row(1, 'Fill in every row.');

it('The first sheet with bills is read, and the others with bills are named.', async () => {
  const { bills, summary, opened } = await readTiny([
    { name: 'Help', rows: instructions },
    { name: 'Class 1', rows },
    { name: 'Class 2', rows },
    { name: 'Old', rows, state: 'hidden' },
  ]);
  expect(bills).toEqual([{ name: 'Ali', dueDate: '2026-11-05', total: 2500 }]);
  expect(summary.notes).toEqual([
    'Only the sheet "Class 1" was read. These sheets also have a list: "Class 2".',
  ]);
  expect(opened.sheets).toEqual([
    { name: 'Help', rows: 1, hasHeader: false },
    { name: 'Class 1', rows: 2, hasHeader: true },
    { name: 'Class 2', rows: 2, hasHeader: true },
  ]);
});

it('Days are counted from 1904 if the workbook does.', async () => {
  const early = header + row(2, 'Ali', '<c s="1"><v>44869</v></c>', '<c><v>2500</v></c>');
  const { bills } = await readTiny([{ name: 'S', rows: early }], '<workbookPr date1904="1"/>');
  expect(bills[0]?.dueDate).toBe('2026-11-05');
  const plain = header + row(2, 'Ali', '<c><v>44869</v></c>', '<c><v>2500</v></c>');
  const asNumber = await readTiny([{ name: 'S', rows: plain }], '<workbookPr date1904="1"/>');
  expect(asNumber.bills[0]?.dueDate).toBe('2026-11-05');
  expect(asNumber.warnings).toContainEqual(expect.stringMatching(/44869 is a plain number.*5 Nov 2026/));
});

it('A row whose amount is a formula without a value is refused.', async () => {
  const formula =
    header +
    row(2, 'Ali', '05/11/2026', '<c><f>SUM(A1:A2)</f></c>') +
    row(3, 'Sana', '05/11/2026', '<c><f>1+1</f><v>2</v></c>');
  const { bills, refused } = await readTiny([{ name: 'S', rows: formula }]);
  expect(bills.map(({ name, total }) => [name, total])).toEqual([['Sana', 2]]);
  expect(refused).toMatchObject([
    { row: 2, reason: expect.stringMatching(/^TotalAmount: .*formula without a value/), fields: ['total'] },
  ]);
});

it('A sheet in UTF-16 and a workbook with a chart sheet are read.', async () => {
  expect((await readTiny([{ name: 'S', rows, isUtf16: true }])).bills).toHaveLength(1);
  const withChart = [
    { name: 'Chart "1"', rows: '', kind: 'chartsheet' },
    { name: 'S', rows },
  ].map((sheet) => ({ ...sheet, name: sheet.name.replaceAll('"', '&quot;') }));
  expect((await readTiny(withChart)).bills).toHaveLength(1);
});

it('Rows keep their own numbers, even if rows between them are missing.', async () => {
  const gaps = row(5, 'Name', 'Mobile') + row(9, ' ', '12') + row(20, 'Sana', '0300-1234567');
  const { bills, refused } = await readTiny([{ name: 'S', rows: gaps }]);
  expect(bills).toHaveLength(1);
  expect(refused.map(({ row: number }) => number)).toEqual([9]);
});

it('Text in several runs is joined, without its phonetic text.', async () => {
  const runs =
    '<c t="inlineStr"><is><r><t>A</t></r><rPh sb="0" eb="1"><t>x</t></rPh><r><t xml:space="preserve">li </t></r><r><t>Raza</t></r></is></c>';
  const { bills } = await readTiny([
    { name: 'S', rows: row(1, 'Name', 'Mobile') + row(2, runs, '0300-1234567') },
  ]);
  expect(bills).toEqual([{ name: 'Ali Raza', number: '0300-1234567' }]);
});

it('A sheet that ends in the middle of its rows is refused as damaged.', async () => {
  await expect(readTiny([{ name: 'S', rows: `${rows}<!--` }])).rejects.toThrow(/damaged or not complete/);
});

it('A sheet with cells far below its bills is refused.', async () => {
  const far =
    rows +
    `<row r="1048576">${Array.from({ length: 26 }, (_, n) => `<c r="${String.fromCharCode(65 + n)}1048576"><v>1</v></c>`).join('')}</row>`;
  await expect(readTiny([{ name: 'S', rows: far }])).rejects.toThrow(/far below/);
});

it('A sheet with nothing but phone numbers is read as a list of numbers.', async () => {
  const numbers = row(1, '0300-1234567') + row(2, '<c><v>3011234567</v></c>');
  const { bills, isNumberList } = await readTiny([{ name: 'S', rows: numbers }]);
  expect(isNumberList).toBe(true);
  expect(bills).toEqual([{ number: '0300-1234567' }, { number: '3011234567' }]);
});

describe('.xls', () => {
  it.each([
    [true, 44869],
    [false, 46331],
  ])(
    'Plain numbers in a day column are counted in the 1904 system if the workbook does: %s.',
    async (date1904, serial) => {
      const sheet = sheetjs.utils.aoa_to_sheet([
        ['Name', 'DueDate', 'ExpiryDate'],
        ['Ali', serial, { t: 'n', v: serial, z: 'dd/mm/yyyy' }],
      ]);
      const book = sheetjs.utils.book_new(sheet, 'S');
      book.Workbook = { WBProps: { date1904 } };
      const bytes = new Uint8Array(sheetjs.write(book, { bookType: 'biff8', type: 'array' }));
      const { bills } = await checkFile({ name: 'a.xls', bytes });
      expect(bills).toEqual([{ name: 'Ali', dueDate: '2026-11-05', expiryDate: '2026-11-05' }]);
    },
  );
});

describe('Numbers shown with leading zeros', () => {
  const headings = row(1, 'RegistrationNumber', 'Name', 'Mobile', 'TotalAmount');
  const rows = `${headings}<row r="2"><c r="A2" s="2"><v>12</v></c><c r="B2" t="inlineStr"><is><t>Ali</t></is></c><c r="C2" s="2"><v>3001234567</v></c><c r="D2" s="2"><v>500</v></c></row>`;
  const read = async (format: string) => {
    const bytes = tinyWorkbook([{ name: 'S', rows }], '', format);
    const { bills, summary } = await checkFile({ name: 'a.xlsx', bytes });
    return { bill: bills[0], kinds: summary.issues.map(({ kind }) => kind) };
  };

  it.each([
    ['00000', '00012', '3001234567', ['repaired']],
    ['00000000000', '00000000012', '03001234567', []],
    ['0', '12', '3001234567', ['repaired']],
    ['00.00', '12', '3001234567', ['repaired']],
  ])(
    'With the number format %s the registration 12 is read as %s and the mobile as %s.',
    async (format, regNum, number, kinds) => {
      expect(await read(format)).toEqual({ bill: { regNum, name: 'Ali', number, total: 500 }, kinds });
    },
  );
});

it('Hidden rows are counted and can be left out together.', async () => {
  const hidden = row(3, 'Sana', '05/11/2026', '500').replace('<row ', '<row hidden="1" ');
  const blank = row(4).replace('<row ', '<row hidden="1" ');
  const { check, summary } = await readTiny([{ name: 'S', rows: header + bill + hidden + blank }]);
  expect(summary.hidden).toEqual({ rows: 1, leftOut: 0 });
  check.leaveOut('hidden', true);
  expect(check.summary()).toMatchObject({
    hidden: { rows: 1, leftOut: 1 },
    outcomes: { add: 1, leftOut: 1 },
  });
  expect(check.rows({ filter: 'hidden', from: 0, take: 9 }).rows.map(({ row }) => row)).toEqual([3]);
  check.leaveOut('hidden', false);
  expect([...check.rowsToSave()]).toHaveLength(2);
});
