import type { ExpressionBuilder } from 'kysely';
import type { ImportAnswer, SavedChildren } from '#shared/calls/imports.ts';
import type { ImportKind, SameFile } from '#shared/sheets/sheet-rows.ts';
import type { Scope } from '../../auth/scope.ts';
import { insertMany } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type NewImport = Pick<
  Tables['import'],
  | 'kind'
  | 'groupID'
  | 'groupName'
  | 'isNewGroup'
  | 'saveID'
  | 'content'
  | 'fileName'
  | 'sha256'
  | 'sheet'
  | 'oneSeries'
  | 'partOf'
  | 'createdAt'
>;

/** Inserts an import of this caller and returns its id. The counts are written at the end. */
export async function insertImport(scope: Scope, made: NewImport): Promise<number> {
  const counts = { added: 0, updated: 0, skipped: 0, refused: 0, held: '[]' };
  const row = await scope.db
    .insertInto('import')
    .values({ ...made, ...counts, campusID: scope.campusID, createdBy: scope.userID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Imports of the campus, each with what its part changed in the list of students. */
const withPart = (scope: Scope) =>
  scope.db
    .selectFrom('import')
    .leftJoin('import as part', (join) =>
      join.onRef('part.partOf', '=', 'import.id').on('part.campusID', '=', scope.campusID),
    )
    .select(['part.added as childrenAdded', 'part.updated as childrenUpdated'])
    .where('import.campusID', '=', scope.campusID);

/** Replaces the two counts by `children`. */
function childrenOf<T extends { childrenAdded: number | null; childrenUpdated: number | null }>(row: T) {
  const { childrenAdded: added, childrenUpdated: updated, ...rest } = row;
  return { ...rest, children: added === null || updated === null ? null : { added, updated } };
}

/** The import that an earlier save with this id created, and its answer. */
export async function findImportBySave(
  scope: Scope,
  saveID: string,
): Promise<
  | (ImportAnswer &
      Pick<Tables['import'], 'kind' | 'groupID' | 'createdBy' | 'content'> & {
        children: SavedChildren | null;
      })
  | undefined
> {
  const row = await withPart(scope)
    .select(['import.id', 'import.kind', 'import.groupID', 'import.createdBy', 'import.content'])
    .select(['import.added', 'import.updated', 'import.skipped', 'import.refused', 'import.held'])
    .where('import.saveID', '=', saveID)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id: importID, held, ...rest } = row;
  return { ...childrenOf(rest), importID, held: JSON.parse(held) as ImportAnswer['held'] };
}

/** Writes the counts of the import. */
export async function finishImport(
  scope: Scope,
  { importID, held, added, updated, skipped, refused }: ImportAnswer,
): Promise<void> {
  await scope.db
    .updateTable('import')
    .set({ added, updated, skipped, refused, held: JSON.stringify(held) })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', importID)
    .execute();
}

/** The changed columns of a bill or student, with their stored values. */
export type Changed = Record<string, string | number | null>;
export type ItemChange = { itemID: number; before: Changed; after: Changed };

/** Stores the changes that an import made in existing rows. Fails if the import belongs to another campus. */
export async function insertChanges(
  scope: Scope,
  importID: number,
  changes: readonly ItemChange[],
): Promise<void> {
  const rows = changes.map(({ itemID, before, after }) => ({
    importID,
    campusID: scope.campusID,
    itemID,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  await insertMany(scope.db, 'import_change', rows);
}

/** The changes of an import, ordered by item, beginning after the item `after`. */
export async function listChanges(
  scope: Scope,
  importID: number,
  page: { after: number; take: number },
): Promise<ItemChange[]> {
  const rows = await scope.db
    .selectFrom('import_change')
    .select(['itemID', 'before', 'after'])
    .where('campusID', '=', scope.campusID)
    .where('importID', '=', importID)
    .where('itemID', '>', page.after)
    .orderBy('itemID')
    .limit(page.take)
    .execute();
  return rows.map(({ itemID, before, after }) => ({
    itemID,
    before: JSON.parse(before) as Changed,
    after: JSON.parse(after) as Changed,
  }));
}

export type Heading = { heading: string; field: string };

/**
 * Stores columns that a person has mapped. `heading` comes from `plainHeading` and occurs only once. An empty `field`
 * means that the column is not used.
 */
export async function putHeadings(
  scope: Scope,
  kind: ImportKind,
  headings: readonly Heading[],
): Promise<void> {
  if (headings.length === 0) return;
  await scope.db
    .insertInto('heading')
    .values(headings.map(({ heading, field }) => ({ heading, field, kind, campusID: scope.campusID })))
    .onConflict((on) =>
      on.columns(['campusID', 'kind', 'heading']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })),
    )
    .execute();
}

export async function listHeadings(scope: Scope, kind: ImportKind): Promise<Heading[]> {
  return scope.db
    .selectFrom('heading')
    .select(['heading', 'field'])
    .where('campusID', '=', scope.campusID)
    .where('kind', '=', kind)
    .orderBy('heading')
    .execute();
}

/**
 * The newest import of bills from the same file and sheet. Undone imports and imports whose billing no longer exists
 * do not count. If one of the two imports names no sheet, the file alone is compared.
 */
export async function findSameFile(
  scope: Scope,
  { sha256, sheet }: { sha256: string; sheet: string },
): Promise<SameFile | undefined> {
  if (sha256 === '') return undefined;
  return scope.db
    .selectFrom('import')
    .innerJoin('group', (join) =>
      join.onRef('group.id', '=', 'import.groupID').onRef('group.campusID', '=', 'import.campusID'),
    )
    .leftJoin('user', 'user.id', 'import.createdBy')
    .select((eb) => [
      'group.name as groupName',
      'import.createdAt as at',
      eb.fn.coalesce('user.name', 'import.createdBy').as('by'),
    ])
    .where('import.campusID', '=', scope.campusID)
    .where('import.sha256', '=', sha256)
    .$if(sheet !== '', (query) => query.where('import.sheet', 'in', ['', sheet]))
    .where('import.kind', '=', 'bills')
    .where('import.undoneAt', 'is', null)
    .orderBy('import.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whether the invoice numbers of a billing continue those of other billings, as a person last chose in an import that
 * was not undone.
 */
export async function findSeriesChoice(scope: Scope): Promise<boolean | undefined> {
  const row = await scope.db
    .selectFrom('import')
    .select('oneSeries')
    .where('campusID', '=', scope.campusID)
    .where('oneSeries', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.oneSeries === 1;
}

export type ImportChoice = {
  groupID: number | undefined;
  kind: ImportKind | undefined;
  /** Only imports before this id. 0 begins with the newest. */
  after: number;
  take: number;
};

type OfImport = ExpressionBuilder<Tables, 'import'>;

/** Other imports into the billing that added bills and were not undone. */
const addedByOthers = ({ campusID }: Scope, eb: Pick<OfImport, 'selectFrom'>) =>
  eb
    .selectFrom('import as other')
    .select('other.id')
    .where('other.campusID', '=', campusID)
    .whereRef('other.groupID', '=', 'import.groupID')
    .whereRef('other.id', '<>', 'import.id')
    .where('other.undoneAt', 'is', null)
    .where('other.added', '>', 0);

/** Bills of the billing that did not come from the import. */
const billsOfOthers = ({ campusID }: Scope, eb: Pick<OfImport, 'selectFrom'>) =>
  eb
    .selectFrom('bill')
    .select('bill.id')
    .where('bill.campusID', '=', campusID)
    .whereRef('bill.groupID', '=', 'import.groupID')
    .whereRef('bill.importID', '<>', 'import.id');

const withNames = (scope: Scope) =>
  withPart(scope)
    .leftJoin('group', (join) =>
      join.onRef('group.id', '=', 'import.groupID').onRef('group.campusID', '=', 'import.campusID'),
    )
    .leftJoin('user as maker', 'maker.id', 'import.createdBy')
    .leftJoin('user as undoer', 'undoer.id', 'import.undoneBy')
    .select([
      'import.id',
      'import.kind',
      'import.fileName',
      'import.sha256',
      'import.sheet',
      'import.createdAt',
    ])
    .select(['import.added', 'import.updated', 'import.skipped', 'import.refused'])
    .select(['import.createdBy', 'import.undoneAt', 'group.id as groupID'])
    .select((eb) => [
      eb.fn.coalesce('group.name', 'import.groupName').as('groupName'),
      eb.fn.coalesce('maker.name', 'import.createdBy').as('by'),
      eb.fn.coalesce('undoer.name', 'import.undoneBy').as('undoneBy'),
      eb
        .case()
        .when(
          eb.and([
            eb('import.isNewGroup', '=', 1),
            eb('import.undoneAt', 'is', null),
            eb('group.id', 'is not', null),
            // Bills are read only if another import added some.
            eb.or([eb.not(eb.exists(addedByOthers(scope, eb))), eb.not(eb.exists(billsOfOthers(scope, eb)))]),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as('takesBilling'),
    ])
    .where('import.partOf', 'is', null);

export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/**
 * Imports with the names of the people who made and undid them, newest first. `groupID` is null if the billing no
 * longer exists.
 */
export async function listImports(scope: Scope, { groupID, kind, after, take }: ImportChoice) {
  const rows = await withNames(scope)
    .$if(groupID !== undefined, (query) => query.where('import.groupID', '=', groupID ?? 0))
    .$if(kind !== undefined, (query) => query.where('import.kind', '=', kind ?? 'bills'))
    .$if(after > 0, (query) => query.where('import.id', '<', after))
    .orderBy('import.id', 'desc')
    .limit(take)
    .execute();
  return rows.map(childrenOf);
}

/** An import with the columns that its undo needs. A part is undone only with its import of bills. */
export async function findImport(scope: Scope, importID: number) {
  return scope.db
    .selectFrom('import')
    .select(['id', 'kind', 'groupID', 'groupName', 'isNewGroup', 'createdAt', 'createdBy', 'undoneAt'])
    .where('campusID', '=', scope.campusID)
    .where('id', '=', importID)
    .where('partOf', 'is', null)
    .executeTakeFirst();
}

/** The part of an import of bills that changed students. */
export async function findPart(scope: Scope, importID: number): Promise<{ id: number } | undefined> {
  return scope.db
    .selectFrom('import')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('partOf', '=', importID)
    .executeTakeFirst();
}

/** `binID`: the newest entry in the bin of the campus. 0 if there is none. */
export async function markUndone(
  scope: Scope,
  importID: number,
  { now, binID }: { now: string; binID: number },
): Promise<void> {
  await scope.db
    .updateTable('import')
    .set({ undoneAt: now, undoneBy: scope.userID, undoneBinID: binID })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', importID)
    .execute();
}

/**
 * The items that later imports of this kind have changed, without undone imports. For bills, only imports into this
 * group.
 */
export async function listChangedLater(
  scope: Scope,
  { id, kind, groupID }: { id: number; kind: ImportKind; groupID: number | null },
): Promise<Set<number>> {
  const rows = await scope.db
    .selectFrom('import_change')
    .innerJoin('import', (join) =>
      join
        .onRef('import.id', '=', 'import_change.importID')
        .onRef('import.campusID', '=', 'import_change.campusID'),
    )
    .distinct()
    .select('import_change.itemID')
    .where('import_change.campusID', '=', scope.campusID)
    .where('import.campusID', '=', scope.campusID)
    .where('import.kind', '=', kind)
    .where('import.groupID', groupID === null ? 'is' : '=', groupID)
    .where('import.id', '>', id)
    .where('import.undoneAt', 'is', null)
    .execute();
  return new Set(rows.map(({ itemID }) => itemID));
}
