/**
 * Checks regularly which campuses are due: for the daily run at their hour, soon after an import, and for receipts of
 * payments.
 */
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop, shuffled } from '../../loop.ts';
import { quietUntil } from '../../senders/quiet-hours/quiet-hours-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import { paceOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { sendDueReceipts } from '../receipts/receipts.ts';
import { findReminderSetting, listStoredRules } from '../reminders-queries.ts';
import { dueRunDay, isUnchanged, lastRunDay } from '../reminders-rules.ts';
import { switchOffStale } from '../switches/switches.ts';
import { type CheckedPayments, findDueCampuses } from './due-campuses.ts';
import { remind, runOf } from './runs.ts';
import { hasImports } from './runs-queries.ts';

/** Milliseconds between two checks of the store. */
const lookEvery = 20_000;

/** Returns the instant until which imports were checked. Undefined when no rule covers imports. */
async function findImportsSince(scope: Scope): Promise<string | undefined> {
  const rules = (await listStoredRules(scope)).filter(isUnchanged);
  const began = rules.filter(({ rule }) => rule.sendOn === 'bill').map(({ rule }) => rule.createdAt);
  if (began.length === 0) return undefined;
  const { importsUpTo } = await findReminderSetting(scope);
  return importsUpTo ?? began.sort()[0];
}

/**
 * Returns the sender of the campus; undefined during its quiet hours. A run that is planned in quiet hours would be
 * outdated when they end.
 */
async function findSenderOutsideQuietHours(scope: Scope, at: Date): Promise<SenderRow | undefined> {
  const sender = await findSender(scope);
  return sender && quietUntil(paceOf(sender), scope.campus.timeZone, at) ? undefined : sender;
}

async function remindCampus(scope: Scope, deps: Deps): Promise<number> {
  const at = deps.now();
  await switchOffStale(scope, deps);
  const sender = await findSenderOutsideQuietHours(scope, at);
  const { timeZone } = scope.campus;
  if (!sender) return 0;
  const { hour, ...ran } = await findReminderSetting(scope);
  const hours = { hour, pace: paceOf(sender), timeZone };
  const day = dueRunDay(at, hours, ran);
  const run = runOf(scope.campus, day ?? lastRunDay(at, hours), at);
  if (day !== undefined) return remind(scope, deps, { run, at });
  const since = await findImportsSince(scope);
  const isAny = since !== undefined && (await hasImports(scope, { from: since, until: run.importsUpTo }));
  return isAny ? remind(scope, deps, { run, at, since }) : 0;
}

const sendReceiptsOfCampus = async (scope: Scope, deps: Deps): Promise<number> =>
  (await findSenderOutsideQuietHours(scope, deps.now())) ? sendDueReceipts(scope, deps) : 0;

/**
 * Runs the reminders of every campus that is due, and returns how many sends were made. If one campus fails, the others
 * still run.
 */
export async function remindDue(deps: Deps, checked: CheckedPayments = new Map()): Promise<number> {
  const { db } = deps.store;
  let sends = 0;
  for (const { campus, reminds, hasPayments } of shuffled(
    deps.runtime,
    await findDueCampuses(deps, checked),
  )) {
    const acts = [...(reminds ? [remindCampus] : []), ...(hasPayments ? [sendReceiptsOfCampus] : [])];
    for (const act of acts)
      sends += await act(scopeOfRow(db, campus, ''), deps).catch((error: unknown) => {
        deps.log.warn({ err: error, campusID: campus.id }, 'the reminders of a campus failed');
        return 0;
      });
  }
  return sends;
}

export function remindersWorker(deps: Deps): Loop {
  const { elapsed } = deps.runtime;
  const checked: CheckedPayments = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const tick = async (): Promise<number> => {
    if (elapsed() - lookedAt < lookEvery) return 0;
    lookedAt = elapsed();
    return remindDue(deps, checked);
  };
  return createLoop({ name: 'reminders', tick }, deps.runtime);
}
