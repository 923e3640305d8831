import { describe, expect, it } from 'vitest';
import { columns, recognise } from './columns.ts';
import { byNameOnly, findHeader, nameColumns } from './find-header.ts';

const naming = byNameOnly('bills');

it('The columns of a bill are those of the specification in its order, and the status.', () => {
  const ten = (word: string) => Array.from({ length: 10 }, (_, index) => `${word}${index + 1}`);
  expect(columns.map(({ heading }) => heading)).toEqual([
    'RegistrationNumber',
    'InvoiceNumber',
    ...ten('Head'),
    ...ten('Amount'),
    'TotalAmount',
    'DueDate',
    'AmountAfterDueDate',
    'ExpiryDate',
    'IssueDate',
    'VoucherMonth',
    'VoucherYear',
    'Name',
    'Mobile',
    'Email',
    'Branch',
    'Status',
  ]);
});

it.each([
  ['registrationnumber'],
  ['Registration Number'],
  ['REGISTRATION_NUMBER'],
  [' Registration.Number '],
  ['registration-number'],
  ['\ufeffRegistrationNumber'],
  ['Registration\nNumber'],
])('The heading %j is recognised as the registration number.', (heading) =>
  expect(recognise(heading)?.field).toBe('regNum'),
);

it.each([['__proto__'], ['constructor'], ['toString'], [''], ['Registration'], [12]])(
  'The heading %j is not recognised.',
  (heading) => expect(recognise(heading)).toBeUndefined(),
);

describe('The heading row', () => {
  it('The heading row is found below titles, and unknown or repeated headings stay unmapped.', () => {
    const rows = [
      ['The Example School'],
      ['Branch'],
      [],
      ['Name', '__proto__', 'Mobile', 'Due Date', 'name', null, 'Remarks'],
    ];
    const header = findHeader(rows, naming);
    expect(header?.index).toBe(3);
    const named = nameColumns(header?.titles ?? [], naming);
    expect(named.flatMap(({ column, index }) => (column ? [[column.field, index]] : []))).toEqual([
      ['name', 0],
      ['number', 2],
      ['dueDate', 3],
    ]);
    const unused = named.filter(({ column }) => column === null).map(({ title }) => title);
    expect(unused).toEqual(['__proto__', 'name', '', 'Remarks']);
  });

  it('A heading row has two known headings, or one known heading alone.', () => {
    expect(findHeader([['Name', 'Mobile']], naming)?.index).toBe(0);
    expect(findHeader([[null, 'Mobile']], naming)?.titles).toEqual(['', 'Mobile']);
    expect(findHeader([['Mobile', 'Remarks']], naming)).toBeUndefined();
    expect(findHeader([['0300-1234567'], ['0300-1234568']], naming)).toBeUndefined();
  });
});
