import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listening } from './live-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A live stream is closed after a minute without a chunk, and each chunk restarts the minute.', async () => {
  let silences = 0;
  let heard = 0;
  let say = (_text: string): void => {};
  const source = new ReadableStream<Uint8Array>({
    start: (stream) => {
      say = (text) => stream.enqueue(new TextEncoder().encode(text));
    },
  });
  const { body, end } = listening(source, { onSilence: () => silences++, onChunk: () => heard++ });
  const reader = body?.getReader();
  await vi.advanceTimersByTimeAsync(50_000);
  say(': still here');
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': still here');
  expect(heard).toBe(1);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(silences).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(silences).toBe(1);
  say('too late');
  await reader?.read();
  end();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(silences).toBe(1);
});
