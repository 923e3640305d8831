import { describe, expect, it } from 'vitest';
import type { NewBill } from '#shared/calls/bills.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import { readBills } from '../../billing/bills/bills-rules.ts';
import { indexSimilarBills } from '../matches/matches-rules.ts';
import { changeOf, judgeRow, nothingSeen, type Row } from './save-rules.ts';

function rowOf(bill: NewBill, index = 0): Row {
  const [values] = readBills([bill], 'PK').rows;
  if (!values) throw new Error('a row that can be read');
  return { index, bill, values };
}
const storedOf = (id: number, bill: NewBill, groupID = 1): FullBill =>
  ({
    ...rowOf(bill).values,
    id,
    groupID,
    campusID: 1,
    paid: 0,
    settledOn: null,
    adjusted: 0,
    lateWaived: 0,
  }) as FullBill;
const paper: NewBill = { regNum: 'R1', invNo: 'I1', name: 'Ayesha', number: '0300-1234567', total: 999.5 };

describe('Changes that a row makes to its bill', () => {
  const stored = storedOf(7, { ...paper, branch: 'North' });
  it.each<[string, NewBill, Record<string, unknown> | undefined]>([
    ['An imported row with equal values changes nothing.', paper, undefined],
    [
      'Empty cells of an imported row change nothing.',
      { regNum: 'R1', name: '', number: null, branch: null },
      undefined,
    ],
    [
      'A phone number in another spelling changes nothing of a bill.',
      { ...paper, number: '+92 300 1234567' },
      undefined,
    ],
    [
      'A total that differs by less than a paisa changes nothing of a bill.',
      { ...paper, total: 999.500_000_1 },
      undefined,
    ],
    [
      'A picture or the status unpaid in an imported row changes nothing.',
      { ...paper, status: 'unpaid', avatar: '/x.png' },
      undefined,
    ],
    [
      'An imported row with the status paid changes the status of its bill.',
      { ...paper, status: 'paid' },
      { status: 'paid' },
    ],
    [
      'An imported row with a new total changes the total of its bill.',
      { ...paper, total: 1000 },
      { total: 100_000 },
    ],
    [
      'An imported row with a new number changes the number of its bill and its E.164.',
      { ...paper, number: '0301 1234567' },
      { number: '0301 1234567', numbers: '+923011234567' },
    ],
    ['An imported row fills an empty field of its bill.', { ...paper, email: 'a@b.pk' }, { email: 'a@b.pk' }],
  ])('%s', (_title, bill, after) => {
    const change = changeOf(stored, rowOf(bill));
    expect(change?.after).toEqual(after);
    const before = Object.keys(after ?? {}).map((column) => stored[column as keyof FullBill] ?? null);
    expect(Object.values(change?.before ?? {})).toEqual(before);
  });
});

describe('The verdict on a row', () => {
  const bill = storedOf(7, paper);
  const paid = storedOf(8, { ...paper, regNum: 'R2', invNo: 'I2', status: 'paid' });
  const messaged = storedOf(9, { ...paper, regNum: 'R3', invNo: 'I3' });
  const unnumbered = storedOf(11, { ...paper, regNum: 'R7', invNo: null });
  const other = storedOf(10, { ...paper, regNum: 'R4', invNo: 'I4' }, 2);
  const october = { name: 'Twin', month: 11, year: 2026 };
  const billing = { id: 1, month: 11, year: 2026, isNew: false, groups: new Map([[2, october]]) };
  const context = {
    similar: indexSimilarBills(billing, [bill, paid, messaged, unnumbered, other]),
    bills: new Map([bill, paid, messaged, unnumbered].map((one) => [one.id, one])),
    messaged: new Set([9]),
    mayEdit: true,
    askingOlder: new Set<number>(),
    oneSeries: false,
    renewFine: 0,
    mayLower: true,
  };
  it.each<[string, NewBill, Record<string, unknown>]>([
    [
      'A save adds a row without a matching bill.',
      { ...paper, regNum: 'R5', invNo: 'I5' },
      { outcome: 'add' },
    ],
    ['A save leaves a bill unchanged when its row is equal.', paper, { outcome: 'same' }],
    [
      'A save does not hold a row that is equal to its paid bill.',
      { ...paper, regNum: 'R2', invNo: 'I2' },
      { outcome: 'same' },
    ],
    ['A save updates a bill from its corrected row.', { ...paper, total: 1 }, { outcome: 'update' }],
    [
      'A save holds a row that would change a paid bill.',
      { ...paper, regNum: 'R2', invNo: 'I2', total: 1 },
      { outcome: 'held', hold: 'paid' },
    ],
    [
      'A save holds a row that would change a messaged bill.',
      { ...paper, regNum: 'R3', invNo: 'I3', total: 1 },
      { outcome: 'held', hold: 'messaged' },
    ],
    [
      'A save refuses an invoice number that another bill of the billing has.',
      { ...paper, invNo: 'I2' },
      { outcome: 'refused', field: 'invNo' },
    ],
    [
      'A save refuses a bill that another billing already holds.',
      { ...paper, regNum: 'R4', invNo: null },
      { outcome: 'refused', field: 'regNum' },
    ],
    [
      'A save accepts an invoice number that another billing uses for another child.',
      { ...paper, regNum: 'R6', invNo: 'I4' },
      { outcome: 'add' },
    ],
    [
      'A save accepts an invoice number that another billing uses for the same child and another total.',
      { ...paper, regNum: 'R4', invNo: 'I4', total: 1 },
      { outcome: 'add' },
    ],
    [
      'A second invoice number of a child is a second bill, even if another billing uses the number.',
      { ...paper, invNo: 'I4' },
      { outcome: 'add' },
    ],
    [
      'A save refuses the same bill with the same invoice number as in another billing.',
      { ...paper, regNum: 'R4', invNo: 'I4' },
      { outcome: 'refused', field: 'regNum' },
    ],
  ])('%s', (_title, row, expected) => {
    expect(judgeRow(rowOf(row), context, nothingSeen())).toMatchObject(expected);
  });

  it.each<[string, NewBill]>([
    ['a new bill', { ...paper, regNum: 'R6', invNo: 'I4' }],
    ['a bill of the same child', { ...paper, regNum: 'R4', invNo: 'I4', total: 1 }],
    ['a second bill of a child', { ...paper, invNo: 'I4' }],
  ])('Billings of one invoice series refuse %s an invoice number of the other billing.', (_what, row) => {
    const result = judgeRow(rowOf(row), { ...context, oneSeries: true }, nothingSeen());
    expect(result).toMatchObject({ outcome: 'refused', field: 'invNo' });
  });

  it.each<[string, NewBill, NewBill, Record<string, unknown>]>([
    [
      'for the same bill is refused',
      paper,
      { ...paper, invNo: null },
      { outcome: 'refused', field: 'regNum' },
    ],
    [
      'with the same invoice number is refused',
      paper,
      { ...paper, regNum: 'R5' },
      { outcome: 'refused', field: 'invNo' },
    ],
    [
      'that matches the first row’s bill by invoice number is refused',
      { ...paper, invNo: null },
      { invNo: 'I1', total: 1 },
      { outcome: 'refused', field: 'invNo' },
    ],
    [
      'with the same name and number in another spelling is refused',
      { name: 'Ali', number: '03001234567' },
      { name: 'ALI', number: '+923001234567' },
      { outcome: 'refused', field: 'number' },
    ],
    [
      'with another voucher number of a child, whose stored bill had none, is added',
      { ...paper, regNum: 'R7', invNo: 'I7' },
      { ...paper, regNum: 'R7', invNo: 'I8' },
      { outcome: 'add' },
    ],
    ['of the same family is added', paper, { ...paper, regNum: 'R5', invNo: 'I5' }, { outcome: 'add' }],
  ])('A second row of a save %s.', (_what, first, second, expected) => {
    const seen = nothingSeen();
    judgeRow(rowOf(first, 0), context, seen);
    expect(judgeRow(rowOf(second, 1), context, seen)).toMatchObject(expected);
  });
});
