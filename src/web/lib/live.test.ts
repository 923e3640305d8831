import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRefresher } from './live.ts';
import { keys, staleAfter } from './query-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Key = readonly unknown[];

/** Shown lists. Each request waits until the test answers, with the value from the time of the request. */
function shown() {
  const client = new QueryClient();
  const requested: Key[] = [];
  const waiting: (() => void)[] = [];
  const show = (queryKey: Key): void => {
    const queryFn = () =>
      new Promise<string>((resolve) => {
        const read = truth.now;
        requested.push(queryKey);
        waiting.push(() => resolve(read));
      });
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  };
  const truth = { now: 'old' };
  const answer = async (): Promise<void> => {
    for (const reply of waiting.splice(0)) reply();
    await vi.advanceTimersByTimeAsync(10);
  };
  return { client, requested, show, answer, truth };
}

test('Events within 300 ms cause one refresh, and only of the shown lists that they concern.', async () => {
  const { client, requested, show, answer } = shown();
  for (const key of [keys.outbox, keys.chats, keys.demo, keys.students]) show(key);
  await answer();
  requested.length = 0;
  const refresh = makeRefresher(client, 300);
  for (let event = 0; event < 5; event++) refresh(staleAfter({ what: 'outbox', broadcastID: 1 }));
  await vi.advanceTimersByTimeAsync(299);
  expect(requested).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requested).toEqual([keys.outbox, keys.chats, keys.demo]);
});

test('A slow list does not delay the refresh of other lists.', async () => {
  const { client, requested, show, answer } = shown();
  for (const key of [keys.outbox, keys.chats]) show(key);
  await answer();
  requested.length = 0;
  const refresh = makeRefresher(client, 300);
  refresh([keys.chats]);
  await vi.advanceTimersByTimeAsync(300);
  refresh([keys.chats, keys.outbox]);
  await vi.advanceTimersByTimeAsync(300);
  expect(requested).toEqual([keys.chats, keys.outbox]);
});

test('A change during a refresh causes another refresh afterwards.', async () => {
  const { client, requested, show, answer } = shown();
  show(keys.groups);
  await answer();
  const refresh = makeRefresher(client, 300);
  refresh([keys.groups]);
  await vi.advanceTimersByTimeAsync(300);
  refresh([keys.groups]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requested).toHaveLength(2);
  await answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(requested).toHaveLength(3);
});

test('A change during the first load of a list loads the list again.', async () => {
  const { client, requested, show, answer, truth } = shown();
  show(keys.groups);
  truth.now = 'new';
  makeRefresher(client, 300)(staleAfter({ what: 'groups' }));
  await vi.advanceTimersByTimeAsync(300);
  expect(requested).toHaveLength(1);
  await answer();
  await answer();
  expect(client.getQueryData(keys.groups)).toBe('new');
  expect(requested).toHaveLength(2);
});

test('Every list is refreshed after events may have been missed.', async () => {
  const { client, requested, show, answer } = shown();
  for (const key of [keys.students, keys.templates]) show(key);
  await answer();
  requested.length = 0;
  makeRefresher(client, 300)(staleAfter({ what: 'everything' }));
  await vi.advanceTimersByTimeAsync(300);
  expect(requested).toEqual([keys.students, keys.templates]);
});

test('After a change of bills, all data that show bills are stale: lists, send plans, the bin, search results and more.', () => {
  expect(staleAfter({ what: 'bills', groupID: 7 })).toEqual([
    keys.groups,
    keys.bills(7),
    keys.billsOfNumbers,
    keys.plans,
    keys.bin,
    keys.found,
    keys.families,
    keys.today,
    keys.payments,
    keys.conversations,
    keys.promises,
  ]);
});
