import { expect, test } from 'vitest';
import { countReasons } from '#shared/messages/count-reasons.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import {
  bodyOf,
  childrenOf,
  choiceAfterOpening,
  choiceOfBillings,
  countFilteredOut,
  countWho,
  emptyDraft,
  isForOtherBilling,
  isStartOfCount,
  isTyped,
  leftOutRow,
  mustBeTyped,
  payerOf,
  sayMissing,
  whyNotSend,
  withKnownGroups,
} from './rules.ts';

const draft = { ...emptyDraft, groupIDs: [2, 1], message: 'Fee of {{name}}' };

test('The form asks for billings before it asks for the message.', () => {
  expect(whyNotSend({ ...draft, groupIDs: [], message: '' })).toBe('Please select the groups');
  expect(whyNotSend({ ...draft, message: ' \n' })).toBe('Please enter message');
  expect(whyNotSend({ ...draft, message: 'Fee of {{nmae}}' })).toContain('{{nmae}}');
  expect(whyNotSend(draft)).toBeUndefined();
});

test('One message per family is requested only for a text with placeholders.', () => {
  expect(bodyOf(draft).family).toBe(true);
  expect(bodyOf({ ...draft, message: 'School is closed' }).family).toBe(false);
  expect(bodyOf({ ...draft, family: false }).family).toBe(false);
});

test('Selected bills are sent without their billing and with any status.', () => {
  const chosen = bodyOf({ ...draft, groupIDs: [2], contactIDs: [9, 8] });
  expect(chosen).toMatchObject({ groupIDs: [], contactIDs: [8, 9], status: 'all' });
  expect(bodyOf(draft)).toMatchObject({ groupIDs: [1, 2], contactIDs: [], status: 'unpaid' });
});

const group = {
  version: '',
  name: '',
  month: 1,
  year: 2026,
  description: '',
  campusID: 1,
  avatar: null,
  total: 0,
  paid: 0,
  partPaid: 0,
  other: 0,
  expected: 0,
  collected: 0,
  outstanding: 0,
  toAnswer: 0,
};
const groups = [
  { ...group, id: 1, bills: 10, unpaid: 4, overdue: 1 },
  { ...group, id: 2, bills: 5, unpaid: 5, overdue: 0 },
  { ...group, id: 3, bills: 99, unpaid: 9, overdue: 9 },
];

test('Bills are counted over all chosen billings.', () => {
  expect(countWho(groups, [1, 2])).toEqual({ all: 15, unpaid: 9, overdue: 1 });
});

test('Bills that do not belong to the audience are counted by kind.', () => {
  const kinds = (filteredOut: number, filteredOutOther: number) =>
    countFilteredOut({ filteredOut, filteredOutOther }, 'unpaid').map(({ kind, count }) => [kind, count]);
  expect(kinds(3, 1)).toEqual([
    ['unpaid', 2],
    ['other', 1],
  ]);
  expect(kinds(1, 1)).toEqual([['other', 1]]);
  expect(kinds(0, 0)).toEqual([]);
});

test('If the billing is gone, its selected bills are dropped too.', () => {
  expect(withKnownGroups({ ...draft, groupIDs: [2, 7] }, groups).groupIDs).toEqual([2]);
  const gone = withKnownGroups({ ...draft, groupIDs: [7], contactIDs: [70] }, groups);
  expect(gone).toMatchObject({ groupIDs: [], contactIDs: [] });
});

test('A message follows the opened billing unless a person chose other billings.', () => {
  const november = { groupIDs: [11], contactIDs: [], isOwn: false, opened: 11 };
  expect(choiceAfterOpening(emptyDraft, undefined)).toBeUndefined();
  expect(choiceAfterOpening(emptyDraft, 11)).toEqual(november);
  expect(choiceAfterOpening({ ...emptyDraft, ...november }, 12)).toMatchObject({ groupIDs: [12] });
  // The recipients do not change if the user has removed the opened billing or goes back to the list.
  expect(choiceAfterOpening(choiceOfBillings([], 11), 11)).toBeUndefined();
  expect(choiceAfterOpening(choiceOfBillings([], 11), 12)).toMatchObject({ groupIDs: [12] });
  expect(choiceAfterOpening(november, undefined)).toBeUndefined();
  for (const [ids, opened] of [
    [[12], 11],
    [[11, 12], 11],
    [[12], undefined],
  ] as const)
    expect(choiceAfterOpening(choiceOfBillings([...ids], opened), 10)).toBeUndefined();
});

test('A warning is shown if a message is for other billings than the opened one.', () => {
  const isForOther = (groupIDs: number[], opened: number | undefined) =>
    isForOtherBilling({ groupIDs }, opened);
  expect([isForOther([12], 11), isForOther([12, 13], 11)]).toEqual([true, true]);
  expect([isForOther([11, 12], 11), isForOther([], 11), isForOther([12], undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('Reasons are listed by frequency, and missing values are named as on the screen.', () => {
  expect(countReasons([{ reason: 'a' }, { reason: 'b' }, { reason: 'b' }])).toEqual([
    { reason: 'b', count: 2 },
    { reason: 'a', count: 1 },
  ]);
  const missing = makeReason('missing', { names: ['dueDate', 'regNum'] });
  expect(sayReason(missing)).toBe('No value for Due date, Reg');
});

test('A message that is not sent names the missing values.', () => {
  expect(sayMissing({ missing: ['dueDate', 'total'] })).toBe('No value for Due date, Total: left out');
  expect(sayMissing({ missing: [] })).toBe('');
});

test('A recipient is shown by the name of the payer, with the children below.', () => {
  const child = (name: string, className = '') => ({
    billID: 1,
    regNum: null,
    name,
    className,
    section: className ? 'A' : '',
  });
  const said = (father: string, ...children: ReturnType<typeof child>[]) => {
    const person = { father, name: children[0]?.name ?? '', children };
    return [payerOf(person), childrenOf(person).map(({ name, place }) => `${name} ${place}`.trim())];
  };
  expect(said('Tariq', child('Eman', '6'))).toEqual(['Tariq', ['Eman 6-A']]);
  expect(said('Tariq', child('Eman', '6'), child('Ali', '2'))).toEqual(['Tariq', ['Eman', 'Ali']]);
  expect(said('', child('Eman', '6'))).toEqual(['Eman', ['6-A']]);
  expect(said('', child('Eman'), child('Ali'))).toEqual(['Eman', ['Ali']]);
  expect(said('', child('Eman'))).toEqual(['Eman', []]);
});

test('In the list of people who are left out, each reason is a heading.', () => {
  const reasons = [{ count: 2 }, { count: 1 }];
  expect([0, 1, 2, 3, 4].map((index) => leftOutRow(index, reasons))).toEqual([
    { head: 0 },
    { at: 0 },
    { at: 1 },
    { head: 1 },
    { at: 2 },
  ]);
});

test('Above 200 messages the count must be typed, in any usual notation.', () => {
  expect([200, 201].map(mustBeTyped)).toEqual([false, true]);
  const right = ['1889', '1,889', ' 1 889 ', '1.889', '۱۸۸۹'];
  expect(right.map((typed) => isTyped(typed, 1889))).toEqual(right.map(() => true));
  expect(['', '188', '18890', 'all'].map((typed) => isTyped(typed, 1889))).toEqual(Array(4).fill(false));
  expect(['', '18', '1,8', '2', 'x'].map((typed) => isStartOfCount(typed, 1889))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
