import { afterEach, expect, it, vi } from 'vitest';
import { yieldToEventLoop } from '../../yielding.ts';
import { isUnavailable } from '../http/failures.ts';
import { createKeyedQueue, longestWait } from './keyed-queue.ts';

afterEach(() => void vi.useRealTimers());

/** Work that runs until the test ends it. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await yieldToEventLoop();
  };
  return { begun, work, end };
}

it('Work of one campus runs one after the other, and other campuses run at the same time.', async () => {
  const turns = createKeyedQueue();
  const { begun, work, end } = createWork();
  const done = [turns(1, work('a')), turns(1, work('b')), turns(2, work('c')), turns(1, work('d'))];
  await yieldToEventLoop();
  expect(begun).toEqual(['a', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'c', 'b']);
  for (const name of ['b', 'c', 'd']) await end(name);
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

it('When work of a campus fails, the next work of that campus starts.', async () => {
  const turns = createKeyedQueue();
  const { begun, work, end } = createWork();
  const failed = turns(1, work('a'));
  const next = turns(1, work('b'));
  const rejection = expect(failed).rejects.toThrow('no');
  await yieldToEventLoop();
  await end('a', new Error('no'));
  await rejection;
  await end('b');
  expect(await next).toBe('b');
  expect(begun).toEqual(['a', 'b']);
});

it('The keyed queue runs a limited number of campuses at once, and the others follow in the order of their arrival.', async () => {
  const turns = createKeyedQueue({ most: 2 });
  const { begun, work, end } = createWork();
  const done = [1, 2, 3, 4].map((campusID) => turns(campusID, work(`of ${campusID}`)));
  await yieldToEventLoop();
  expect(begun).toEqual(['of 1', 'of 2']);
  await end('of 2');
  expect(begun).toEqual(['of 1', 'of 2', 'of 3']);
  for (const campusID of [1, 3, 4]) await end(`of ${campusID}`);
  expect(await Promise.all(done)).toHaveLength(4);
});

it('A wait that is too long fails as an unavailable store, and later work still waits its turn.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const turns = createKeyedQueue();
  const { begun, work, end } = createWork();
  const held = turns(1, work('a'));
  const late = turns(1, work('b')).catch((error: Error & { code: string }) => error);
  vi.advanceTimersByTime(longestWait);
  expect(isUnavailable((await late) as Error & { code: string })).toBe(true);
  const next = turns(1, work('c'));
  await yieldToEventLoop();
  expect(begun).toEqual(['a']);
  await end('a');
  await end('c');
  expect(await Promise.all([held, next])).toEqual(['a', 'c']);
});
