import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#shared/calls/account.ts';
import { connect, isConnectionLost } from './live.ts';
import { queryClient } from './query-client.ts';
import { currentSession, keepSession } from './session.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', baseURI: 'http://qasid.test/' });
const browser = new EventTarget();

type Stream = { ago: number; isOpen: boolean; say: (text: string) => void };
let streams: Stream[] = [];
let isReached = true;
let refreshed = 0;
let disconnect = (): void => {};

/** Answers with a stream that stays open until the page closes it. */
function answer(address: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!isReached) return Promise.reject(new TypeError('not reached'));
  const { pathname, searchParams } = new URL(address, page.baseURI);
  if (pathname !== '/api/Live') return Promise.resolve(new Response('{}'));
  const stream: Stream = { ago: Number(searchParams.get('ago')), isOpen: true, say: () => {} };
  const body = new ReadableStream<Uint8Array>({
    start: (source) => {
      stream.say = (text) => source.enqueue(new TextEncoder().encode(text));
      init.signal?.addEventListener('abort', () => {
        stream.isOpen = false;
        source.error(new DOMException('closed', 'AbortError'));
      });
    },
  });
  streams.push(stream);
  stream.say('retry: 2000\n\n');
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
}

const open = (): Stream[] => streams.filter(({ isOpen }) => isOpen);
const wait = (time: number) => vi.advanceTimersByTimeAsync(time);
async function turn(visibilityState: 'visible' | 'hidden'): Promise<void> {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
  await wait(50);
}

beforeEach(async () => {
  // The library must be loaded before the fake timers start.
  await import('eventsource');
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', browser);
  vi.stubGlobal('fetch', answer);
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => void refreshed++);
  [streams, isReached, refreshed, page.visibilityState] = [[], true, 0, 'visible'];
  keepSession({ db: 'main', cId: 1, token: 'a token' } as Session);
  disconnect = connect(currentSession() as Session);
  await wait(50);
});
afterEach(() => {
  disconnect();
  keepSession(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('A hidden page closes its live stream, and a page shown again asks for the missed events.', async () => {
  expect(open()).toHaveLength(1);
  await turn('hidden');
  await wait(1900);
  expect(open()).toHaveLength(1);
  await wait(100);
  expect(open()).toHaveLength(0);
  await wait(20_000);
  await turn('visible');
  expect(open()).toHaveLength(1);
  expect(streams).toHaveLength(2);
  // `ago` counts from the last chunk and adds a second for opening the stream.
  expect(streams[1]?.ago).toBeGreaterThan(22_000);
  expect(streams[1]?.ago).toBeLessThan(25_000);
  await wait(500);
  expect(refreshed).toBe(0);
});

test('A quick look at another tab keeps the live stream open.', async () => {
  await turn('hidden');
  await wait(1500);
  await turn('visible');
  await wait(10_000);
  expect(streams).toHaveLength(1);
  expect(open()).toHaveLength(1);
});

test('A page hidden for longer than the server remembers reloads everything.', async () => {
  await turn('hidden');
  await wait(61_000);
  await turn('visible');
  expect(streams[1]?.ago).toBe(0);
  await wait(500);
  expect(refreshed).toBe(1);
});

test('A page that is left closes its live stream at once and opens one when it is shown again.', async () => {
  browser.dispatchEvent(new Event('pagehide'));
  expect(open()).toHaveLength(0);
  await wait(5000);
  browser.dispatchEvent(new Event('pageshow'));
  await wait(50);
  expect(open()).toHaveLength(1);
});

test('A page opened in the background opens no live stream until it is shown.', async () => {
  disconnect();
  streams = [];
  page.visibilityState = 'hidden';
  disconnect = connect(currentSession() as Session);
  await wait(5000);
  expect(streams).toHaveLength(0);
  await turn('visible');
  expect(open()).toHaveLength(1);
});

test('A lost connection is reported on a visible page, and not because the page was hidden.', async () => {
  await turn('hidden');
  await wait(5000);
  expect(isConnectionLost()).toBe(false);
  isReached = false;
  await turn('visible');
  expect(isConnectionLost()).toBe(true);
  await turn('hidden');
  await wait(5000);
  expect(isConnectionLost()).toBe(true);
  isReached = true;
  await turn('visible');
  expect(isConnectionLost()).toBe(false);
  await wait(500);
  expect(refreshed).toBe(1);
});
