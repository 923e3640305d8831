import { expect, test } from 'vitest';
import { bodyOf, countReasons, countWho, emptyDraft, pressOf, whyNotSend } from './rules.ts';

const draft = { ...emptyDraft, groupIDs: [2, 1], message: 'Fee of {{name}}' };

test('groups are asked for before the message', () => {
  expect(whyNotSend({ ...draft, groupIDs: [], message: '' })).toBe('Please select the groups');
  expect(whyNotSend({ ...draft, message: ' \n' })).toBe('Please enter message');
  expect(whyNotSend(draft)).toBeUndefined();
});

test('one message per family is asked only of a text with values', () => {
  expect(bodyOf(draft).family).toBe(true);
  expect(bodyOf({ ...draft, message: 'School is closed' }).family).toBe(false);
  expect(bodyOf({ ...draft, family: false }).family).toBe(false);
});

test('a repeated press keeps its id until what is sent changes', () => {
  let made = 0;
  const makeID = () => `press-${++made}`;
  const first = pressOf(draft, null, makeID);
  expect(pressOf({ ...draft, groupIDs: [1, 2] }, first, makeID)).toBe(first);
  expect(pressOf({ ...draft, message: 'Other' }, first, makeID).clientID).toBe('press-2');
  expect(pressOf(draft, null, makeID).clientID).toBe('press-3');
});

test('bills are counted over the chosen billings', () => {
  const group = {
    name: '',
    month: 1,
    year: 2026,
    description: '',
    campusID: 1,
    avatar: null,
    total: 0,
    collected: 0,
  };
  const groups = [
    { ...group, id: 1, bills: 10, unpaid: 4, overdue: 1 },
    { ...group, id: 2, bills: 5, unpaid: 5, overdue: 0 },
    { ...group, id: 3, bills: 99, unpaid: 9, overdue: 9 },
  ];
  expect(countWho(groups, [1, 2])).toEqual({ all: 15, unpaid: 9, overdue: 1 });
});

test('reasons are counted, the commonest first', () => {
  expect(countReasons([{ reason: 'a' }, { reason: 'b' }, { reason: 'b' }])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});
