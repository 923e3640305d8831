import { describe, expect, it } from 'vitest';
import type { StoredKey } from './matches-queries.ts';
import {
  findElsewhere,
  findHere,
  findInvoiceHere,
  holdOf,
  indexSimilarBills,
  isAmbiguous,
  type Key,
} from './matches-rules.ts';

const plain: Key = { regNum: null, invNo: null, name: '', numbers: '', month: null, year: null, total: null };
const stored = (id: number, groupID: number, key: Partial<Key>): StoredKey => ({
  ...plain,
  id,
  groupID,
  ...key,
});
const billing = {
  id: 1,
  month: 11,
  year: 2026,
  isNew: false,
  groups: new Map([
    [1, { name: 'Tuition', month: 11, year: 2026 }],
    [2, { name: 'Transport', month: 11, year: 2026 }],
    [3, { name: 'October', month: 10, year: 2026 }],
  ]),
};

describe('The bill that a row matches', () => {
  const similar = indexSimilarBills(billing, [
    stored(10, 1, { regNum: 'R1', invNo: 'I1' }),
    stored(11, 1, { regNum: 'R1', month: 10, year: 2026 }),
    stored(12, 1, { invNo: 'I2', name: 'Bilal' }),
    stored(13, 1, { numbers: '+923001234567', name: 'Ayesha' }),
    // A duplicate: billings imported before bills were compared may hold one.
    stored(14, 1, { regNum: 'R1' }),
    stored(15, 2, { regNum: 'R9', invNo: 'I9' }),
    stored(16, 1, { regNum: 'R8', invNo: 'I81', total: 500 }),
    stored(17, 1, { regNum: 'R8', invNo: 'I82', total: 700 }),
    stored(18, 1, { regNum: 'R7', invNo: 'I7' }),
  ]);
  it.each<[string, Partial<Key>, number | undefined, number | undefined]>([
    ['matches by registration in the billing’s month', { regNum: 'R1' }, 10, undefined],
    ['with its own month matches by registration in that month', { regNum: 'R1', month: 10 }, 11, undefined],
    ['does not match by registration in another month', { regNum: 'R1', month: 12 }, undefined, undefined],
    [
      'with another invoice number of the same child and month is another bill',
      { regNum: 'R9', invNo: 'new' },
      undefined,
      undefined,
    ],
    [
      'with another invoice number matches no bill when another bill has that number',
      { regNum: 'R7', invNo: 'I2' },
      undefined,
      12,
    ],
    [
      'matches the one of two bills that has its invoice number',
      { regNum: 'R8', invNo: 'I82' },
      17,
      undefined,
    ],
    [
      'without an invoice number matches the one of two bills with its total',
      { regNum: 'R8', total: 700 },
      17,
      undefined,
    ],
    ['with a registration does not match by invoice number', { regNum: 'R2', invNo: 'I1' }, undefined, 10],
    ['without a registration matches by invoice number', { invNo: 'I2' }, 12, undefined],
    ['matches by the invoice number of a bill with a registration', { invNo: 'I1' }, 10, undefined],
    ['matches by numbers and name, in any case', { numbers: '+923001234567', name: 'AYESHA' }, 13, undefined],
    ['does not match by numbers alone', { numbers: '+923001234567', name: 'Sana' }, undefined, undefined],
    ['does not match a bill of another billing', { regNum: 'R9', invNo: 'I9' }, undefined, undefined],
  ])('An imported row %s.', (_what, row, id, invoiceOf) => {
    const key = { ...plain, ...row };
    const here = findHere(similar, key);
    expect([here?.id, findInvoiceHere(similar, key, here)?.id]).toEqual([id, invoiceOf]);
  });
});

it.each([
  ['R8', null, 500, false],
  ['R8', null, 900, true],
  ['R8', 'I82', 900, false],
  ['R7', null, 900, false],
])('Which bill a row with %s, %s and the total %i is, is unclear: %s.', (regNum, invNo, total, isUnclear) => {
  const similar = indexSimilarBills(billing, [
    stored(16, 1, { regNum: 'R8', invNo: 'I81', total: 500 }),
    stored(17, 1, { regNum: 'R8', invNo: 'I82', total: 700 }),
    stored(18, 1, { regNum: 'R7', invNo: 'I7', total: 500 }),
  ]);
  expect(isAmbiguous(similar, { ...plain, regNum, invNo, total })).toBe(isUnclear);
});

describe('A similar bill in another billing', () => {
  const similar = indexSimilarBills(billing, [
    stored(20, 2, { regNum: 'R1', invNo: 'I1', total: 500 }),
    stored(21, 3, { regNum: 'R2', invNo: 'I2', total: 500 }),
    stored(22, 2, { regNum: 'R3', total: 500 }),
    stored(23, 3, { regNum: 'R1', invNo: 'I9', total: 500 }),
    stored(24, 99, { regNum: 'R4', total: 500 }),
  ]);
  it.each<[string, Partial<Key>, [string, number] | undefined]>([
    [
      'An invoice number of this month is found in another billing.',
      { regNum: 'R8', invNo: 'I1' },
      ['invoice', 20],
    ],
    [
      'An invoice number of another month is found in another billing.',
      { regNum: 'R8', invNo: 'I2' },
      ['oldInvoice', 21],
    ],
    [
      'A row without an invoice number finds the same bill in another billing.',
      { regNum: 'R1', total: 500 },
      ['bill', 20],
    ],
    [
      'A row finds the same bill in another billing when that bill has no invoice number.',
      { regNum: 'R3', invNo: 'new', total: 500 },
      ['bill', 22],
    ],
    [
      'A bill of another billing with a different invoice number shares only the registration.',
      { regNum: 'R1', invNo: 'new', total: 500 },
      ['registration', 20],
    ],
    [
      'A bill of another billing with the same invoice number and total is the same bill.',
      { regNum: 'R1', invNo: 'I1', total: 500 },
      ['bill', 20],
    ],
    [
      'A bill of another billing with the same invoice number and another total shares only the number.',
      { regNum: 'R1', invNo: 'I1', total: 90 },
      ['invoice', 20],
    ],
    [
      'A bill of another billing with another total shares only the registration.',
      { regNum: 'R3', total: 1 },
      ['registration', 22],
    ],
    [
      'The same bill in another billing counts more than an old invoice number.',
      { regNum: 'R3', invNo: 'I2', total: 500 },
      ['bill', 22],
    ],
    [
      'A bill of another billing and another month is not found by registration.',
      { regNum: 'R2', total: 500 },
      undefined,
    ],
    [
      'A similar bill of a billing made in the meantime is not found.',
      { regNum: 'R4', total: 500 },
      undefined,
    ],
  ])('%s', (_title, row, found) => {
    const like = findElsewhere(similar, { ...plain, ...row }, undefined);
    expect(like && [like.same, like.bill.id]).toEqual(found);
  });

  it.each<[string, string | null, string | undefined]>([
    ['A row that keeps the invoice number of its bill here finds nothing elsewhere.', 'I1', undefined],
    ['A row that gives its bill here an invoice number finds that number elsewhere.', null, 'invoice'],
    ['A row that changes the invoice number of its bill here finds the new one elsewhere.', 'I5', 'invoice'],
  ])('%s', (_title, invNo, same) => {
    const row = { ...plain, regNum: 'R1', invNo: 'I1', total: 500 };
    expect(findElsewhere(similar, row, { invNo })?.same).toBe(same);
  });
});

it.each([
  ['unpaid', 1, null],
  ['unpaid', 2, 'messaged'],
  ['paid', 1, 'paid'],
  ['paid', 2, 'paid'],
  ['partial', 1, 'partPaid'],
  ['cancelled', 2, 'other'],
])('holdOf for a bill with the status %s and the id %i is %s.', (status, id, hold) => {
  const asking = { total: 100, amountAfterDueDate: null, paid: 0 };
  expect(holdOf({ id, status, ...asking }, new Set([2]))).toBe(hold);
});

it('A bill of 0 is not held although it is paid.', () => {
  const bill = { id: 1, status: 'paid', total: 0, amountAfterDueDate: null, paid: 0 };
  expect(holdOf(bill, new Set())).toBeNull();
});
