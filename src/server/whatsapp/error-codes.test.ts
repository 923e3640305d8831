import { expect, it } from 'vitest';
import { policies, policyOfCode } from './error-codes.ts';

it.each([
  [130429, 'retrySender'],
  [131056, 'retryPair'],
  [131000, 'retryTransient'],
  [131049, 'retryTomorrow'],
  [131048, 'pauseSender'],
  [132015, 'pauseTemplate'],
  [190, 'fixToken'],
  [200, 'fixToken'],
  [299, 'fixToken'],
  [131026, 'failRecipient'],
  [132018, 'failRequest'],
  [131047, 'switchToTemplate'],
  [987654, 'failRequest'],
])('Error code %d has the policy %s.', (code, policy) => expect(policyOfCode(code)).toBe(policy));

it('Every policy belongs to at least one error code.', () => {
  const codes = Array.from({ length: 200_000 }, (_, code) => policyOfCode(code));
  expect(new Set(codes)).toEqual(new Set(policies));
});
