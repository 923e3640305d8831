import { expect, test } from 'vitest';
import { approvalStates } from '#shared/calls/approvals.ts';
import { isMarketing, isReady, maySubmit, standingOf } from './approvals.ts';

test('An approval is ready only while the template still has the approved text.', () => {
  expect(isReady({ state: 'approved', isCurrent: true })).toBe(true);
  expect(isReady({ state: 'approved', isCurrent: false })).toBe(false);
  expect(isReady({ state: 'paused', isCurrent: true })).toBe(false);
  expect(isReady(undefined)).toBe(false);
});

test('A changed text may be submitted again, whatever the state of the old text.', () => {
  const changed = approvalStates.map((state) => standingOf({ state, isCurrent: false }));
  expect(changed).toEqual(['none', 'overtaken', 'changed', 'rejected', 'changed', 'disabled']);
  expect(changed.every(maySubmit)).toBe(true);
});

test('An unchanged text that is in review or approved cannot be submitted again.', () => {
  const mayBe = approvalStates.filter((state) => maySubmit(standingOf({ state, isCurrent: true })));
  expect(mayBe).toEqual(['none', 'rejected', 'disabled']);
});

test('A template costs more once WhatsApp has put it into the category Marketing.', () => {
  const found = ['UTILITY', 'MARKETING', ''].filter((category) => isMarketing({ category }));
  expect(found).toEqual(['MARKETING']);
});
