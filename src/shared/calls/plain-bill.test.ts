import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBill } from './bills.ts';
import { saveGroup } from './groups.ts';
import { sheetBill } from './imports.ts';
import { isPlainBill, isPlainSheetBill } from './plain-bill.ts';

const fields = Object.keys(sheetBill.shape);

/** Values that are often nearly valid, because errors are most likely at the limits. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    ' ',
    'unpaid',
    'Paid',
    'paid',
    '2026-11-05',
    '2026-02-30',
    '2026-2-3',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    ' x',
    'x ',
    '\u00a0x',
    'x\u2003',
    '\ufeffx',
    'x\u0085',
    'احمد',
    'x'.repeat(200),
    'x'.repeat(201),
  ),
  fc.constantFrom<unknown>(0, -0, -1, 1, 12, 13, 2023, 2026, 2051, 1.5, 12_500.25, 0.001, 1e9, 1e9 + 1, -1e9),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, true, [], {}, '12'),
  fc.double(),
);

describe('isPlainBill and isPlainSheetBill', () => {
  it.each([
    ['A bill', isPlainBill, newBill],
    ['A row of a sheet', isPlainSheetBill, sheetBill],
  ])(
    '%s that is accepted passes the schema unchanged, whatever its fields hold.',
    (_what, isPlain, schema) => {
      const anyBill = fc.dictionary(
        fc.constantFrom(...fields, '__proto__', 'constructor', 'junk'),
        anyValue,
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      );
      fc.assert(
        fc.property(anyBill, (bill) => {
          if (!isPlain(bill)) return;
          expect(schema.parse(bill)).toStrictEqual(bill);
        }),
        { numRuns: 3000 },
      );
    },
  );

  it('isPlainBill accepts a usual row of a sheet, so the schema rarely has to parse one.', () => {
    const bill = {
      regNum: '00012',
      name: 'عائشہ خان',
      number: '0300-1234567',
      total: 12_500.5,
      amount1: -500,
    };
    expect(isPlainBill({ ...bill, dueDate: '2026-11-05', status: 'unpaid', month: 11, year: 2026 })).toBe(
      true,
    );
    expect(isPlainSheetBill({ ...bill, class: '5', section: 'B', fatherName: 'Asif' })).toBe(true);
    expect(isPlainBill({ ...bill, class: '5' })).toBe(false);
    expect(isPlainBill([])).toBe(false);
    expect(isPlainBill(null)).toBe(false);
  });

  it('A save trims the bills that are not plain and reports their errors with the index of the bill.', () => {
    const save = (contacts: unknown[]) => saveGroup.body.safeParse({ group: { id: 1 }, contacts });
    expect(save([{ name: 'a' }, { name: ' b ' }]).data?.contacts).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(save([{ name: 'a' }, { junk: 1 }]).error?.issues).toMatchObject([
      { path: ['contacts', 1], keys: ['junk'] },
    ]);
    expect(save([{ name: 'a' }, { total: -1 }]).error?.issues[0]?.path).toEqual(['contacts', 1, 'total']);
  });
});
