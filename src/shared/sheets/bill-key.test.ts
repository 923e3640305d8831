import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import { type BillIdentity, identityOf } from './bill-key.ts';

const november = { month: 11, year: 2026 };
const ali = { name: 'Ali', numbers: '+923001234567' };

describe('two bills', () => {
  it.each<[string, Partial<BillIdentity>, Partial<BillIdentity>, boolean]>([
    ['of a registration for its month', { regNum: '1', invNo: 'A' }, { regNum: '1', month: 11 }, true],
    ['of a registration for two months', { regNum: '1' }, { regNum: '1', month: 10 }, false],
    ['of a registration for two years', { regNum: '1' }, { regNum: '1', year: 2025 }, false],
    ['of an invoice number, whatever the name', { invNo: 'A' }, { invNo: 'A', name: 'Sana' }, true],
    ['one with a registration', { regNum: '1', invNo: 'A' }, { invNo: 'A' }, false],
    ['of a name and its numbers, in any case', {}, { name: 'ALI' }, true],
    ['of two names', {}, { name: 'Sana' }, false],
    ['of other numbers', {}, { numbers: '' }, false],
    ['of a registration that reads as an invoice number', { regNum: '1' }, { invNo: '1' }, false],
    ['where nothing known is null', { regNum: null, invNo: null }, { regNum: undefined }, true],
  ])('%s', (_what, one, other, isSame) => {
    const [first, second] = [one, other].map((bill) => identityOf({ ...ali, ...bill }, november).text);
    expect(first === second).toBe(isSame);
  });
});

it('a sheet knows them by the same', async () => {
  const { check } = await checkText(
    'Name;Mobile\nAli;0300-1234567\nALI;+92 300 1234567\nali;0300 1234567, 03001234567\nSana;0300-1234567',
  );
  const kinds = [0, 1, 2, 3].map((id) => check.row(id)?.issues.some(({ kind }) => kind === 'twice'));
  expect(kinds).toEqual([false, true, true, false]);
});
