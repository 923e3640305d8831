import { describe, expect, it } from 'vitest';
import { columns, recognise } from './columns.ts';
import { findHeader } from './find-header.ts';

it('has the columns of the specification, in its order', () => {
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
])('recognises %j', (heading) => expect(recognise(heading)?.field).toBe('regNum'));

it.each([['__proto__'], ['constructor'], ['toString'], [''], ['Registration'], [12]])(
  'does not know %j',
  (heading) => expect(recognise(heading)).toBeUndefined(),
);

describe('the row of names', () => {
  it('is found below titles, with what is unused and what is there twice', () => {
    const header = findHeader([
      ['The Example School'],
      ['Branch'],
      [],
      ['Name', '__proto__', 'Mobile', 'Due Date', 'name', null, 'Remarks'],
    ]);
    expect(header?.index).toBe(3);
    expect(header?.mapped.map(({ column, index }) => [column.field, index])).toEqual([
      ['name', 0],
      ['number', 2],
      ['dueDate', 3],
    ]);
    expect(header?.unused).toEqual(['__proto__', 'Remarks']);
    expect(header?.repeated).toEqual(['name']);
  });

  it('may hold two names, or one alone', () => {
    expect(findHeader([['Name', 'Mobile']])?.index).toBe(0);
    expect(findHeader([[null, 'Mobile']])?.mapped).toHaveLength(1);
    expect(findHeader([['Mobile', 'Remarks']])).toBeUndefined();
    expect(findHeader([['0300-1234567'], ['0300-1234568']])).toBeUndefined();
  });
});
