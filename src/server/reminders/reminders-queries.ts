import { sql } from 'kysely';
import { usualReminderHour } from '#shared/messages/reminder-rules.ts';
import type { Scope } from '../auth/scope.ts';
import { idList, valueRows } from '../platform/db/long-lists.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { RunningRule, StoredRule } from './model.ts';

export type ReminderSetting = Omit<Tables['reminder_setting'], 'campusID'>;

const defaultSetting: ReminderSetting = {
  hour: usualReminderHour,
  hourSetAt: null,
  heldAt: null,
  ranOn: null,
  importsUpTo: null,
  answersSince: null,
};

/** Returns the stored settings of the campus, or the defaults. */
export async function findReminderSetting(scope: Scope): Promise<ReminderSetting> {
  const row = await scope.db
    .selectFrom('reminder_setting')
    .select(['hour', 'hourSetAt', 'heldAt', 'ranOn', 'importsUpTo', 'answersSince'])
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row ?? defaultSetting;
}

export async function putReminderSetting(scope: Scope, change: Partial<ReminderSetting>): Promise<void> {
  const { campusID } = scope;
  await scope.db
    .insertInto('reminder_setting')
    .values({ ...defaultSetting, ...change, campusID })
    .onConflict((on) =>
      on.column('campusID').doUpdateSet(change).where('reminder_setting.campusID', '=', campusID),
    )
    .execute();
}

export async function listStoredRules(scope: Scope): Promise<StoredRule[]> {
  const rows = await scope.db
    .selectFrom('reminder_rule')
    .innerJoin('template', 'template.id', 'reminder_rule.templateID')
    .select(['template.id', 'template.title', 'template.message', 'template.media', 'template.sendOn'])
    .select(['reminder_rule.sendOn as rule', 'reminder_rule.startsOn', 'reminder_rule.createdAt'])
    .where('reminder_rule.campusID', '=', scope.campusID)
    .where('template.campusID', '=', scope.campusID)
    .orderBy('template.id')
    .execute();
  return rows.map(({ rule, startsOn, createdAt, ...template }) => ({
    rule: { templateID: template.id, sendOn: rule, startsOn, createdAt },
    template,
  }));
}

export async function putRule(scope: Scope, { templateID, ...rule }: RunningRule): Promise<void> {
  const { campusID } = scope;
  await scope.db
    .insertInto('reminder_rule')
    .values({ ...rule, templateID, campusID })
    .onConflict((on) =>
      on.column('templateID').doUpdateSet(rule).where('reminder_rule.campusID', '=', campusID),
    )
    .execute();
}

export async function deleteRule(scope: Scope, templateID: number): Promise<void> {
  await scope.db
    .deleteFrom('reminder_rule')
    .where('campusID', '=', scope.campusID)
    .where('templateID', '=', templateID)
    .execute();
}

/** Makes all rules ignore days before `startsOn`. */
export async function postponeRules(
  scope: Scope,
  { startsOn, at }: { startsOn: string; at: string },
): Promise<void> {
  await scope.db
    .updateTable('reminder_rule')
    .set({ startsOn, createdAt: at })
    .where('campusID', '=', scope.campusID)
    .execute();
}

/** Makes the rule `paid` ignore payments that were entered before this instant. */
export async function ignoreEarlierPayments(scope: Scope, enteredBefore: string): Promise<void> {
  await scope.db
    .updateTable('reminder_rule')
    .set({ createdAt: enteredBefore })
    .where('campusID', '=', scope.campusID)
    .where('sendOn', '=', 'paid')
    .where('createdAt', '<', enteredBefore)
    .execute();
}

/** Lists the latest broadcast of each of these templates that its reminder rule has made. `at` is ISO text. */
export async function listLastRuns(scope: Scope, templateIDs: readonly number[]) {
  const latest = scope.db
    .selectFrom('broadcast')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .where('reminderOf', 'in', idList(scope.db, templateIDs))
    .groupBy('reminderOf');
  return scope.db
    .selectFrom('broadcast')
    .select(['id as broadcastID', 'reminderOf as templateID', 'createdAt as at'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', latest)
    .orderBy('id')
    .execute();
}

/** A broadcast of reminders, and the days on which money counts as brought by it. */
export type RunDays = { broadcastID: number; from: string; until: string };

/**
 * Sums what was received in these days for the bills of which each broadcast reminded, in paisa. `families` counts the
 * families that paid.
 */
export async function sumPaidAfter(
  { db, campusID }: Scope,
  runs: readonly RunDays[],
): Promise<{ broadcastID: number; families: number; paid: number }[]> {
  if (runs.length === 0) return [];
  const columns = { broadcastID: 'bigint', from: 'text', until: 'text' } as const;
  const { rows } = await sql<{ broadcastID: number; families: number; paid: number }>`
    with ${valueRows(db, 'run', { columns, rows: runs })}
    select run."broadcastID", count(distinct bill.numbers) as families, sum(allocation.amount) as paid
    from run
    join reminder on reminder."campusID" = ${campusID} and reminder."broadcastID" = run."broadcastID"
    join allocation on allocation."campusID" = ${campusID} and allocation."billID" = reminder."billID"
      and allocation."endedAt" is null
    join payment on payment.id = allocation."paymentID" and payment."campusID" = ${campusID}
      and payment."voidedAt" is null and payment."receivedOn" >= run."from" and payment."receivedOn" <= run.until
    join bill on bill.id = reminder."billID" and bill."campusID" = ${campusID}
    group by run."broadcastID"
    order by run."broadcastID"`.execute(db);
  return rows;
}
