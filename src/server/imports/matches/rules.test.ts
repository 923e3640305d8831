import { describe, expect, it } from 'vitest';
import type { StoredKey } from './queries.ts';
import { findElsewhere, findHere, findInvoiceHere, holdOf, type Key, sortLikes } from './rules.ts';

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

describe('the bill that a row speaks of', () => {
  const likes = sortLikes(billing, [
    stored(10, 1, { regNum: 'R1', invNo: 'I1' }),
    stored(11, 1, { regNum: 'R1', month: 10, year: 2026 }),
    stored(12, 1, { invNo: 'I2', name: 'Bilal' }),
    stored(13, 1, { numbers: '+923001234567', name: 'Ayesha' }),
    // The same bill again, as billings from before bills were compared may hold it.
    stored(14, 1, { regNum: 'R1' }),
    stored(15, 2, { regNum: 'R9', invNo: 'I9' }),
  ]);
  it.each<[string, Partial<Key>, number | undefined, number | undefined]>([
    ['by registration for the billing’s month', { regNum: 'R1' }, 10, undefined],
    ['by registration for its own month', { regNum: 'R1', month: 10 }, 11, undefined],
    ['not by registration for another month', { regNum: 'R1', month: 12 }, undefined, undefined],
    ['by registration, whatever its invoice number', { regNum: 'R1', invNo: 'new' }, 10, undefined],
    ['by registration, its invoice number on another', { regNum: 'R1', invNo: 'I2' }, 10, 12],
    ['not by the invoice number where it has a registration', { regNum: 'R2', invNo: 'I1' }, undefined, 10],
    ['by invoice number', { invNo: 'I2' }, 12, undefined],
    ['by the invoice number of one with a registration', { invNo: 'I1' }, 10, undefined],
    ['by numbers and name, in any case', { numbers: '+923001234567', name: 'AYESHA' }, 13, undefined],
    ['not by numbers alone', { numbers: '+923001234567', name: 'Sana' }, undefined, undefined],
    ['not in another billing', { regNum: 'R9', invNo: 'I9' }, undefined, undefined],
  ])('%s', (_what, row, id, invoiceOf) => {
    const key = { ...plain, ...row };
    const here = findHere(likes, key);
    expect([here?.id, findInvoiceHere(likes, key, here)?.id]).toEqual([id, invoiceOf]);
  });
});

describe('a like bill of another billing', () => {
  const likes = sortLikes(billing, [
    stored(20, 2, { regNum: 'R1', invNo: 'I1', total: 500 }),
    stored(21, 3, { regNum: 'R2', invNo: 'I2', total: 500 }),
    stored(22, 2, { regNum: 'R3', total: 500 }),
    stored(23, 3, { regNum: 'R1', invNo: 'I9', total: 500 }),
    stored(24, 99, { regNum: 'R4', total: 500 }),
  ]);
  it.each<[string, Partial<Key>, [string, number] | undefined]>([
    ['has its invoice number in the same month', { regNum: 'R8', invNo: 'I1' }, ['invoice', 20]],
    ['had its invoice number in another month', { regNum: 'R8', invNo: 'I2' }, ['oldInvoice', 21]],
    ['is the same, without two invoice numbers', { regNum: 'R1', total: 500 }, ['bill', 20]],
    ['is the same, one without an invoice number', { regNum: 'R3', invNo: 'new', total: 500 }, ['bill', 22]],
    ['has other invoice numbers', { regNum: 'R1', invNo: 'new', total: 500 }, ['registration', 20]],
    ['is the same, whose number it has too', { regNum: 'R1', invNo: 'I1', total: 500 }, ['bill', 20]],
    ['has its number for another total', { regNum: 'R1', invNo: 'I1', total: 90 }, ['invoice', 20]],
    ['has another total', { regNum: 'R3', total: 1 }, ['registration', 22]],
    ['is worse by its bill than by its old invoice', { regNum: 'R3', invNo: 'I2', total: 500 }, ['bill', 22]],
    ['is of another month', { regNum: 'R2', total: 500 }, undefined],
    ['is of a billing that came since', { regNum: 'R4', total: 500 }, undefined],
  ])('%s', (_what, row, found) => {
    const like = findElsewhere(likes, { ...plain, ...row }, undefined);
    expect(like && [like.same, like.bill.id]).toEqual(found);
  });

  it.each<[string, string | null, string | undefined]>([
    ['its own invoice number', 'I1', undefined],
    ['no invoice number before', null, 'invoice'],
    ['another invoice number', 'I5', 'invoice'],
  ])(
    'says nothing of a row whose bill is here, but of an invoice number it brings: %s',
    (_what, invNo, same) => {
      const row = { ...plain, regNum: 'R1', invNo: 'I1', total: 500 };
      expect(findElsewhere(likes, row, { invNo })?.same).toBe(same);
    },
  );
});

it.each([
  ['unpaid', 1, null],
  ['unpaid', 2, 'messaged'],
  ['paid', 1, 'paid'],
  ['paid', 2, 'paid'],
  ['partial', 1, 'partPaid'],
  ['cancelled', 2, 'other'],
])('a bill that is %s, with the id %i, is held: %s', (status, id, hold) => {
  expect(holdOf({ id, status }, new Set([2]))).toBe(hold);
});
