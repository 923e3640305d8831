import { describe, expect, it } from 'vitest';
import type { NewBill } from '#shared/calls/bills.ts';
import type { FullBill } from '../../billing/bills/queries.ts';
import { readBills } from '../../billing/bills/rules.ts';
import { sortLikes } from '../matches/rules.ts';
import { changeOf, judgeRow, nothingSeen, type Row } from './rules.ts';

function rowOf(bill: NewBill, index = 0): Row {
  const [values] = readBills([bill], 'PK').rows;
  if (!values) throw new Error('a row that can be read');
  return { index, bill, values };
}
const storedOf = (id: number, bill: NewBill, groupID = 1): FullBill =>
  ({ ...rowOf(bill).values, id, groupID, campusID: 1, paid: 0, settledOn: null, adjusted: 0 }) as FullBill;
const paper: NewBill = { regNum: 'R1', invNo: 'I1', name: 'Ayesha', number: '0300-1234567', total: 999.5 };

describe('what a row changes of its bill', () => {
  const stored = storedOf(7, { ...paper, branch: 'North' });
  it.each<[string, NewBill, Record<string, unknown> | undefined]>([
    ['nothing, where it says the same', paper, undefined],
    ['nothing, where it is empty', { regNum: 'R1', name: '', number: null, branch: null }, undefined],
    ['nothing, by a number typed otherwise', { ...paper, number: '+92 300 1234567' }, undefined],
    ['nothing, by less than a paisa', { ...paper, total: 999.500_000_1 }, undefined],
    [
      'nothing, by a picture or that it is unpaid',
      { ...paper, status: 'unpaid', avatar: '/x.png' },
      undefined,
    ],
    ['that it is paid', { ...paper, status: 'paid' }, { status: 'paid' }],
    ['a total', { ...paper, total: 1000 }, { total: 100_000 }],
    [
      'a number, with its E.164',
      { ...paper, number: '0301 1234567' },
      { number: '0301 1234567', numbers: '+923011234567' },
    ],
    ['what was not known', { ...paper, email: 'a@b.pk' }, { email: 'a@b.pk' }],
  ])('%s', (_what, bill, after) => {
    const change = changeOf(stored, rowOf(bill));
    expect(change?.after).toEqual(after);
    const before = Object.keys(after ?? {}).map((column) => stored[column as keyof FullBill] ?? null);
    expect(Object.values(change?.before ?? {})).toEqual(before);
  });
});

describe('the verdict on a row', () => {
  const bill = storedOf(7, paper);
  const paid = storedOf(8, { ...paper, regNum: 'R2', invNo: 'I2', status: 'paid' });
  const told = storedOf(9, { ...paper, regNum: 'R3', invNo: 'I3' });
  const other = storedOf(10, { ...paper, regNum: 'R4', invNo: 'I4' }, 2);
  const october = { name: 'Twin', month: 11, year: 2026 };
  const billing = { id: 1, month: 11, year: 2026, isNew: false, groups: new Map([[2, october]]) };
  const known = {
    likes: sortLikes(billing, [bill, paid, told, other]),
    bills: new Map([bill, paid, told].map((one) => [one.id, one])),
    messaged: new Set([9]),
    mayEdit: true,
    askingOlder: new Set<number>(),
    oneSeries: false,
  };
  it.each<[string, NewBill, Record<string, unknown>]>([
    ['a new bill is added', { ...paper, regNum: 'R5', invNo: 'I5' }, { fate: 'add' }],
    ['one that says the same changes nothing', paper, { fate: 'same' }],
    ['a paid bill that it says the same of, too', { ...paper, regNum: 'R2', invNo: 'I2' }, { fate: 'same' }],
    ['a corrected one changes its bill', { ...paper, total: 1 }, { fate: 'update' }],
    [
      'a paid bill is held',
      { ...paper, regNum: 'R2', invNo: 'I2', total: 1 },
      { fate: 'held', hold: 'paid' },
    ],
    [
      'a messaged bill is held',
      { ...paper, regNum: 'R3', invNo: 'I3', total: 1 },
      { fate: 'held', hold: 'messaged' },
    ],
    [
      'an invoice number of another bill is refused',
      { ...paper, invNo: 'I2' },
      { fate: 'refused', field: 'invNo' },
    ],
    [
      'a bill of another billing is refused',
      { ...paper, regNum: 'R4', invNo: null },
      { fate: 'refused', field: 'regNum' },
    ],
    ['its invoice number is taken', { ...paper, regNum: 'R6', invNo: 'I4' }, { fate: 'add' }],
    ['also for its registration', { ...paper, regNum: 'R4', invNo: 'I4', total: 1 }, { fate: 'add' }],
    ['also by a bill that is here', { ...paper, invNo: 'I4' }, { fate: 'update' }],
    [
      'not for the very same bill',
      { ...paper, regNum: 'R4', invNo: 'I4' },
      { fate: 'refused', field: 'regNum' },
    ],
  ])('%s', (_what, row, verdict) => {
    expect(judgeRow(rowOf(row), known, nothingSeen())).toMatchObject(verdict);
  });

  it.each<[string, NewBill]>([
    ['a new bill', { ...paper, regNum: 'R6', invNo: 'I4' }],
    ['another bill of its registration', { ...paper, regNum: 'R4', invNo: 'I4', total: 1 }],
    ['a bill that is here', { ...paper, invNo: 'I4' }],
  ])('in one series with another billing refuses %s its invoice number', (_what, row) => {
    const verdict = judgeRow(rowOf(row), { ...known, oneSeries: true }, nothingSeen());
    expect(verdict).toMatchObject({ fate: 'refused', field: 'invNo' });
  });

  it.each<[string, NewBill, NewBill, Record<string, unknown>]>([
    ['the same bill', paper, { ...paper, invNo: null }, { fate: 'refused', field: 'regNum' }],
    ['the same invoice number', paper, { ...paper, regNum: 'R5' }, { fate: 'refused', field: 'invNo' }],
    [
      'the bill of the first, by its invoice number',
      { ...paper, invNo: null },
      { invNo: 'I1', total: 1 },
      { fate: 'refused', field: 'invNo' },
    ],
    [
      'the same name and number, typed otherwise',
      { name: 'Ali', number: '03001234567' },
      { name: 'ALI', number: '+923001234567' },
      { fate: 'refused', field: 'number' },
    ],
    ['only the same family', paper, { ...paper, regNum: 'R5', invNo: 'I5' }, { fate: 'add' }],
  ])('of two rows with %s', (_what, first, second, verdict) => {
    const seen = nothingSeen();
    judgeRow(rowOf(first, 0), known, seen);
    expect(judgeRow(rowOf(second, 1), known, seen)).toMatchObject(verdict);
  });
});
