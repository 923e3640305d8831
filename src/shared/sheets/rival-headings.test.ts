import { describe, expect, it } from 'vitest';
import { createSheetCheck } from './check.ts';
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

describe('Two headings that fit one field', () => {
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
  ])(
    'For the field %s the heading %s loses to %s, in either order of the columns.',
    async (field, other, better) => {
      for (const headings of [`${other},${better}`, `${better},${other}`]) {
        const found = fieldsOf(await open(`${headings},Name,Class,Email`));
        expect(found).toContainEqual([better, field, 'name', field]);
        expect(found).toContainEqual([other, null, 'none', field]);
      }
    },
  );

  it('Two headings that fit one field are both marked until a person chooses, and the choice is remembered.', async () => {
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

  it('A heading that fits a field alone is mapped to it without a choice.', async () => {
    for (const heading of ['Total Fee', 'Net Payable', 'Total Amount'])
      expect(fieldsOf(await open(`Reg No,Name,${heading}`))[2]).toEqual([heading, 'total', 'name']);
  });

  it('A heading that loses a field to another one does not become a fee head.', async () => {
    const book = await open('Reg No,Name,Net Payable,Annual Total,Total Fee,Tuition Fee');
    const check = createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
    expect([...check.rowsToSave()]).toEqual([
      { regNum: '1', name: '1', head1: 'Tuition Fee', amount1: 1, total: 1 },
    ]);
  });
});

describe('Two headings with mobile numbers', () => {
  const parents = 'Reg No,Name,Father Mobile,Mother Mobile,Total';
  const rows = [
    'R-1,Ali,0300-1000001,0300-1000002,500',
    'R-2,Sana,,03001000003,500',
    'R-3,Omar,0300-1000004,+92 300 1000004,500',
    'R-4,Zara,0300-1000005,nil,500',
    'R-5,Bilal,n/a,-,500',
  ];
  const openParents = (remembered: { heading: string; field: string | null }[] = []) => {
    const bytes = new TextEncoder().encode([parents, ...rows].join('\n'));
    return openBook({ name: 'a.csv', bytes }, { kind: 'bills', remembered });
  };
  const checkOf = (book: Book) => createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
  const numbersOf = (book: Book) =>
    [...checkOf(book).rowsToSave()].map((bill) => ('number' in bill ? bill.number : undefined));
  const both = async () => {
    const book = await openParents();
    book.mapColumn(3, 'number');
    return book;
  };

  it('Both columns of mobile numbers are proposed, a person can change that, and the choice is remembered.', async () => {
    const book = await openParents();
    expect(fieldsOf(book).slice(2, 4)).toEqual([
      ['Father Mobile', 'number', 'name', 'number'],
      ['Mother Mobile', 'number', 'name', 'number'],
    ]);
    book.mapColumn(3, null);
    expect(numbersOf(book)).toEqual(['0300-1000001', undefined, '0300-1000004', '0300-1000005', undefined]);
    book.mapColumn(2, 'number');
    book.mapColumn(3, 'number');
    const taken = fieldsOf(book).slice(2, 4);
    expect(taken).toEqual([
      ['Father Mobile', 'number', 'hand', 'number'],
      ['Mother Mobile', 'number', 'hand', 'number'],
    ]);
    const joined = ['0300-1000001, 0300-1000002', '03001000003', '0300-1000004', '0300-1000005', undefined];
    expect(numbersOf(book)).toEqual(joined);
    const again = await openParents(book.chosenHeadings());
    expect(fieldsOf(again).slice(2, 4)).toEqual([
      ['Father Mobile', 'number', 'memory'],
      ['Mother Mobile', 'number', 'memory'],
    ]);
    expect(numbersOf(again)).toEqual(joined);
    again.mapColumn(2, null);
    expect(numbersOf(again)[0]).toBe('0300-1000002');
  });

  it('Two columns of mobile numbers are one field of the row, and an issue names its own column.', async () => {
    const check = checkOf(await both());
    const first = check.row(0);
    expect(first?.cells.filter(({ field }) => field === 'number')).toEqual([
      { field: 'number', text: '0300-1000001, 0300-1000002' },
    ]);
    expect(check.row(3)?.issues).toMatchObject([
      {
        kind: 'repaired',
        field: 'number',
        sentence: 'Mother Mobile: "nil" is not a phone number. It is left out.',
      },
    ]);
    expect(check.row(4)?.issues).toMatchObject([{ kind: 'noNumber', field: 'number' }]);
    expect(check.rows({ filter: 'all', search: '1000002', from: 0, take: 9 }).count).toBe(1);
  });

  it.each([
    ['WhatsApp No,Contact No', ',0300-1000001', ['Contact No']],
    ['Mother Cell,Contact No', 'ask,0300-1000001', ['Contact No']],
    ['Father Cell,Mother Cell', '0300-1000001,0300-1000002', ['Father Cell', 'Mother Cell']],
    ['Mobile,Cell', ',', ['Mobile']],
  ])(
    'In the columns %s with the cells "%s" those with numbers are proposed.',
    async (two, cells, proposed) => {
      const text = `Reg No,Name,${two}\nR-1,Ali,${cells}`;
      for (const kind of ['bills', 'students'] as const) {
        const bytes = new TextEncoder().encode(text);
        const { columns } = (await openBook({ name: 'a.csv', bytes }, { kind, remembered: [] })).opened();
        expect(columns.filter(({ field }) => field === 'number').map(({ heading }) => heading)).toEqual(
          proposed,
        );
      }
    },
  );

  it('The column with the most readable numbers comes first.', async () => {
    const text =
      'Reg No,Name,WhatsApp No,Contact No\nR-1,Ali,,0300-1000001\nR-2,Sana,0300-1000003,0300-1000002';
    const book = await openBook(
      { name: 'a.csv', bytes: new TextEncoder().encode(text) },
      { kind: 'bills', remembered: [] },
    );
    expect(numbersOf(book)).toEqual(['0300-1000001', '0300-1000002, 0300-1000003']);
  });

  it('A typed number replaces the numbers of both columns, also in the error workbook.', async () => {
    const check = checkOf(await both());
    check.edit(0, 'number', '0300-1000009');
    expect(check.row(0)?.cells.find(({ field }) => field === 'number')).toEqual({
      field: 'number',
      text: '0300-1000009',
      before: '0300-1000001, 0300-1000002',
    });
    const { edits } = check.withProblems('S').problems.get(2) ?? {};
    expect([...(edits ?? [])]).toEqual([
      [2, '0300-1000009'],
      [3, ''],
    ]);
  });

  it('A column with an unknown heading can be added to the proposed column of mobile numbers.', async () => {
    const book = await open('Reg No,Name,Cell,Khat,Total');
    book.mapColumn(3, 'number');
    expect(fieldsOf(book).slice(2, 4)).toEqual([
      ['Cell', 'number', 'hand', 'number'],
      ['Khat', 'number', 'hand', 'number'],
    ]);
  });

  it('If both columns of numbers are too long together, the second is left out with a warning.', async () => {
    const many = Array.from({ length: 14 }, (_, n) => `0300-10000${10 + n}`).join(' / ');
    const text = `Reg No,Name,Father Mobile,Mother Mobile\nR-1,Ali,${many},${many.replaceAll('0300', '0301')}`;
    const book = await openBook(
      { name: 'a.csv', bytes: new TextEncoder().encode(text) },
      { kind: 'bills', remembered: [] },
    );
    book.mapColumn(3, 'number');
    expect(numbersOf(book)).toEqual([many]);
    const sentences = checkOf(book)
      .row(0)
      ?.issues.map(({ sentence }) => sentence);
    expect(sentences).toContain('Mother Mobile: is longer than 300 characters. It is left out.');
  });
});
