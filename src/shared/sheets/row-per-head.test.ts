import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';

const day = '10/11/2026';
/** Name and number of two students, by registration. */
const who: Record<string, string> = { 'R-1': 'Ali;03001234511', 'R-2': 'Sana;03001234512' };
const fees = [
  ['R-1', 'Tuition Fee', '8000'],
  ['R-1', 'Transport', '2,500'],
  ['R-1', 'Exam Fee', '1000'],
  ['R-2', 'Tuition Fee', '8000'],
  ['R-2', 'Transport', '2500'],
] as const;
const usual = fees.map(([reg, head, amount]) => `${reg};${who[reg]};${head};${amount};${day}`);
const gathered = [
  {
    regNum: 'R-1',
    name: 'Ali',
    total: 11_500,
    head1: 'Tuition Fee',
    amount1: 8000,
    head2: 'Transport',
    amount2: 2500,
    head3: 'Exam Fee',
    amount3: 1000,
    dueDate: '2026-11-10',
  },
  { regNum: 'R-2', name: 'Sana', total: 10_500, head2: 'Transport', amount2: 2500 },
];
const sheet = (heading: string, ...rows: string[]) => checkText([heading, ...rows].join('\n'));
const heading = 'Student ID;Name;Mobile;Fee Head;Amount;Due Date';

describe('A sheet with a row for each fee', () => {
  it.each([
    ['with amounts', heading, usual],
    ['with totals of each row', 'Reg No;Name;Mobile;Particulars;Total;Due Date', usual],
    ['in other words', 'GR No;Student;Cell;Component;Rs.;Last Date', usual],
    ['with an unknown heading for the fees', 'GR No;Student;Cell;Kind;Amt;Last Date', usual],
    ['in Urdu', 'رجسٹریشن نمبر;نام;موبائل نمبر;فیس کی مد;رقم;آخری تاریخ', usual],
    ['not in the order of students', heading, [0, 3, 1, 4, 2].map((at) => usual[at] ?? '')],
    [
      'in another order of columns',
      'Due Date;Amount;Fee Type;Mobile;Name;Reg No',
      usual.map((row) => row.split(';').toReversed().join(';')),
    ],
    [
      'with rows that only name a fee',
      heading,
      fees.map(([reg, head, amount], at) =>
        at === 0 || at === 3 ? `${reg};${who[reg]};${head};${amount};${day}` : `;;;${head};${amount};`,
      ),
    ],
    [
      'with the whole total in the first row',
      `${heading};Grand Total`,
      fees.map(([reg, head, amount], at) =>
        at === 0 || at === 3
          ? `${reg};${who[reg]};${head};${amount};${day};${at === 0 ? 11_500 : 10_500}`
          : `;;;${head};${amount};;`,
      ),
    ],
    [
      'with a total behind each student and below all',
      heading,
      [...usual.slice(0, 3), ';;;Total;11500;', ...usual.slice(3), ';;;Grand Total;22000;'],
    ],
  ])('A sheet with a row for each fee, %s, becomes one bill for each student.', async (_, title, rows) => {
    const { bills, summary, total } = await sheet(title, ...rows);
    expect(bills).toMatchObject(gathered);
    expect(bills).toHaveLength(2);
    expect(total).toBe(22_000);
    expect(summary.notes.join(' ')).toContain('5 rows became 2 bills');
    expect(summary.unused).toEqual([]);
    expect(summary.issues.filter(({ kind }) => kind !== 'notARow')).toEqual([]);
  });

  it.each(['Concession', 'Less: sibling discount', 'رعایت', 'Fee Waiver'])(
    'A row of the concession %s is subtracted, with and without a minus, and a note says so.',
    async (name) => {
      const rows = [usual[0] ?? '', `R-1;${who['R-1']};${name};500;${day}`, usual[3] ?? ''];
      const { bills, summary } = await sheet(heading, ...rows, `R-2;${who['R-2']};${name};-700;${day}`);
      expect(bills).toMatchObject([
        { total: 7500, amount1: 8000, amount2: -500 },
        { total: 7300, amount2: -700 },
      ]);
      expect(summary.notes.join(' ')).toContain(name);
      expect(summary.lines).toEqual([]);
    },
  );

  it.each(['Net Payable', 'Payable', 'Total Fee', 'Grand Total', 'واجب الادا رقم'])(
    'A row named %s with the sum of the fees is not one of them.',
    async (name) => {
      const sums = [`R-1;${who['R-1']};${name};11500;${day}`, `R-2;${who['R-2']};${name};10500;${day}`];
      const { bills, total } = await sheet(heading, ...usual, ...sums);
      expect(bills).toMatchObject(gathered);
      expect(total).toBe(22_000);
    },
  );

  it('A row with an unknown name and the sum of the fees above is not added, and the student is refused.', async () => {
    const { bills } = await sheet(heading, ...usual, `R-1;${who['R-1']};Challan amount;11500;${day}`);
    expect(bills.map(({ regNum }) => regNum)).toEqual(['R-2']);
  });

  it.each(['Received', 'Amount Paid', 'وصول', 'Payment', 'After due date'])(
    'A row of what was paid or is asked later, %s, is not added to the fees, and the student is refused.',
    async (name) => {
      const { bills, refused } = await sheet(heading, ...usual, `R-1;${who['R-1']};${name};5000;${day}`);
      expect(bills.map(({ regNum }) => regNum)).toEqual(['R-2']);
      expect(refused).toMatchObject([{ fields: expect.arrayContaining(['total']) }]);
    },
  );

  it('In a sheet with a row for each fee, a student with one fee gets one head.', async () => {
    const { bills } = await sheet(heading, ...usual, `R-3;Omar;03001234513;Tuition Fee;7000;${day}`);
    expect(bills[2]).toMatchObject({ regNum: 'R-3', total: 7000, head1: 'Tuition Fee', amount1: 7000 });
  });

  it.each([
    ['an unreadable amount', `R-1;${who['R-1']};Transport;free;${day}`],
    ['an amount that can be read two ways', `R-1;${who['R-1']};Transport;2.500;${day}`],
    ['another due date', `R-1;${who['R-1']};Transport;2500;12/11/2026`],
    ['the same fee again', `R-1;${who['R-1']};Tuition Fee;8000;${day}`],
  ])('If one row of a student has %s, no bill of the student is saved.', async (_, row) => {
    const { bills, refused } = await sheet(heading, usual[0] ?? '', row, ...usual.slice(2));
    expect(bills.map(({ regNum }) => regNum)).toEqual(['R-2']);
    expect(refused).toMatchObject([{ row: 2, fields: expect.arrayContaining(['total']) }]);
  });

  it('An amount that every fee row of a student repeats is not added up, and the student is refused.', async () => {
    const rows = usual.map((row) =>
      row.replace(/;[\d,]+;10/, row.startsWith('R-1') ? ';11500;10' : ';10500;10'),
    );
    const { bills, refused } = await sheet('Reg No;Name;Mobile;Fee Head;Total;Due Date', ...rows);
    expect(bills).toEqual([]);
    expect(refused).toMatchObject([{ fields: ['total'] }, { fields: ['total'] }]);
  });

  it('If one amount was cut at its comma, no bill of the student is saved.', async () => {
    const rows = usual.map((row) => row.replace('2,500', '2500').replaceAll(';', ','));
    const { bills } = await sheet(
      heading.replaceAll(';', ','),
      ...rows.map((row, at) => (at === 0 ? row.replace('8000', '8,000') : row)),
    );
    expect(bills.map(({ regNum, total }) => [regNum, total])).toEqual([['R-2', 10_500]]);
  });

  it('Values typed into a bill made of several fee rows are saved.', async () => {
    const { check } = await sheet(heading, ...usual);
    check.edit(0, 'total', '11,000');
    check.edit(0, 'email', 'a@b.pk');
    expect([...check.rowsToSave()][0]).toMatchObject({ total: 11_000, email: 'a@b.pk', amount2: 2500 });
  });
});

describe('Several rows of a student that are no fees', () => {
  it('Rows of one student for two months stay two bills.', async () => {
    const { bills } = await sheet(
      'Reg No;Name;Mobile;Description;Total;Month',
      'R-1;Ali;03001234511;October fee;9000;Oct',
      'R-1;Ali;03001234511;November fee;9500;Nov',
    );
    expect(bills.map(({ total }) => total)).toEqual([9000, 9500]);
  });

  it('Two equal rows of one student are reported as duplicates and not joined.', async () => {
    const { summary } = await sheet(
      'Reg No;Name;Mobile;Remarks;Total',
      'R-1;Ali;03001234511;paid at the bank;9000',
      'R-1;Ali;03001234511;came late;9000',
    );
    expect(summary.lines).toMatchObject([{ kind: 'twice', count: 1 }]);
  });
});
