import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import type { Bill } from '../calls/bills.ts';
import { amountKeys, headKeys } from '../money/bill-heads.ts';
import { createSheetCheck } from './check.ts';
import { type Book, openBook } from './open-book.ts';
import { SheetFailure } from './sheet-failure.ts';
import { fileFailures, fileNotes, rowWarnings } from './sheet-words.ts';

const bytesOfText = (text: string) => new TextEncoder().encode(text);
const open = (text: string, remembered: { heading: string; field: string | null }[] = []): Promise<Book> =>
  openBook({ name: 'a.csv', bytes: bytesOfText(text) }, { kind: 'bills', remembered });
const fieldsOf = (book: Book) => book.opened().columns.map(({ heading, field, by }) => [heading, field, by]);
const savedOf = (book: Book) => [
  ...createSheetCheck(book, { month: 11, year: 2026, country: 'PK' }).rowsToSave(),
];

const fees =
  'Reg No,Name,Tuition Fee,Transport,Exam Fee,Total\n1,Ali,4000,"1,500",-,5500\n2,Sana,4000,,500,4500';

describe('Fees as headings', () => {
  it('Fee columns become heads with their names and amounts, and the total stays the total.', async () => {
    const { bills, summary } = await checkText(fees);
    expect(bills).toEqual([
      {
        regNum: '1',
        name: 'Ali',
        head1: 'Tuition Fee',
        amount1: 4000,
        head2: 'Transport',
        amount2: 1500,
        head3: 'Exam Fee',
        amount3: 0,
        total: 5500,
      },
      {
        regNum: '2',
        name: 'Sana',
        head1: 'Tuition Fee',
        amount1: 4000,
        head3: 'Exam Fee',
        amount3: 500,
        total: 4500,
      },
    ]);
    expect(summary).toMatchObject({ unused: [], warnings: 2, errors: 0 });
  });

  it.each(['Prepared by: Accounts,,,,Principal,', ',,Note: no refunds,,,', ',,,دستخط,,پرنسپل'])(
    'A fee column is still proposed if the note %s is below the bills.',
    async (note) => {
      const book = await open(`${fees}\n\n${note}`);
      expect(fieldsOf(book).filter(([, field]) => field === 'fee')).toHaveLength(3);
      expect(savedOf(book)).toHaveLength(2);
    },
  );

  it('Fee columns are proposed, can be changed by a person, and the choice is remembered.', async () => {
    const book = await open(fees);
    expect(fieldsOf(book).slice(2, 5)).toEqual([
      ['Tuition Fee', 'fee', 'fee'],
      ['Transport', 'fee', 'fee'],
      ['Exam Fee', 'fee', 'fee'],
    ]);
    expect(book.chosenHeadings()).toEqual([]);
    book.mapColumn(2, 'fee');
    book.mapColumn(3, null);
    book.mapColumn(4, 'fee');
    expect(savedOf(book)[1]).toEqual({
      regNum: '2',
      name: 'Sana',
      head1: 'Tuition Fee',
      amount1: 4000,
      head2: 'Exam Fee',
      amount2: 500,
      total: 4500,
    });
    const remembered = book.chosenHeadings();
    expect(remembered).toEqual([
      { heading: 'tuitionfee', field: 'fee' },
      { heading: 'transport', field: null },
      { heading: 'examfee', field: 'fee' },
    ]);
    const again = await open(fees, remembered);
    expect(fieldsOf(again).slice(2, 5)).toEqual([
      ['Tuition Fee', 'fee', 'memory'],
      ['Transport', null, 'memory'],
      ['Exam Fee', 'fee', 'memory'],
    ]);
    expect(savedOf(again)).toEqual(savedOf(book));
  });

  it('A column with an unknown heading becomes a fee head if a person chooses so.', async () => {
    const book = await open('Reg No,Name,Khidmat,Total\n1,Ali,300,300');
    expect(fieldsOf(book)[2]).toEqual(['Khidmat', null, 'none']);
    book.mapColumn(2, 'fee');
    expect(savedOf(book)).toEqual([{ regNum: '1', name: 'Ali', head1: 'Khidmat', amount1: 300, total: 300 }]);
  });

  it('Fee columns fill the heads of a bill that named heads do not use.', async () => {
    const { bills } = await checkText(
      'RegistrationNumber,Head1,Amount1,Amount2,Head3,Van Charges,TotalAmount\n1,Tuition,4000,100,Lab,900,5000',
    );
    expect(bills).toEqual([
      {
        regNum: '1',
        head1: 'Tuition',
        amount1: 4000,
        amount2: 100,
        head3: 'Lab',
        head4: 'Van Charges',
        amount4: 900,
        total: 5000,
      },
    ]);
  });

  it('Fee columns beyond the tenth are listed as not used.', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Fund ${n + 1}`);
    const book = await open(`Reg No,Name,Total,${names.join()}\n1,Ali,60,${names.map(() => 5).join()}`);
    const check = createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
    expect(check.summary().unused).toEqual(['Fund 11', 'Fund 12']);
    expect([...check.rowsToSave()][0]).toMatchObject({ head10: 'Fund 10', amount10: 5 });
  });

  it('Mapping an eleventh fee column is refused with the reason and replaces no other column.', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Fee ${n + 1}`);
    const book = await open(`Reg No,Name,Khidmat,${names.join()}\n1,Ali,7,${names.map(() => 5).join()}`);
    const withoutPlace = () =>
      book
        .opened()
        .columns.filter(({ hasNoPlace }) => hasNoPlace)
        .map(({ heading }) => heading);
    expect(withoutPlace()).toEqual(['Fee 11', 'Fee 12']);
    const refused = [
      [13, 'fee'],
      [2, 'fee'],
      [2, 'amount4'],
    ] as const;
    for (const [index, field] of refused)
      expect(() => book.mapColumn(index, field)).toThrow(new SheetFailure(fileFailures.headsTaken));
    expect(withoutPlace()).toEqual(['Fee 11', 'Fee 12']);
    book.mapColumn(3, null);
    expect(withoutPlace()).toEqual(['Fee 12']);
    expect(fieldsOf(book).slice(12, 15)).toEqual([
      ['Fee 10', 'fee', 'fee'],
      ['Fee 11', 'fee', 'fee'],
      ['Fee 12', null, 'none'],
    ]);
    for (let index = 4; index < 14; index += 1) book.mapColumn(index, 'fee');
    expect(() => book.mapColumn(14, 'fee')).toThrow(fileFailures.headsTaken);
  });

  it('Fee columns beyond the tenth still count when the heads are compared with the total.', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Fee ${n + 1}`);
    const line = (reg: string, total: number) => `${reg},Ali,${names.map(() => 5).join()},${total}`;
    const lines = [line('1', 60), line('2', 50), line('3', 70)];
    const book = await open(`Reg No,Name,${names.join()},Total\n${lines.join('\n')}`);
    const differing = () => {
      const check = createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
      const { rows } = check.rows({ filter: 'headsDiffer', from: 0, take: 9 });
      return [check.summary().notes, ...rows.flatMap(({ row, issues }) => [row, issues[0]?.sentence])];
    };
    const sentence = rowWarnings.headsDiffer('60', '70', '10');
    expect(differing()).toEqual([[fileNotes.headsBeyond('Fee 11, Fee 12')], 4, sentence]);
    for (const index of [12, 13]) book.mapColumn(index, null);
    expect(differing()).toEqual([[fileNotes.headsBeyond('Fee 11, Fee 12')], 4, sentence]);
  });

  it('The check and the note of a held bill call a fee column by its heading.', async () => {
    const book = await open('Reg No,Name,Mobile,Tuition Fee,Total\n1,Ali,03001234567,4000,4000');
    const check = createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
    const fee = () => check.row(0)?.cells.find(({ field }) => field === 'amount1');
    expect(fee()).toEqual({ field: 'amount1', name: 'Tuition Fee', text: '4,000' });
    const empty = Object.fromEntries([...headKeys, ...amountKeys].map((key) => [key, null]));
    const bill = {
      ...empty,
      id: 1,
      regNum: '1',
      name: 'Ali',
      number: '03001234567',
      total: 4000,
      status: 'unpaid',
      head1: 'Tuition Fee',
      amount1: 3000,
    } as unknown as Bill;
    check.takeFound([{ row: 0, bill, hold: 'paid', invoiceOf: null, elsewhere: null }]);
    expect(check.row(0)?.issues.map(({ sentence }) => sentence)).toEqual([
      'The bill is paid and stays as it is. The file would change Tuition Fee from 3,000 to 4,000.',
    ]);
  });

  it.each([
    ['Tuition Fee', '4000'],
    ['TUTION FEES (Rs.)', '4000'],
    ['TuitionFee', '4000'],
    ['Admission', 'Rs. 4,000'],
    ['Annual Charges', '4000/-'],
    ['Previous Dues', '0', 'arrears'],
    ['Arrears', '-', 'arrears'],
    ['Previous Balance', '500', 'arrears'],
    ['ٹیوشن فيس', '۴۰۰۰'],
    ['بقایا جات', '4000', 'arrears'],
    ['Fee Discount', '200', 'concession'],
    ['Sibling Concession', '10 %', 'concession'],
    ['رعایت', '-500', 'concession'],
  ])('A column %j with the cell %j is proposed as a head.', async (heading, cell, use = 'fee') => {
    const book = await open(`Reg No\tName\t${heading}\n1\tAli\t${cell}`);
    expect(fieldsOf(book)[2]).toEqual([heading, use, 'fee']);
  });

  it.each([
    ['Bus No', '12'],
    ['Admission Date', '45000'],
    ['Fee Paid', '4000'],
    ['Fee', '4000'],
    ['Late Fee', '200'],
    ['Discount Type', '2'],
    ['Fee After Discount', '200'],
    ['Fee Category', '3'],
    ['Exam Marks', '55'],
    ['Room', '12'],
    ['Transport', 'Yes'],
    ['Exam Fee', '#N/A'],
  ])('A column %j with the cell %j is not proposed as a fee.', async (heading, cell) => {
    const book = await open(`Reg No,Name,${heading}\n1,Ali,500\n2,Sana,${cell}`.replace('500', cell));
    expect(fieldsOf(book)[2]).toEqual([heading, null, 'none']);
  });

  it('A roster has no fee columns.', async () => {
    const file = { name: 'a.csv', bytes: bytesOfText('Reg No,Name,Class,Tuition Fee\n1,Ali,5,4000') };
    const book = await openBook(file, {
      kind: 'students',
      remembered: [{ heading: 'tuitionfee', field: 'fee' }],
    });
    expect(fieldsOf(book)[3]).toEqual(['Tuition Fee', null, 'none']);
  });
});
