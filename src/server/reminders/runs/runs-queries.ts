import { sql } from 'kysely';
import { openStatuses } from '#shared/money/bill-status.ts';
import { campusColumns } from '../../auth/auth-queries.ts';
import type { Scope } from '../../auth/scope.ts';
import { insertMany, unindexed, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { ReminderTable } from '../tables.ts';
import type { RemindableBill } from './runs-rules.ts';

/**
 * Lists the campuses with a rule that is on, with what decides whether they are due. It leaves out campuses of suspended
 * schools.
 */
export async function listReminding(db: Db) {
  return db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .innerJoin('sender', 'sender.campusID', 'campus.id')
    .leftJoin('reminder_setting', 'reminder_setting.campusID', 'campus.id')
    .select(campusColumns.map((column) => `campus.${column}` as const))
    .select(['sender.quietFrom', 'sender.quietTo', 'sender.quietDays', 'sender.copiedAt'])
    .select(['reminder_setting.hour', 'reminder_setting.hourSetAt', 'reminder_setting.heldAt'])
    .select(['reminder_setting.ranOn', 'reminder_setting.importsUpTo'])
    .where('school.suspendedAt', 'is', null)
    .where('campus.id', 'in', (eb) => eb.selectFrom('reminder_rule').select('campusID'))
    .orderBy('campus.id')
    .execute();
}
export type RemindingCampus = Awaited<ReturnType<typeof listReminding>>[number];

/** Lists the rules of all campuses, each with the rule that its template has now. */
export async function listEveryRule(db: Db) {
  return db
    .selectFrom('reminder_rule')
    .innerJoin('template', 'template.id', 'reminder_rule.templateID')
    .select(['reminder_rule.campusID', 'reminder_rule.sendOn', 'reminder_rule.createdAt'])
    .select('template.sendOn as templateSendOn')
    .execute();
}

type Importing = { campusID: number; from: string; until: string };

/** Returns those of these campuses to which bills were imported in their period. */
export async function listCampusesWithImports(db: Db, periods: readonly Importing[]): Promise<Set<number>> {
  if (periods.length === 0) return new Set();
  const columns = { campusID: 'bigint', from: 'text', until: 'text' } as const;
  const { rows } = await sql<{ campusID: number }>`with ${valueRows(db, 'period', { columns, rows: periods })}
    select period."campusID" from period where exists (select 1 from import where import."campusID" = period."campusID"
      and kind = 'bills' and "undoneAt" is null and import."createdAt" > period."from"
      and import."createdAt" <= period."until")`.execute(db);
  return new Set(rows.map(({ campusID }) => campusID));
}

const openBills = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .select(['id', 'numbers', 'dueDate', 'expiryDate', 'createdAt'])
    .where('campusID', '=', scope.campusID)
    .where('status', 'in', openStatuses);

type Days = { from: string; until: string };

/** Lists the open bills that are due, or expire, on one of these days. */
export async function listOpenBills(
  scope: Scope,
  anchor: 'dueDate' | 'expiryDate',
  { from, until }: Days,
): Promise<RemindableBill[]> {
  return openBills(scope).where(anchor, '>=', from).where(anchor, '<=', until).execute();
}

const imports = (scope: Scope, { from, until }: Days) =>
  scope.db
    .selectFrom('import')
    .select('groupID')
    .where('campusID', '=', scope.campusID)
    .where('kind', '=', 'bills')
    .where('undoneAt', 'is', null)
    .where('createdAt', '>', from)
    .where('createdAt', '<=', until);

/** Tells whether bills were imported in this period. */
export async function hasImports(scope: Scope, between: Days): Promise<boolean> {
  return (await imports(scope, between).limit(1).executeTakeFirst()) !== undefined;
}

/** Lists the open bills that were imported in this period. */
export async function listImportedBills(scope: Scope, between: Days): Promise<RemindableBill[]> {
  return openBills(scope)
    .where('groupID', 'in', imports(scope, between))
    .where('createdAt', '>', between.from)
    .where('createdAt', '<=', between.until)
    .execute();
}

/** Lists the stored steps since a day: fired, passed or skipped. */
export async function listStoredSteps(scope: Scope, since: string) {
  return scope.db
    .selectFrom('reminder')
    .select(['billID', 'templateID', 'sendOn', 'anchor'])
    .where('campusID', '=', scope.campusID)
    .where('day', '>=', since)
    .execute();
}

/** Stores steps. Fails when one of them is already stored, because another worker was first. */
export async function insertReminders(
  scope: Scope,
  rows: readonly Omit<ReminderTable, 'campusID'>[],
): Promise<void> {
  await insertMany(
    scope.db,
    'reminder',
    rows.map((row) => ({ ...row, campusID: scope.campusID })),
  );
}

/**
 * Lists numbers to which a reminder was sent after `remindedAfter`, and numbers to which a person sends a message
 * between `from` and `until`, in a send to many or about a bill. A message that waited for days counts from when it was
 * sent. Sends from before `since` are not read.
 */
export async function listMessaged(
  scope: Scope,
  { remindedAfter, from, until, since }: Days & { remindedAfter: string; since: string },
): Promise<string[]> {
  const broadcasts = scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    // A receipt is not a reminder.
    .where('paymentID', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('startAt', 'createdAt'), '>=', since))
    .where((eb) => eb(eb.fn.coalesce('startAt', 'createdAt'), '<', until));
  const rows = await scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select('message.number')
    .distinct()
    .where('message.campusID', '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('message.broadcastID', 'in', broadcasts)
    .where('message.status', 'not in', ['cancelled', 'skipped', 'failed'])
    .where((eb) => {
      const goesAt = eb.fn.coalesce('message.acceptedAt', 'broadcast.startAt', 'broadcast.createdAt');
      return eb.or([
        eb.and([
          eb('broadcast.createdBy', '=', ''),
          eb('broadcast.kind', '=', 'run'),
          eb(goesAt, '>', remindedAfter),
        ]),
        eb.and([
          eb('broadcast.createdBy', '<>', ''),
          eb('broadcast.kind', '<>', 'notice'),
          eb.or([eb('broadcast.kind', '=', 'run'), eb('message.billIDs', '<>', '')]),
          eb(goesAt, '>=', from),
          eb(goesAt, '<', until),
        ]),
      ]);
    })
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * Lists numbers with a message that was due by this instant and still waits, however old it is. Otherwise a family
 * would get several messages together after a sender was stopped for days.
 */
export async function listWaitingFor(scope: Scope, at: string): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select('message.number')
    .distinct()
    // Through the sends of the campus. Its messages by number would all be read.
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('message.status', 'in', ['queued', 'sending'])
    .where('broadcast.kind', '=', 'run')
    .where('broadcast.paymentID', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('startAt', 'broadcast.createdAt'), '<=', at))
    .execute();
  return rows.map(({ number }) => number);
}
