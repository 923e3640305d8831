import { expect, it } from 'vitest';
import { createClockWatch, notingTimes } from './clock.ts';

const morning = Date.parse('2026-11-20T08:00:00.000Z');
const hour = 3_600_000;

function watch(wall: number) {
  const time = { wall, elapsed: 0 };
  const clock = createClockWatch({ now: () => new Date(time.wall), elapsed: () => time.elapsed });
  const pass = (milliseconds: number) => {
    time.wall += milliseconds;
    time.elapsed += milliseconds;
  };
  return { time, clock, pass };
}
const header = (at: number) => new Date(at).toUTCString();

it('The clock skew is unknown before the first answer with a readable Date header.', () => {
  const { clock } = watch(morning);
  expect(clock.skew()).toBeUndefined();
  clock.note(null);
  clock.note('yesterday');
  expect(clock.skew()).toBeUndefined();
});

it('The clock skew of the last answer is used as long as the clock runs evenly.', () => {
  const { clock, pass } = watch(morning - 5 * hour);
  clock.note(header(morning));
  pass(48 * hour);
  expect(clock.skew()).toBe(5 * hour);
});

it('The clock skew is unknown again after the clock was set or the computer slept.', () => {
  const { clock, time } = watch(morning - 5 * hour);
  clock.note(header(morning));
  time.wall += 5 * hour;
  expect(clock.skew()).toBeUndefined();
});

it('notingTimes passes the Date header of each answer to the clock watch.', async () => {
  const { clock } = watch(morning);
  const fetch = async () => new Response('', { headers: { date: header(morning + hour) } });
  await notingTimes({ fetch }, clock)('https://example.org');
  expect(clock.skew()).toBe(hour);
});
