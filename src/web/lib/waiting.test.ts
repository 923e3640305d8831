import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentWait, withWaitTracked } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A wait is long after one second, slow after eight, and ends with the answer.', async () => {
  const first = Promise.withResolvers<string>();
  const answer = withWaitTracked(first.promise);
  await vi.advanceTimersByTimeAsync(999);
  expect(currentWait()).toBe('none');
  await vi.advanceTimersByTimeAsync(1);
  expect(currentWait()).toBe('long');
  await vi.advanceTimersByTimeAsync(7000);
  expect(currentWait()).toBe('slow');
  first.resolve('here');
  expect(await answer).toBe('here');
  expect(currentWait()).toBe('none');
});

test('Many quick answers are no wait, and a failure ends a wait too.', async () => {
  for (let count = 0; count < 5; count++) {
    const one = withWaitTracked(new Promise((resolve) => setTimeout(resolve, 900)));
    await vi.advanceTimersByTimeAsync(900);
    await one;
    expect(currentWait()).toBe('none');
  }
  const failing = Promise.withResolvers<never>();
  const answer = withWaitTracked(failing.promise).catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(2000);
  expect(currentWait()).toBe('long');
  failing.reject(new Error('away'));
  expect(await answer).toBe('failed');
  expect(currentWait()).toBe('none');
});
