import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#shared/time/dates.ts';
import { dueRunDay, lastRunDay, nextRunDay, startOfRun } from './reminders-rules.ts';

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const hours = fc.record({
  hour: clock,
  pace: fc.record({
    quiet: fc.option(fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to)),
    quietDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }),
  }),
  timeZone: fc.constantFrom('Asia/Karachi', 'UTC', 'America/New_York'),
});
const instants = fc
  .integer({ min: 0, max: 60 * 24 * 60 })
  .map((minutes) => new Date(Date.parse('2026-11-01T00:00:00Z') + minutes * 60_000));

it('The last reminder run has begun, the next one has not, and no day runs twice.', () => {
  fc.assert(
    fc.property(instants, hours, (now, hours) => {
      expect(startOfRun(lastRunDay(now, hours), hours) <= now).toBe(true);
      expect(startOfRun(nextRunDay(now, hours, { ranOn: null }), hours) > now).toBe(true);
      const [last, next] = [lastRunDay(now, hours), nextRunDay(now, hours, { ranOn: null })];
      expect(next).toBe(addDays(last, 1));
      // A changed hour, or a clock that was ahead, can put a day before now. That day gets no second run.
      for (const ranOn of [addDays(last, -3), last]) expect(nextRunDay(now, hours, { ranOn })).toBe(next);
      expect(nextRunDay(now, hours, { ranOn: next })).toBe(addDays(next, 1));
      expect(dueRunDay(now, hours, { ranOn: last, hourSetAt: null })).toBeUndefined();
      const due = dueRunDay(now, hours, { ranOn: null, hourSetAt: now.toISOString() });
      expect(due).toBe(startOfRun(last, hours) < now ? undefined : last);
    }),
  );
});

it('A reminder run starts at its hour, or at the end of the quiet hours around it.', () => {
  const timeZone = 'Asia/Karachi';
  const pace = { quiet: { from: '20:00', to: '08:00' }, quietDays: [0] };
  const of = (day: string, hour: string) => startOfRun(day, { hour, pace, timeZone }).toISOString();
  expect(of('2026-11-05', '09:00')).toBe('2026-11-05T04:00:00.000Z');
  expect(of('2026-11-05', '21:00')).toBe('2026-11-06T03:00:00.000Z');
  // The 8th is a Sunday.
  expect(of('2026-11-08', '09:00')).toBe('2026-11-09T03:00:00.000Z');
});
