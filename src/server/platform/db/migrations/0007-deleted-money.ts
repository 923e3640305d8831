/**
 * Releases the money of bills that were deleted before a deletion did so. A mark as paid becomes void, other money
 * becomes credit. The older bills that a deleted bill included are owed again.
 */
import { sql } from 'kysely';
import type { Db, Engine } from '../store.ts';
import { type Campus, listCampuses, recomputeAdjusted } from './figures-of-bills.ts';

export const name = '0007-deleted-money';

export const statements = (): string[] => [];

/** By this reason and the instant of the deletion, a restore finds the marks. */
const voidReason = 'The bill was deleted.';

/** Returns when each deleted bill was put in the bin. Bills that are no longer in the bin are missing. */
async function mapDeletedAt(db: Db, { id: campusID }: Campus): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{
    billID: number;
    at: string;
  }>`select binned_row."itemID" as "billID", bin.at from binned_row
    join bin on bin.id = "binID" and bin."campusID" = binned_row."campusID"
    where binned_row."campusID" = ${campusID} and "table" = 'bill' order by bin.id`.execute(db);
  return new Map(rows.map(({ billID, at }) => [billID, at]));
}

type OnDeleted = { id: number; paymentID: number; billID: number; isMark: number };

/**
 * Lists the allocations to deleted bills. Only a status is a mark: no part was returned, no bank file contains it, and
 * it settles no other bill.
 */
async function listOnDeleted(db: Db, { id: campusID }: Campus): Promise<OnDeleted[]> {
  const { rows } = await sql<OnDeleted>`select allocation.id, allocation."paymentID", allocation."billID",
      case when payment.source in ('mark', 'sheet', 'opening')
        and not exists (select 1 from payment_return where payment_return."paymentID" = payment.id
          and payment_return."campusID" = ${campusID})
        and not exists (select 1 from bank_row where bank_row."paymentID" = payment.id
          and bank_row."campusID" = ${campusID} and bank_row."endedAt" is null)
        and not exists (select 1 from allocation other where other."paymentID" = payment.id
          and other."endedAt" is null and other.id <> allocation.id) then 1 else 0 end as "isMark"
    from allocation join payment on payment.id = allocation."paymentID"
    where allocation."campusID" = ${campusID} and allocation."endedAt" is null
      and not exists (select 1 from bill where bill.id = allocation."billID")
    order by allocation.id`.execute(db);
  return rows;
}

async function releaseMoney(
  db: Db,
  { id: campusID }: Campus,
  { id, paymentID, billID, isMark, at }: OnDeleted & { at: string },
): Promise<void> {
  await sql`update allocation set "endedAt" = ${at} where id = ${id} and "campusID" = ${campusID}`.execute(
    db,
  );
  if (isMark === 1)
    await sql`update payment set "voidedAt" = ${at}, "voidedBy" = '', "voidReason" = ${voidReason}
      where id = ${paymentID} and "campusID" = ${campusID}`.execute(db);
  else
    await sql`update adjustment set "voidedAt" = ${at}, "voidedBy" = '' where "campusID" = ${campusID}
      and "billID" = ${billID} and "voidedAt" is null and id in (select "waiverID" from bank_row
        where "campusID" = ${campusID} and "paymentID" = ${paymentID} and "waiverID" is not null)`.execute(
      db,
    );
}

async function convertCampus(db: Db, campus: Campus, now: string): Promise<void> {
  const { id: campusID } = campus;
  const deletedAt = await mapDeletedAt(db, campus);
  const instantOf = (billID: number): string => deletedAt.get(billID) ?? now;
  for (const one of await listOnDeleted(db, campus))
    await releaseMoney(db, campus, { ...one, at: instantOf(one.billID) });
  const { rows: carried } = await sql<{ id: number; toBillID: number }>`select id, "toBillID" from adjustment
    where "campusID" = ${campusID} and kind = 'carried' and "voidedAt" is null
      and not exists (select 1 from bill where bill.id = adjustment."toBillID")`.execute(db);
  for (const { id, toBillID } of carried)
    await sql`update adjustment set "voidedAt" = ${instantOf(toBillID)}, "voidedBy" = ''
      where id = ${id} and "campusID" = ${campusID}`.execute(db);
  if (carried.length > 0) await recomputeAdjusted(db, campus, 'statedStatus');
}

export async function run(db: Db, _engine: Engine, at: string): Promise<void> {
  for (const campus of await listCampuses(db)) await convertCampus(db, campus, at);
}
