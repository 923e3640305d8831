import { expect, test } from 'vitest';
import { approvalStates } from '#shared/calls/approvals.ts';
import { isMarketing, isReady, maySubmit, standingOf } from './approvals.ts';

test('what was approved is ready only while it is what the template says', () => {
  expect(isReady({ state: 'approved', isCurrent: true })).toBe(true);
  expect(isReady({ state: 'approved', isCurrent: false })).toBe(false);
  expect(isReady({ state: 'paused', isCurrent: true })).toBe(false);
  expect(isReady(undefined)).toBe(false);
});

test('a changed text is submitted anew, whatever was said of the old one', () => {
  const changed = approvalStates.map((state) => standingOf({ state, isCurrent: false }));
  expect(changed).toEqual(['none', 'overtaken', 'changed', 'rejected', 'changed', 'disabled']);
  expect(changed.every(maySubmit)).toBe(true);
});

test('what is looked at or sendable is not submitted once more', () => {
  const mayBe = approvalStates.filter((state) => maySubmit(standingOf({ state, isCurrent: true })));
  expect(mayBe).toEqual(['none', 'rejected', 'disabled']);
});

test('A template costs more once WhatsApp has put it into the category Marketing.', () => {
  const found = ['UTILITY', 'MARKETING', ''].filter((category) => isMarketing({ category }));
  expect(found).toEqual(['MARKETING']);
});
