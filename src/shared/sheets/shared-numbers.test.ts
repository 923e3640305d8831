import { describe, expect, it } from 'vitest';
import { type Bill, bill as billSchema } from '#shared/calls/bills.ts';
import type { FoundRow } from '#shared/sheets/sheet-rows.ts';
import { checkText } from '../../../test/sheets/check-file.ts';
import { problemWords } from '../words/import-problems.ts';
import type { Check } from './check.ts';
import type { ProblemLine } from './checked.ts';

const headings = 'Adm No;Voucher No;Student Name;Mobile;Total;Due Date';
const row = (adm: string, voucher: string, name: string, more = '0300-1234567;8250'): string =>
  [adm, voucher, name, `${more};10/11/2026`].join(';');

const checkRows = async (...rows: string[]): Promise<Check> =>
  (await checkText([headings, ...rows].join('\n'))).check;

const linesOf = (check: Check): ProblemLine[] =>
  check.summary().lines.filter(({ level, answer }) => level !== 'done' && answer === null);
const onlyLine = (check: Check): ProblemLine => {
  const lines = linesOf(check);
  expect(lines).toHaveLength(1);
  return lines[0] as ProblemLine;
};
const saved = (check: Check) =>
  [...check.rowsToSave()].map((bill) => {
    const { regNum, invNo, name } = bill as Record<string, string | undefined>;
    return [regNum, invNo, name];
  });
const namesOf = ({ answers }: ProblemLine): string[] => answers.map(({ name }) => name);

const aiman = row('2114', '', 'Aiman Iqbal', '0321-8840127;6875');
const zain = row('2114', '', 'Zain Abbas', '0333-7718240;8250');

describe('Two children with one admission number', () => {
  it('They are named with their amounts, and correcting the number is proposed.', async () => {
    const check = await checkRows(aiman, zain, row('2115', '', 'Omar'));
    const line = onlyLine(check);
    expect(problemWords.say(line, 'PK')).toMatch(/^2 children share number .2114.$/);
    expect(problemWords.hint(line, { due: '', billing: '' })).toMatch(
      /Aiman Iqbal., 6,875 and .Zain Abbas., 8,250\. Other phones and other amounts\./,
    );
    expect(line).toMatchObject({ count: 2, level: 'error', shared: { isTypable: true } });
    expect(namesOf(line)[0]).toBe('correct');
    expect(saved(check).map(([, , name]) => name)).toEqual(['Aiman Iqbal', 'Omar']);
  });

  it('Until the right number is known, the second child gets a bill without a number.', async () => {
    const check = await checkRows(aiman, zain);
    check.answer('shared regNum 2114', 'correct');
    expect(saved(check)).toEqual([
      ['2114', undefined, 'Aiman Iqbal'],
      [undefined, undefined, 'Zain Abbas'],
    ]);
    // Nobody is asked again about the number that is not known.
    expect(linesOf(check)).toEqual([]);
    check.answer('shared regNum 2114', null);
    expect(saved(check)).toHaveLength(1);
  });

  it('The child whose name is stored with the number keeps it, wherever it is in the sheet.', async () => {
    const roster = [
      'Adm No;Student Name;Class;Total',
      '2114;Zain Abbas;7-B;8250',
      '2114;Aiman Iqbal;3-A;6875',
    ];
    const { check } = await checkText(roster.join('\n'));
    expect(saved(check)).toEqual([['2114', undefined, 'Zain Abbas']]);
    const aimanStored = { id: 1, regNum: '2114', name: 'Aiman Iqbal', class: '3', section: 'A' };
    check.takeChildren([0, 1], [{ ...aimanStored, fatherName: null, number: '' }]);
    expect(saved(check)).toEqual([['2114', undefined, 'Aiman Iqbal']]);
    check.answer('shared regNum 2114', 'correct', '2116');
    expect(saved(check)).toEqual([
      ['2116', undefined, 'Zain Abbas'],
      ['2114', undefined, 'Aiman Iqbal'],
    ]);
  });

  it('A typed number is used, and asked about if another child has it.', async () => {
    const check = await checkRows(aiman, zain, row('2115', '', 'Omar'));
    check.answer('shared regNum 2114', 'correct', '2116');
    expect(saved(check).map(([regNum]) => regNum)).toEqual(['2114', '2116', '2115']);
    check.answer('shared regNum 2114', 'correct', '2115');
    expect(onlyLine(check)).toMatchObject({ shared: { number: '2115' } });
  });

  it('With two voucher numbers they may also be one child with two bills.', async () => {
    const check = await checkRows(row('7', 'V1', 'M. Ali'), row('7', 'V2', 'Muhammad Ali'));
    expect(namesOf(onlyLine(check))).toEqual(['correct', 'oneChild']);
    check.answer('shared regNum 7', 'oneChild');
    expect(saved(check)).toEqual([
      ['7', 'V1', 'M. Ali'],
      ['7', 'V2', 'Muhammad Ali'],
    ]);
    expect(linesOf(check)).toEqual([]);
  });

  it.each([
    ['name', row('7', '', 'Sana')],
    ['phone', row('7', '', 'Ali', '0333-7654321;8250')],
    ['amount', row('7', '', 'Ali', '0300-1234567;9000')],
    ['due date', row('7', '', 'Ali').replace('10/11', '12/11')],
  ])('A row of the same number with another %s is never proposed to be dropped.', async (_, other) => {
    const line = onlyLine(await checkRows(row('7', '', 'Ali'), other));
    expect(line).toMatchObject({ twice: 'other', count: 2 });
    expect(namesOf(line)[0]).toBe('correct');
  });

  it('Only rows that are equal in everything are called repeated.', async () => {
    const check = await checkRows(row('7', 'V1', 'Ali'), row('7', 'V1', 'ali', '03001234567;8250'));
    expect(onlyLine(check)).toMatchObject({ key: 'twice', twice: 'all', count: 1 });
    expect(namesOf(onlyLine(check))[0]).toBe('first');
  });

  it('Of many shared numbers the first six have their own line.', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => [
      row(String(n + 1), '', `Ali ${n}`),
      row(String(n + 1), '', `Sana ${n}`),
    ]).flat();
    const check = await checkRows(...rows);
    expect(linesOf(check).map(({ key }) => key.split(' ')[0])).toEqual([
      'twice',
      ...Array.from({ length: 6 }, () => 'shared'),
    ]);
    check.answer('twice other', 'correct');
    expect(saved(check)).toHaveLength(9 + 3);
  });

  it('A number of the roster is not emptied, because a student must have one.', async () => {
    const roster = 'Adm No;Student Name;Class\n1;Ali;5\n1;Sana;6';
    const { summary } = await checkText(roster, { kind: 'students' });
    expect(summary.lines.find(({ kind }) => kind === 'twice')).toMatchObject({
      answers: [],
      shared: { number: '1' },
    });
  });
});

describe('One child with two voucher numbers', () => {
  it('It has two bills, and nothing is asked.', async () => {
    const check = await checkRows(row('7', 'V1', 'Ali'), row('7', 'V2', 'Ali', '0300-1234567;2500'));
    expect(linesOf(check)).toEqual([]);
    expect(saved(check)).toEqual([
      ['7', 'V1', 'Ali'],
      ['7', 'V2', 'Ali'],
    ]);
  });

  it('One voucher number on two children is asked about, and the child of the second row gets none.', async () => {
    const check = await checkRows(row('7', 'V1', 'Ali'), row('8', 'V1', 'Sana'));
    const line = onlyLine(check);
    expect(problemWords.say(line, 'PK')).toMatch(/^2 children share voucher number .V1.$/);
    expect(namesOf(line)).toEqual(['correct', 'first', 'later']);
    check.answer(line.key, 'correct');
    expect(saved(check)).toEqual([
      ['7', 'V1', 'Ali'],
      ['8', undefined, 'Sana'],
    ]);
    expect(linesOf(check)).toEqual([]);
  });
});

describe('A child without a number', () => {
  it('It is named with its line, and gets a bill.', async () => {
    const check = await checkRows(row('7', '', 'Ali'), row('', '', 'Iqra Warraich'));
    const line = onlyLine(check);
    expect(problemWords.say(line, 'PK')).toBe('1 child has no number');
    expect(problemWords.hint(line, { due: '', billing: '' })).toMatch(/Iqra Warraich., line 3\. .*made up/);
    expect(namesOf(line)).toEqual(['keep', 'leaveOut']);
    expect(saved(check)).toHaveLength(2);
    check.answer(line.key, 'leaveOut');
    expect(saved(check)).toHaveLength(1);
  });

  it('A voucher number is enough.', async () => {
    expect(linesOf(await checkRows(row('7', '', 'Ali'), row('', 'V9', 'Iqra')))).toEqual([]);
  });

  it('In a sheet without a column of numbers nobody is named.', async () => {
    const { summary } = await checkText(
      'Student Name;Mobile;Total\nAli;0300-1234567;500\nIqra;0300-1234568;600',
    );
    expect(summary.lines).toEqual([]);
  });
});

const stored: Bill = billSchema.parse({
  ...Object.fromEntries(
    Object.keys((billSchema as unknown as { shape: object }).shape).map((key) => [key, null]),
  ),
  ...{ id: 1, groupID: 1, campusID: 1, name: 'Ali', number: '', status: 'unpaid' },
  ...{ paid: 0, adjusted: 0, lateWaived: 0 },
});

describe('A child whose stored bill has another voucher number', () => {
  const found = (fields: Partial<FoundRow>): FoundRow => ({
    ...{ row: 0, bill: null, hold: null, invoiceOf: null, elsewhere: null },
    ...fields,
  });

  it('A person says whether the row is a second bill or the stored one.', async () => {
    const check = await checkRows(row('7', 'V2', 'Ali'), row('8', 'V3', 'Sana'));
    check.takeFound([found({ otherInvoice: 'V1' })]);
    expect(onlyLine(check)).toMatchObject({ key: 'second', count: 1, level: 'error' });
    expect(saved(check)).toHaveLength(1);
    check.answer('second', 'secondBill');
    expect(saved(check)).toHaveLength(2);
    check.answer('second', null);
    expect(check.answer('second', 'sameBill')).toEqual([0]);
    expect(check.keysOf([0])).toMatchObject([{ regNum: '7', invNo: 'V1' }]);
  });

  it('Nothing is asked if the sheet has both bills.', async () => {
    const check = await checkRows(row('7', 'V1', 'Ali'), row('7', 'V2', 'Ali'));
    check.takeFound([found({ bill: stored }), found({ row: 1, otherInvoice: 'V1' })]);
    expect(linesOf(check)).toEqual([]);
  });

  it('A row without a voucher number is refused if the child has several bills with other amounts.', async () => {
    const check = await checkRows(row('7', '', 'Ali'));
    check.takeFound([found({ isUnclear: true })]);
    expect(check.row(0)).toMatchObject({ outcome: 'refused', issues: [{ field: 'invNo' }] });
  });
});
