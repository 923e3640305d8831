import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, insertMany, partsOf, textList, unindexed } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { lateDayOfAdjustment } from '../ledger-queries.ts';

/** Returns the adjustment that an earlier request with this `clientID` made. */
export async function findAdjustmentByClient(scope: Scope, clientID: string) {
  return scope.db
    .selectFrom('adjustment')
    .select(['billID', 'kind', 'amount', 'ofLateFine'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
}

/** Fails if the bill belongs to another campus. */
export async function insertAdjustment(
  scope: Scope,
  row: Omit<Insertable<Tables['adjustment']>, 'id' | 'campusID'>,
): Promise<void> {
  await scope.db
    .insertInto('adjustment')
    .values({ ...row, campusID: scope.campusID })
    .execute();
}

/** Fails for all rows if one bill belongs to another campus. */
export async function insertAdjustments(
  scope: Scope,
  rows: readonly Omit<Insertable<Tables['adjustment']>, 'id' | 'campusID'>[],
): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'adjustment',
    rows.map((row) => ({ ...row, campusID })),
  );
}

const adjustments = (scope: Scope) =>
  scope.db
    .selectFrom('adjustment')
    .leftJoin('user', 'user.id', 'adjustment.createdBy')
    .select(['adjustment.id', 'billID', 'kind', 'ofLateFine', 'amount', 'reason', 'day'])
    .select('adjustment.createdAt')
    .select(['createdBy', 'voidedAt', 'voidReason', 'user.name as by'])
    .where('adjustment.campusID', '=', scope.campusID);

export async function findAdjustment(scope: Scope, adjustmentID: number) {
  return adjustments(scope).where('adjustment.id', '=', adjustmentID).executeTakeFirst();
}
export type AdjustmentRow = NonNullable<Awaited<ReturnType<typeof findAdjustment>>>;

/** Lists the adjustments of a bill, including the voided ones, the latest first. */
export async function listAdjustmentRows(scope: Scope, billID: number): Promise<AdjustmentRow[]> {
  return adjustments(scope).where('billID', '=', billID).orderBy('adjustment.id', 'desc').execute();
}

/** Returns whether a saved bank file that was not undone made this waiver. */
export async function isOfBankFile(scope: Scope, adjustmentID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('bank_row')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('waiverID', '=', adjustmentID)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the adjustments that were made with these `clientID`s. */
export async function listWaivers(scope: Scope, clientIDs: readonly string[]): Promise<Map<string, number>> {
  if (clientIDs.length === 0) return new Map();
  const rows = await gather(partsOf(clientIDs), (part) =>
    scope.db
      .selectFrom('adjustment')
      .select(['id', 'clientID'])
      .where('campusID', '=', scope.campusID)
      .where('clientID', 'in', textList(scope.db, part))
      .execute(),
  );
  return new Map(rows.map(({ id, clientID }) => [clientID ?? '', id]));
}

/** `reason`: the reason that the person gave for voiding. */
export async function voidAdjustments(
  scope: Scope,
  ids: readonly number[],
  { now: voidedAt, reason: voidReason = null }: { now: string; reason?: string | null },
): Promise<void> {
  for await (const part of partsOf(ids))
    await scope.db
      .updateTable('adjustment')
      .set({
        voidedAt,
        voidedBy: scope.userID,
        voidReason,
        voidedOn: lateDayOfAdjustment(scope, voidedAt),
      })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, part))
      .where('voidedAt', 'is', null)
      .execute();
}
