import { expect, it } from 'vitest';
import { createProgress } from './scheduler.ts';

it('The scheduler continues after the last message of each broadcast, and begins again after one second.', () => {
  let now = 5000;
  const { reached, note, forget } = createProgress(() => now);
  expect(reached(1)).toBe(0);
  note(1, 40);
  note(2, 90);
  expect([reached(1), reached(2), reached(3)]).toEqual([40, 90, 0]);
  now += 999;
  note(1, 80);
  expect(reached(1)).toBe(80);
  now += 1;
  expect([reached(1), reached(2)]).toEqual([0, 0]);
  note(1, 50);
  note(2, 95);
  forget(2);
  expect([reached(1), reached(2)]).toEqual([50, 0]);
});
