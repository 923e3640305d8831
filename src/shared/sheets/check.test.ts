import { describe, expect, it } from 'vitest';
import { checkText, describeCheck, type Given } from '../../../test/sheets/check-file.ts';
import type { CheckedRow } from './checked.ts';

const all = { filter: 'all', from: 0, take: 1000 } as const;

/** The rows of a sheet with these headings. */
async function rowsOf(headings: string, lines: readonly string[], given?: Given): Promise<CheckedRow[]> {
  const { check } = await checkText([headings, ...lines].join('\n'), given);
  return check.rows(all).rows;
}

const issuesOf = (row: CheckedRow | undefined) =>
  row?.issues.map(({ kind, level, field, sentence }) => [kind, level, field, sentence]);
const kindsOf = (row: CheckedRow | undefined) => row?.issues.map(({ kind }) => kind);

const headings =
  'RegistrationNumber;InvoiceNumber;Name;Mobile;TotalAmount;AmountAfterDueDate;DueDate;ExpiryDate;VoucherMonth;VoucherYear;Head1;Amount1;Head2;Amount2';
const good = '0012;V-1;Ali;0300-1234567;1000;1100;25/11/2026;30/11/2026;11;2026;Tuition;900;Van;100';

it('A good row has no issues.', async () => {
  const [row] = await rowsOf(headings, [good]);
  expect(row).toMatchObject({ id: 0, row: 2, outcome: 'add', issues: [], isEdited: false });
  expect(row?.cells.map(({ text }) => text)).toEqual([
    '0012',
    'V-1',
    'Ali',
    '0300-1234567',
    '1,000',
    '1,100',
    '25 Nov 2026',
    '30 Nov 2026',
    '11',
    '2026',
    'Tuition',
    '900',
    'Van',
    '100',
  ]);
});

describe('Errors', () => {
  it.each([
    ['0012', '2.02511E+13', 'regNum', 'RegistrationNumber: 2.02511E+13 has lost digits'],
    ['1000', 'abc', 'total', 'TotalAmount: "abc" is not an amount.'],
    ['1000', '#DIV/0!', 'total', 'TotalAmount: contains the error #DIV/0!.'],
    ['1000', '2000000000', 'total', 'TotalAmount: 2000000000 is too large to be an amount.'],
    ['25/11/2026', '31/11/2026', 'dueDate', 'DueDate: "31/11/2026" is not a date.'],
    ['2026;Tuition', '2051;Tuition', 'year', 'VoucherYear: "2051" is not a year from 2023 to 2050.'],
  ])(
    'A row with %s replaced by %s is refused, because the field %s cannot be read.',
    async (from, to, field, sentence) => {
      const [row] = await rowsOf(headings, [good.replace(from, to)]);
      const errors = row?.issues.filter(({ level }) => level === 'error');
      expect(errors).toMatchObject([{ kind: 'unread', field, sentence: expect.stringContaining(sentence) }]);
      expect(row?.outcome).toBe('refused');
      expect(row?.cells.find((cell) => cell.field === field)?.level).toBe('error');
    },
  );

  it.each([
    [';;Grand Total;;99000', /row of totals/],
    [';;;;99000;99100', /No registration number, name or mobile/],
    ['EXAMPLE;V-0;Ali Khan;0300-1234567;1000', /example row/],
    ['example;V-0;Ali Khan;0300-1234567;abc', /example row/],
  ])('The line %s is refused, because it is not a bill.', async (line, sentence) => {
    const [row] = await rowsOf(headings, [line]);
    expect(issuesOf(row)).toEqual([['notARow', 'error', undefined, expect.stringMatching(sentence)]]);
  });

  it('The same registration twice in one month is refused, and in another month it is accepted.', async () => {
    const rows = await rowsOf('Reg No,Name,Month', ['7,Ali,11', '7,Ali,', '7,Ali,12', '8,Ali,11']);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['add', 'refused', 'add', 'add']);
    expect(rows[1]?.issues).toContainEqual({
      kind: 'twice',
      level: 'error',
      field: 'regNum',
      sentence: 'The same bill is already in row 2. Leave one of them out.',
    });
  });

  it('The same invoice number twice is refused.', async () => {
    const rows = await rowsOf('Reg No,Voucher #,Name', ['7,V1,Ali', '8,V1,Sana', ',V2,Omar', ',V2,Omar']);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['add', 'refused', 'add', 'refused']);
    expect(rows[1]?.issues).toContainEqual(
      expect.objectContaining({
        kind: 'twice',
        field: 'invNo',
        sentence: expect.stringMatching(/V1 is already in row 2/),
      }),
    );
  });

  it('The same name and number is a duplicate however the number is written, and brothers are two bills.', async () => {
    const rows = await rowsOf('Name,Mobile', ['Ali,0300-1234567', 'Ali,+923001234567', 'Omar,0300-1234567']);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['add', 'refused', 'add']);
  });
});

describe('Warnings', () => {
  it.each([
    ['0300-1234567', '', 'noNumber', 'number', 'No mobile number'],
    ['0300-1234567', '12345', 'noNumber', 'number', 'Mobile: "12345" is not a phone number. This family'],
    ['0300-1234567', '9.23E+11', 'noNumber', 'number', 'Mobile: 9.23E+11 has lost digits'],
    ['0300-1234567', 'ask', 'noNumber', 'number', 'Mobile: "ask" is not a phone number.'],
    ['0300-1234567', 'nil', 'noNumber', 'number', 'Mobile: "nil" is not a phone number.'],
    ['0300-1234567', '0', 'noNumber', 'number', 'Mobile: "0" is not a phone number.'],
    ['0300-1234567', '-', 'noNumber', 'number', 'No mobile number'],
    ['0300-1234567', '#N/A', 'noNumber', 'number', 'Mobile: contains the error #N/A.'],
    [
      '0300-1234567',
      '0300-1234567 / 12',
      'repaired',
      'number',
      '"12" is not a phone number and is left out.',
    ],
    ['Ali', '', 'missing', 'name', 'Name is empty: a message that uses it cannot be sent'],
    ['25/11/2026', '', 'missing', 'dueDate', 'DueDate is empty'],
    [
      '25/11/2026;30/11/2026',
      '25/11/2028;30/11/2028',
      'dueFarOff',
      'dueDate',
      'Due on 25 Nov 2028, more than a year from Nov 2026.',
    ],
    ['0300-1234567', '3001234567', 'repaired', 'number', 'Mobile: 3001234567 was read as +923001234567.'],
    ['0300-1234567', '3001234567.0', 'repaired', 'number', '3001234567.0 was read as +923001234567.'],
    ['0300-1234567', '3.001234567E+9', 'repaired', 'number', 'was read as +923001234567.'],
    ['0300-1234567', '00923001234567', 'repaired', 'number', '00923001234567 was read as +923001234567.'],
    ['0300-1234567', '923001234567', 'repaired', 'number', '923001234567 was read as +923001234567.'],
    ['0300-1234567', '042-35761999', 'landline', 'number', '+924235761999 is a landline'],
    ['900', '800', 'headsDiffer', 'total', 'add up to 900, but the total is 1,000: a difference of 100.'],
    ['1100', '900', 'afterBelowTotal', 'amountAfterDueDate', '900, is below the total, 1,000.'],
    [
      '30/11/2026',
      '20/11/2026',
      'dueAfterExpiry',
      'dueDate',
      'Due on 25 Nov 2026, after it expires on 20 Nov 2026.',
    ],
    ['11;2026', '10;2026', 'otherPeriod', 'month', 'for Oct 2026, but this billing is for Nov 2026.'],
    ['11;2026', '11;2025', 'otherPeriod', 'year', 'for Nov 2025, but this billing is for Nov 2026.'],
    ['900', '900.004', 'rounded', 'amount1', 'Amount1: 900.004 was rounded to 900.'],
    ['Ali', '=1+1', 'formulaText', 'name', 'Name: starts like a formula and is kept as text.'],
    ['Van', '@SUM(A1)', 'formulaText', 'head2', 'Head2: starts like a formula'],
  ])('A row with %s replaced by %s gets the warning %s.', async (from, to, kind, field, sentence) => {
    const [row] = await rowsOf(headings, [good.replace(from, to)]);
    expect(issuesOf(row)).toEqual([[kind, 'warning', field, expect.stringContaining(sentence)]]);
    expect(row?.outcome).toBe('add');
    expect(row?.cells.find((cell) => cell.field === field)?.level).toBe('warning');
  });

  it.each([['0300 123 4567'], ['+92 300 1234567'], ['(0300) 1234567'], ["'03001234567"], ['۰۳۰۰۱۲۳۴۵۶۷']])(
    'The number %s is accepted without a warning.',
    async (number) => expect(kindsOf((await rowsOf('Name;Mobile', [`Ali;${number}`]))[0])).toEqual([]),
  );

  it.each([['11/11/2026'], ['2026-11-09'], ['9 Nov 2026'], ['۲۵ نومبر ۲۰۲۶'], ['25-نومبر-2026']])(
    'The date %s is accepted without a warning.',
    async (day) =>
      expect(kindsOf((await rowsOf('Name;Mobile;Due Date', [`Ali;0300-1234567;${day}`]))[0])).toEqual([]),
  );

  it.each([['-'], ['--'], ['+92 300 1234567']])(
    'The text %s in another column is not taken for a formula.',
    async (text) => {
      const [row] = await rowsOf('Name;Mobile;Email', [
        `Ali;0300-1234567;${text.startsWith('+') ? '' : text}`,
      ]);
      expect(kindsOf(row)).toEqual([]);
    },
  );

  it('A bill that is due before it is issued gets a warning.', async () => {
    const [row] = await rowsOf('Name;Mobile;Due Date;Issue Date', ['Ali;0300-1234567;20/11/2026;25/11/2026']);
    expect(issuesOf(row)).toEqual([
      ['dueBeforeIssue', 'warning', 'dueDate', 'Due on 20 Nov 2026, before it is issued on 25 Nov 2026.'],
    ]);
  });

  it('A field that messages use and the sheet lacks is reported once for the file, not for each row.', async () => {
    const { summary, warnings } = await checkText('Name;Mobile\nAli;0300-1234567');
    expect(summary.absent).toEqual(['total', 'dueDate']);
    expect(warnings).toEqual([]);
    expect((await checkText('0300-1234567\n0301-1234567')).summary.absent).toEqual([]);
  });

  it('A row without a name whose number is invalid is refused.', async () => {
    const [row] = await rowsOf('Name;Mobile;Total', [';ask;500']);
    expect(row).toMatchObject({ outcome: 'refused', issues: [{ kind: 'unread', field: 'number' }] });
  });

  it('A repaired number shows the number as it was typed.', async () => {
    const [row] = await rowsOf('Name;Mobile', ['Ali;3001234567 / 0321-7654321']);
    expect(row?.cells[1]).toEqual({
      field: 'number',
      text: '0300-1234567, 0321-7654321',
      before: '3001234567 / 0321-7654321',
      level: 'warning',
    });
  });

  it('A bill without fee heads gets no warning about their sum.', async () => {
    expect(kindsOf((await rowsOf('Name;Mobile;Total', ['Ali;0300-1234567;500']))[0])).toEqual([]);
  });

  it('Numbers are read in the format of the campus’s country.', async () => {
    const [row] = await rowsOf('Name;Mobile', ['Ali;050 123 4567'], { country: 'AE' });
    expect(row?.issues).toEqual([]);
    const [other] = await rowsOf('Name;Mobile', ['Ali;050 123 4567']);
    expect(other?.issues).toMatchObject([{ kind: 'noNumber', level: 'warning' }]);
  });
});

describe('Totals', () => {
  it('The totals count the rows that a save would take, by student and by family.', async () => {
    const { summary } = await checkText(
      [
        'Reg No;Name;Mobile;Total;Due Date',
        '1;Ali;0300-1234567;100.50;20/11/2026',
        '2;Sana;0300 1234567 / 0321-7654321;200;25/11/2026',
        '3;Omar;0321-7654321;300;15/11/2026',
        '4;Zara;0333-1234567;400;',
        '5;Bad;0300-1234569;much;01/01/2020',
        '6;None;;1;30/11/2026',
        ';Total;;2001.50;',
      ].join('\n'),
    );
    expect(summary).toMatchObject({
      rows: 7,
      outcomes: { add: 5, update: 0, same: 0, held: 0, refused: 1, leftOut: 0, notBill: 1 },
      errors: 1,
      warnings: 2,
      issues: [
        { kind: 'unread', count: 1 },
        { kind: 'notARow', count: 1 },
        { kind: 'noNumber', count: 1 },
        { kind: 'missing', count: 1 },
        { kind: 'dueFarOff', count: 1 },
      ],
      totals: {
        students: 5,
        families: 2,
        rupees: 1001.5,
        firstDue: '2026-11-15',
        lastDue: '2026-11-30',
      },
    });
  });
});

describe('Lists of numbers', () => {
  it('A list of numbers goes through the same check as a sheet.', async () => {
    const { check, bills, summary } = await checkText('0300-1234567, 3011234567\nAli\n042-35761999');
    const { rows } = check.rows(all);
    expect(rows.map(({ id, row, outcome }) => [id, row, outcome])).toEqual([
      [0, 1, 'add'],
      [1, 1, 'add'],
      [2, 2, 'refused'],
      [3, 3, 'add'],
    ]);
    expect(bills).toEqual([{ number: '0300-1234567' }, { number: '3011234567' }, { number: '042-35761999' }]);
    expect(summary.issues.map(({ kind }) => kind)).toEqual(['unread', 'repaired', 'landline']);
    expect(rows[0]?.cells.map(({ field }) => field)).toEqual(['number']);
    check.edit(2, 'number', '0302-1234567');
    expect(describeCheck(check, {} as never).bills).toHaveLength(4);
    check.edit(2, 'total', '500');
    expect(check.row(2)?.cells).toHaveLength(1);
  });

  it('White space separates the numbers of a line if there is only one way to read them.', async () => {
    const { bills } = await checkText('0300 1234567 0321 7654321\n0300-1234568 0300-1234569\n0333 123 45 67');
    expect(bills.map(({ number }) => number)).toEqual([
      '0300 1234567',
      '0321 7654321',
      '0300-1234568',
      '0300-1234569',
      '0333 123 45 67',
    ]);
    const { refused } = await checkText('0300-1234567\n0301-1234567\n0300 1234567 0321 76543');
    expect(refused).toMatchObject([
      { row: 3, reason: 'Mobile: "0300 1234567 0321 76543" is not a phone number.' },
    ]);
  });
});
