import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBill } from '#shared/calls/bills.ts';
import type { Cell } from './cells.ts';
import { columns } from './columns.ts';
import { findHeader } from './find-header.ts';
import { noNotes } from './problem.ts';
import { readRow, type SheetContext } from './read-row.ts';

const day = (text: string): Cell => ({ kind: 'day', day: text });

function contextOf(...headings: string[]): SheetContext {
  const header = findHeader([headings]);
  return { mapped: header?.mapped ?? [], is1904: false, notes: noNotes() };
}

/** One cell of one column, beside a name so that the row is somebody's. */
function readCell(heading: string, cell: Cell) {
  const context = contextOf('Name', heading);
  const read = readRow(['Ali', cell], context);
  if (read.kind !== 'bill') return { sentence: read.kind === 'refused' ? read.reason : 'empty' };
  const { name, ...rest } = read.bill;
  return { value: Object.values(rest)[0], notes: context.notes };
}

const valueIn = (heading: string, cell: Cell) => readCell(heading, cell).value;
const sentenceIn = (heading: string, cell: Cell) => readCell(heading, cell).sentence;

describe('amounts', () => {
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
    ['-', 0],
    ['Rs. -', 0],
    [18848.025, 18848.03],
    [0.1 + 0.2, 0.3],
  ])('%j is %d', (cell, rupees) => expect(valueIn('TotalAmount', cell)).toBe(rupees));

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
  ])('%j is refused', (cell, sentence) => expect(sentenceIn('TotalAmount', cell)).toMatch(sentence));

  it('counts what it rounded, and not the noise of a sum', () => {
    expect(readCell('TotalAmount', 18848.025).notes?.rounded).toBe(1);
    expect(readCell('TotalAmount', 0.1 + 0.2).notes?.rounded).toBe(0);
  });
});

describe('days', () => {
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
    [46331, '2026-11-05'],
    [20261105, '2026-11-05'],
  ])('%j', (cell, expected) => expect(valueIn('DueDate', cell)).toBe(expected));

  it.each<[Cell]>([
    ['11/25/2026'],
    ['30/02/2026'],
    ['soon'],
    [12],
    [true],
    ['5/11'],
    [day('1899-12-31')],
    ['T'.repeat(30_000)],
  ])('%j is refused', (cell) => expect(sentenceIn('DueDate', cell)).toMatch(/is not a date/));

  it('counts by the date system of the book', () => {
    const context = { ...contextOf('Name', 'DueDate'), is1904: true };
    expect(readRow(['Ali', 44869], context)).toMatchObject({ bill: { dueDate: '2026-11-05' } });
    expect(context.notes.serialDates).toBe(1);
  });

  it('reads any day of the century in every form it is written in', () => {
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

describe('month and year', () => {
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
  ])('month %j', (cell, month) => expect(valueIn('VoucherMonth', cell)).toBe(month));
  it.each<[Cell]>([[0], [13], ['13'], ['Nemo'], [1.5], [true]])('no month %j', (cell) =>
    expect(sentenceIn('VoucherMonth', cell)).toMatch(/is not a month/),
  );
  it.each<[Cell, number]>([
    [2026, 2026],
    ['2026', 2026],
    [day('2026-11-01'), 2026],
  ])('year %j', (cell, year) => expect(valueIn('VoucherYear', cell)).toBe(year));
  it.each<[Cell]>([[2022], [2051], ['2025-26'], [26]])('no year %j', (cell) =>
    expect(sentenceIn('VoucherYear', cell)).toMatch(/is not a year from 2023 to 2050/),
  );
});

describe('text and codes', () => {
  it.each<[string, Cell, string]>([
    ['RegistrationNumber', '00123', '00123'],
    ['RegistrationNumber', 123, '123'],
    ['InvoiceNumber', 20250100000000, '20250100000000'],
    ['InvoiceNumber', '900000000000000001', '900000000000000001'],
    ['Head1', '=1+1', '=1+1'],
    ['Branch', '\u0000 Girls\u0007 ', 'Girls'],
    ['Email', true, 'TRUE'],
  ])('%s %j', (heading, cell, text) => expect(valueIn(heading, cell)).toBe(text));
  it.each<[string, Cell, RegExp]>([
    ['InvoiceNumber', 9e17, /lost digits/],
    ['InvoiceNumber', 1e15, /lost digits/],
    ['RegistrationNumber', '2.02511E+13', /lost digits/],
    ['InvoiceNumber', day('2026-11-01'), /turned into a date/],
    ['Branch', 'x'.repeat(201), /longer than 200/],
    ['Branch', { kind: 'error', code: '#N/A' }, /#N\/A/],
  ])('%s %j is refused', (heading, cell, sentence) => expect(sentenceIn(heading, cell)).toMatch(sentence));
});

describe('mobile', () => {
  it.each<[Cell, string]>([
    ['0300-1234567', '0300-1234567'],
    [3001234567, '3001234567'],
    ['3.001234567E9', '3.001234567E9'],
    ['03001000000', '03001000000'],
    ['0300-1234567\n0321-7654321', '0300-1234567, 0321-7654321'],
    ['0300-1234567 / 0321-7654321', '0300-1234567 / 0321-7654321'],
  ])('%j is kept as typed', (cell, number) => expect(valueIn('Mobile', cell)).toBe(number));
  it.each<[Cell]>([['-'], [' '], [null], ['.']])('%j is no number, and the bill is kept', (cell) => {
    const { value, notes } = readCell('Mobile', cell);
    expect(value).toBeUndefined();
    expect(notes?.noMobile).toBe(1);
  });
  it.each<[Cell]>([
    ['0300123456'],
    ['0300-1234567 / 0321-765432'],
    ['N/A'],
    [9.23001e11],
    ['9.23001E+11'],
    [3_000_000_000],
    ['9'.repeat(5000)],
  ])('%j refuses the row', (cell) => expect(readCell('Mobile', cell).sentence).toMatch(/^Mobile: /));
});

describe('rows that are no bills', () => {
  const headings = ['RegistrationNumber', 'Name', 'Mobile', 'TotalAmount', 'Remarks'];
  it('passes over a row of nothing', () => {
    expect(readRow([null, ' ', '', null], contextOf(...headings)).kind).toBe('empty');
  });
  it.each<[string, Cell[], RegExp]>([
    ['totals', ['Grand Total', null, null, 16287150], /row of totals/],
    ['a sum alone', [null, null, null, 16287150], /not a bill/],
    ['a note', ['Prepared by: Accounts'], /Only one cell/],
    ['a remark', [null, null, null, null, 'see above'], /not a bill/],
  ])('%s', (_name, row, reason) => {
    expect(readRow(row, contextOf(...headings))).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
  });
  it('names every cell that is wrong by its column', () => {
    expect(readRow(['1', 'Ali', '12', 'x'], contextOf(...headings))).toMatchObject({
      issues: [
        { column: 2, heading: 'Mobile' },
        { column: 3, heading: 'TotalAmount' },
      ],
    });
  });
});

it('whatever is in the cells, a row is empty, refused with a reason, or a bill that a save accepts', () => {
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
      if (read.kind === 'bill') expect(newBill.parse(read.bill)).toEqual(read.bill);
      if (read.kind === 'refused') expect(read.reason).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
