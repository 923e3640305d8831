import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import { clockIn, dayIn, weekdayOf } from '#shared/time/dates.ts';
import { secondsAt } from '#shared/time/sending-time.ts';
import { createChance } from '../../../../test/support/fault-random.ts';
import { endOfSending, quietUntil } from '../quiet-hours/quiet-hours-rules.ts';
import type { SenderRow } from '../tables.ts';
import {
  afterServing,
  ahead,
  allowanceOf,
  columnsOf,
  firstSlot,
  hasMissedSlot,
  newSlots,
  nextBatch,
  paceOf,
  type Refusals,
  slowDownAfterRefusals,
  slowedBy,
  smallestBatch,
  spacingOf,
} from './settings-rules.ts';

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
  suspendedAt: null,
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
  refused: 0,
  stoppedAt: null,
  stopReason: null,
  stopPolicy: null,
  ...columnsOf({ ...noPace, ...pace }),
  ...state,
});
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

it('A pace is read from the store as it was saved.', () => {
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

describe('The pace of a sender', () => {
  it('A sender without a pace may send all messages at the same time.', () => {
    const sender = senderWith({});
    expect(allowanceOf(sender, 'run', now)).toBe(Number.POSITIVE_INFINITY);
    const served = { count: 500, kind: 'run' as const, now, chance: half };
    expect(afterServing(sender, served)).toEqual({ nextAt: '', runsAt: '', sinceRest: 0, refused: 0 });
  });

  it('A sender with a gap sends one message and then waits a random time within the gap.', () => {
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

  it('A sender rests after its number of messages and then counts from zero.', () => {
    const sender = senderWith({ rest: { every: 50, seconds: 300 } }, { sinceRest: 40 });
    expect(allowanceOf(sender, 'run', now)).toBe(10);
    const some = afterServing(sender, { count: 4, kind: 'run', now, chance: half });
    expect(some).toMatchObject({ runsAt: '', sinceRest: 44 });
    const all = afterServing(sender, { count: 10, kind: 'run', now, chance: half });
    expect(all).toMatchObject({ runsAt: later(300).toISOString(), sinceRest: 0 });
  });

  it('A reply is sent while a broadcast waits for its gap or rest.', () => {
    const sender = senderWith({ gap: { from: 5, to: 5 }, rest: { every: 1, seconds: 60 } });
    expect(allowanceOf(sender, 'reply', now)).toBe(Number.POSITIVE_INFINITY);
    const { runsAt, sinceRest } = afterServing(sender, { count: 1, kind: 'reply', now, chance: half });
    expect({ runsAt, sinceRest }).toEqual({ runsAt: '', sinceRest: 0 });
  });

  it('A sender never exceeds its rate in any second or minute, whenever its workers ask.', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 20, maxLength: 100 }),
        (perMinute, waits) => {
          let sender = senderWith({ perMinute });
          let at = now;
          const slots: number[] = [];
          for (const wait of waits) {
            at = new Date(at.getTime() + wait);
            if (firstSlot(sender, at) > at.getTime() + ahead) continue;
            const count = allowanceOf(sender, 'run', at);
            for (let index = 0; index < count; index += 1)
              slots.push(firstSlot(sender, at) + index * spacingOf(sender, at));
            sender = { ...sender, ...afterServing(sender, { count, kind: 'run', now: at, chance: half }) };
          }
          for (const [span, most] of [
            [1000, Math.max(1, perMinute / 60)],
            [60_000, perMinute],
          ] as const) {
            for (let first = 0, last = 0; last < slots.length; last += 1) {
              while (slots[first]! <= slots[last]! - span) first += 1;
              expect(last - first + 1).toBeLessThanOrEqual(Math.ceil(most));
            }
          }
        },
      ),
    );
  });

  it('A sender never exceeds its rate when workers pause and then continue with messages they had claimed.', () => {
    const standing = fc.array(fc.tuple(fc.integer({ max: 400, min: 0 }), fc.integer({ max: 900, min: 0 })), {
      minLength: 10,
      maxLength: 20,
    });
    fc.assert(
      fc.property(standing, standing, (...standings) => {
        let sender = senderWith({ perMinute: 4800 });
        const workers = standings.map((stretches) => ({
          stretches,
          free: 0,
          claimed: newSlots(sender, 0, now).turns,
        }));
        const sent: number[] = [];
        for (let passed = 0; passed < 6000; passed += 2) {
          const at = new Date(now.getTime() + passed);
          for (const worker of workers) {
            if (passed < worker.free) continue;
            const [works, stands] = worker.stretches.shift() ?? [7000, 0];
            if (works < 2) worker.free = passed + stands;
            else worker.stretches.unshift([works - 2, stands]);
            const due = worker.claimed.filter(({ goAt }) => goAt <= at.getTime());
            const missed = due.filter((one) => hasMissedSlot(one, at));
            sent.push(...due.filter((one) => !missed.includes(one)).map(() => passed));
            const { turns, nextAt } = newSlots(sender, missed.length, at);
            if (missed.length > 0) sender = { ...sender, nextAt };
            worker.claimed = [...worker.claimed.filter((one) => !due.includes(one)), ...turns];
            const first = firstSlot(sender, at);
            if (worker.claimed.length > 50 || first > at.getTime() + ahead) continue;
            const count = allowanceOf(sender, 'run', at);
            const spacing = spacingOf(sender, at);
            for (let index = 0; index < count; index += 1)
              worker.claimed.push({ goAt: first + index * spacing, spacing });
            sender = { ...sender, ...afterServing(sender, { count, kind: 'run', now: at, chance: half }) };
          }
        }
        for (let first = 0, last = 0; last < sent.length; last += 1) {
          while (sent[first]! <= sent[last]! - 1000) first += 1;
          expect(last - first + 1).toBeLessThanOrEqual(80);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('A sender uses at least 93% of its rate when a worker looks in time.', () => {
    let sender = senderWith({ perMinute: 4800 });
    let sent = 0;
    for (let at = now; at < later(60); ) {
      const count = allowanceOf(sender, 'run', at);
      sent += count;
      sender = { ...sender, ...afterServing(sender, { count, kind: 'run', now: at, chance: half }) };
      at = new Date(Math.max(at.getTime() + 1, Date.parse(sender.nextAt) - ahead));
    }
    expect(sent).toBeGreaterThan(4800 * 0.93);
    expect(sent).toBeLessThanOrEqual(4800);
  });

  /**
   * Simulates a provider that refuses messages by the given rule for some minutes. Returns how many messages it
   * accepted and how many it refused.
   */
  function live(minutes: number, isRefused: (at: number, taken: readonly number[]) => boolean) {
    let sender = senderWith({ perMinute: 4800 });
    const taken: number[] = [];
    let refusedInAll = 0;
    let at = now;
    while (at < later(60 * minutes)) {
      const count = allowanceOf(sender, 'run', at);
      const first = firstSlot(sender, at);
      let refused = 0;
      for (let index = 0; index < count; index += 1) {
        const slot = first + index * spacingOf(sender, at);
        if (isRefused(slot, taken)) refused += 1;
        else taken.push(slot);
      }
      refusedInAll += refused;
      sender = { ...sender, ...afterServing(sender, { count, kind: 'run', now: at, chance: half }) };
      const refusals: Refusals = { count: refused, now: at, chance: half };
      if (refused > 0) sender = { ...sender, ...slowDownAfterRefusals(sender, refusals) };
      at = new Date(Math.max(at.getTime() + 1, Date.parse(sender.nextAt) - ahead));
    }
    return { taken: taken.length, refused: refusedInAll };
  }

  it.each([0.03, 0.1, 0.2])(
    'A sender stays nearly as fast when the share %d of its messages is refused at any rate.',
    (share) => {
      const chance = createChance(1);
      const { taken, refused } = live(3, () => chance.happens(share));
      expect(taken + refused).toBeGreaterThan(3 * 4800 * 0.88);
      expect(taken).toBeGreaterThan(3 * 4800 * 0.7);
    },
  );

  it('A sender finds the rate of a provider that takes a quarter of the set rate.', () => {
    const perSecond = 20;
    const { taken, refused } = live(10, (at, taken) => {
      const before = taken.at(-perSecond);
      return before !== undefined && before > at - 1000;
    });
    expect(taken).toBeGreaterThan(600 * perSecond * 0.75);
    expect(refused).toBeLessThan(taken * 0.4);
  });

  it('A sender slows down for a provider that refuses everything, and recovers later.', () => {
    const { refused } = live(30, () => true);
    expect(refused).toBeLessThan(30 * 100);
    let sender = senderWith({ perMinute: 600 }, { slowed: 20, slowedAt: now.toISOString() });
    expect(spacingOf(sender, now)).toBeGreaterThan(8000);
    expect(slowedBy(sender, later(150))).toBe(10);
    sender = { ...sender, slowedAt: later(-300).toISOString() };
    expect(spacingOf(sender, now)).toBe(105);
  });
});

it('A batch grows while answers are fast and shrinks while they are slow.', () => {
  let batch = smallestBatch;
  const sizes = [10, 10, 10, 10, 10, 900, 900, 900, 900].map((milliseconds) => {
    batch = nextBatch(batch, milliseconds);
    return batch;
  });
  expect(sizes).toEqual([100, 200, 400, 500, 500, 250, 125, 62, 50]);
});

describe('Quiet hours', () => {
  const night = { quiet: { from: '21:00', to: '08:00' }, quietDays: [] };
  it.each([
    ['2026-11-05T15:59:00.000Z', undefined], // 20:59 in Karachi
    ['2026-11-05T16:00:00.000Z', '2026-11-06T03:00:00.000Z'],
    ['2026-11-05T20:00:00.000Z', '2026-11-06T03:00:00.000Z'], // 01:00
    ['2026-11-06T02:59:59.000Z', '2026-11-06T03:00:00.000Z'],
    ['2026-11-06T03:00:00.000Z', undefined],
  ])('Quiet hours overnight at %s last until %s.', (at, until) => {
    expect(quietUntil(night, karachi, new Date(at))?.toISOString()).toBe(until);
  });

  it.each([
    ['2026-11-05T08:00:00.000Z', '2026-11-05T09:00:00.000Z'], // 13:00, a Thursday
    // Sunday 8 November is a quiet day, and the night after it is quiet too.
    ['2026-11-07T19:30:00.000Z', '2026-11-08T19:00:00.000Z'],
  ])('Quiet hours in the day and quiet days at %s last until %s.', (at, until) => {
    const pace = { quiet: { from: '13:00', to: '14:00' }, quietDays: [0] };
    expect(quietUntil(pace, karachi, new Date(at))?.toISOString()).toBe(until);
  });

  it('Quiet hours and quiet days that follow each other count as one.', () => {
    const pace = { quiet: { from: '21:00', to: '08:00' }, quietDays: [0] };
    // Saturday 22:00 to Monday 08:00.
    expect(quietUntil(pace, karachi, new Date('2026-11-07T17:00:00.000Z'))?.toISOString()).toBe(
      '2026-11-09T03:00:00.000Z',
    );
  });

  it('Quiet hours end at the first instant that is not quiet.', () => {
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

describe('Duration of a send', () => {
  it.each<[Partial<PaceSettings>, number, number]>([
    [{}, 100_000, 0],
    [{ gap: { from: 5, to: 12 } }, 1, 0],
    [{ gap: { from: 5, to: 12 } }, 101, 850],
    [{ perMinute: 60 }, 61, 60],
    [{ gap: { from: 1, to: 1 }, rest: { every: 50, seconds: 300 } }, 101, 700],
  ])('The pace %j needs, for %i messages, %i seconds.', (pace, messages, seconds) => {
    expect(secondsAt({ ...noPace, ...pace }, messages)).toBe(seconds);
  });

  it('The end of a send leaves out quiet hours and quiet days.', () => {
    const pace = { quiet: { from: '21:00', to: '08:00' }, quietDays: [0] };
    const begin = new Date('2026-11-06T15:00:00.000Z'); // Friday 20:00
    const ends = (hours: number) =>
      endOfSending(pace, karachi, { now: begin, seconds: hours * 3600 }).toISOString();
    expect(ends(0.5)).toBe('2026-11-06T15:30:00.000Z');
    // An hour on Friday, thirteen on Saturday, the rest on Monday from 08:00.
    expect(ends(16)).toBe('2026-11-09T05:00:00.000Z');
  });
});
