import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { checkFile, checkText, type FileChecked } from '../../../test/sheets/check-file.ts';

/** The cells of a row. Trailing empty cells are left out. */
type Rows = readonly (readonly (string | number)[])[];

const asText = (rows: Rows, delimiter = ',') => checkText(rows.map((row) => row.join(delimiter)).join('\n'));
const asWorkbook = (rows: Rows, bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows as unknown[][]), 'Nov');
  return checkFile({ name: 'list', bytes: new Uint8Array(sheetjs.write(book, { type: 'array', bookType })) });
};

/** Joins all cut amounts and returns what a save would send then. */
function billsJoined({ check }: FileChecked): Record<string, unknown>[] {
  check.answer('shifted cut', 'join');
  return [...check.rowsToSave()];
}
const totalsOf = (bills: readonly Record<string, unknown>[]) => bills.map(({ total }) => total);

describe('Amounts that were cut at their comma', () => {
  it.each<[string, string, string[], number[]]>([
    [
      'in the last column',
      'Reg No,Name,Mobile,Due Date,Total',
      ['10/11/2026,12,500', '10/11/2026,950'],
      [12_500, 950],
    ],
    [
      'before a date',
      'Reg No,Name,Mobile,Total,Due Date',
      ['12,500,10/11/2026', '950,10/11/2026'],
      [12_500, 950],
    ],
    ['in every row', 'Reg No,Name,Mobile,Total', ['12,500', '9,000', '8,050'], [12_500, 9000, 8050]],
    [
      'in lakhs',
      'Reg No,Name,Mobile,Total,Due Date',
      ['1,12,500,10/11/2026', '950,10/11/2026'],
      [112_500, 950],
    ],
    ['with its currency', 'Reg No,Name,Mobile,Total', ['Rs. 12,500/-', 'Rs. 950/-'], [12_500, 950]],
    ['with decimals', 'Reg No,Name,Mobile,Total,Branch', ['12,500.50,City', '950,City'], [12_500.5, 950]],
    ['in digits of Urdu', 'رجسٹریشن نمبر,نام,موبائل نمبر,کل رقم,آخری تاریخ', ['۱۲,۵۰۰,10/11/2026'], [12_500]],
    [
      'in several columns',
      'Reg No,Name,Mobile,Tuition Fee,Exam Fee,Total',
      ['8,500,1,000,9,500', '800,100,900'],
      [9500, 900],
    ],
    [
      'in one of several columns',
      'Reg No,Name,Mobile,Tuition Fee,Exam Fee,Total',
      ['8,500,500,9,000'],
      [9000],
    ],
    [
      'before an empty cell',
      'Reg No,Name,Mobile,Total,Remarks',
      ['12,500,', '950,', '900,'],
      [12_500, 950, 900],
    ],
    [
      'before a column that most rows leave out',
      'Reg No,Name,Mobile,Total,Remarks',
      ['12,500', '950', '2500'],
      [12_500, 950, 2500],
    ],
  ])(
    'A cut amount %s is never saved, and one answer joins it for all such rows.',
    async (_, heading, cells, totals) => {
      const rows = cells.map((more, at) => `R-${at},Ali,0300123451${at},${more}`);
      const checked = await checkText([heading, ...rows].join('\n'));
      const { bills, refused, summary } = checked;
      expect(totals).toEqual(expect.arrayContaining(totalsOf(bills)));
      expect(bills.length + refused.length).toBe(totals.length);
      expect(summary.lines).toMatchObject([{ kind: 'shifted', level: 'error', count: refused.length }]);
      expect(refused[0]?.reason).toContain('split over several cells because of the comma');
      expect(totalsOf(billsJoined(checked))).toEqual(totals);
      checked.check.answer('shifted cut', null);
      expect(checked.check.summary().outcomes.refused).toBe(refused.length);
    },
  );

  it.each(['xlsx', 'biff8'] as const)(
    'A cut amount in a spreadsheet saved as %s is found, although its zeros are lost.',
    async (bookType) => {
      const heading = ['Reg No', 'Name', 'Mobile', 'Total', 'Due Date'];
      const checked = await asWorkbook(
        [
          heading,
          ['R-1', 'Ali', '03001234511', 12, 500, '10/11/2026'],
          ['R-2', 'Sana', '03001234512', 9, 0, '10/11/2026'],
          ['R-3', 'Omar', '03001234513', 12, 50, '10/11/2026'],
          ['R-4', 'Zara', '03001234514', 950, '10/11/2026'],
        ],
        bookType,
      );
      expect(totalsOf(checked.bills)).toEqual([950]);
      expect(totalsOf(billsJoined(checked))).toEqual([12_500, 9000, 12_050, 950]);
    },
  );

  it('Rows whose cells have moved are not called duplicates because of the cells of other columns.', async () => {
    const rows = ['8,000', '4,010', '13,020'].map((total, at) => [
      total,
      '25/11/2026',
      `R-${at}`,
      `Ali ${at}`,
    ]);
    const { summary } = await asText([['Total', 'Due Date', 'Reg No', 'Name'], ...rows]);
    expect(summary.lines).toMatchObject([{ key: 'shifted cut', count: 3 }]);
  });

  it('A person can say that the rows with cut amounts are right as they are.', async () => {
    const { check } = await asText([
      ['Reg No', 'Name', 'Mobile', 'Total'],
      ['R-1', 'Ali', '03001234511', '12', '500'],
    ]);
    check.answer('shifted cut', 'asBills');
    expect(totalsOf([...check.rowsToSave()])).toEqual([12]);
  });

  it('A row whose amount was cut at its comma is not saved after an edit of another cell, but after the amount is typed.', async () => {
    const { check } = await asText([
      ['Reg No', 'Name', 'Mobile', 'Total', 'Due Date'],
      ['R-1', 'Ali', '03001234511', '12', '500', '10/11/2026'],
    ]);
    check.edit(0, 'dueDate', '10/11/2026');
    expect([...check.rowsToSave()]).toEqual([]);
    check.edit(0, 'total', '12,500');
    expect([...check.rowsToSave()]).toMatchObject([{ total: 12_500, dueDate: '2026-11-10' }]);
  });

  it('Joining a cut amount is not offered if there is more than one way.', async () => {
    const { summary, bills } = await asText([
      ['Reg No', 'Name', 'Mobile', 'Tuition Fee', 'Exam Fee'],
      ['R-1', 'Ali', '03001234511', '8', '500', '500'],
    ]);
    expect(bills).toEqual([]);
    expect(summary.lines).toMatchObject([{ key: 'shifted', answers: [{ name: 'asBills' }] }]);
  });
});

describe('Rows with too many or too few cells', () => {
  it.each<[string, string, string]>([
    [
      'a name with a comma',
      'Reg No,Name,Mobile,Total,Due Date',
      'R-1,Khan, Ayesha,03001234511,9000,10/11/2026',
    ],
    [
      'an address with a comma',
      'Reg No,Name,Address,Total,Mobile',
      'R-1,Ali,House 5, Street 3,9000,03001234511',
    ],
    ['a heading row that lacks its first heading', 'Reg No,Name,Mobile,Total', '1,R-1,Ali,03001234511,9000'],
    ['an additional cell at the end', 'Reg No,Name,Mobile,Total', 'R-1,Ali,03001234511,9000,450'],
  ])('In a text file a row is refused with the reason because of %s.', async (_, heading, row) => {
    const { bills, refused } = await checkText(`${heading}\n${row}`);
    expect(bills).toEqual([]);
    expect(refused).toMatchObject([
      { reason: expect.stringMatching(/has \d cells, but there are \d headings/) },
    ]);
  });

  it.each([
    ['Reg No;Name;Mobile;Tuition Fee;Exam Fee;Total', 'R-9;Hina;03001234519;9000;9500'],
    ['Reg No;Name;Mobile;Total;Due Date', 'R-9;Hina;9000;10/11/2026'],
    ['Total;Exam Fee;Reg No;Name;Mobile;Due Date', '9000;R-9;Hina;03001234519;10/11/2026'],
  ])('Below the headings %s a row that lacks a cell is refused.', async (heading, short) => {
    const whole = (n: number) =>
      heading
        .split(';')
        .map(
          (title) =>
            ({ 'Reg No': `R-${n}`, Name: 'Ali', Mobile: `0300123451${n}`, 'Due Date': '10/11/2026' })[
              title
            ] ?? 9000 + n,
        )
        .join(';');
    const { bills, refused } = await checkText([heading, whole(1), whole(2), short, whole(3)].join('\n'));
    expect(bills).toHaveLength(3);
    expect(refused).toMatchObject([{ row: 4, reason: expect.stringContaining('the others have') }]);
  });
});

describe('A sheet of several blocks', () => {
  const first = ['Reg No', 'Name', 'Mobile', 'Total'];
  const second = ['Name', 'Reg No', 'Mobile', 'Exam Fee', 'Total'];
  const rows = (isCut: boolean) => [
    first,
    isCut ? ['R-1', 'Ali', '03001234511', 12, 500] : ['R-1', 'Ali', '03001234511', 12_500],
    ['R-2', 'Sana', '03001234512', 950],
    second,
    isCut ? ['Omar', 'R-3', '03001234513', 450, 9, 100] : ['Omar', 'R-3', '03001234513', 450, 9100],
    ['Zara', 'R-4', '03001234514', 450, 950],
  ];

  it.each([
    ['a text file', asText],
    ['a workbook', asWorkbook],
  ])('A cut amount of %s is not saved in any block of the sheet.', async (_, read) => {
    expect(totalsOf((await read(rows(false))).bills)).toEqual([12_500, 950, 9100, 950]);
    expect(totalsOf((await read(rows(true))).bills)).toEqual([950, 950]);
  });
});

describe('Rows that only look shifted', () => {
  const heading = ['Reg No', 'Name', 'Mobile', 'Total'];
  it('Remarks beside the rows of a workbook are ignored.', async () => {
    const { bills, summary } = await asWorkbook([
      heading,
      ['R-1', 'Ali', '03001234511', 900, 'left in May'],
      ['R-2', 'Sana', '03001234512', 12],
    ]);
    expect(totalsOf(bills)).toEqual([900, 12]);
    expect(summary.unused).toEqual(['Column E']);
  });

  it('Numbers in a column without a heading are ignored.', async () => {
    const { bills } = await asWorkbook([
      heading,
      ['R-1', 'Ali', '03001234511', 900, 100],
      ['R-2', 'Sana', '03001234512', 12_000, 200],
    ]);
    expect(totalsOf(bills)).toEqual([900, 12_000]);
  });

  it('Small amounts side by side are not taken for a cut amount.', async () => {
    const { bills } = await asWorkbook([
      ['Reg No', 'Name', 'Mobile', 'Tuition Fee', 'Total'],
      ['R-1', 'Ali', '03001234511', 450, 500, 'ask the father'],
      ['R-2', 'Sana', '03001234512', 150, 200, 2500],
      ['R-3', 'Omar', '03001234513', 600, 650],
    ]);
    expect(totalsOf(bills)).toEqual([500, 200, 650]);
  });

  it.each([',', ';', '\t', '|'])(
    'A "%s" at the end of every row does not count as a cell too many.',
    async (delimiter) => {
      const row = (n: number) => [`R-${n}`, 'Ali', `0300123451${n}`, '500', '500', ''];
      const titles = ['Reg No', 'Name', 'Mobile', 'Tuition Fee', 'Total'];
      for (const given of [titles, [...titles, '']])
        expect((await asText([given, row(1), row(2), row(3)], delimiter)).bills).toHaveLength(3);
    },
  );

  it('Rows that leave out their empty last cells are complete.', async () => {
    const { bills } = await checkText(
      'Reg No,Name,Mobile,Total,Paid On\nR-1,Ali,03001234511,900,1/11/2026\nR-2,Sana,03001234512,800\nR-3,Omar,03001234513,700',
    );
    expect(totalsOf(bills)).toEqual([900, 800, 700]);
  });

  it('Notes and totals of a text file are not taken for shifted rows.', async () => {
    const { bills, summary } = await checkText(
      'Reg No,Name,Mobile,Total,Due Date\nR-1,Ali,03001234511,900,1/11/2026\nR-2,Sana,03001234512,800,1/11/2026\n,Total,,1700\nPrepared by, Accounts',
    );
    expect(totalsOf(bills)).toEqual([900, 800]);
    expect(summary.lines.map(({ kind }) => kind).toSorted()).toEqual(['note', 'totals']);
  });

  it('A value below an empty heading is ignored.', async () => {
    const { bills } = await checkText('Reg No,Name,Mobile,Total,\nR-1,Ali,03001234511,950,a@b.pk');
    expect(totalsOf(bills)).toEqual([950]);
  });
});

it('The error workbook has the joined amount, and empties the cell that it came from.', async () => {
  const { check } = await asText([
    ['Reg No', 'Name', 'Mobile', 'Total', 'Due Date'],
    ['R-1', 'Ali', '03001234511', '12', '500', 'soon'],
    ['R-2', 'Sana', '03001234512', '950', '10/11/2026'],
  ]);
  check.answer('shifted', 'asBills');
  expect(check.withProblems('Nov').problems.get(2)?.edits).toEqual(new Map());
  const { check: other } = await asText([
    ['Reg No', 'Name', 'Mobile', 'Total', 'Due Date'],
    ['R-1', 'Ali', '03001234511', '12', '500', '10/11/2026'],
  ]);
  other.answer('shifted cut', 'join');
  const edits = other.withProblems('Nov').problems.get(2)?.edits;
  expect(edits).toEqual(
    new Map([
      [3, '12,500'],
      [4, '10/11/2026'],
      [5, ''],
    ]),
  );
});
