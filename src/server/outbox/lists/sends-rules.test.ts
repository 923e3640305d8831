import { expect, it } from 'vitest';
import { noMessages } from '#shared/messages/message-states.ts';
import { failuresSince, isPerFamily, mergeFollowing } from './sends-rules.ts';

it('A message that was replaced by one to a corrected number is counted once.', () => {
  const own = { total: 3, counts: { ...noMessages(), read: 2, skipped: 1 } };
  const following = [{ total: 1, counts: { ...noMessages(), delivered: 1 } }];
  expect(mergeFollowing(own, following, 1)).toEqual({
    total: 3,
    counts: { ...noMessages(), read: 2, delivered: 1 },
  });
  expect(mergeFollowing(own, [], 0)).toEqual(own);
});

it('A send has one message for each number if its text has no placeholders or families get one message.', () => {
  expect(isPerFamily({ text: 'School is closed', family: 0 })).toBe(true);
  expect(isPerFamily({ text: 'Dear {{name}}', family: 0 })).toBe(false);
  expect(isPerFamily({ text: 'Dear {{name}}', family: 1 })).toBe(true);
});

it('Sends are listed for mending for one month.', () => {
  expect(failuresSince(new Date('2026-11-30T06:00:00.000Z'))).toBe('2026-10-31T06:00:00.000Z');
});
