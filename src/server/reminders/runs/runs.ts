/** Makes a run: the reminders of a campus for a day. A run is only planned for a preview, or stored as sends. */
import type { Template } from '#shared/calls/templates.ts';
import { placeholdersIn } from '#shared/messages/placeholders.ts';
import { undoMinutes } from '#shared/messages/reminder-rules.ts';
import { addDays, dayIn, instantIn } from '#shared/time/dates.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { findLeftOfDay } from '../../auth/schools/schools.ts';
import type { Campus, Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { type PlannedBroadcast, planBroadcast, storeReady } from '../../outbox/enqueue/enqueue.ts';
import { mapPromised } from '../../outbox/limits/promised-queries.ts';
import { findFillable } from '../../recipients/recipients.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { runYielding } from '../../yielding.ts';
import type { StoredRule } from '../model.ts';
import { findHold, findUnapproved } from '../reminders.ts';
import { findReminderSetting, listStoredRules, putReminderSetting } from '../reminders-queries.ts';
import { isUnchanged, longestLate, minutesBefore } from '../reminders-rules.ts';
import {
  insertReminders,
  listImportedBills,
  listMessaged,
  listOpenBills,
  listStoredSteps,
  listWaitingFor,
} from './runs-queries.ts';
import {
  anchorsOf,
  type Decisions,
  decideAll,
  type Firing,
  lastDayOf,
  mostDaysBack,
  numbersOf,
  type RemindableBill,
  type Run,
  reminderKey,
  selectWithin,
  stepByNumber,
} from './runs-rules.ts';

/** Hours between two automatic messages to one family. */
const hoursBetween = 20;

/** Builds the run for a day. Its texts are sent at `at`. */
export function runOf(campus: Campus, day: string, at: Date): Run {
  const { timeZone } = campus;
  const today = dayIn(timeZone, at);
  return {
    ...{ day, today, timeZone },
    dueRules: campus,
    importsUpTo: minutesBefore(at, undoMinutes),
  };
}

/** Lists the open bills that a rule may remind about. With `since` it lists only bills imported after that instant. */
async function findBills(
  scope: Scope,
  rules: readonly StoredRule[],
  { run, since }: { run: Run; since: string | undefined },
): Promise<RemindableBill[]> {
  const running = rules.map(({ rule }) => rule);
  const bills = new Map<number, RemindableBill>();
  const add = (rows: readonly RemindableBill[]): void => {
    for (const bill of rows) bills.set(bill.id, bill);
  };
  if (running.some(({ sendOn }) => sendOn === 'bill')) {
    const from = since ?? instantIn(run.timeZone, `${addDays(run.day, -mostDaysBack)}T00:00`).toISOString();
    add(await listImportedBills(scope, { from, until: run.importsUpTo }));
  }
  const due = since === undefined && anchorsOf(running, 'due', run.day);
  if (due) add(await listOpenBills(scope, 'dueDate', due));
  const expiry = since === undefined && anchorsOf(running, 'expiry', run.day);
  if (expiry) add(await listOpenBills(scope, 'expiryDate', expiry));
  return [...bills.values()].sort((one, other) => one.id - other.id);
}

async function listMessagedRecently(scope: Scope, { today, timeZone }: Run, at: Date): Promise<string[]> {
  const startOf = (day: string): string => instantIn(timeZone, `${day}T00:00`).toISOString();
  const day = { from: startOf(today), until: startOf(addDays(today, 1)) };
  const since = startOf(addDays(today, -longestLate));
  return listMessaged(scope, { ...day, remindedAfter: minutesBefore(at, hoursBetween * 60), since });
}

/** The broadcast of one template. `lastDay` is the last day on which the texts of all its messages are true. */
export type ReminderBroadcast = PlannedBroadcast & { template: Template; lastDay: string };
type RunPlan = Decisions & { reminders: ReminderBroadcast[] };

type RemindersToPlan = {
  fires: readonly Firing[];
  rules: readonly StoredRule[];
  run: Run;
  at: Date;
  isPreview: boolean;
  /** The day by which the family of each number has promised to pay. These numbers are left out. */
  promisedNumbers?: ReadonlyMap<string, string>;
};

/**
 * Plans one message per family, about all due bills of the family. The template is that of the latest step of the
 * family.
 */
export async function planReminders(
  scope: Scope,
  deps: Deps,
  { fires, rules, run, at, isPreview, promisedNumbers }: RemindersToPlan,
): Promise<ReminderBroadcast[]> {
  const chosen = stepByNumber(fires);
  const withHeads = rules.some(({ template }) => placeholdersIn(template.message).includes('heads'));
  const ids = fires.map(({ bill }) => bill.id);
  const found = await findFillable(scope, ids, { day: run.today, withHeads });
  const recipients = new Map(found.map((recipient) => [recipient.billID, recipient]));
  const byTemplate = new Map<number, Recipient[]>();
  for (const { bill, step } of fires) {
    const recipient = recipients.get(bill.id);
    // A bill without a number is stored as skipped for its own rule, with the reason.
    const toAll = Map.groupBy(numbersOf(bill), (number) => chosen.get(number)?.templateID ?? 0);
    if (toAll.size === 0) toAll.set(step.templateID, []);
    for (const [templateID, numbers] of toAll) {
      const list = byTemplate.get(templateID) ?? [];
      byTemplate.set(templateID, list);
      if (recipient) list.push({ ...recipient, numbers });
    }
  }
  const reminders: ReminderBroadcast[] = [];
  for (const { template } of rules) {
    const recipients = byTemplate.get(template.id);
    if (!recipients) continue;
    const { id: templateID, message, media } = template;
    const words = { message, media, templateID, family: true, again: true };
    const toPlan = { recipients, only: undefined, words, at, isPreview, promised: promisedNumbers };
    const planned = await planBroadcast(scope, deps, { ...toPlan, audience: 'open' });
    const own = fires.filter(({ step }) => step.templateID === templateID);
    const [lastDay = run.today] = own.map(({ step }) => lastDayOf(step, run.dueRules)).sort();
    reminders.push({ ...planned, template, lastDay });
  }
  return reminders;
}

/**
 * `since` limits the run to bills imported after that instant. `isHeld` means that all reminders of the campus are
 * held. `waiting` are numbers with a message that still waits; they are not known for a future run.
 */
export type PlannedRun = {
  run: Run;
  at: Date;
  since?: string | undefined;
  isHeld: boolean;
  waiting: readonly string[];
};

/**
 * Decides which steps of a run fire, pass or are held. `overLimit` counts reminders that wait for another day because
 * of the daily limit of the school.
 */
export async function decideRun(
  scope: Scope,
  deps: Deps,
  { run, at, since, isHeld, waiting }: PlannedRun,
): Promise<
  Decisions & { overLimit: number; rules: StoredRule[]; promisedDays: ReadonlyMap<string, string> }
> {
  const rules = (await listStoredRules(scope)).filter(isUnchanged);
  const templates = rules.map(({ template }) => template);
  const unapproved = await findUnapproved(scope, deps, templates);
  const bills = await findBills(scope, rules, { run, since });
  const stored = new Set((await listStoredSteps(scope, addDays(run.day, -mostDaysBack))).map(reminderKey));
  const messaged = new Set([...(await listMessagedRecently(scope, run, at)), ...waiting]);
  const running = rules.map(({ rule }) => rule);
  const promisedDays = await mapPromised(scope, run.today);
  const { fires, ...decisions } = await runYielding(
    decideAll(bills, running, {
      ...{ run, stored, messaged, promised: promisedDays },
      isHeld: ({ templateID }) => isHeld || unapproved.has(templateID),
    }),
  );
  const most = await findLeftOfDay(scope, at);
  const fit = most === undefined ? fires : selectWithin(fires, most);
  return { ...decisions, fires: fit, overLimit: fires.length - fit.length, rules, promisedDays };
}

/** Decides a run and plans its messages. Stores nothing. */
async function planRun(scope: Scope, deps: Deps, planned: PlannedRun): Promise<RunPlan> {
  const { rules, ...decisions } = await decideRun(scope, deps, planned);
  const reminders = await planReminders(scope, deps, {
    ...planned,
    fires: decisions.fires,
    rules,
    isPreview: false,
  });
  return { ...decisions, reminders };
}

/** Stores the broadcasts. Returns their ids by template. */
async function storeReminders(
  scope: Scope,
  reminders: readonly ReminderBroadcast[],
  at: Date,
): Promise<Map<number, number>> {
  const broadcasts = new Map<number, number>();
  for (const reminder of reminders)
    broadcasts.set(
      reminder.template.id,
      await storeReady(scope, { ...reminder, reminderOf: reminder.template.id }, at),
    );
  return broadcasts;
}

async function storeRun(
  scope: Scope,
  plan: RunPlan,
  { run, at }: Pick<PlannedRun, 'run' | 'at'>,
): Promise<number[]> {
  const broadcasts = await storeReminders(scope, plan.reminders, at);
  const chosen = stepByNumber(plan.fires);
  const base = { runOn: run.day, createdAt: at.toISOString() };
  const broadcastOf = ({ bill, step }: Firing): number | null => {
    const [number] = numbersOf(bill);
    const by = (number === undefined ? undefined : chosen.get(number)) ?? step;
    return broadcasts.get(by.templateID) ?? null;
  };
  await insertReminders(scope, [
    ...plan.passed.map((step) => ({ ...step, ...base, state: 'passed' as const, broadcastID: null })),
    ...plan.fires.map((one) => ({
      ...one.step,
      ...base,
      state: 'fired' as const,
      broadcastID: broadcastOf(one),
    })),
  ]);
  return [...broadcasts.values()];
}

/**
 * Stores the run of a day: its steps, sends and messages together or not at all. A second worker finds that the run was
 * done. With `since` it covers only bills imported after that instant. Returns how many sends were made.
 */
export async function remind(
  scope: Scope,
  deps: Deps,
  planned: Omit<PlannedRun, 'isHeld' | 'waiting'>,
): Promise<number> {
  const { run, at, since } = planned;
  const sent = await withCampusLock(scope, async (scope) => {
    const { ranOn, importsUpTo } = await findReminderSetting(scope);
    const isDone = since === undefined ? (ranOn ?? '') >= run.day : (importsUpTo ?? '') >= run.importsUpTo;
    if (isDone) return [];
    const isHeld = (await findHold(scope)) !== undefined;
    const waiting = await listWaitingFor(scope, at.toISOString());
    const ids = await storeRun(scope, await planRun(scope, deps, { ...planned, isHeld, waiting }), planned);
    const done = { importsUpTo: run.importsUpTo };
    await putReminderSetting(scope, since === undefined ? { ...done, ranOn: run.day } : done);
    return ids;
  });
  for (const broadcastID of sent) deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  deps.bus.publish(scope.campusID, { what: 'reminders' });
  if (sent.length > 0) deps.wake('sending');
  return sent.length;
}
