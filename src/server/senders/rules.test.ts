import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import { clockIn, dayIn, weekdayOf } from '#shared/dates.ts';
import { secondsAt } from '#shared/pace.ts';
import type { SenderRow } from './queries.ts';
import {
  afterServing,
  allowanceOf,
  columnsOf,
  endOfSending,
  fewAtOnce,
  nextBatch,
  paceOf,
  quietUntil,
  slowDown,
  slowedBy,
} from './rules.ts';

const karachi = 'Asia/Karachi';
const now = new Date('2026-11-05T06:00:00.000Z');
const half = () => 0.5;

const senderWith = (pace: Partial<PaceSettings>, state: Partial<SenderRow> = {}): SenderRow => ({
  id: 's1',
  campusID: 1,
  provider: 'demo',
  pace: 'quick',
  createdAt: '',
  settings: '{}',
  words: '[]',
  copiedAt: null,
  copyWhy: null,
  copyUpTo: null,
  secrets: null,
  verifyToken: null,
  number: '',
  name: '',
  quality: '',
  perDay: null,
  portfolio: '',
  checkedAt: null,
  hookAt: null,
  connectedAt: null,
  servedAt: '',
  nextAt: '',
  runsAt: '',
  sinceRest: 0,
  newDay: '',
  newCount: 0,
  slowed: 0,
  slowedAt: null,
  stoppedAt: null,
  stopReason: null,
  stopPolicy: null,
  ...columnsOf({ ...noPace, ...pace }),
  ...state,
});
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

it('a pace is stored and read as it was given', () => {
  const pace: PaceSettings = {
    perMinute: 80,
    gap: { from: 5, to: 12 },
    rest: { every: 50, seconds: 300 },
    newPerDay: 250,
    pairSeconds: 6,
    quiet: { from: '21:00', to: '08:00' },
    quietDays: [0, 5],
  };
  expect(paceOf(senderWith(pace))).toEqual(pace);
  expect(paceOf(senderWith({}))).toEqual(noPace);
});

describe('a sender', () => {
  it('without a pace may send all there is', () => {
    const sender = senderWith({});
    expect(allowanceOf(sender, 'run', now)).toBe(Number.POSITIVE_INFINITY);
    const served = { count: 500, kind: 'run' as const, now, chance: half };
    expect(afterServing(sender, served)).toEqual({ nextAt: '', runsAt: '', sinceRest: 0 });
  });

  it('with a gap sends one and waits by chance from the shortest to the longest', () => {
    const sender = senderWith({ gap: { from: 5, to: 12 } });
    expect(allowanceOf(sender, 'run', now)).toBe(1);
    for (const [chance, seconds] of [
      [0, 5],
      [0.5, 8.5],
      [1, 12],
    ] as const) {
      const { runsAt } = afterServing(sender, { count: 1, kind: 'run', now, chance: () => chance });
      expect(runsAt).toBe(later(seconds).toISOString());
    }
  });

  it('rests after so many, and begins to count anew', () => {
    const sender = senderWith({ rest: { every: 50, seconds: 300 } }, { sinceRest: 40 });
    expect(allowanceOf(sender, 'run', now)).toBe(10);
    const some = afterServing(sender, { count: 4, kind: 'run', now, chance: half });
    expect(some).toMatchObject({ runsAt: '', sinceRest: 44 });
    const all = afterServing(sender, { count: 10, kind: 'run', now, chance: half });
    expect(all).toMatchObject({ runsAt: later(300).toISOString(), sinceRest: 0 });
  });

  it('lets a reply go while a run waits', () => {
    const sender = senderWith({ gap: { from: 5, to: 5 }, rest: { every: 1, seconds: 60 } });
    expect(allowanceOf(sender, 'reply', now)).toBe(Number.POSITIVE_INFINITY);
    const { runsAt, sinceRest } = afterServing(sender, { count: 1, kind: 'reply', now, chance: half });
    expect({ runsAt, sinceRest }).toEqual({ runsAt: '', sinceRest: 0 });
  });

  it('never sends more in any minute than its rate and what a second may make up for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 20, maxLength: 200 }),
        (perMinute, waits) => {
          let sender = senderWith({ perMinute });
          let at = now;
          const sent: { at: number; count: number }[] = [];
          for (const wait of waits) {
            at = new Date(at.getTime() + wait);
            // The worker asks only when the time has come.
            if (sender.nextAt !== '' && sender.nextAt > at.toISOString()) continue;
            const count = allowanceOf(sender, 'run', at);
            sent.push({ at: at.getTime(), count });
            sender = { ...sender, ...afterServing(sender, { count, kind: 'run', now: at, chance: half }) };
          }
          for (const { at: end } of sent) {
            const within = sent.filter((one) => one.at > end - 60_000 && one.at <= end);
            const count = within.reduce((sum, one) => sum + one.count, 0);
            expect(count).toBeLessThanOrEqual(perMinute * (61 / 60) + 1);
          }
        },
      ),
    );
  });

  it('that was asked to slow down waits longer each time, at half the rate, and recovers', () => {
    let sender = senderWith({ perMinute: 600 });
    const waits: number[] = [];
    for (let time = 1; time <= 8; time++) {
      sender = { ...sender, ...slowDown({ ...sender, nextAt: '' }, now, half) };
      waits.push(Math.round((Date.parse(sender.nextAt) - now.getTime()) / 1000));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
    expect(slowedBy(sender, now)).toBe(6);
    expect(slowedBy(sender, later(10 * 60))).toBe(5);
    expect(slowedBy(sender, later(60 * 60))).toBe(0);
    // 600 a minute, halved six times, is one in 6.4 seconds.
    const served = { count: 1, kind: 'run' as const, now: later(60), chance: half };
    const { nextAt } = afterServing({ ...sender, nextAt: later(60).toISOString() }, served);
    expect(nextAt).toBe(later(66.4).toISOString());
  });
});

it('a batch grows while answers come at once, and shrinks when they do not', () => {
  let batch = fewAtOnce;
  const sizes = [10, 10, 10, 10, 10, 900, 900, 900, 900].map((milliseconds) => {
    batch = nextBatch(batch, milliseconds);
    return batch;
  });
  expect(sizes).toEqual([100, 200, 400, 500, 500, 250, 125, 62, 50]);
});

describe('quiet hours', () => {
  const night = { quiet: { from: '21:00', to: '08:00' }, quietDays: [] };
  it.each([
    ['2026-11-05T15:59:00.000Z', undefined], // 20:59 in Karachi
    ['2026-11-05T16:00:00.000Z', '2026-11-06T03:00:00.000Z'],
    ['2026-11-05T20:00:00.000Z', '2026-11-06T03:00:00.000Z'], // 01:00
    ['2026-11-06T02:59:59.000Z', '2026-11-06T03:00:00.000Z'],
    ['2026-11-06T03:00:00.000Z', undefined],
  ])('over night: at %s until %s', (at, until) => {
    expect(quietUntil(night, karachi, new Date(at))?.toISOString()).toBe(until);
  });

  it.each([
    ['2026-11-05T08:00:00.000Z', '2026-11-05T09:00:00.000Z'], // 13:00, a Thursday
    // Sunday 8 November is quiet, and the night after it.
    ['2026-11-07T19:30:00.000Z', '2026-11-08T19:00:00.000Z'],
  ])('by day, and whole days: at %s until %s', (at, until) => {
    const pace = { quiet: { from: '13:00', to: '14:00' }, quietDays: [0] };
    expect(quietUntil(pace, karachi, new Date(at))?.toISOString()).toBe(until);
  });

  it('that follow each other are one', () => {
    const pace = { quiet: { from: '21:00', to: '08:00' }, quietDays: [0] };
    // Saturday 22:00 to Monday 08:00.
    expect(quietUntil(pace, karachi, new Date('2026-11-07T17:00:00.000Z'))?.toISOString()).toBe(
      '2026-11-09T03:00:00.000Z',
    );
  });

  it('end at an instant that is not quiet, after a time that is', () => {
    const clock = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
      const two = (number: number) => String(number).padStart(2, '0');
      return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    });
    const quiet = fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to);
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
    const minutes = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(quiet, days, minutes, (quiet, quietDays, minute) => {
        const at = new Date(now.getTime() + minute * 60_000);
        const until = quietUntil({ quiet, quietDays }, karachi, at);
        if (!until) return;
        expect(until > at).toBe(true);
        expect(quietUntil({ quiet, quietDays }, karachi, until)).toBeUndefined();
        expect(quietDays).not.toContain(weekdayOf(dayIn(karachi, until)));
        const isMidnight = clockIn(karachi, until) === '00:00';
        expect(isMidnight || clockIn(karachi, until) === quiet.to).toBe(true);
      }),
    );
  });
});

describe('how long it takes', () => {
  it.each<[Partial<PaceSettings>, number, number]>([
    [{}, 100_000, 0],
    [{ gap: { from: 5, to: 12 } }, 1, 0],
    [{ gap: { from: 5, to: 12 } }, 101, 850],
    [{ perMinute: 60 }, 61, 60],
    [{ gap: { from: 1, to: 1 }, rest: { every: 50, seconds: 300 } }, 101, 700],
  ])('%j for %i messages: %i seconds', (pace, messages, seconds) => {
    expect(secondsAt({ ...noPace, ...pace }, messages)).toBe(seconds);
  });

  it('leaves out quiet hours and days', () => {
    const pace = { quiet: { from: '21:00', to: '08:00' }, quietDays: [0] };
    const begin = new Date('2026-11-06T15:00:00.000Z'); // Friday 20:00
    const ends = (hours: number) =>
      endOfSending(pace, karachi, { now: begin, seconds: hours * 3600 }).toISOString();
    expect(ends(0.5)).toBe('2026-11-06T15:30:00.000Z');
    // An hour on Friday, thirteen on Saturday, the rest on Monday from 08:00.
    expect(ends(16)).toBe('2026-11-09T05:00:00.000Z');
  });
});
