import { expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import { problemWords } from '../words/import-problems.ts';

const sheet = [
  'Adm No;Student Name;Father Name;Class;Mobile;Total',
  '1;Ali;Imran Bhatti;5;3004709137;500',
  '2;Iqra;IMRAN  BHATTI;1;;500',
  '3;Omar;Akram;5;0321-8840127;500',
  '4;Sana;Akram;6;0321-8840128;500',
  '5;Zara;Akram;7;;500',
  '6;Hina;;7;;500',
].join('\n');

it('A child without a number gets that of a child whose father has the same name only if a person says so.', async () => {
  const { check } = await checkText(sheet);
  const line = check.summary().lines.find(({ kind }) => kind === 'noNumber');
  expect(line).toMatchObject({
    count: 3,
    fatherNumbers: 1,
    answers: [{ name: 'keep' }, { name: 'fatherNumbers' }],
  });
  expect(line && problemWords.hint(line, { due: '', billing: '' })).toContain('1 has a father with the name');
  const numbers = () => [...check.rowsToSave()].map((bill) => (bill as { number?: string }).number);
  expect(numbers()).toEqual(['3004709137', undefined, '0321-8840127', '0321-8840128', undefined, undefined]);
  check.answer('noNumber', 'fatherNumbers');
  // Two numbers of fathers with one name are two families.
  expect(numbers()).toEqual([
    '3004709137',
    '0300-4709137',
    '0321-8840127',
    '0321-8840128',
    undefined,
    undefined,
  ]);
  check.answer('noNumber', null);
  expect(numbers()[1]).toBeUndefined();
});

it('Without a column of fathers no number is proposed.', async () => {
  const { check } = await checkText('Adm No;Student Name;Mobile;Total\n1;Ali;0300-1234567;500\n2;Iqra;;500');
  expect(check.summary().lines).toMatchObject([{ kind: 'noNumber', answers: [{ name: 'keep' }] }]);
});
