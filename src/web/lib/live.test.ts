import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys, staleAfter } from './keys.ts';
import { makeRefresher } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache whose refreshes end when the test says so. */
function slowCache() {
  const asked: unknown[] = [];
  const endings: (() => void)[] = [];
  const invalidateQueries = ({ queryKey }: { queryKey?: readonly unknown[] } = {}) =>
    new Promise<void>((resolve) => {
      asked.push(queryKey);
      endings.push(resolve);
    });
  return { asked, invalidateQueries, endAll: () => endings.splice(0).forEach((end) => void end()) };
}

test('events of a moment are one refresh of each list', async () => {
  const cache = slowCache();
  const refresh = makeRefresher(cache, 300);
  for (let event = 0; event < 5; event++) refresh(staleAfter({ what: 'outbox', broadcastID: 1 }));
  await vi.advanceTimersByTimeAsync(299);
  expect(cache.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(cache.asked).toEqual([keys.outbox, keys.chats, keys.demo]);
});

test('a list that is slow to come holds up no other', async () => {
  const cache = slowCache();
  const refresh = makeRefresher(cache, 300);
  refresh([keys.chats]);
  await vi.advanceTimersByTimeAsync(300);
  refresh([keys.chats, keys.outbox]);
  await vi.advanceTimersByTimeAsync(300);
  expect(cache.asked).toEqual([keys.chats, keys.outbox]);
});

test('what changes while a refresh is on its way is asked for after it', async () => {
  const cache = slowCache();
  const refresh = makeRefresher(cache, 300);
  refresh([keys.groups]);
  await vi.advanceTimersByTimeAsync(300);
  refresh([keys.groups]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(cache.asked).toEqual([keys.groups]);
  cache.endAll();
  await vi.advanceTimersByTimeAsync(300);
  expect(cache.asked).toEqual([keys.groups, keys.groups]);
});

test('changed bills make their billing, its figures and any plan of a send stale', () => {
  expect(staleAfter({ what: 'bills', groupID: 7 })).toEqual([keys.groups, keys.bills(7), keys.plans]);
});
