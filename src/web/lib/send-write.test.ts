import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { reloadAfter } from './send-write.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  queryClient.clear();
});

/** Shows these queries, and returns how often each was loaded. */
async function show(queryKeys: readonly (readonly unknown[])[]) {
  const counts = queryKeys.map(() => 0);
  for (const [index, queryKey] of queryKeys.entries()) {
    const queryFn = () => {
      counts[index] = (counts[index] ?? 0) + 1;
      return Promise.resolve('');
    };
    ends.push(new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {}));
  }
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  return counts;
}

test('A write loads again, once, what the page shows of it, and nothing else.', async () => {
  const counts = await show([keys.bills(1), keys.billsOfNumbers, keys.families, keys.reminders, keys.people]);
  await reloadAfter('POST /GroupContacts/Mark');
  expect(counts).toEqual([2, 2, 2, 1, 1]);
});

test('After a chat was marked as answered, the list of chats is loaded again and the messages are not.', async () => {
  const counts = await show([keys.conversations, keys.chat('+923001234567')]);
  await reloadAfter('POST /Chat/Answered');
  expect(counts).toEqual([2, 1]);
  await reloadAfter('POST /Chat/SendWhatsApp');
  expect(counts).toEqual([2, 2]);
});
