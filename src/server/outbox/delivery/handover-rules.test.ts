import { describe, expect, it } from 'vitest';
import { nextGroup } from './handover-rules.ts';

describe('Groups of handovers', () => {
  it('A group whose requests are written within a millisecond is followed by one of twice the size.', () => {
    expect(nextGroup(1, 1, 0.4)).toBe(2);
    expect(nextGroup(64, 64, 1)).toBe(128);
    expect(nextGroup(400, 400, 0)).toBe(500);
  });

  it('A smaller group says nothing about a full one.', () => {
    expect(nextGroup(64, 3, 0.4)).toBe(64);
  });

  it('A group that takes longer halves the next one, down to a single message.', () => {
    expect(nextGroup(64, 3, 5)).toBe(32);
    expect(nextGroup(1, 1, 150)).toBe(1);
  });
});
