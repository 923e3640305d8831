import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import { row, tinyWorkbook } from '../../../test/sheets/tiny-workbook.ts';
import { bytesOf } from '../../../test/sheets/voucher-files.ts';
import { createSheetCheck } from './check.ts';
import { type Book, type OpenOptions, openBook } from './open-book.ts';

const bills: OpenOptions = { kind: 'bills', remembered: [] };
const bytesOfText = (text: string) => new TextEncoder().encode(text);
const open = (text: string, options: Partial<OpenOptions> = {}): Promise<Book> =>
  openBook({ name: 'a.csv', bytes: bytesOfText(text) }, { ...bills, ...options });
const period = { month: 11, year: 2026, country: 'PK' } as const;
const fieldsOf = (book: Book) => book.opened().columns.map(({ heading, field, by }) => [heading, field, by]);
const savedOf = (book: Book) => [...createSheetCheck(book, period).rowsToSave()];

it('An opened book lists its file name, its SHA-256 and its columns with samples.', async () => {
  const bytes = bytesOf('good/november-2026.xlsx');
  const opened = (await openBook({ name: 'november.xlsx', bytes }, bills)).opened();
  expect(opened.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(opened).toMatchObject({
    fileName: 'november.xlsx',
    kind: 'bills',
    isNumberList: false,
    headerRow: 1,
  });
  expect(opened.columns).toHaveLength(33);
  const due = opened.columns.find(({ field }) => field === 'dueDate');
  expect(due).toMatchObject({ heading: 'DueDate', by: 'name', samples: ['10 Nov 2026'] });
  expect(opened.columns[0]?.samples).toHaveLength(3);
});

describe('Columns', () => {
  it('A column with the exact name is preferred to a usual spelling, and else the better of two spellings.', async () => {
    const book = await open('Roll No,RegistrationNumber,Father Mobile,Cell,Name,__proto__\n1,2,3,4,5,6');
    expect(fieldsOf(book)).toEqual([
      ['Roll No', null, 'none'],
      ['RegistrationNumber', 'regNum', 'name'],
      ['Father Mobile', 'number', 'name'],
      ['Cell', null, 'none'],
      ['Name', 'name', 'name'],
      ['__proto__', null, 'none'],
    ]);
    expect(createSheetCheck(book, period).summary().unused).toEqual(['Roll No', 'Cell', '__proto__']);
  });

  it('The first column "Problem" of an error workbook is skipped, and a later column of that name is not.', async () => {
    const book = await open('Problem,Name,Mobile,Problem\nnot a phone number,Ali,0300-1234567,x');
    expect(fieldsOf(book)).toEqual([
      ['Name', 'name', 'name'],
      ['Mobile', 'number', 'name'],
      ['Problem', null, 'none'],
    ]);
    expect(savedOf(book)).toEqual([{ name: 'Ali', number: '0300-1234567' }]);
  });

  it('Mapping a column by hand takes the field from the other column, and is remembered.', async () => {
    const book = await open('Name,Urdu Name,Mobile,Other Cell\nAli,علی,0300-1234567,0301-1234567');
    book.mapColumn(1, 'name');
    book.mapColumn(2, null);
    book.mapColumn(3, 'number');
    expect(fieldsOf(book)).toEqual([
      ['Name', null, 'none'],
      ['Urdu Name', 'name', 'hand'],
      ['Mobile', null, 'hand'],
      ['Other Cell', 'number', 'hand'],
    ]);
    expect(savedOf(book)).toEqual([{ name: 'علی', number: '0301-1234567' }]);
    const remembered = book.chosenHeadings();
    expect(remembered).toEqual([
      { heading: 'urduname', field: 'name' },
      { heading: 'mobile', field: null },
      { heading: 'othercell', field: 'number' },
    ]);
    const again = await open('NAME,URDU-NAME,mobile,other cell\nAli,علی,0300-1234567,0301-1234567', {
      remembered,
    });
    expect(savedOf(again)).toEqual([{ name: 'علی', number: '0301-1234567' }]);
    expect(fieldsOf(again)[1]).toEqual(['URDU-NAME', 'name', 'memory']);
    expect(again.chosenHeadings()).toEqual([]);
  });

  it('The heading row is found by remembered headings alone.', async () => {
    const remembered = ['aa', 'bb', 'cc'].map((heading, at) => ({
      heading,
      field: ['regNum', 'name', 'number'][at] ?? null,
    }));
    const book = await open('School,of,Lahore\nAA,BB,CC\n1,Ali,0300-1234567', { remembered });
    expect(book.opened()).toMatchObject({ headerRow: 2, sheets: [{ hasHeader: true }] });
  });

  it('A column without a heading is named by its letter if it has values.', async () => {
    const { summary, opened } = await checkText('Name,,Mobile,,\nAli,x,0300-1234567,,');
    expect(opened.columns.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(summary.unused).toEqual(['Column B']);
  });
});

describe('The heading row', () => {
  it('Of two merged heading rows the lower one is used, with the headings that stand only in the upper one.', async () => {
    const rows =
      row(1, 'Fees of November') +
      '<row r="3"><c r="A3" t="inlineStr"><is><t>Reg No</t></is></c><c r="B3" t="inlineStr"><is><t>Name</t></is></c><c r="C3" t="inlineStr"><is><t>Amounts</t></is></c><c r="E3" t="inlineStr"><is><t>Due Date</t></is></c></row>' +
      '<row r="4"><c r="C4" t="inlineStr"><is><t>Total</t></is></c><c r="D4" t="inlineStr"><is><t>After due</t></is></c></row>' +
      row(5, '0012', 'Ali', '<c r="C5"><v>500</v></c>', '<c r="D5"><v>600</v></c>', '05/11/2026');
    const book = await openBook({ name: 'a.xlsx', bytes: tinyWorkbook([{ name: 'S', rows }]) }, bills);
    expect(book.opened().headerRow).toBe(4);
    expect(fieldsOf(book).map(([heading, field]) => [heading, field])).toEqual([
      ['Reg No', 'regNum'],
      ['Name', 'name'],
      ['Total', 'total'],
      ['After due', 'amountAfterDueDate'],
      ['Due Date', 'dueDate'],
    ]);
    expect(savedOf(book)).toEqual([
      { regNum: '0012', name: 'Ali', total: 500, amountAfterDueDate: 600, dueDate: '2026-11-05' },
    ]);
  });

  it('Of two heading rows the lower one is used also if it has most of the names.', async () => {
    const book = await open('Reg No,Name,Fee,,\n,,Total,After due,Due Date\n1,Ali,500,600,25/11/2026');
    expect(book.opened().headerRow).toBe(2);
    expect(savedOf(book)).toHaveLength(1);
  });

  it('The heading row is not merged with data rows or titles.', async () => {
    const { bills: read } = await checkText(
      'Campus,Lahore\nName,Mobile,Branch\n,,Campus\nAli,0300-1234567,B',
    );
    expect(read).toEqual([{ name: 'Ali', number: '0300-1234567', branch: 'B' }]);
  });

  it('The heading row can be chosen by hand, and a sheet can have none.', async () => {
    const book = await open('Name,Mobile\nNaam,Raabta\nAli,0300-1234567');
    book.chooseHeader(2);
    book.mapColumn(0, 'name');
    book.mapColumn(1, 'number');
    expect(savedOf(book)).toEqual([{ name: 'Ali', number: '0300-1234567' }]);
    book.chooseHeader(0);
    expect(book.opened()).toMatchObject({ headerRow: 0, columns: [{ heading: '' }, { heading: '' }] });
    book.mapColumn(0, 'name');
    expect(savedOf(book)).toHaveLength(3);
    expect(book.chosenHeadings()).toEqual([]);
  });

  it('If no heading is known, the first row with two texts is the heading row.', async () => {
    const book = await open('2026\nNaam,Raabta\nAli,0300-1234567');
    expect(book.opened()).toMatchObject({ headerRow: 2, sheets: [{ hasHeader: false }] });
    expect(fieldsOf(book)).toEqual([
      ['Naam', null, 'none'],
      ['Raabta', null, 'none'],
    ]);
  });
});

describe('Sheets', () => {
  const sheets = [
    { name: 'Help', rows: row(1, 'Read this') },
    { name: 'A', rows: row(1, 'Name', 'Mobile') + row(2, 'Ali', '0300-1234567') },
    { name: 'B', rows: row(1, 'Name', 'Mobile') + row(2, 'Sana', '0301-1234567') },
  ];

  it('The first sheet with a heading row is read, and another sheet can be chosen.', async () => {
    const book = await openBook({ name: 'a.xlsx', bytes: tinyWorkbook(sheets) }, bills);
    expect(book.opened().sheet).toBe(1);
    book.chooseSheet(2);
    expect(savedOf(book)).toEqual([{ name: 'Sana', number: '0301-1234567' }]);
    expect(createSheetCheck(book, period).summary().notes).toEqual([
      'Only the sheet "B" was read. These sheets also have a list: "A".',
    ]);
  });
});
