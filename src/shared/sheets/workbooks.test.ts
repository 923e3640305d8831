import { expect, it } from 'vitest';
import { readTiny, row } from '../../../test/sheets/tiny-workbook.ts';

const header = row(1, 'Name', 'DueDate', 'TotalAmount');
const bill = row(2, 'Ali', '<c s="1"><v>46331</v></c>', '<c><v>2500</v></c>');
const rows = header + bill;
const instructions = row(1, 'Fill in every row.');

it('reads the sheet that holds bills, and says which others do', async () => {
  const { bills, warnings } = await readTiny([
    { name: 'Help', rows: instructions },
    { name: 'Class 1', rows },
    { name: 'Class 2', rows },
    { name: 'Old', rows, state: 'hidden' },
  ]);
  expect(bills).toEqual([{ name: 'Ali', dueDate: '2026-11-05', total: 2500 }]);
  expect(warnings[0]).toBe('Only the sheet "Class 1" was read. These also hold bills: "Class 2".');
});

it('counts days from 1904 where the book does', async () => {
  const early = header + row(2, 'Ali', '<c s="1"><v>44869</v></c>', '<c><v>2500</v></c>');
  const { bills } = await readTiny([{ name: 'S', rows: early }], '<workbookPr date1904="1"/>');
  expect(bills[0]?.dueDate).toBe('2026-11-05');
  const plain = header + row(2, 'Ali', '<c><v>44869</v></c>', '<c><v>2500</v></c>');
  const asNumber = await readTiny([{ name: 'S', rows: plain }], '<workbookPr date1904="1"/>');
  expect(asNumber.bills[0]?.dueDate).toBe('2026-11-05');
  expect(asNumber.warnings).toContainEqual(expect.stringMatching(/plain numbers/));
});

it('refuses a row whose amount is a formula that was never worked out', async () => {
  const formula =
    header +
    row(2, 'Ali', '05/11/2026', '<c><f>SUM(A1:A2)</f></c>') +
    row(3, 'Sana', '05/11/2026', '<c><f>1+1</f><v>2</v></c>');
  const { bills, refused } = await readTiny([{ name: 'S', rows: formula }]);
  expect(bills.map(({ name, total }) => [name, total])).toEqual([['Sana', 2]]);
  expect(refused).toMatchObject([
    { row: 2, reason: expect.stringMatching(/^TotalAmount: .*formula without a value/) },
  ]);
});

it('reads a sheet in UTF-16, and a book with a chart of its own sheet', async () => {
  expect((await readTiny([{ name: 'S', rows, isUtf16: true }])).bills).toHaveLength(1);
  const withChart = [
    { name: 'Chart "1"', rows: '', kind: 'chartsheet' },
    { name: 'S', rows },
  ].map((sheet) => ({ ...sheet, name: sheet.name.replaceAll('"', '&quot;') }));
  expect((await readTiny(withChart)).bills).toHaveLength(1);
});

it('tells rows by their own numbers, whatever is missing between them', async () => {
  const gaps = row(5, 'Name', 'Mobile') + row(9, 'Ali', '12') + row(20, 'Sana', '0300-1234567');
  const { bills, refused } = await readTiny([{ name: 'S', rows: gaps }]);
  expect(bills).toHaveLength(1);
  expect(refused.map(({ row: number }) => number)).toEqual([9]);
});

it('refuses what lies far below the bills rather than guess', async () => {
  const far =
    rows +
    `<row r="1048576">${Array.from({ length: 26 }, (_, n) => `<c r="${String.fromCharCode(65 + n)}1048576"><v>1</v></c>`).join('')}</row>`;
  await expect(readTiny([{ name: 'S', rows: far }])).rejects.toThrow(/far below/);
});

it('reads a sheet of nothing but numbers as a list', async () => {
  const numbers = row(1, '0300-1234567') + row(2, '<c><v>3011234567</v></c>');
  const { bills, isNumberList } = await readTiny([{ name: 'S', rows: numbers }]);
  expect(isNumberList).toBe(true);
  expect(bills).toEqual([{ number: '0300-1234567' }, { number: '3011234567' }]);
});
