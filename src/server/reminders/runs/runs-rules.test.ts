import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReminderRule, spelledRuleOf } from '#shared/messages/reminder-rules.ts';
import { lastDayInTime } from '#shared/money/payable.ts';
import { addDays } from '#shared/time/dates.ts';
import type { RunningRule } from '../model.ts';
import { longestHeld, longestLate } from '../reminders-rules.ts';
import {
  decide,
  decideAll,
  lastDayOf,
  type RemindableBill,
  type Run,
  reminderKey,
  type Step,
  selectWithin,
  stepByNumber,
} from './runs-rules.ts';

const first = '2026-11-01';
const dayAt = (days: number): string => addDays(first, days);
const bill = (change: Partial<RemindableBill> = {}): RemindableBill => ({
  id: 1,
  numbers: '+923001234567',
  dueDate: '2026-11-10',
  expiryDate: null,
  createdAt: '2026-10-01T00:00:00.000Z',
  ...change,
});
const rule = (sendOn: string, change: Partial<RunningRule> = {}): RunningRule => ({
  templateID: 1,
  sendOn,
  startsOn: '2026-01-01',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const dueRules = { graceDays: 0, sundayDays: 0 };
const runOn = (day: string, rules = dueRules): Run => ({
  day,
  today: day,
  timeZone: 'Asia/Karachi',
  dueRules: rules,
  importsUpTo: `${day}T04:00:00.000Z`,
});

const texts = fc
  .tuple(fc.constantFrom('due', 'expiry'), fc.integer({ min: -20, max: 20 }))
  .map(([kind, days]) => spelledRuleOf(`${kind}${days < 0 ? days : `+${days}`}`) ?? '');
const rules = fc
  .uniqueArray(texts, { minLength: 1, maxLength: 5 })
  .chain((sendOns) =>
    fc.tuple(
      ...sendOns.map((sendOn, at) =>
        fc
          .integer({ min: -30, max: 40 })
          .map((startsIn) => rule(sendOn, { templateID: at + 1, startsOn: dayAt(startsIn) })),
      ),
    ),
  );
const grace = fc.record({ graceDays: fc.integer({ min: 0, max: 10 }), sundayDays: fc.constantFrom(0, 1) });
/** The days on which a run takes place. The computer may be off on the other days. */
const looks = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 });
/** Changes of the due date: on a day, a person sets another due date. */
const dueDates = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: -5, max: 45 })), {
  maxLength: 3,
});

/** Returns the reminders of one bill, day by day. */
function live(
  days: readonly number[],
  dues: readonly (readonly [number, number])[],
  running: readonly RunningRule[],
  campus = dueRules,
) {
  const stored = new Set<string>();
  const fired: (Step & { on: string; dueDate: string | null })[] = [];
  for (const at of [...days].sort((a, b) => a - b)) {
    const changed = dues.filter(([from]) => from <= at).at(-1);
    const dueDate = changed ? dayAt(changed[1]) : '2026-11-10';
    const on = dayAt(at);
    const { fires, passed } = decide(bill({ dueDate, expiryDate: '2026-11-30' }), running, {
      run: runOn(on, campus),
      stored,
    });
    for (const step of [...passed, ...(fires ? [fires] : [])]) {
      expect(stored.has(reminderKey(step)), 'a step has one row').toBe(false);
      stored.add(reminderKey(step));
    }
    if (fires) fired.push({ ...fires, on, dueDate });
  }
  return fired;
}

describe('Reminder steps of a bill', () => {
  it('Each reminder step fires at most once, within its time, whatever the days of the runs and the changes of the due date.', () => {
    fc.assert(
      fc.property(looks, dueDates, rules, grace, (days, dues, running, campus) => {
        const fired = live(days, dues, running, campus);
        expect(new Set(fired.map(reminderKey)).size).toBe(fired.length);
        for (const step of fired) {
          const running1 = running.find(({ sendOn }) => sendOn === step.sendOn);
          const read = readReminderRule(step.sendOn);
          expect(step.day >= (running1?.startsOn ?? '')).toBe(true);
          expect(step.day <= step.on && step.day >= addDays(step.on, -longestLate)).toBe(true);
          if (read?.kind === 'due' && read.days < 0)
            expect(step.on <= lastDayInTime(step.dueDate ?? '', campus)).toBe(true);
          expect(step.on <= lastDayOf(step, campus)).toBe(true);
          if (read?.kind === 'expiry' && read.days < 0) expect(step.on <= '2026-11-30').toBe(true);
        }
      }),
    );
  });

  it('Daily runs miss no reminder, and a late run sends only the latest one.', () => {
    const running = ['due-3', 'due', 'due+7'].map((sendOn, at) => rule(sendOn, { templateID: at + 1 }));
    const every = Array.from({ length: 51 }, (_, at) => at);
    expect(live(every, [], running).map(({ sendOn, on }) => [sendOn, on])).toEqual([
      ['due-3', '2026-11-07'],
      ['due', '2026-11-10'],
      ['due+7', '2026-11-17'],
    ]);
    expect(live([0, 14], [], running).map(({ sendOn }) => sendOn)).toEqual(['due']);
    expect(live([0, 16], [], running).map(({ sendOn }) => sendOn)).toEqual(['due+7']);
    expect(live([0, 24, 25], [], running)).toEqual([]);
  });

  it('An extended due date gives new reminders.', () => {
    const every = Array.from({ length: 51 }, (_, at) => at);
    const fired = live(every, [[10, 20]], [rule('due-3')]);
    expect(fired.map(({ anchor, on }) => [anchor, on])).toEqual([
      ['2026-11-10', '2026-11-07'],
      ['2026-11-21', '2026-11-18'],
    ]);
  });

  it('The rule `bill` covers imports after it was switched on that can no longer be undone.', () => {
    const running = [rule('bill', { createdAt: '2026-11-02T05:00:00.000Z' })];
    const firesOf = (createdAt: string) =>
      decide(bill({ createdAt, dueDate: null }), running, { run: runOn('2026-11-05'), stored: new Set() })
        .fires;
    expect(firesOf('2026-11-02T04:59:00.000Z')).toBeUndefined();
    expect(firesOf('2026-11-02T05:01:00.000Z')).toMatchObject({ sendOn: 'bill', anchor: '2026-11-02' });
    expect(firesOf('2026-11-05T04:01:00.000Z')).toBeUndefined();
  });
});

describe('Reminders of many bills', () => {
  const decideOf = (
    bills: RemindableBill[],
    about: { isHeld?: boolean; messaged?: string[]; promised?: string[]; day?: string } = {},
  ) => {
    const { isHeld = false, messaged = [], promised = [], day = '2026-11-10' } = about;
    const context = {
      run: runOn(day),
      stored: new Set<string>(),
      isHeld: () => isHeld,
      messaged: new Set(messaged),
      promised: new Map(promised.map((number) => [number, '2026-11-12'] as const)),
    };
    const steps = decideAll(bills, [rule('due')], context);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  };

  it('A bill waits when one of its numbers was messaged recently.', () => {
    const two = bill({ id: 2, numbers: '+923001234567 +923007654321' });
    const { fires, passed } = decideOf([bill(), two], { messaged: ['+923007654321'] });
    expect(fires.map((one) => one.bill.id)).toEqual([1]);
    expect(passed).toEqual([]);
  });

  it('A bill of a family that has promised to pay neither fires nor passes, even if only one of its two numbers has the promise.', () => {
    const two = bill({ id: 2, numbers: '+923001234567 +923007654321' });
    const { fires, passed, promised } = decideOf([bill(), two], { promised: ['+923007654321'] });
    expect([fires, promised].map((list) => list.map((one) => one.bill.id))).toEqual([[1], [2]]);
    expect(passed).toEqual([]);
  });

  it('A held reminder neither fires nor passes for three days, and then it passes.', () => {
    for (let days = 0; days <= longestHeld; days += 1) {
      const { fires, passed, held } = decideOf([bill()], { isHeld: true, day: addDays('2026-11-10', days) });
      expect([fires.length, passed.length, held]).toEqual(days < longestHeld ? [0, 0, 1] : [0, 1, 0]);
    }
  });

  it('When the limit allows fewer numbers, the numbers that wait longest are chosen, and a family counts once.', () => {
    const fire = (id: number, numbers: string, day: string) => ({
      bill: bill({ id, numbers }),
      step: { billID: id, templateID: 1, sendOn: 'due', anchor: day, day },
    });
    const fires = [
      fire(1, '+1', '2026-11-10'),
      fire(2, '+2', '2026-11-08'),
      fire(3, '+3 +4', '2026-11-07'),
      fire(4, '', '2026-11-10'),
      fire(5, '+2', '2026-11-10'),
    ];
    const chosen = (most: number): number[] => selectWithin(fires, most).map(({ bill }) => bill.id);
    expect([4, 3, 2, 1, 0].map(chosen)).toEqual([[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4], [2, 4, 5], [4]]);
  });

  it('If several reminder rules fire for a number, it gets only the reminder of the latest rule.', () => {
    const step = (billID: number, sendOn: string): Step => ({
      ...{ billID, templateID: billID, sendOn },
      ...{ anchor: first, day: first },
    });
    const sendOns = ['bill', 'due-3', 'due', 'due+7', 'expiry-1'];
    fc.assert(
      fc.property(fc.shuffledSubarray(sendOns, { minLength: 1 }), (chosen) => {
        const fires = chosen.map((sendOn) => ({
          bill: bill(),
          step: step(sendOns.indexOf(sendOn) + 1, sendOn),
        }));
        const furthest = [...chosen].sort((a, b) => sendOns.indexOf(a) - sendOns.indexOf(b)).at(-1);
        expect(stepByNumber(fires).get('+923001234567')?.sendOn).toBe(furthest);
      }),
    );
  });
});
