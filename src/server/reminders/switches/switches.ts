/** Switches rules on and off, sets the hour of reminders, and holds or releases all of them. */
import type { LastRun, RemindersAnswer } from '#shared/calls/reminders.ts';
import { Failure } from '#shared/failures.ts';
import { handedOver, type MessageState } from '#shared/messages/message-states.ts';
import { readReminderRule, spelledRuleOf } from '#shared/messages/reminder-rules.ts';
import { toRupees } from '#shared/money/money.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import type { TrailChanges } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { countMessagesByState } from '../../outbox/broadcasts/broadcasts-queries.ts';
import { findTemplate, listTemplates } from '../../templates/templates-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { findHold, findNextRun, findUnapproved, needEdit } from '../reminders.ts';
import {
  deleteRule,
  findReminderSetting,
  ignoreEarlierPayments,
  listLastRuns,
  listStoredRules,
  postponeRules,
  putReminderSetting,
  putRule,
  sumPaidAfter,
} from '../reminders-queries.ts';
import { isUnchanged, longestHeld, minutesBefore } from '../reminders-rules.ts';

/** Days in which money counts as brought by a reminder. */
const paidWithin = 7;

/** Returns what the latest run of each of these templates has brought. */
async function mapLastRuns(scope: Scope, templateIDs: readonly number[]): Promise<Map<number, LastRun>> {
  const { timeZone } = scope.campus;
  const runs = (await listLastRuns(scope, templateIDs)).map(({ at, ...run }) => {
    const from = dayIn(timeZone, new Date(at));
    return { ...run, from, until: addDays(from, paidWithin) };
  });
  const ids = runs.map(({ broadcastID }) => broadcastID);
  const counts = Map.groupBy(await countMessagesByState(scope, ids), ({ broadcastID }) => broadcastID);
  const paid = new Map(
    (
      await sumPaidAfter(
        scope,
        runs.map(({ broadcastID, from, until }) => ({ broadcastID, from, until })),
      )
    ).map((row) => [row.broadcastID, row]),
  );
  return new Map(
    runs.map(({ broadcastID, templateID, from: day }) => {
      const count = (...states: readonly MessageState[]): number =>
        (counts.get(broadcastID) ?? [])
          .filter(({ status }) => states.includes(status))
          .reduce((sum, { count }) => sum + count, 0);
      const money = paid.get(broadcastID);
      const states = { sent: count(...handedOver), read: count('read'), failed: count('failed', 'unknown') };
      const brought = { families: money?.families ?? 0, paid: toRupees(money?.paid ?? 0) };
      return [templateID ?? 0, { broadcastID, day, ...states, ...brought }];
    }),
  );
}

export async function listReminders(scope: Scope, deps: Deps): Promise<RemindersAnswer> {
  const { hour, heldAt, answersSince } = await findReminderSetting(scope);
  const on = new Map(
    (await listStoredRules(scope)).filter(isUnchanged).map(({ rule }) => [rule.templateID, rule]),
  );
  const templates = (await listTemplates(scope)).filter(({ sendOn }) => readReminderRule(sendOn));
  const unapproved = await findUnapproved(scope, deps, templates);
  const lastRuns = await mapLastRuns(
    scope,
    templates.map(({ id }) => id),
  );
  return {
    hour,
    heldBy: (await findHold(scope)) ?? null,
    heldAt,
    answersBalance: answersSince !== null,
    rules: templates.map(({ id: templateID, title, sendOn }) => ({
      ...{ templateID, title },
      sendOn: spelledRuleOf(sendOn) ?? '',
      isOn: on.has(templateID),
      startsOn: on.get(templateID)?.startsOn ?? null,
      lacksApproval: unapproved.has(templateID),
      lastRun: lastRuns.get(templateID) ?? null,
    })),
  };
}

type SwitchEntry = { about: { kind: 'template'; id: number; name: string }; sendOn: string; at: string };

async function recordSwitch(scope: Scope, { about, sendOn, at }: SwitchEntry, isOn: boolean): Promise<void> {
  const what = isOn ? 'reminderOn' : 'reminderOff';
  await recordChange(scope, { what, at, about, details: { sendOn } });
}

/**
 * Switches a rule on or off. A rule that is switched on applies from the next run, and the rule `paid` to payments from
 * now on. Nothing changes if the rule is already on or off as requested.
 */
export async function switchReminder(
  scope: Scope,
  deps: Deps,
  { templateID, isOn }: { templateID: number; isOn: boolean },
): Promise<RemindersAnswer> {
  const now = deps.now();
  const at = now.toISOString();
  await withCampusLock(scope, async (scope) => {
    const template = await findTemplate(scope, templateID);
    if (!template) throw new Failure('notFound', failureWords.notFound);
    const stored = (await listStoredRules(scope)).find(({ rule }) => rule.templateID === templateID);
    const wasOn = stored !== undefined && isUnchanged(stored);
    const sendOn = isOn ? spelledRuleOf(template.sendOn) : stored?.rule.sendOn;
    if (isOn && sendOn === undefined) throw new Failure('invalid', failureWords.noReminderRule);
    if (wasOn === isOn || sendOn === undefined) return;
    if (isOn) {
      // Payments from now on get a receipt, including further payments of today.
      const startsOn =
        sendOn === 'paid' ? dayIn(scope.campus.timeZone, now) : (await findNextRun(scope, now)).day;
      await putRule(scope, { templateID, sendOn, startsOn, createdAt: at });
    } else await deleteRule(scope, templateID);
    const about = { kind: 'template', id: templateID, name: template.title } as const;
    await recordSwitch(scope, { about, sendOn, at }, isOn);
  });
  return publishAndList(scope, deps);
}

/** Switches off rules if the rule of their template was changed since. A person must decide again. */
export async function switchOffStale(scope: Scope, deps: Deps): Promise<void> {
  if ((await listStoredRules(scope)).every(isUnchanged)) return;
  await withCampusLock(scope, async (scope) => {
    for (const stored of await listStoredRules(scope)) {
      if (isUnchanged(stored)) continue;
      const { rule, template } = stored;
      await deleteRule(scope, rule.templateID);
      const about = { kind: 'template', id: template.id, name: template.title } as const;
      await recordSwitch(scope, { about, sendOn: rule.sendOn, at: deps.now().toISOString() }, false);
    }
  });
  deps.bus.publish(scope.campusID, { what: 'reminders' });
}

/**
 * Sets the hour. It applies from the next time at which it comes. If the new hour of today has already passed, the next
 * run is tomorrow.
 */
export async function changeReminderHour(scope: Scope, deps: Deps, hour: string): Promise<RemindersAnswer> {
  const at = deps.now().toISOString();
  await withCampusLock(scope, async (scope) => {
    const before = (await findReminderSetting(scope)).hour;
    if (before === hour) return;
    await putReminderSetting(scope, { hour, hourSetAt: at });
    const changes: TrailChanges = { hour: [before, hour] };
    await recordChange(scope, { what: 'reminderHourChanged', at, about: { kind: 'send' }, changes });
  });
  return publishAndList(scope, deps);
}

/**
 * Holds or releases all reminders. After a release, reminders that were not held for too long are sent in the next run.
 */
export async function holdReminders(scope: Scope, deps: Deps, isHeld: boolean): Promise<RemindersAnswer> {
  if (!isHeld) needEdit(scope);
  const now = deps.now();
  const at = now.toISOString();
  await withCampusLock(scope, async (scope) => {
    const { heldAt } = await findReminderSetting(scope);
    if ((heldAt !== null) === isHeld) return;
    await putReminderSetting(scope, isHeld ? { heldAt: at } : { heldAt: null, ranOn: null });
    if (!isHeld) await ignoreEarlierPayments(scope, minutesBefore(now, longestHeld * 24 * 60));
    const what = isHeld ? 'remindersHeld' : 'remindersReleased';
    await recordChange(scope, { what, at, about: { kind: 'send' } });
  });
  if (!isHeld) deps.wake('reminders');
  return publishAndList(scope, deps);
}

/** Switches the automatic answer to a parent who writes `balance`. */
export async function switchAnswers(scope: Scope, deps: Deps, isOn: boolean): Promise<RemindersAnswer> {
  const at = deps.now().toISOString();
  await withCampusLock(scope, async (scope) => {
    const { answersSince } = await findReminderSetting(scope);
    if ((answersSince !== null) === isOn) return;
    await putReminderSetting(scope, { answersSince: isOn ? at : null });
    await recordChange(scope, { what: isOn ? 'answersOn' : 'answersOff', at, about: { kind: 'send' } });
  });
  return publishAndList(scope, deps);
}

/**
 * Runs when the data stop being a copy. It is unknown which families the other installation has reminded, so earlier
 * days get no reminder.
 */
export async function postponeAfterCopy(scope: Scope, at: Date): Promise<void> {
  const { day: startsOn } = await findNextRun(scope, at);
  await postponeRules(scope, { startsOn, at: at.toISOString() });
}

async function publishAndList(scope: Scope, deps: Deps): Promise<RemindersAnswer> {
  deps.bus.publish(scope.campusID, { what: 'reminders' });
  return listReminders(scope, deps);
}
