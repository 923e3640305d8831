import { describe, expect, it } from 'vitest';
import { allRights } from '#shared/rights.ts';
import { isRepeated, mayUndo, toHeadings } from './rules.ts';

const person = { kind: 'user', id: 'me', name: 'Me' } as const;
const key = { kind: 'key', id: 'key', name: 'Portal' } as const;
const none = { ...allRights, add: false, delete: false };

it.each([
  ['her own, while she may add', { ...none, add: true }, 'me', true],
  ['her own, without the right to add', none, 'me', false],
  ['a colleague’s, with the right to add alone', { ...none, add: true }, 'she', false],
  ['anybody’s, with the right to delete', { ...none, delete: true }, 'she', true],
])('one may undo %s', (_what, rights, createdBy, may) => {
  expect(mayUndo({ userID: 'me', actor: person, rights }, createdBy)).toBe(may);
  // What its maker brought in is not a key's own.
  expect(mayUndo({ userID: 'me', actor: key, rights }, createdBy)).toBe(rights.delete);
});

describe('a save id that was used', () => {
  const first = { kind: 'bills', groupID: 3, createdBy: 'me', content: 'a' } as const;
  it.each([
    ['the same save', first, true],
    ['a save to another billing', { ...first, groupID: 4 }, false],
    ['a save of another person', { ...first, createdBy: 'she' }, false],
    ['a save of something else', { ...first, content: 'b' }, false],
    ['a save of students', { ...first, kind: 'students' as const, groupID: null }, false],
  ])('is %s', (_what, asked, isSame) => {
    expect(isRepeated(first, asked)).toBe(isSame);
  });
});

it('headings that differ in what people vary are one, and the last choice counts', () => {
  expect(
    toHeadings([
      { heading: 'Fee Total', field: 'total' },
      { heading: 'Remarks', field: null },
      { heading: 'FEE-TOTAL.', field: 'amount1' },
      { heading: ' . ', field: 'name' },
    ]),
  ).toEqual([
    { heading: 'feetotal', field: 'amount1' },
    { heading: 'remarks', field: '' },
  ]);
});
