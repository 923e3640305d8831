import { expect, it } from 'vitest';
import { digitsIn, mergeConversations, writerIn } from './chat-rules.ts';

it.each([
  ['0300-12', '30012'],
  ['+92 300 12', '9230012'],
  ['(0300) 7654321', '3007654321'],
  ['0', ''],
  ['+', ''],
  ['Class 5', ''],
  ['', ''],
])('digitsIn reads “%s” as the digits “%s”.', (search, digits) => {
  expect(digitsIn(search)).toBe(digits);
});

it('Search finds a chat by the WhatsApp user id or lid that is stored instead of a number.', () => {
  expect(writerIn('123456789012345@lid', 'PK')).toBe('123456789012345@lid');
  expect(writerIn('PK.13491208655302741918', 'PK')).toBe('PK.13491208655302741918');
  expect(writerIn('PK.ENT.11815799212886844830', 'PK')).toBe('PK.ENT.11815799212886844830');
  expect(writerIn('0300-1234567', 'PK')).toBe('+923001234567');
});

it('A merged conversation waits from the earliest unanswered message of the two.', () => {
  const one = { latestID: 5, latestAt: 'a', answeredID: 3, confirmID: null };
  const other = { latestID: 9, latestAt: 'b', answeredID: 9, confirmID: 7 };
  const merged = { latestID: 9, latestAt: 'b', confirmID: 7 };
  expect(mergeConversations(one, other)).toEqual({ ...merged, answeredID: 3 });
  expect(mergeConversations(other, one)).toEqual({ ...merged, answeredID: 3 });
  expect(mergeConversations({ ...one, answeredID: 5 }, other)).toEqual({ ...merged, answeredID: 9 });
  expect(mergeConversations(one, { ...other, answeredID: 6 })).toEqual({ ...merged, answeredID: 3 });
});
