import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#shared/calls/live.ts';
import { computer } from '../../runtime.ts';
import { createListeners } from './bus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Listeners = ReturnType<typeof createListeners>;

/** The events that are replayed to a listener that subscribes now. */
function heard({ subscribe }: Listeners, campusID: number, ago: number): LiveEvent[] {
  const events: LiveEvent[] = [];
  subscribe(campusID, (event) => events.push(event), ago)();
  return events;
}

it('A subscriber that connects late gets each missed event of its campus once.', () => {
  const listeners = createListeners(computer);
  vi.advanceTimersByTime(60_000);
  listeners.deliver(1, { what: 'students' });
  vi.advanceTimersByTime(5000);
  listeners.deliver(1, { what: 'groups' });
  listeners.deliver(2, { what: 'sender' });
  listeners.deliver(1, { what: 'groups' });
  vi.advanceTimersByTime(1000);
  expect(heard(listeners, 1, 999)).toEqual([]);
  expect(heard(listeners, 1, 1000)).toEqual([{ what: 'groups' }]);
  expect(heard(listeners, 1, 6000)).toEqual([{ what: 'students' }, { what: 'groups' }]);
  expect(heard(listeners, 2, 60_000)).toEqual([{ what: 'sender' }]);
  listeners.deliverToAll({ what: 'everything' });
  expect(heard(listeners, 3, 1000)).toEqual([{ what: 'everything' }]);
});

it('A replay from before the process started is the event “everything”, as events may be missing.', () => {
  const listeners = createListeners(computer);
  vi.advanceTimersByTime(5000);
  expect(heard(listeners, 1, 4999)).toEqual([]);
  expect(heard(listeners, 1, 5001)).toEqual([{ what: 'everything' }]);
});

it('A replay of more than 100 events becomes the event “everything”.', () => {
  const listeners = createListeners(computer);
  vi.advanceTimersByTime(1001);
  for (let number = 0; number < 100; number++) listeners.deliver(1, { what: 'chat', number: `+92${number}` });
  expect(heard(listeners, 1, 1000)).toHaveLength(100);
  listeners.deliver(1, { what: 'students' });
  expect(heard(listeners, 1, 1000)).toEqual([{ what: 'everything' }]);
});

it('The event replay forgets events after a minute.', () => {
  const listeners = createListeners(computer);
  listeners.deliver(1, { what: 'students' });
  vi.advanceTimersByTime(60_001);
  listeners.deliver(1, { what: 'groups' });
  expect(heard(listeners, 1, 120_000)).toEqual([{ what: 'groups' }]);
});
