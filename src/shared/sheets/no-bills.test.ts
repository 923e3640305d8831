import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';

const heading = 'Reg No;Name;Class;Mobile;Total;Due Date';
const first = ['R-1;Ali;5-A;03001234511;9000;10/11/2026', 'R-2;Sana;5-A;03001234512;8000;10/11/2026'];
const second = ['R-3;Omar;6-B;03001234513;7000;10/11/2026', 'R-4;Zara;6-B;03001234514;6000;10/11/2026'];
const sheet = (...rows: string[]) => checkText([heading, ...rows].join('\n'));

describe('Rows of sums', () => {
  it.each([
    [';Class 5-A Total;;;17000;', ';Total of Class 6-B;;;13000;', ';G. Total;;;30000;'],
    [';Jumla 5-A;;;17000;', ';Jumla 6-B;;;13000;', 'Kul;;;;30000;'],
    [';میزان;;;17000;', ';میزان;;;13000;', ';کل رقم;;;30000;'],
    // Words that no list contains.
    [';5-A together;;;17000;', ';6-B together;;;13000;', ';All of it;;;30,000/-;'],
    ['Class 5 Total;;;;17000;', 'Class 6 Total;;;;13000;', 'Grand Total (4 students);;;;30000;'],
    [';;5-A;;17000;', ';;6-B;;13000;', ';;;;30000;'],
    ['Class 5-A;;;;17000;', 'Class 6-B;;;;13000;', 'Classes 5 and 6;;;;30000;'],
    // A sum with a typing mistake.
    [';Sub-total;;;17100;', ';Sub total;;;13000;', ';Total Students;;;4;'],
  ])('The rows %s, %s and %s are recognised as totals and are no bills.', async (one, two, all) => {
    const { bills, summary, total } = await sheet(...first, one, ...second, two, all);
    expect(bills).toHaveLength(4);
    expect(total).toBe(30_000);
    expect(summary.lines).toMatchObject([{ kind: 'totals', level: 'done', count: 3 }]);
  });

  it.each([
    [[';کل رقم;;;30000;'], []],
    [[';All of the school;;;30,000/-;'], []],
    [[';;;;30000;'], []],
    [[';5-A together;;;17000;'], [';6-B together;;;13000;']],
  ])('The sums %s and %s above their rows are totals and no bills.', async (one, two) => {
    const { bills, summary, total } = await sheet(...one, ...first, ...two, ...second);
    expect(bills).toHaveLength(4);
    expect(total).toBe(30_000);
    expect(summary.lines).toMatchObject([{ kind: 'totals', level: 'done' }]);
  });

  it.each([
    [';Received;;;5000;', ';Balance;;;25000;'],
    ['وصول شدہ;;;;5000;', 'بقایا;;;;25000;'],
    [';By bank;;;12000;', ';By cash;;;18000;'],
  ])('The rows %s and %s below the total of all are no bills.', async (one, two) => {
    const { bills, total } = await sheet(...first, ...second, ';Grand Total;;;30000;', one, two);
    expect(bills).toHaveLength(4);
    expect(total).toBe(30_000);
  });

  it('A child below the total of all is a bill if it has a registration, a number or a due date.', async () => {
    const late = ['R-9;Hina;5-A;;500;', ';Omar;5-A;03001234519;600;', ';Zain;5-A;;700;10/11/2026'];
    expect((await sheet(...first, ...second, ';Grand Total;;;30000;', ...late)).bills).toHaveLength(7);
  });

  it.each([
    '1;2;3;4;5;6',
    '(1);(2);(3);(4);(5);(6)',
    '۱;۲;۳;۴;۵;۶',
    ';;;(0300…);(Rs.);(dd/mm/yyyy)',
    'code;name;class;phone;rupees;day',
  ])('The line %s below the headings is a note, and no bill.', async (line) => {
    const { bills, summary } = await sheet(line, ...first, ...second);
    expect(bills).toHaveLength(4);
    expect(summary.lines).toMatchObject([{ kind: 'note', level: 'done', count: 1 }]);
  });

  it.each([
    'Prepared by: Accounts;Checked by: Principal;;;;',
    ';Note: pay at the bank;;;;;',
    'دستخط;پرنسپل;;;;',
    ';Signature;______;;;;',
    // In the column of the names and of the mobiles.
    ';دستخط;;پرنسپل;;',
    ';Prepared by: Accounts;;;;',
  ])('The line %s is a note, and no bill, and needs no answer.', async (note) => {
    const { bills, summary } = await sheet(...first, note);
    expect(bills).toHaveLength(2);
    expect(summary.lines).toMatchObject([{ kind: 'note', level: 'done', count: 1 }]);
  });

  it('A note without any cell of a bill cannot be called a bill.', async () => {
    const { check, summary } = await sheet(...first, ';Prepared by: Accounts;;;;');
    expect(summary.lines).toMatchObject([{ kind: 'note', answers: [] }]);
    expect(check.row(2)?.outcome).toBe('notBill');
  });

  it('A row taken for a total becomes a bill if a person says so, and a total again if that is taken back.', async () => {
    const { check } = await sheet(...first, ';Kul Khan;;;500;', ...second);
    expect(check.summary().outcomes).toMatchObject({ add: 4, refused: 0, notBill: 1 });
    check.answer('totals', 'asBills');
    expect(check.summary().outcomes).toMatchObject({ add: 5, refused: 0, notBill: 0 });
    check.answer('totals', null);
    expect(check.summary().outcomes).toMatchObject({ add: 4, refused: 0, notBill: 1 });
  });

  it('A row taken for a total is a bill once a registration is typed into it.', async () => {
    const { check } = await sheet(...first, ';Hina;;;17000;');
    check.edit(2, 'regNum', 'R-9');
    expect(check.summary().outcomes).toMatchObject({ add: 3, refused: 0 });
  });
});

describe('Bills that look like sums', () => {
  it.each([
    ['with a number', [';Total Khan;5-A;03001234519;17000;']],
    ['with a registration', ['R-9;Ali Total;5-A;;17000;10/11/2026']],
    ['with a due date, although the number is missing', [';Hina;5-A;;17000;10/11/2026']],
    ['whose amount is no sum', [';Hina;5-A;;500;']],
    ['whose name only begins like a word for a sum', [';Kulsoom;5-A;;500;']],
  ])('A row %s is a bill.', async (_, rows) => {
    expect((await sheet(...first, ...rows)).bills).toHaveLength(3);
  });

  it('A bill with only a registration and an amount, which is the sum of rows above, is a bill.', async () => {
    const { bills } = await checkText('Reg No;Total\nR-1;500\nR-2;500\nR-30;1000\nR-400;2000');
    expect(bills).toHaveLength(4);
  });

  it('In a sheet without numbers and registrations, a row whose amount is the sum of rows above is still a bill.', async () => {
    const { bills } = await checkText('Name;Total\nAli;500\nSana;500\nOmar;1000\nZara;2000');
    expect(bills).toHaveLength(4);
  });
});
