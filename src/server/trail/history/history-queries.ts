import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { AboutKind } from '#shared/trail-kinds.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Viewer } from '../model.ts';

/** Rows with ids from `low` up to but not including `before`, newest first. */
export type Range = { low: number; before: number; take: number };

export type TrailChoice = {
  search: string;
  /** Codes whose sentences contain the searched text. */
  codes: readonly string[];
  kind?: AboutKind | undefined;
  userID?: string | undefined;
  /** Instants: from `since` on, before `until`. */
  since?: string | undefined;
  until?: string | undefined;
};

const columns = [
  'trail.id',
  'trail.at',
  'trail.actor',
  'trail.actorID',
  'trail.actorName',
  'trail.address',
  'trail.what',
  'trail.kind',
  'trail.aboutID',
  'trail.aboutName',
  'trail.groupID',
  'trail.details',
  'trail.place',
  'trail.hash',
  'user.name as userName',
] as const;

const inRange = ({ db }: Viewer, { low, before, take }: Range) =>
  db
    .selectFrom('trail')
    .leftJoin('user', 'user.id', 'trail.actorID')
    .select(columns)
    .where('trail.id', '>=', low)
    .where('trail.id', '<', before)
    .orderBy('trail.id', 'desc')
    .limit(take);

type Query = ReturnType<typeof inRange>;
export type TrailRow =
  Query extends SelectQueryBuilder<never, never, infer Row>
    ? Row
    : Awaited<ReturnType<Query['execute']>>[number];

/** Which index to use: the order of the campus, or the subject of the entries. */
type By = 'campus' | 'about';
const columnOf = (by: By, column: 'trail.campusID' | 'trail.schoolID') =>
  by === 'campus' ? sql.ref<number | null>(column) : unindexed(column);

const ofCampus = (query: Query, { campusID }: Viewer, by: By): Query =>
  query.where(columnOf(by, 'trail.campusID'), '=', campusID);

/** Entries about the whole school. Entries about accounts are included only for people of this campus. */
const ofSchool = (query: Query, { campusID }: Viewer, by: By): Query =>
  query
    .where(by === 'campus' ? 'trail.campusID' : unindexed('trail.campusID'), 'is', null)
    .where(columnOf(by, 'trail.schoolID'), '=', (eb) =>
      eb.selectFrom('campus').select('campus.schoolID').where('campus.id', '=', campusID),
    )
    .where((eb) =>
      eb.or([
        eb('trail.kind', '<>', 'person'),
        eb.exists(
          eb
            .selectFrom('membership')
            .select('membership.userID')
            .whereRef('membership.userID', '=', 'trail.aboutID')
            .where('membership.campusID', '=', campusID),
        ),
      ]),
    );

const found = (
  db: Db,
  eb: ExpressionBuilder<Tables, 'trail'>,
  { search, codes }: Pick<TrailChoice, 'search' | 'codes'>,
) =>
  eb.or([
    contains(db, eb.ref('trail.aboutName'), search),
    contains(db, eb.ref('trail.actorName'), search),
    contains(db, eb.ref('trail.address'), search),
    contains(db, eb.ref('trail.details'), search),
    ...(codes.length > 0 ? [eb('trail.what', 'in', codes)] : []),
  ]);

function narrow(query: Query, { db }: Viewer, choice: TrailChoice): Query {
  const { search, kind, userID, since, until } = choice;
  return query
    .$if(search !== '', (query) =>
      query.where((eb) => found(db, eb as unknown as ExpressionBuilder<Tables, 'trail'>, choice)),
    )
    .$if(kind !== undefined, (query) => query.where('trail.kind', '=', kind ?? 'trail'))
    .$if(userID !== undefined, (query) => query.where('trail.actorID', '=', userID ?? ''))
    .$if(since !== undefined, (query) => query.where('trail.at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('trail.at', '<', until ?? ''));
}

const newest = (lists: readonly TrailRow[][], take: number): TrailRow[] =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()]
    .sort((one, other) => other.id - one.id)
    .slice(0, take);

export async function listTrailRows(scope: Viewer, choice: TrailChoice, range: Range): Promise<TrailRow[]> {
  const lists: TrailRow[][] = [];
  for (const among of [ofCampus, ofSchool])
    lists.push(await narrow(among(inRange(scope, range), scope, 'campus'), scope, choice).execute());
  return newest(lists, range.take);
}

/**
 * Returns the lower end of a search window: the id of the campus's row that is `rows` rows before this one, or 0 if
 * there are fewer rows.
 */
export async function findWindow(scope: Viewer, before: number, rows: number): Promise<number> {
  const row = await scope.db
    .selectFrom('trail')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .offset(rows)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

export async function findBounds(db: Db): Promise<{ first: number; last: number }> {
  const ids = db.selectFrom('trail').select('id').limit(1);
  const first = await ids.orderBy('id').executeTakeFirst();
  const last = await ids.orderBy('id', 'desc').executeTakeFirst();
  return { first: first?.id ?? 0, last: last?.id ?? 0 };
}

/** Returns the time of the row with this id, or of the next lower id. */
export async function findInstant(db: Db, id: number): Promise<string> {
  const row = await db
    .selectFrom('trail')
    .select('at')
    .where('id', '<=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? '';
}

const about = (query: Query, kind: AboutKind, id: string): Query =>
  query.where('trail.kind', '=', kind).where('trail.aboutID', '=', id);

export async function listOfTemplate(scope: Viewer, templateID: string, range: Range): Promise<TrailRow[]> {
  return about(ofCampus(inRange(scope, range), scope, 'about'), 'template', templateID).execute();
}

/** Lists the changes of a person's account, and of this person's rights in this campus. */
export async function listOfPerson(scope: Viewer, userID: string, range: Range): Promise<TrailRow[]> {
  const lists: TrailRow[][] = [];
  for (const among of [ofCampus, ofSchool])
    lists.push(await about(among(inRange(scope, range), scope, 'about'), 'person', userID).execute());
  return newest(lists, range.take);
}

/** Lists all changes in a billing, including sends about several billings. */
export async function listOfGroup(scope: Viewer, groupID: number, range: Range): Promise<TrailRow[]> {
  const { campusID } = scope;
  const own = await ofCampus(inRange(scope, range), scope, 'about')
    .where('trail.groupID', '=', groupID)
    .execute();
  const sends = await ofCampus(inRange(scope, range), scope, 'about')
    .where('trail.kind', '=', 'send')
    .where('trail.aboutID', 'in', (eb) =>
      eb
        .selectFrom('broadcast_group')
        .select(sql<string>`cast("broadcastID" as text)`.as('id'))
        .where('broadcast_group.campusID', '=', campusID)
        .where('broadcast_group.groupID', '=', groupID),
    )
    .execute();
  return newest([own, sends], range.take);
}

/** Returns the billing of a bill. For a deleted bill it is the billing that the bill was in. */
export async function findGroupOf(scope: Viewer, billID: number): Promise<number | undefined> {
  const { db, campusID } = scope;
  const there = await db
    .selectFrom('bill')
    .select('groupID')
    .where('campusID', '=', campusID)
    .where('id', '=', billID)
    .executeTakeFirst();
  if (there) return there.groupID;
  const gone = await db
    .selectFrom('trail')
    .select('groupID')
    .where(unindexed('campusID'), '=', campusID)
    .where('kind', '=', 'bill')
    .where('aboutID', '=', String(billID))
    .limit(1)
    .executeTakeFirst();
  return gone?.groupID ?? undefined;
}

/** Lists the imports of a billing that added or changed the bill. */
export async function listImportsOf(
  scope: Viewer,
  { groupID, billID }: { groupID: number; billID: number },
): Promise<string[]> {
  const { db, campusID } = scope;
  const added = db
    .selectFrom('bill')
    .select('bill.importID as id')
    .where('bill.campusID', '=', campusID)
    .where('bill.id', '=', billID)
    .where('bill.importID', 'is not', null);
  const changed = db
    .selectFrom('import')
    .innerJoin('import_change', 'import_change.importID', 'import.id')
    .select('import.id')
    .where('import.campusID', '=', campusID)
    .where('import.groupID', '=', groupID)
    .where('import.kind', '=', 'bills')
    .where('import_change.itemID', '=', billID);
  const rows = [...(await added.execute()), ...(await changed.execute())];
  return [...new Set(rows.map(({ id }) => String(id)))];
}

export type BillHistory = { billID: number; groupID: number; importIDs: readonly string[] };

/** Lists the changes of the bill, its imports, and the changes that marked it together with other bills. */
export async function listOfBill(scope: Viewer, of: BillHistory, range: Range): Promise<TrailRow[]> {
  const { billID, groupID, importIDs } = of;
  const here = () => ofCampus(inRange(scope, range), scope, 'about');
  const own = await about(here(), 'bill', String(billID)).execute();
  const imports =
    importIDs.length === 0
      ? []
      : await here().where('trail.kind', '=', 'import').where('trail.aboutID', 'in', importIDs).execute();
  const marked = await here()
    .where('trail.groupID', '=', groupID)
    .where('trail.kind', '=', 'group')
    .where('trail.what', 'in', ['billsMarked', 'billsCarried', 'carriedBack'])
    .where('trail.details', 'like', `% ${billID} %`)
    .execute();
  return newest([own, imports, marked], range.take);
}
