import { expect, it } from 'vitest';
import { digestOf, isKey, takeCall } from './auth-rules.ts';

it('digestOf returns the SHA-256 in hex.', () =>
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));

it('A token is an API key only if it begins with qasid_.', () => {
  expect(isKey('qasid_abc')).toBe(true);
  expect(isKey('Qasid_abc')).toBe(false);
  expect(isKey('abc')).toBe(false);
});

it.each([1, 7, 300, 6000])(
  'The token bucket allows %i calls at once and then limits their rate.',
  (perMinute) => {
    let fullAt = 0;
    let passed = 0;
    const take = (now: number) => {
      const taken = takeCall({ fullAt, perMinute }, now);
      ({ fullAt } = taken);
      if (taken.wait === 0) passed += 1;
      return taken.wait;
    };
    const start = 1_000_000;
    for (let call = 0; call < perMinute; call++) expect(take(start)).toBe(0);
    const wait = take(start);
    expect(wait).toBeCloseTo(60_000 / perMinute, 3);
    expect(take(start + wait - 1)).toBeGreaterThan(0);
    expect(take(start + wait)).toBe(0);
    // After a pause of any length, the bucket is full again, but never fuller.
    for (let call = 0; call < perMinute; call++) expect(take(start + 1e7)).toBe(0);
    expect(take(start + 1e7)).toBeGreaterThan(0);
    expect(passed).toBe(2 * perMinute + 1);
  },
);
