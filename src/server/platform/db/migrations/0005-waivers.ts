/**
 * Gives each stored waiver its kind. A waiver of the fee counts from the first day of its bill, a waiver of the late
 * fine only against the late fine. The bills are computed again by the rules of this version.
 */
import { sql } from 'kysely';
import type { DueRules } from '#shared/money/payable.ts';
import type { Db, Engine } from '../store.ts';
import {
  type Adjustment,
  type Bill,
  type Campus,
  isLateOn,
  listAdjusted,
  listAdjustments,
  listCampuses,
  recomputeAdjusted,
} from './figures-of-bills.ts';

export const name = '0005-waivers';

export const statements = (engine: Engine): string[] => [
  `drop trigger adjustment_update${engine === 'postgres' ? ' on adjustment' : ''}`,
  `alter table adjustment add column "ofLateFine" ${engine === 'postgres' ? 'bigint' : 'integer'} not null default 0
    check ("ofLateFine" in (0, 1))`,
];

const fixed = [
  ...['id', '"campusID"', '"billID"', 'kind', 'amount', 'reason', 'day', '"clientID"', '"createdAt"'],
  ...['"createdBy"', '"toBillID"', '"ofLateFine"'],
];

/** Dialect: the engines write triggers differently. */
function updateTrigger(engine: Engine): string {
  const differs = engine === 'postgres' ? 'is distinct from' : 'is not';
  const condition = [
    'old."voidedAt" is not null',
    'new."voidedAt" is null',
    'old."voidedBy" is not null',
    'new."voidedBy" is null',
    ...fixed.map((column) => `new.${column} ${differs} old.${column}`),
  ].join('\n  or ');
  return engine === 'postgres'
    ? `create trigger adjustment_update before update on adjustment for each row
  when (${condition})
  execute function refuse_ledger()`
    : `create trigger adjustment_update before update on adjustment
when ${condition}
begin
  select raise(abort, 'adjustment is append-only');
end`;
}

/**
 * A waiver is one of the late fine if it was entered late and, with those before it, is not above the late fine. A bill
 * that was settled in time had no late fine.
 */
function markLateFines(bill: Bill, adjustments: readonly Adjustment[], rules: DueRules): void {
  const isInTime = bill.settledOn !== null && !isLateOn(bill.settledOn, bill, rules);
  let left = isInTime ? 0 : Math.max((bill.amountAfterDueDate ?? 0) - (bill.total ?? 0), 0);
  for (const one of adjustments) {
    if (one.kind !== 'waiver' || one.amount > left || !isLateOn(one.day, bill, rules)) continue;
    one.ofLateFine = 1;
    left -= one.amount;
  }
}

/** The bills in the bin that have an adjustment. */
async function listBinned(db: Db, { id: campusID }: Campus): Promise<Bill[]> {
  const { rows } = await sql<{
    content: string;
  }>`select content from binned_row where "campusID" = ${campusID}
    and "table" = 'bill' and exists (select 1 from adjustment
      where adjustment."campusID" = binned_row."campusID" and adjustment."billID" = binned_row."itemID")`.execute(
    db,
  );
  return rows.map(({ content }) => JSON.parse(content) as Bill);
}

async function convertCampus(db: Db, campus: Campus): Promise<void> {
  const adjustments = await listAdjustments(db, campus);
  const adjustmentsOf = Map.groupBy(adjustments, ({ billID }) => billID);
  for (const bill of [...(await listAdjusted(db, campus)), ...(await listBinned(db, campus))])
    markLateFines(bill, adjustmentsOf.get(bill.id) ?? [], campus);
  for (const { id } of adjustments.filter(({ ofLateFine }) => ofLateFine === 1))
    await sql`update adjustment set "ofLateFine" = 1 where id = ${id} and "campusID" = ${campus.id}`.execute(
      db,
    );
  await recomputeAdjusted(db, campus);
}

export async function run(db: Db, engine: Engine): Promise<void> {
  for (const campus of await listCampuses(db)) await convertCampus(db, campus);
  await sql.raw(updateTrigger(engine)).execute(db);
}
