import { expect, it } from 'vitest';
import { alteredCodes } from './altered-codes.ts';

const bill = (invNo: string | null, regNum: string | null = null) => ({ invNo, regNum });

it.each([
  ['Bill _{{invNo}}_ is due', 'A_ 12', 'Bill A 12_ is due'],
  ['Bill *{{invNo}}*', '*7*', 'Bill *7*'],
  // The signs of the value alone are formatting.
  ['Bill {{invNo}} is due', '*12*', 'Bill 12 is due'],
  ['~{{ INVNO }} of {{name}}~', 'x~ 1', 'x 1 of x~'],
  ['*Bill {{invNo}} of {{name}}*', 'A* 1', 'Bill A 1 of x*'],
  ['Code `{{invNo}}`', 'a` b', 'Code a b`'],
])('In %j the code %j may look wrong, and the warning shows how.', (text, value, looks) =>
  expect(alteredCodes(text, [bill('12'), bill(value)])).toEqual([{ name: 'invNo', value, looks }]),
);

it.each([
  ['Bill *{{invNo}}*', 'INV_2026_7'],
  ['Bill {{invNo}}', 'INV_2026*7~a'],
  ['*Bill* {{invNo}}', 'A*7'],
  ['Bill {{name}}', '*12*'],
  ['*{{invNo}}*', '12'],
])('In %j the code %j is shown as it is.', (text, value) =>
  expect(alteredCodes(text, [bill(value)])).toEqual([]),
);

it('Registration and invoice are each reported once, with the first value.', () => {
  const text = '_{{regNum}}_\n_{{invNo}}_\n_{{invNo}}_';
  const found = alteredCodes(text, [bill('1', 'R_ 1'), bill('I_ 2', 'R_ 2'), bill('I_ 3')]);
  expect(found.map(({ name, value }) => [name, value])).toEqual([
    ['regNum', 'R_ 1'],
    ['invNo', 'I_ 2'],
  ]);
});

it('A link is reported if a sign stands directly beside it.', () => {
  expect(alteredCodes('Pay at {{link}}', [])).toEqual([]);
  expect(alteredCodes('Pay at *{{name}}* {{link}}', [])).toEqual([]);
  expect(alteredCodes('Pay at _{{link}}_', [])).toMatchObject([{ name: 'link' }]);
  expect(alteredCodes('Pay at {{link}}*', [])).toMatchObject([{ name: 'link' }]);
});
