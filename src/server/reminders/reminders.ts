/** Finds when the next reminders are sent, and why reminders are held. */
import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { windowHoursOf } from '../outbox/limits/windows.ts';
import { findSender } from '../senders/settings/settings-queries.ts';
import { paceOf } from '../senders/settings/settings-rules.ts';
import { findSendable } from '../templates/approvals/approvals-queries.ts';
import type { HeldBy } from './model.ts';
import { findReminderSetting } from './reminders-queries.ts';
import { type Hours, nextRunDay, startOfRun } from './reminders-rules.ts';

export async function findHold(scope: Scope): Promise<HeldBy | undefined> {
  if ((await findSender(scope))?.copiedAt) return 'copy';
  return (await findReminderSetting(scope)).heldAt === null ? undefined : 'person';
}

/** Returns the day of the next run, and when it starts. */
export async function findNextRun(scope: Scope, now: Date): Promise<{ day: string; at: Date }> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const { hour, ranOn } = await findReminderSetting(scope);
  const hours: Hours = { hour, pace: paceOf(sender), timeZone: scope.campus.timeZone };
  const day = nextRunDay(now, hours, { ranOn });
  return { day, at: startOfRun(day, hours) };
}

/** Returns those of these templates that cannot be sent before WhatsApp approves them. */
export async function findUnapproved(
  scope: Scope,
  deps: Pick<Deps, 'providers'>,
  templates: readonly Template[],
): Promise<Set<number>> {
  const unapproved = new Set<number>();
  if (windowHoursOf(deps, await findSender(scope)) === undefined) return unapproved;
  for (const template of templates)
    if (!(await findSendable(scope, template.id, template))) unapproved.add(template.id);
  return unapproved;
}

/**
 * The right to add is enough to stop reminders. Starting them again needs the right to edit, because a person with more
 * rights may have stopped them.
 */
export function needEdit({ rights }: Scope): void {
  if (!rights.edit) throw new Failure('forbidden', failureWords.forbidden);
}
