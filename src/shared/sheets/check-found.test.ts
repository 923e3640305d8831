import { describe, expect, it } from 'vitest';
import { type Bill, bill as billSchema } from '#shared/calls/bills.ts';
import type { FoundRow } from '#shared/sheets/sheet-rows.ts';
import { checkText } from '../../../test/sheets/check-file.ts';
import { rowProblems } from './sheet-words.ts';

const all = { filter: 'all', from: 0, take: 1000 } as const;

/** A stored bill with only the given fields. */
const billOf = (fields: Partial<Bill>): Bill =>
  billSchema.parse({
    ...Object.fromEntries(
      Object.keys((billSchema as unknown as { shape: object }).shape).map((key) => [key, null]),
    ),
    id: 1,
    groupID: 1,
    campusID: 1,
    name: '',
    number: '',
    status: 'unpaid',
    paid: 0,
    adjusted: 0,
    lateWaived: 0,
    ...fields,
  });

const found = (row: number, fields: Partial<FoundRow>): FoundRow => ({
  row,
  bill: null,
  hold: null,
  invoiceOf: null,
  elsewhere: null,
  ...fields,
});

const sheet = [
  'Reg No;Invoice #;Name;Mobile;Total;Due Date',
  '1;V1;Ali;0300-1234567;500;25/11/2026',
  '2;V2;Sana;0321-7654321;600;25/11/2026',
  '3;V3;Omar;0333-1234567;700;25/11/2026',
  '4;V4;Zara;0300-1234568;bad;25/11/2026',
].join('\n');

const ali = {
  regNum: '1',
  invNo: 'V1',
  name: 'Ali',
  number: '0300-1234567',
  total: 500,
  dueDate: '2026-11-25',
};

describe('Keys of the rows', () => {
  it('The check gives the keys of the readable rows page by page.', async () => {
    const { check } = await checkText(sheet);
    expect(check.keys(0, 2)).toEqual({
      keys: [
        { row: 0, regNum: '1', invNo: 'V1', total: 500 },
        { row: 1, regNum: '2', invNo: 'V2', total: 600 },
      ],
      next: 2,
    });
    expect(check.keys(2, 2)).toMatchObject({ keys: [{ row: 2 }], next: null });
    expect(check.keysOf([3])[0]).toBeUndefined();
    check.edit(3, 'total', '800');
    expect(check.keysOf([3])[0]).toEqual({ row: 3, regNum: '4', invNo: 'V4', total: 800 });
  });

  it('The key of a row without registration and invoice number has the name and the phone number.', async () => {
    const { check } = await checkText('Name;Mobile\nAli;0300-1234567');
    expect(check.keys(0, 1).keys).toEqual([{ row: 0, name: 'Ali', number: '0300-1234567' }]);
  });
});

describe('Stored bills', () => {
  it('A row by which a bill charges less is held if the caller may not lower it, and an update otherwise.', async () => {
    const { check } = await checkText(sheet);
    const more = { ...ali, total: 900, amountAfterDueDate: 950 };
    check.takeFound([
      found(0, { bill: billOf(more), renewFine: 0 }),
      found(1, { bill: billOf({ ...ali, regNum: '2', invNo: 'V2', total: 550 }), renewFine: 0 }),
      found(2, { bill: billOf({ ...ali, regNum: '3', invNo: 'V3', total: 900 }) }),
    ]);
    const { rows } = check.rows(all);
    expect(rows.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['held', 'update', 'update']);
    expect(rows[0]?.issues[0]?.sentence).toContain('would charge less');
  });

  it('A row for a stored bill is an update, the same, or held with the changes that the file would make.', async () => {
    const { check } = await checkText(sheet);
    check.takeFound([
      found(0, { bill: billOf(ali) }),
      found(1, {
        bill: billOf({
          regNum: '2',
          name: 'Sana',
          number: '0321-7654321',
          total: 650,
          dueDate: '2026-11-20',
        }),
      }),
      found(2, { bill: billOf({ regNum: '3', invNo: 'V3', name: 'Omer', total: 750 }), hold: 'paid' }),
    ]);
    const [same, update, held] = check.rows(all).rows;
    expect(same).toMatchObject({ outcome: 'same', issues: [] });
    expect(update).toMatchObject({ outcome: 'update', issues: [] });
    expect(update?.cells).toEqual([
      { field: 'regNum', text: '2' },
      { field: 'invNo', text: 'V2', before: '' },
      { field: 'name', text: 'Sana' },
      { field: 'number', text: '0321-7654321' },
      { field: 'total', text: '600', before: '650' },
      { field: 'dueDate', text: '25 Nov 2026', before: '20 Nov 2026' },
    ]);
    expect(held).toMatchObject({ outcome: 'held', hold: 'paid' });
    expect(held?.issues).toEqual([
      {
        kind: 'held',
        level: 'warning',
        sentence:
          'The bill is paid and stays as it is. The file would change Name from Omer to Omar, Mobile from nothing to 0333-1234567, TotalAmount from 750 to 700, DueDate from nothing to 25 Nov 2026.',
      },
    ]);
    expect(check.summary()).toMatchObject({
      outcomes: { add: 0, update: 1, same: 1, held: 1, refused: 1, leftOut: 0 },
      totals: { rupees: 1800 },
    });
    expect([...check.rowsToSave()]).toHaveLength(3);
    expect(check.rows({ ...all, filter: 'held' }).rows.map(({ row }) => row)).toEqual([4]);
  });

  it('A stored bill is held for a user who may only add, with the changes that the file would make.', async () => {
    const { check } = await checkText(sheet);
    const bill = billOf({ ...ali, invNo: 'V1', total: 450 });
    check.takeFound([found(0, { bill, hold: 'noEdit' }), found(1, {})]);
    expect(check.row(0)).toMatchObject({
      outcome: 'held',
      hold: 'noEdit',
      issues: [
        {
          kind: 'held',
          level: 'warning',
          sentence:
            'It is already stored and stays as it is, because you may only add. The file would change TotalAmount from 450 to 500.',
        },
      ],
    });
    expect(check.row(1)).toMatchObject({ outcome: 'add' });
  });

  it('A held bill that the file does not change counts as the same.', async () => {
    const { check } = await checkText(sheet);
    check.takeFound([found(0, { bill: billOf(ali), hold: 'messaged' })]);
    expect(check.row(0)).toMatchObject({ outcome: 'same', hold: 'messaged', issues: [] });
  });
});

it('A refused row is not held as well.', async () => {
  const { check } = await checkText(sheet);
  check.takeFound([found(2, { bill: billOf({ regNum: '3' }), hold: 'messaged', invoiceOf: '17' })]);
  expect(check.row(2)?.issues.map(({ kind }) => kind)).toEqual(['elsewhere']);
  expect(check.rows({ ...all, filter: 'held' }).count).toBe(0);
});

describe('Bills of other billings', () => {
  const elsewhere = { groupName: 'Oct', month: 10, year: 2026 };
  it.each([
    [
      'bill',
      'elsewhere',
      'The same registration with the same month and total is already in the billing "Oct" (Oct 2026).',
    ],
    ['oldInvoice', 'alsoElsewhere', 'Invoice number V1 is also in the billing "Oct" (Oct 2026).'],
    [
      'registration',
      'alsoElsewhere',
      'This registration has another bill for the same month, in the billing "Oct" (Oct 2026).',
    ],
  ] as const)(
    'A match of the kind %s in another billing gives the issue %s.',
    async (same, kind, sentence) => {
      const { check } = await checkText(sheet);
      check.takeFound([found(0, { elsewhere: { ...elsewhere, same } })]);
      expect(check.row(0)).toMatchObject({
        outcome: kind === 'elsewhere' ? 'refused' : 'add',
        issues: [{ kind, sentence }],
      });
    },
  );

  it('An invoice number used in another billing is asked about once, and refused if both billings share one series.', async () => {
    const { check } = await checkText(sheet);
    check.takeSeries(null);
    const taken = (names: string[]) =>
      check.takeFound(
        names.map((groupName, at) => found(at, { elsewhere: { ...elsewhere, groupName, same: 'invoice' } })),
      );
    taken(['Oct', 'Van', 'Oct']);
    const billings = ['"Oct" (Oct 2026)', '"Van" (Oct 2026)'];
    expect(check.summary()).toMatchObject({
      series: { count: 3, billings, answer: null },
      outcomes: { add: 3, refused: 1 },
      issues: [{ kind: 'unread' }, { kind: 'alsoElsewhere', count: 3 }],
    });
    const sentence = 'Invoice number V1 is also in the billing "Oct" (Oct 2026).';
    expect(check.row(0)).toMatchObject({
      outcome: 'add',
      issues: [{ level: 'warning', field: 'invNo', sentence }],
    });
    check.answerSeries(true);
    check.takeSeries(false);
    expect(check.oneSeries).toBe(true);
    expect(check.summary()).toMatchObject({
      series: { count: 3, answer: true },
      outcomes: { add: 0, refused: 4 },
    });
    expect(check.left()).toEqual({ skipped: 0, refused: 4 });
    const refused = 'Invoice number V1 is already in the billing "Oct" (Oct 2026).';
    expect(check.row(0)).toMatchObject({
      outcome: 'refused',
      issues: [{ kind: 'elsewhere', level: 'error', field: 'invNo', sentence: refused }],
    });
    check.leaveOut([0, 1, 2], true);
    expect(check.summary().series).toBeNull();
    check.leaveOut([0, 1], false);
    check.edit(0, 'invNo', 'V99');
    expect(check.summary()).toMatchObject({ series: { count: 1 }, outcomes: { add: 1, refused: 2 } });
    check.answerSeries(false);
    expect(check.summary()).toMatchObject({ series: { answer: false }, outcomes: { add: 2, refused: 1 } });
  });

  it('The last answer about a shared invoice series applies until a person answers again.', async () => {
    const { check } = await checkText(sheet);
    check.takeSeries(true);
    check.takeFound([found(0, { elsewhere: { ...elsewhere, same: 'invoice' } })]);
    expect(check.summary()).toMatchObject({ series: { answer: true }, outcomes: { refused: 2 } });
    check.answerSeries(false);
    expect(check.summary()).toMatchObject({ series: { answer: false }, outcomes: { refused: 1 } });
  });

  it('A row with the invoice number of another bill of this billing is refused.', async () => {
    const { check } = await checkText(sheet);
    check.takeFound([found(0, { invoiceOf: '00017' })]);
    expect(check.row(0)).toMatchObject({
      outcome: 'refused',
      issues: [
        {
          kind: 'elsewhere',
          field: 'invNo',
          sentence: 'Invoice number V1 is already on another bill of this billing: 00017.',
        },
      ],
    });
  });
});

it('The check notes that the same file was imported before, with the billing, the person and the time.', async () => {
  const { check } = await checkText(sheet);
  const imported = { groupName: 'Nov', by: 'Amna', at: '2026-11-05T20:00:00.000Z' };
  check.takeSameFile(imported, 'Asia/Karachi');
  expect(check.summary().notes).toEqual([expect.stringMatching(/"Nov", by Amna on 6 Nov 2026, 01:00\.$/)]);
  check.takeSameFile(null, 'Asia/Karachi');
  expect(check.summary().notes).toEqual([]);
});

describe('Edits', () => {
  it('An edit checks the row again with the typed value and forgets what the server found for it.', async () => {
    const { check } = await checkText(sheet);
    check.takeFound([found(0, { bill: billOf({ ...ali, total: 1 }) })]);
    check.edit(0, 'total', 'Rs. 900/-');
    expect(check.row(0)).toMatchObject({ outcome: 'add', isEdited: true });
    expect(check.row(0)?.cells[4]).toEqual({ field: 'total', text: '900', before: '500' });
    expect(check.summary().totals.rupees).toBe(2200);
    check.edit(0, 'total', 'nothing');
    expect(check.row(0)).toMatchObject({ outcome: 'refused', issues: [{ kind: 'unread', field: 'total' }] });
    check.edit(0, 'total', '');
    expect(check.row(0)?.cells[4]).toEqual({ field: 'total', text: '', before: '500', level: 'warning' });
    expect([...check.rowsToSave()][0]).toEqual({
      regNum: '1',
      invNo: 'V1',
      name: 'Ali',
      number: '0300-1234567',
      dueDate: '2026-11-25',
    });
  });

  it('Duplicate rows are found again after an edit and after a row is left out.', async () => {
    const { check } = await checkText(sheet);
    check.edit(1, 'regNum', '1');
    expect(check.row(1)?.issues.map(({ kind }) => kind)).toEqual(['twice']);
    check.edit(0, 'regNum', '11');
    expect(check.row(1)?.outcome).toBe('add');
    check.edit(0, 'regNum', '1');
    check.leaveOut([0], true);
    expect([check.row(0)?.outcome, check.row(1)?.outcome]).toEqual(['leftOut', 'add']);
    check.leaveOut([0], false);
    expect([check.row(0)?.outcome, check.row(1)?.outcome]).toEqual(['add', 'refused']);
  });

  it('An edit can fill a field that the sheet has no column for, and can empty a whole row.', async () => {
    const { check } = await checkText('Name;Mobile\nAli;0300-1234567\nSana;0301-1234567');
    check.edit(0, 'regNum', '17');
    expect([...check.rowsToSave()]).toEqual([
      { name: 'Ali', number: '0300-1234567', regNum: '17' },
      { name: 'Sana', number: '0301-1234567' },
    ]);
    for (const field of ['name', 'number', 'regNum']) check.edit(0, field, '');
    expect(check.summary()).toMatchObject({ rows: 2, outcomes: { add: 1, refused: 1 } });
    check.edit(0, 'avatar', 'x');
    check.edit(77, 'name', 'x');
    expect(check.summary().rows).toBe(2);
  });

  it('After a change of the month the check equals one that was made for that month.', async () => {
    const text =
      'Reg No;Name;Mobile;Month;Year;Total\n1;Ali;03001234567;10;;5\n2;Sana;bad;11;2026;5\n2;Sana;;;;\n;;;12;;';
    const october = { month: 10, year: 2025 };
    const { check } = await checkText(text);
    const { check: other } = await checkText(text, october);
    check.changePeriod(october);
    expect(check.summary()).toEqual(other.summary());
    expect(check.rows(all)).toEqual(other.rows(all));
  });

  it('Edits stay when the month of the billing changes.', async () => {
    const { check } = await checkText('Name;Mobile;Month\nAli;0300-1234567;10\nSana;0301-1234567;11');
    check.edit(0, 'name', 'Aly');
    expect(check.rows({ ...all, filter: 'otherPeriod' }).rows.map(({ id }) => id)).toEqual([0]);
    check.changePeriod({ month: 10, year: 2026 });
    expect(check.rows({ ...all, filter: 'otherPeriod' }).rows.map(({ id }) => id)).toEqual([1]);
    expect(check.row(0)?.cells[0]).toMatchObject({ text: 'Aly', before: 'Ali' });
  });
});

describe('Left-out rows, filters and search', () => {
  it('Rows that are left out are counted and listed as left out, and can be taken back.', async () => {
    const { check } = await checkText(sheet);
    check.leaveOut('errors', true);
    check.leaveOut([0], true);
    expect(check.summary()).toMatchObject({
      rows: 4,
      errors: 0,
      outcomes: { add: 2, refused: 0, leftOut: 2 },
    });
    expect(check.left()).toEqual({ skipped: 2, refused: 0 });
    expect(check.rows({ ...all, filter: 'leftOut' }).rows.map(({ row }) => row)).toEqual([2, 5]);
    check.leaveOut('leftOut', false);
    expect(check.left()).toEqual({ skipped: 0, refused: 1 });
    expect(check.rows({ ...all, filter: 'errors' }).count).toBe(1);
  });

  it('The check lists the rows page by page, and a search finds a text in any cell.', async () => {
    const { check } = await checkText(sheet);
    expect(check.rows({ filter: 'all', from: 1, take: 2 })).toMatchObject({
      count: 4,
      rows: [{ id: 1 }, { id: 2 }],
    });
    const search = (text: string) => check.rows({ ...all, search: text }).rows.map(({ id }) => id);
    expect(search(' sana')).toEqual([1]);
    expect(search('03331234567')).toEqual([2]);
    expect(search('0333 1234567')).toEqual([2]);
    expect(search('zzz')).toEqual([]);
    check.edit(1, 'name', 'Zzz');
    expect(search('zzz')).toEqual([1]);
  });
});

describe('Save', () => {
  it('The issues of a refused save are shown at their rows until the rows are edited.', async () => {
    const { check } = await checkText(sheet);
    check.leaveOut([0], true);
    expect([...check.rowsToSave()]).toHaveLength(2);
    expect(check.sent).toEqual([1, 2]);
    const others = check.refuseRows([
      { path: 'contacts.1.number', message: 'No.' },
      { path: 'contacts.7.number', message: 'Far.' },
      { path: 'group.name', message: 'Name.' },
    ]);
    expect(others.map(({ path }) => path)).toEqual(['contacts.7.number', 'group.name']);
    expect(check.row(2)).toMatchObject({
      outcome: 'refused',
      issues: [{ kind: 'unread', field: 'number', sentence: 'No.' }],
    });
    expect(check.left()).toEqual({ skipped: 1, refused: 2 });
    check.edit(2, 'number', '0333-1234568');
    expect(check.row(2)?.outcome).toBe('add');
  });
});

describe('Students', () => {
  const roster = [
    'Roll No;Student Name;S/O;Grade;Sec;Cell #',
    '1;Ali;Khan;5;A;3001234567',
    '2;Sana;;5;;',
    '3;;Khan;5;A;0300-1234567',
    '1;Omar;Khan;6;A;0300-1234567',
    ';;;;;',
    ';Total;;;;',
  ].join('\n');

  it('A student row needs a registration, a name and a class.', async () => {
    const { check, bills, refused, summary } = await checkText(roster, { kind: 'students' });
    expect(bills).toEqual([
      { regNum: '1', name: 'Ali', fatherName: 'Khan', class: '5', section: 'A', number: '3001234567' },
      { regNum: '2', name: 'Sana', class: '5' },
    ]);
    expect(refused).toEqual([
      { row: 4, reason: 'Student Name is missing.', fields: ['name'] },
      { row: 5, reason: rowProblems.sameNumberOf('1', 2, 'students'), fields: ['regNum'] },
      { row: 7, reason: 'This looks like a row of totals.', fields: [undefined] },
    ]);
    expect(summary.issues.map(({ kind }) => kind)).toEqual([
      'unread',
      'notARow',
      'twice',
      'noNumber',
      'repaired',
    ]);
    expect(check.regNums(0, 1)).toEqual({ regNums: ['1'], next: 1 });
    expect(check.regNums(1, 5)).toEqual({ regNums: ['2', '1'], next: null });
  });

  it('Student rows are compared with the stored students.', async () => {
    const { check } = await checkText(roster, { kind: 'students' });
    const there = { id: 1, fatherName: null, section: '', number: '' };
    check.takeStudents([
      {
        ...there,
        regNum: '1',
        name: 'Ali',
        fatherName: 'Khan',
        class: '4',
        section: 'A',
        number: '3001234567',
      },
      { ...there, regNum: '2', name: 'Sana', class: '5', section: 'B', number: '0300-1111111' },
    ]);
    expect(check.row(0)?.cells[3]).toEqual({ field: 'class', text: '5', before: '4' });
    expect([check.row(0)?.outcome, check.row(1)?.outcome]).toEqual(['update', 'same']);
  });
});

describe('Arrears', () => {
  const withArrears = [
    'Reg No;Name;Mobile;Total;Due Date;Head 1;Amount 1;Head 2;Amount 2',
    '1;Ali;0300-1234567;1500;25/11/2026;Tuition;1000;Arrears;500',
    '2;Sana;0321-7654321;1700;25/11/2026;Tuition;1000;Arrears;700',
    '3;Omar;0333-1234567;1000;25/11/2026;Tuition;1000;Arrears;0',
  ].join('\n');
  const older = { today: 600, inTime: 500, billings: ['October 2026'] };

  it('Arrears that differ from the open older bills are asked about, and equal ones are noted.', async () => {
    const { check } = await checkText(withArrears);
    expect(check.keys(0, 3).keys.map(({ arrears }) => arrears)).toEqual([500, 700, undefined]);
    check.takeFound([found(0, { older }), found(1, { older })]);
    const summary = check.summary();
    expect(summary.notes).toEqual([
      'The arrears of one bill are the open amounts of older bills: they count once.',
    ]);
    expect(summary.arrears).toEqual({
      ...{ count: 1, charged: 700, open: 600, billings: ['October 2026'], answer: null },
    });
    expect(check.row(0)?.issues).toEqual([]);
    expect(check.row(1)).toMatchObject({
      outcome: 'add',
      issues: [
        {
          kind: 'arrearsDiffer',
          level: 'warning',
          sentence: 'It includes 700 of arrears; 600 is open in October 2026.',
        },
      ],
    });
  });

  it('The answer about differing arrears is forgotten when its rows are left out.', async () => {
    const { check } = await checkText(withArrears);
    check.takeFound([found(1, { older })]);
    expect(check.carryAll).toBeNull();
    check.answerArrears(true);
    expect(check.carryAll).toBe(true);
    expect(check.summary().arrears?.answer).toBe(true);
    check.leaveOut([1], true);
    expect(check.summary().arrears).toBeNull();
    expect(check.carryAll).toBeNull();
  });
});
