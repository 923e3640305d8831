import { describe, expect, it } from 'vitest';
import { createCheck } from './check.ts';
import { type Book, openBook } from './open-book.ts';

const open = (
  headings: string,
  remembered: { heading: string; field: string | null }[] = [],
): Promise<Book> => {
  const text = `${headings}\n${headings.replace(/[^,]+/g, '1')}`;
  return openBook({ name: 'a.csv', bytes: new TextEncoder().encode(text) }, { kind: 'bills', remembered });
};
const fieldsOf = (book: Book) =>
  book.opened().columns.map(({ heading, field, by, fits }) => [heading, field, by, ...(fits ? [fits] : [])]);

describe('two headings that fit one field', () => {
  it.each([
    ['total', 'Total Fee', 'Net Payable'],
    ['total', 'Total', 'Payable Within Due Date'],
    ['total', 'Total Amount', 'Net Payable'],
    ['total', 'Total Fee', 'Grand Total'],
    ['total', 'Net Fee', 'Total'],
    ['total', 'Total Payable', 'Amount Within Due Date'],
    ['total', 'Net Payable', 'TotalAmount'],
    ['regNum', 'Roll No', 'GR No'],
    ['regNum', 'Student ID', 'Admission No'],
    ['regNum', 'GR No', 'Registration No'],
    ['number', 'Cell', 'Father Mobile'],
    ['number', 'Father Phone', 'WhatsApp No'],
  ])('%s: not %s but %s is proposed, whichever stands first', async (field, other, better) => {
    for (const headings of [`${other},${better}`, `${better},${other}`]) {
      const found = fieldsOf(await open(`${headings},Name,Class,Email`));
      expect(found).toContainEqual([better, field, 'name', field]);
      expect(found).toContainEqual([other, null, 'none', field]);
    }
  });

  it('are told by both, until a person chooses; the choice is remembered', async () => {
    const headings = 'Reg No,Name,Total Fee,Net Payable';
    const book = await open(headings);
    book.mapColumn(2, 'total');
    book.mapColumn(3, null);
    expect(fieldsOf(book).slice(2)).toEqual([
      ['Total Fee', 'total', 'hand', 'total'],
      ['Net Payable', null, 'hand', 'total'],
    ]);
    const again = await open(headings, book.chosenHeadings());
    expect(fieldsOf(again).slice(2)).toEqual([
      ['Total Fee', 'total', 'memory'],
      ['Net Payable', null, 'memory'],
    ]);
  });

  it('alone each is the field, and nothing is to be chosen', async () => {
    for (const heading of ['Total Fee', 'Net Payable', 'Total Amount'])
      expect(fieldsOf(await open(`Reg No,Name,${heading}`))[2]).toEqual([heading, 'total', 'name']);
  });

  it('one that is passed over is none of the fees', async () => {
    const book = await open('Reg No,Name,Net Payable,Annual Total,Total Fee,Tuition Fee');
    const check = createCheck(book, { month: 11, year: 2026, country: 'PK' });
    expect([...check.rowsToSave()]).toEqual([
      { regNum: '1', name: '1', head1: 'Tuition Fee', amount1: 1, total: 1 },
    ]);
  });
});
