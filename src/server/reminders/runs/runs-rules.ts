/** Decides which rule sends a reminder about which bill on a day. Pure: the clock is a parameter. */

import { dayOfStep, type ReminderRule, readReminderRule } from '#shared/messages/reminder-rules.ts';
import { type DueRules, lastDayInTime } from '#shared/money/payable.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { stepsOf } from '../../yielding.ts';
import type { RunningRule } from '../model.ts';
import { longestHeld, longestLate } from '../reminders-rules.ts';
import type { ReminderTable } from '../tables.ts';

/** An open bill. `numbers` are E.164, separated by spaces. `createdAt` is when an import or a person added it. */
export type RemindableBill = {
  id: number;
  numbers: string;
  dueDate: string | null;
  expiryDate: string | null;
  createdAt: string;
};

/** A step: the reminder about one bill by one rule. */
export type Step = Pick<ReminderTable, 'billID' | 'templateID' | 'sendOn' | 'anchor' | 'day'>;

/**
 * `day` is the day of the run, and `today` is the day on which its texts are sent. Imports after `importsUpTo` can
 * still be undone.
 */
export type Run = {
  day: string;
  today: string;
  dueRules: DueRules;
  timeZone: string;
  importsUpTo: string;
};

/** Days. Steps that are older are not considered. */
export const mostDaysBack = 31;

type Key = Pick<ReminderTable, 'billID' | 'templateID' | 'sendOn' | 'anchor'>;
export const reminderKey = ({ billID, templateID, sendOn, anchor }: Key): string =>
  `${billID} ${templateID} ${sendOn} ${anchor}`;

/**
 * Returns the order of steps on the same day: import, then due date, then expiry date. Of several steps the last one
 * fires.
 */
const orderOf = (rule: ReminderRule): number =>
  !('days' in rule) ? -1000 : rule.kind === 'due' ? rule.days : 1000 + rule.days;

const orderOfStep = ({ sendOn }: Pick<Step, 'sendOn'>): number => {
  const rule = readReminderRule(sendOn);
  return rule ? orderOf(rule) : 0;
};

type StepWithRule = { step: Step; rule: ReminderRule };

function anchorOf(rule: ReminderRule, bill: RemindableBill, timeZone: string): string | null {
  if (rule.kind === 'due') return bill.dueDate;
  if (rule.kind === 'expiry') return bill.expiryDate;
  // The rule `paid` is about payments, not bills.
  if (rule.kind === 'paid') return null;
  return dayIn(timeZone, new Date(bill.createdAt));
}

/** Tells whether a step is due. A rule sends nothing for days before it was switched on. */
function isDue(
  { step, rule }: StepWithRule,
  running: RunningRule,
  { bill, run }: { bill: RemindableBill; run: Run },
) {
  if (rule.kind === 'bill') return bill.createdAt <= run.importsUpTo && bill.createdAt > running.createdAt;
  return step.day <= run.day && step.day >= running.startsOn;
}

/** Returns the steps of a bill until now, the oldest first. */
function stepsUntil(bill: RemindableBill, rules: readonly RunningRule[], run: Run): StepWithRule[] {
  const oldest = addDays(run.day, -mostDaysBack);
  const found: StepWithRule[] = [];
  for (const running of rules) {
    const rule = readReminderRule(running.sendOn);
    const anchor = rule && anchorOf(rule, bill, run.timeZone);
    if (!rule || !anchor) continue;
    const { templateID, sendOn } = running;
    const one = { step: { billID: bill.id, templateID, sendOn, anchor, day: dayOfStep(rule, anchor) }, rule };
    if (one.step.day > oldest && isDue(one, running, { bill, run })) found.push(one);
  }
  return found.sort(
    (one, other) =>
      (one.step.day < other.step.day ? -1 : one.step.day > other.step.day ? 1 : 0) ||
      orderOf(one.rule) - orderOf(other.rule) ||
      one.step.templateID - other.step.templateID,
  );
}

/**
 * Returns the last day on which a step may be sent, some days after its own day. A reminder before an expiry is not
 * sent after the expiry. A reminder before a due date is sent only while the bill is in time.
 */
export function lastDayOf({ sendOn, anchor, day }: Step, rules: DueRules): string {
  const rule = readReminderRule(sendOn);
  const last = addDays(day, longestLate);
  if (!rule || !('days' in rule) || rule.days >= 0) return last;
  const end = rule.kind === 'due' ? lastDayInTime(anchor, rules) : anchor;
  return end < last ? end : last;
}

/** `fires` is the step that is sent now. `passed` are the steps that will never be sent. */
export type Decision = { fires: Step | undefined; passed: Step[] };

/**
 * Fires the latest step of a bill, unless it was stored before. Older steps pass. `stored` are the stored steps, by
 * `reminderKey`.
 */
export function decide(
  bill: RemindableBill,
  rules: readonly RunningRule[],
  { run, stored }: { run: Run; stored: ReadonlySet<string> },
): Decision {
  const steps = stepsUntil(bill, rules, run);
  const latest = steps.at(-1);
  const unknown = steps.filter(({ step }) => !stored.has(reminderKey(step)));
  const isInTime = latest && lastDayOf(latest.step, run.dueRules) >= run.today;
  const fires = isInTime && unknown.at(-1) === latest ? latest.step : undefined;
  return { fires, passed: unknown.map(({ step }) => step).filter((step) => step !== fires) };
}

/** A bill with its step that fires. */
export type Firing = { bill: RemindableBill; step: Step };
/**
 * `held` counts the steps that would fire if their rule, or all rules, were not held. `promised` are the steps that
 * would fire if the family had not promised to pay by a day that has not passed.
 */
export type Decisions = { fires: Firing[]; passed: Step[]; held: number; promised: Firing[] };

/**
 * Decides for many bills. A held step passes after some days. The step of a family that was messaged recently, or has
 * promised to pay, waits: it neither fires nor passes.
 */
export function* decideAll(
  bills: readonly RemindableBill[],
  rules: readonly RunningRule[],
  about: {
    run: Run;
    stored: ReadonlySet<string>;
    isHeld: (step: Step) => boolean;
    messaged: ReadonlySet<string>;
    /** The day by which the family of each number has promised to pay. */
    promised: ReadonlyMap<string, string>;
  },
): Generator<undefined, Decisions> {
  const all: Decisions = { fires: [], passed: [], held: 0, promised: [] };
  const heldUntil = addDays(about.run.day, -longestHeld);
  yield* stepsOf(bills, (bill) => {
    const { fires: step, passed } = decide(bill, rules, about);
    all.passed.push(...passed);
    if (!step) return;
    if (!about.isHeld(step)) {
      const numbers = numbersOf(bill);
      if (numbers.some((number) => about.promised.has(number))) all.promised.push({ bill, step });
      else if (!numbers.some((number) => about.messaged.has(number))) all.fires.push({ bill, step });
    } else if (step.day <= heldUntil) all.passed.push(step);
    else all.held += 1;
  });
  return all;
}

/**
 * Selects steps so that at most `most` numbers are written to. Steps that have waited longest come first. A bill
 * without a number does not count.
 */
export function selectWithin(fires: readonly Firing[], most: number): Firing[] {
  const numbers = new Set<string>();
  const fit = new Set<Firing>();
  const byDay = fires.toSorted((one, other) =>
    one.step.day < other.step.day ? -1 : Number(one.step.day > other.step.day),
  );
  for (const fire of byDay) {
    const more = numbersOf(fire.bill).filter((number) => !numbers.has(number));
    if (numbers.size + more.length > most) continue;
    for (const number of more) numbers.add(number);
    fit.add(fire);
  }
  return fires.filter((fire) => fit.has(fire));
}

/**
 * Returns the step for each number. If several bills of a number have a step, it is the latest step in the order of
 * `orderOf`. The number gets the template of that step.
 */
export function stepByNumber(fires: readonly Firing[]): Map<string, Step> {
  const chosen = new Map<string, Step>();
  const isFurther = (step: Step, than: Step): boolean =>
    (orderOfStep(step) - orderOfStep(than) || step.templateID - than.templateID) > 0;
  for (const { bill, step } of fires) {
    for (const number of numbersOf(bill)) {
      const before = chosen.get(number);
      if (!before || isFurther(step, before)) chosen.set(number, step);
    }
  }
  return chosen;
}

export const numbersOf = ({ numbers }: Pick<RemindableBill, 'numbers'>): string[] =>
  numbers === '' ? [] : numbers.split(' ');

/** Returns the range of due or expiry days of the bills that a rule may remind about until a day. */
export function anchorsOf(
  rules: readonly RunningRule[],
  kind: 'due' | 'expiry',
  day: string,
): { from: string; until: string } | undefined {
  const days = rules.flatMap(({ sendOn }) => {
    const rule = readReminderRule(sendOn);
    return rule?.kind === kind ? [rule.days] : [];
  });
  if (days.length === 0) return undefined;
  return {
    from: addDays(day, -mostDaysBack - Math.max(...days)),
    until: addDays(day, -Math.min(...days)),
  };
}
