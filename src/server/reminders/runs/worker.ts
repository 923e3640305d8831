/**
 * Looks now and then which campuses are to remind families: each day at their hour, and soon after an import; and whom of
 * a payment.
 */
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { quietUntil } from '../../numbers/quiet-hours/rules.ts';
import { findSender } from '../../numbers/senders/queries.ts';
import { paceOf } from '../../numbers/senders/rules.ts';
import type { SenderRow } from '../../numbers/tables.ts';
import { findReminderSetting, listStoredRules } from '../queries.ts';
import { tellOfPayments } from '../receipts/actions.ts';
import { dueRunDay, isStill, lastRunDay } from '../rules.ts';
import { switchOffStale } from '../switches/actions.ts';
import { remind, runOf } from './actions.ts';
import { hasImports, listReminding } from './queries.ts';

/** Milliseconds between two looks at the store. */
const lookEvery = 20_000;

/** Since when imports have not been looked at; undefined where no rule speaks of them. */
async function findImportsSince(scope: Scope): Promise<string | undefined> {
  const rules = (await listStoredRules(scope)).filter(isStill);
  const began = rules.filter(({ rule }) => rule.sendOn === 'bill').map(({ rule }) => rule.createdAt);
  if (began.length === 0) return undefined;
  const { importsUpTo } = await findReminderSetting(scope);
  return importsUpTo ?? began.sort()[0];
}

/** The campus's sender, where it is not quiet: what is planned in quiet hours would be of yesterday when they end. */
async function findAwake(scope: Scope, at: Date): Promise<SenderRow | undefined> {
  const sender = await findSender(scope);
  return sender && quietUntil(paceOf(sender), scope.campus.timeZone, at) ? undefined : sender;
}

async function remindCampus(scope: Scope, deps: Deps): Promise<number> {
  const at = deps.now();
  await switchOffStale(scope, deps);
  const sender = await findAwake(scope, at);
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

const tellCampus = async (scope: Scope, deps: Deps): Promise<number> =>
  (await findAwake(scope, deps.now())) ? tellOfPayments(scope, deps) : 0;

/** Reminds in every campus whose time has come; one that fails does not keep the others. Answers how many sends it made. */
export async function remindDue(deps: Deps): Promise<number> {
  const { db } = deps.store;
  let sends = 0;
  for (const campus of await listReminding(db)) {
    for (const act of [remindCampus, tellCampus])
      sends += await act(scopeOfRow(db, campus, ''), deps).catch((error: unknown) => {
        deps.log.warn({ err: error, campusID: campus.id }, 'nobody could be reminded');
        return 0;
      });
  }
  return sends;
}

export function remindersWorker(deps: Deps): Loop {
  const { elapsed } = deps.runtime;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const tick = async (): Promise<number> => {
    if (elapsed() - lookedAt < lookEvery) return 0;
    lookedAt = elapsed();
    return remindDue(deps);
  };
  return createLoop({ name: 'reminders', tick }, deps.runtime);
}
