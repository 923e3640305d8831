import { describe, expect, it } from 'vitest';
import { allRights } from '#shared/people/rights.ts';
import { isRepeated, mayUndo, toHeadings } from './history-rules.ts';

const person = { kind: 'user', id: 'me', name: 'Me' } as const;
const key = { kind: 'key', id: 'key', name: 'Portal' } as const;
const none = { ...allRights, add: false, delete: false };

it.each([
  ['A person with the right to add may undo her own import.', { ...none, add: true }, 'me', true],
  ['A person without the right to add may not undo her own import.', none, 'me', false],
  ['The right to add does not allow undoing a colleague’s import.', { ...none, add: true }, 'she', false],
  ['A person with the right to delete may undo anybody’s import.', { ...none, delete: true }, 'she', true],
])('%s', (_title, rights, createdBy, may) => {
  expect(mayUndo({ userID: 'me', actor: person, rights }, createdBy)).toBe(may);
  // An import by the maker of an API key is not the key's own.
  expect(mayUndo({ userID: 'me', actor: key, rights }, createdBy)).toBe(rights.delete);
});

describe('A save id that was used before', () => {
  const first = { kind: 'bills', groupID: 3, createdBy: 'me', content: 'a' } as const;
  it.each([
    ['A save with the same id and content is a repeat.', first, true],
    ['A save with the same id to another billing is not a repeat.', { ...first, groupID: 4 }, false],
    ['A save with the same id by another person is not a repeat.', { ...first, createdBy: 'she' }, false],
    ['A save with the same id and other content is not a repeat.', { ...first, content: 'b' }, false],
    [
      'A save of students with the same id as a save of bills is not a repeat.',
      { ...first, kind: 'students' as const, groupID: null },
      false,
    ],
  ])('%s', (_title, again, isSame) => {
    expect(isRepeated(first, again)).toBe(isSame);
  });
});

it('Headings that differ only in case, spaces or punctuation are one, and the last mapping counts.', () => {
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
