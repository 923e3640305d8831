import { expect, test } from 'vitest';
import {
  type ClassDraft,
  classBodyOf,
  emptyClassDraft,
  placesOf,
  whyNotSendToClasses,
} from './class-rules.ts';

const section = (id: number, name: string) => ({ id, name, students: 10 });
const classes = [
  { id: 1, name: 'Five', spellings: [], students: 20, sections: [section(11, 'A'), section(12, 'B')] },
  { id: 2, name: 'Six', spellings: [], students: 10, sections: [section(21, '')] },
];
const draft: ClassDraft = { ...emptyClassDraft, templateID: 3, message: 'School is closed tomorrow.' };
const idsOf = (part: Partial<ClassDraft>) => {
  const chosen = { ...draft, ...part };
  const { clsIDs, secIDs } = classBodyOf(chosen, placesOf(chosen, classes));
  return [clsIDs, secIDs];
};

test('Only sections of the chosen classes are offered and sent.', () => {
  const chosen = { ...draft, classes: [1], sections: [12, 21] };
  expect(placesOf(chosen, classes).offered.map(({ id }) => id)).toEqual([11, 12]);
  expect(idsOf(chosen)).toEqual([[1], [12]]);
});

test('“All” sends every class and section that exists.', () => {
  expect(idsOf({ classes: 'all', sections: 'all' })).toEqual([
    [1, 2],
    [11, 12, 21],
  ]);
  expect(idsOf({ classes: [2], sections: 'all' })).toEqual([[2], [21]]);
});

test('A message to classes goes to all of their students, or only to the unpaid.', () => {
  const statusOf = (part: Partial<ClassDraft>) =>
    classBodyOf({ ...draft, ...part }, placesOf(draft, classes)).status;
  expect([statusOf({}), statusOf({ who: 'unpaid' })]).toEqual(['all', 'unpaid']);
});

test('Class, section and template are required before the message.', () => {
  const why = (part: Partial<ClassDraft>) => {
    const chosen = { ...draft, classes: [1], sections: [11], ...part };
    return whyNotSendToClasses(chosen, placesOf(chosen, classes));
  };
  const incomplete = 'Please fill the form correctly.';
  expect(why({ classes: [], message: '' })).toBe(incomplete);
  expect(why({ sections: [] })).toBe(incomplete);
  expect(why({ sections: [21] })).toBe(incomplete);
  expect(why({ templateID: null, message: '' })).toBe(incomplete);
  expect(why({ message: '  ' })).toBe('Please enter message');
  expect(why({})).toBeUndefined();
});
