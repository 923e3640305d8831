import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Group, GroupSummary, NewGroup } from '#shared/calls/groups.ts';
import { type BillFilter, builtInStatuses, openStatuses, partlyPaid } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';
import type { Db } from '../../platform/db/store.ts';
import type { StoredRow } from '../../platform/db/tables.ts';

const columns = ['id', 'name', 'month', 'year', 'description', 'campusID', 'avatar'] as const;

/** Lists the billings of the campus, the newest month first, without their counts and sums. */
export async function listGroups(scope: Scope): Promise<Group[]> {
  return scope.db
    .selectFrom('group')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const isBuiltIn = sql<boolean>`status in (${sql.join(builtInStatuses)})`;
const countWhere = (is: RawBuilder<boolean>) => sql<number>`sum(case when ${is} then bills else 0 end)`;
const sumWhere = (is: RawBuilder<boolean>, sum: RawBuilder<unknown>) =>
  sql<number>`sum(case when ${is} then ${sum} else 0 end)`;
const isOpen = sql<boolean>`status in (${sql.join(openStatuses)})`;
const isPaid = sql<boolean>`status = 'paid'`;

/** The counts and sums of each billing, from the counts that the database maintains. */
const figuresOf = (scope: Scope, today: string) =>
  scope.db
    .selectFrom('bill_count')
    .select((eb) => [
      'groupID',
      eb.fn.sum<number>('bills').as('bills'),
      eb.fn.sum<number>('total').as('total'),
      eb.fn.sum<number>('paid').as('collected'),
    ])
    .select([
      countWhere(isOpen).as('unpaid'),
      countWhere(sql`${isOpen} and "dueDate" <> '' and "dueDate" < ${today}`).as('overdue'),
      countWhere(sql`status = ${partlyPaid}`).as('partPaid'),
      countWhere(isPaid).as('paid'),
      countWhere(sql`not ${isBuiltIn}`).as('other'),
      sumWhere(isBuiltIn, sql`total`).as('expected'),
      sumWhere(isOpen, sql`total - covered`).as('outstanding'),
    ])
    .where('campusID', '=', scope.campusID)
    .groupBy('groupID')
    .as('figures');

const figureOf = {
  all: 'bills',
  unpaid: 'unpaid',
  overdue: 'overdue',
  partial: 'partPaid',
  paid: 'paid',
  other: 'other',
} as const satisfies Record<BillFilter, string>;

/**
 * Counts the bills of a billing that match a filter. It reads stored counts, so the size of the billing does not
 * matter.
 */
export async function countFiltered(
  scope: Scope,
  { groupID, status, today }: { groupID: number; status: BillFilter; today: string },
): Promise<number> {
  const row = await scope.db
    .selectFrom(figuresOf(scope, today))
    .select(`figures.${figureOf[status]} as count`)
    .where('groupID', '=', groupID)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/**
 * Counts the chats to answer for each billing. A chat belongs to the billing that its latest message answers. The
 * second condition must be written exactly as in the partial index for waiting conversations.
 */
const toAnswerOf = (scope: Scope) =>
  scope.db
    .selectFrom('conversation')
    .innerJoin('inbound', 'inbound.id', 'conversation.latestID')
    .select((eb) => ['inbound.groupID', eb.fn.countAll<number>().as('toAnswer')])
    .where('conversation.campusID', '=', scope.campusID)
    .where(sql<SqlBool>`"latestID" > "answeredID"`)
    .where(unindexed('inbound.campusID'), '=', scope.campusID)
    .groupBy('inbound.groupID')
    .as('waiting');

const figureNames = [
  ...(['bills', 'unpaid', 'overdue', 'paid', 'partPaid', 'other'] as const),
  ...(['total', 'expected', 'collected', 'outstanding'] as const),
];

/**
 * Lists the billings with their counts and sums; money in paisa. `today` is the day in the time zone of the campus.
 */
export async function listGroupsWithFigures(
  scope: Scope,
  search: string,
  today: string,
): Promise<Omit<GroupSummary, 'version'>[]> {
  return scope.db
    .selectFrom('group')
    .leftJoin(toAnswerOf(scope), 'waiting.groupID', 'group.id')
    .leftJoin(figuresOf(scope, today), 'figures.groupID', 'group.id')
    .select(columns.map((column) => `group.${column}` as const))
    .select((eb) => figureNames.map((name) => eb.fn.coalesce(`figures.${name}`, eb.lit(0)).as(name)))
    .select((eb) => eb.fn.coalesce('waiting.toAnswer', eb.lit(0)).as('toAnswer'))
    .where('group.campusID', '=', scope.campusID)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          contains(scope.db, eb.ref('group.name'), search),
          contains(scope.db, eb.ref('group.description'), search),
        ]),
      ),
    )
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .orderBy('group.id', 'desc')
    .execute();
}

/** Lists the months that have billings. */
export async function listMonths(scope: Scope): Promise<{ year: number; month: number }[]> {
  return scope.db
    .selectFrom('group')
    .select(['year', 'month'])
    .where('campusID', '=', scope.campusID)
    .groupBy(['year', 'month'])
    .orderBy('year')
    .orderBy('month')
    .execute();
}

/** Sums the bills of all billings of a month; money in paisa. */
export async function sumMonth(
  scope: Scope,
  { year, month }: { year: number; month: number },
): Promise<{ bills: number; collected: number; outstanding: number }> {
  const row = await scope.db
    .selectFrom('group')
    // The count of overdue bills is not used, so no day is given.
    .innerJoin(figuresOf(scope, ''), 'figures.groupID', 'group.id')
    .select((eb) => [
      eb.fn.sum<number | null>('figures.bills').as('bills'),
      eb.fn.sum<number | null>('figures.collected').as('collected'),
      eb.fn.sum<number | null>('figures.outstanding').as('outstanding'),
    ])
    .where('group.campusID', '=', scope.campusID)
    .where('group.year', '=', year)
    .where('group.month', '=', month)
    .executeTakeFirst();
  const { bills, collected, outstanding } = row ?? {};
  return { bills: bills ?? 0, collected: collected ?? 0, outstanding: outstanding ?? 0 };
}

export async function findGroup(scope: Scope, groupID: number): Promise<Group | undefined> {
  return scope.db
    .selectFrom('group')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', groupID)
    .executeTakeFirst();
}

/** Returns the billings among these that belong to this campus. */
export async function findGroups(scope: Scope, groupIDs: number[]): Promise<Group[]> {
  if (groupIDs.length === 0) return [];
  return scope.db
    .selectFrom('group')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', groupIDs)
    .orderBy('id')
    .execute();
}

/** Returns the campus of the billing, among these campuses. */
export async function findCampusOfGroup(
  db: Db,
  campusIDs: number[],
  groupID: number,
): Promise<number | undefined> {
  if (campusIDs.length === 0) return undefined;
  const row = await db
    .selectFrom('group')
    .select('campusID')
    .where('campusID', 'in', campusIDs)
    .where('id', '=', groupID)
    .executeTakeFirst();
  return row?.campusID;
}

export async function insertGroup(
  scope: Scope,
  group: Omit<NewGroup, 'campusID'>,
  now: string,
): Promise<number> {
  const { name, month, year, description, avatar } = group;
  const row = await scope.db
    .insertInto('group')
    .values({
      name,
      month,
      year,
      description,
      avatar: avatar || null,
      campusID: scope.campusID,
      createdAt: now,
      createdBy: scope.userID,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateGroup(
  scope: Scope,
  groupID: number,
  group: Omit<NewGroup, 'campusID'>,
): Promise<Group | undefined> {
  const { name, month, year, description, avatar } = group;
  return scope.db
    .updateTable('group')
    .set({ name, month, year, description, ...(avatar === undefined ? {} : { avatar: avatar || null }) })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', groupID)
    .returning(columns)
    .executeTakeFirst();
}

/** Deletes the billing with its bills and returns its row. Undefined if the campus has no such billing. */
export async function deleteGroup(scope: Scope, groupID: number): Promise<StoredRow<'group'> | undefined> {
  return scope.db
    .deleteFrom('group')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', groupID)
    .returningAll()
    .executeTakeFirst();
}

/** Restores a deleted billing with its old id. */
export async function insertRestoredGroup(scope: Scope, row: StoredRow<'group'>): Promise<void> {
  await scope.db
    .insertInto('group')
    .values({ ...row, campusID: scope.campusID })
    .execute();
}
