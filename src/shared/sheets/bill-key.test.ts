import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import { type BillIdentity, identityOf } from './bill-key.ts';

const november = { month: 11, year: 2026 };
const ali = { name: 'Ali', numbers: '+923001234567' };

describe('Identity of two bills', () => {
  it.each<[string, Partial<BillIdentity>, Partial<BillIdentity>, boolean]>([
    [
      'with one registration and the same month',
      { regNum: '1', invNo: 'A' },
      { regNum: '1', month: 11 },
      true,
    ],
    ['with one registration and two months', { regNum: '1' }, { regNum: '1', month: 10 }, false],
    ['with one registration and two years', { regNum: '1' }, { regNum: '1', year: 2025 }, false],
    ['with one invoice number and two names', { invNo: 'A' }, { invNo: 'A', name: 'Sana' }, true],
    [
      'with one invoice number, where only one has a registration',
      { regNum: '1', invNo: 'A' },
      { invNo: 'A' },
      false,
    ],
    ['with one name in another case and the same numbers', {}, { name: 'ALI' }, true],
    ['with two names', {}, { name: 'Sana' }, false],
    ['with one name and other numbers', {}, { numbers: '' }, false],
    [
      'where the registration of one is the invoice number of the other',
      { regNum: '1' },
      { invNo: '1' },
      false,
    ],
    [
      'with null and undefined for the same missing fields',
      { regNum: null, invNo: null },
      { regNum: undefined },
      true,
    ],
  ])('Two bills %s, %j and %j, are the same bill: %s.', (_what, one, other, isSame) => {
    const [first, second] = [one, other].map((bill) => identityOf({ ...ali, ...bill }, november).text);
    expect(first === second).toBe(isSame);
  });
});

it('Rows of a sheet are duplicates if they have the same name and numbers, however the numbers are written.', async () => {
  const { check } = await checkText(
    'Name;Mobile\nAli;0300-1234567\nALI;+92 300 1234567\nali;0300 1234567, 03001234567\nSana;0300-1234567',
  );
  const kinds = [0, 1, 2, 3].map((id) => check.row(id)?.issues.some(({ kind }) => kind === 'twice'));
  expect(kinds).toEqual([false, true, true, false]);
});
