/** Switches rules on and off, sets the hour of reminders, and holds or releases all of them. */
import type { RemindersAnswer } from '#shared/calls/reminders.ts';
import { Failure } from '#shared/failures.ts';
import { readReminderRule, spelledRuleOf } from '#shared/messages/reminder-rules.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { TrailChanges } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findTemplate, listTemplates } from '../../templates/templates-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { findHold, findNextRun, findUnapproved, needEdit } from '../reminders.ts';
import {
  deleteRule,
  findReminderSetting,
  ignoreEarlierPayments,
  listStoredRules,
  postponeRules,
  putReminderSetting,
  putRule,
} from '../reminders-queries.ts';
import { isUnchanged, longestHeld, minutesBefore } from '../reminders-rules.ts';

export async function listReminders(scope: Scope, deps: Deps): Promise<RemindersAnswer> {
  const { hour, heldAt, answersSince } = await findReminderSetting(scope);
  const on = new Map(
    (await listStoredRules(scope)).filter(isUnchanged).map(({ rule }) => [rule.templateID, rule]),
  );
  const templates = (await listTemplates(scope)).filter(({ sendOn }) => readReminderRule(sendOn));
  const unapproved = await findUnapproved(scope, deps, templates);
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
