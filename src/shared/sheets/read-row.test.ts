import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBill } from '#shared/calls/bills.ts';
import type { Cell } from './cells.ts';
import { columns } from './columns.ts';
import { byNameOnly, type MappedColumn, nameColumns } from './find-header.ts';
import type { SheetContext } from './read-cell.ts';
import { readRow } from './read-row.ts';

const day = (text: string): Cell => ({ kind: 'day', day: text });

function contextOf(...headings: string[]): SheetContext {
  const mapped = nameColumns(headings, byNameOnly('bills')).flatMap(({ column, ...rest }): MappedColumn[] =>
    column ? [{ ...rest, column }] : [],
  );
  return { kind: 'bills', mapped, is1904: false, country: 'PK', month: 11, year: 2026 };
}

/** Reads one cell of one column, beside a name so that the row belongs to somebody. */
function readCell(heading: string, cell: Cell) {
  const read = readRow(['Ali', cell], contextOf('Name', heading));
  const { name, ...rest } = read?.values ?? {};
  const kinds = read?.issues.map(({ kind }) => kind) ?? [];
  const error = read?.issues.find(({ level }) => level === 'error');
  return error ? { sentence: error.sentence, kinds } : { value: Object.values(rest)[0], kinds };
}

const valueIn = (heading: string, cell: Cell) => readCell(heading, cell).value;
const sentenceIn = (heading: string, cell: Cell) => readCell(heading, cell).sentence;

describe('Amounts', () => {
  it.each<[Cell, number]>([
    [1200, 1200],
    [0, 0],
    [99.99, 99.99],
    ['1200', 1200],
    ['1,200.00', 1200],
    ['Rs. 2,500/-', 2500],
    ['Rs.2500', 2500],
    ['PKR 2,500', 2500],
    ['₨ 2,500', 2500],
    ['2,500/=', 2500],
    ['1,50,000', 150000],
    ['1,50,000.50', 150000.5],
    [' 2,500 ', 2500],
    ['۲۵۰۰', 2500],
    ['۱۲٬۵۰۰', 12500],
    ['١٢٬٥٠٠٫٥٠', 12500.5],
    ['۱۲،۵۰۰ روپے', 12500],
    ['-', 0],
    ['Rs. -', 0],
    [18848.025, 18848.03],
    [0.1 + 0.2, 0.3],
  ])('The amount %j is read as %d.', (cell, rupees) => expect(valueIn('TotalAmount', cell)).toBe(rupees));

  it.each<[Cell, RegExp]>([
    ['abc', /"abc" is not an amount/],
    ['1.200,00', /not an amount/],
    ['12,5', /not an amount/],
    ['1,2000', /not an amount/],
    [-500, /below zero/],
    ['(500)', /below zero/],
    ['-500', /below zero/],
    [2e9, /too large/],
    [true, /not an amount/],
    [day('2026-11-05'), /not an amount/],
    ['#DIV/0!', /#DIV\/0!/],
    [{ kind: 'error', code: '#REF!' }, /#REF!/],
    [{ kind: 'noValue' }, /formula without a value/],
    [Number.POSITIVE_INFINITY, /not an amount/],
  ])('The amount %j is refused.', (cell, sentence) =>
    expect(sentenceIn('TotalAmount', cell)).toMatch(sentence),
  );

  it('A rounded amount gets a warning, and a floating-point error does not.', () => {
    expect(readCell('TotalAmount', 18848.025).kinds).toContain('rounded');
    expect(readCell('TotalAmount', 0.1 + 0.2).kinds).not.toContain('rounded');
  });
});

describe('Days', () => {
  it.each<[Cell, string]>([
    [day('2026-11-05'), '2026-11-05'],
    ['05/11/2026', '2026-11-05'],
    ['5-11-2026', '2026-11-05'],
    ['5.11.26', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['2026-11-05T00:00:00', '2026-11-05'],
    ['2026/11/5', '2026-11-05'],
    ['05/11/2026 12:30:00 PM', '2026-11-05'],
    ['5 Nov 2026', '2026-11-05'],
    ['5-Nov-26', '2026-11-05'],
    ['5th November, 2026', '2026-11-05'],
    ['Nov 5, 2026', '2026-11-05'],
    ['Thursday, 5 November 2026', '2026-11-05'],
    ['۰۵/۱۱/۲۰۲۶', '2026-11-05'],
    ['۵ نومبر ۲۰۲۶', '2026-11-05'],
    ['5-نومبر-26', '2026-11-05'],
    ['نومبر 5، 2026', '2026-11-05'],
    [46331, '2026-11-05'],
    [20261105, '2026-11-05'],
  ])('The date %j is read as %s.', (cell, expected) => expect(valueIn('DueDate', cell)).toBe(expected));

  it.each<[Cell]>([
    ['11/25/2026'],
    ['30/02/2026'],
    ['soon'],
    [12],
    [true],
    ['5/11'],
    [day('1899-12-31')],
    [day('9999-12-31')],
    ['5 نمبر 2026'],
    ['T'.repeat(30_000)],
  ])('The date %j is refused.', (cell) => expect(sentenceIn('DueDate', cell)).toMatch(/is not a date/));

  it.each<[Cell]>([['31/12/1999'], ['05/11/1900'], [day('1900-11-05')]])(
    'A day before 2000 is no day on which money was received: %j.',
    (cell) => {
      expect(sentenceIn('PaidOn', cell)).toMatch(/is before the year 2000/);
      expect(valueIn('DueDate', cell)).toMatch(/^1[89]/);
    },
  );

  it('A plain number is read as a day in the date system of the workbook.', () => {
    const context = { ...contextOf('Name', 'DueDate'), is1904: true };
    expect(readRow(['Ali', 44869], context)).toMatchObject({
      values: { dueDate: '2026-11-05' },
      issues: [{ kind: 'unsureDate', field: 'dueDate' }, { kind: 'noNumber' }],
    });
  });

  it('Any day of the century is read in each of its written forms.', () => {
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, of] = iso.split('-');
        const serial = Math.round(Date.parse(iso) / 86_400_000) + 25_569;
        const forms: Cell[] = [
          iso,
          `${of}/${month}/${year}`,
          `${Number(of)}-${Number(month)}-${year}`,
          serial,
        ];
        for (const form of forms) expect(valueIn('DueDate', form)).toBe(iso);
      }),
      { numRuns: 200 },
    );
  });
});

describe('Month and year', () => {
  it.each<[Cell, number]>([
    [11, 11],
    ['11', 11],
    ['November', 11],
    ['nov', 11],
    ['Nov-26', 11],
    ['November 2026', 11],
    ['11/2026', 11],
    ['2026-11', 11],
    [day('2026-11-01'), 11],
    ['01/11/2026', 11],
    [46331, 11],
    ['Sept', 9],
    ['نومبر', 11],
    ['مئی ۲۰۲۶', 5],
    ['جولائی', 7],
  ])('The month %j is read.', (cell, month) => expect(valueIn('VoucherMonth', cell)).toBe(month));
  it.each<[Cell]>([[0], [13], ['13'], ['Nemo'], [1.5], [true]])('The month %j is refused.', (cell) =>
    expect(sentenceIn('VoucherMonth', cell)).toMatch(/is not a month/),
  );
  it.each<[Cell, number]>([
    [2026, 2026],
    ['2026', 2026],
    [26, 2026],
    ['26', 2026],
    ['23', 2023],
    ['۵۰', 2050],
    [day('2026-11-01'), 2026],
  ])('The year %j is read.', (cell, year) => expect(valueIn('VoucherYear', cell)).toBe(year));
  it.each<[Cell]>([[2022], [2051], ['2025-26'], [22], [51], ['22'], ['6'], [0], [-3], [26.5]])(
    'The year %j is refused.',
    (cell) => expect(sentenceIn('VoucherYear', cell)).toMatch(/is not a year from 2023 to 2050/),
  );
});

describe('Text and codes', () => {
  it.each<[string, Cell, string]>([
    ['RegistrationNumber', '00123', '00123'],
    ['RegistrationNumber', 123, '123'],
    ['InvoiceNumber', 20250100000000, '20250100000000'],
    ['InvoiceNumber', '900000000000000001', '900000000000000001'],
    ['Head1', '=1+1', '=1+1'],
    ['Branch', '\u0000 Girls\u0007 ', 'Girls'],
    ['Email', true, 'TRUE'],
  ])('In the column %s the value %j is read as text.', (heading, cell, text) =>
    expect(valueIn(heading, cell)).toBe(text),
  );
  it.each<[string, Cell, RegExp]>([
    ['InvoiceNumber', 9e17, /lost digits/],
    ['InvoiceNumber', 1e15, /lost digits/],
    ['RegistrationNumber', '2.02511E+13', /lost digits/],
    ['InvoiceNumber', day('2026-11-01'), /turned into a date/],
    ['Branch', 'x'.repeat(201), /longer than 200/],
    ['Branch', { kind: 'error', code: '#N/A' }, /#N\/A/],
  ])('In the column %s the value %j is refused.', (heading, cell, sentence) =>
    expect(sentenceIn(heading, cell)).toMatch(sentence),
  );
});

describe('Mobile numbers', () => {
  it.each<[Cell, string]>([
    ['0300-1234567', '0300-1234567'],
    [3001234567, '3001234567'],
    ['3.001234567E9', '3.001234567E9'],
    ['03001000000', '03001000000'],
    ['0300-1234567\n0321-7654321', '0300-1234567, 0321-7654321'],
    ['0300-1234567 / 0321-7654321', '0300-1234567 / 0321-7654321'],
  ])('The number %j is kept as typed.', (cell, number) => expect(valueIn('Mobile', cell)).toBe(number));
  it.each<[Cell]>([
    ['-'],
    [' '],
    [null],
    ['.'],
    ['0300123456'],
    ['N/A'],
    ['nil'],
    [0],
    ['0'],
    [true],
    ['#N/A'],
    [day('2026-11-05')],
    [9.23001e11],
    ['9.23001E+11'],
    [3_000_000_000],
    ['9'.repeat(5000)],
  ])('The cell %j is no phone number, and its bill is kept without one.', (cell) => {
    const { value, kinds } = readCell('Mobile', cell);
    expect(value).toBeUndefined();
    expect(kinds).toEqual(['noNumber']);
  });
  it('Of a valid and an invalid number in one cell the valid one is kept.', () => {
    const { value, kinds } = readCell('Mobile', '0300-1234567 / 0321-765432');
    expect(value).toBe('0300-1234567');
    expect(kinds).toEqual(['repaired']);
  });
});

describe('Rows that are no bills', () => {
  const headings = ['RegistrationNumber', 'Name', 'Mobile', 'TotalAmount', 'Remarks'];
  it('An empty row is skipped.', () => {
    expect(readRow([null, ' ', '', null], contextOf(...headings))).toBeUndefined();
  });
  it.each<[string, Cell[], RegExp]>([
    ['totals', ['Grand Total', null, null, 16287150], /row of totals/],
    ['a sum alone', [null, null, null, 16287150], /not a bill/],
    ['a note', ['Prepared by: Accounts'], /Only one cell/],
    ['a remark', [null, null, null, null, 'see above'], /not a bill/],
  ])('A row of %s is refused as no bill.', (_name, row, reason) => {
    expect(readRow(row, contextOf(...headings))?.issues).toMatchObject([
      { kind: 'notARow', level: 'error', sentence: expect.stringMatching(reason) },
    ]);
  });
  it('Every wrong cell is reported with the name of its column.', () => {
    expect(readRow(['1', '9'.repeat(300), '12', 'x'], contextOf(...headings))).toMatchObject({
      issues: [
        { kind: 'unread', field: 'name', sentence: expect.stringMatching(/^Name: /) },
        { kind: 'unread', field: 'total', sentence: expect.stringMatching(/^TotalAmount: /) },
        { kind: 'noNumber', field: 'number', sentence: expect.stringMatching(/^Mobile: /) },
      ],
    });
  });
});

it('Whatever is in its cells, a row is empty, is refused with a reason, or is a bill that a save accepts.', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom<Cell>('12/11/2026', '0300-1234567', '1,200', 'Nov', day('2026-11-05'), {
      kind: 'noValue',
    }),
  );
  const context = contextOf(...columns.map(({ heading }) => heading));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: columns.length }), (row) => {
      const read = readRow(row, context);
      const errors = read?.issues.filter(({ level }) => level === 'error') ?? [];
      if (read && errors.length === 0) expect(newBill.parse(read.values)).toEqual(read.values);
      for (const { sentence } of errors) expect(sentence).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
