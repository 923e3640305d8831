/**
 * The figures of bills as `ledger/ledger-rules.ts` computed them at the end of November 2026. Migrations use this
 * copy, because they must not change with later versions.
 */
import { sql } from 'kysely';
import { openStatuses, partlyPaid } from '#shared/money/bill-status.ts';
import { type DueRules, inTimeFrom } from '#shared/money/payable.ts';
import type { Db } from '../store.ts';

export type Bill = {
  id: number;
  total: number | null;
  amountAfterDueDate: number | null;
  dueDate: string | null;
  said: string | null;
  status: string;
  paid: number;
  settledOn: string | null;
};
export type Adjustment = {
  id: number;
  billID: number;
  kind: string;
  amount: number;
  day: string;
  ofLateFine: number;
};
type Money = { billID: number; amount: number; day: string };

export type Campus = DueRules & { id: number };

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

export const isLateOn = (day: string, { dueDate }: Bill, rules: DueRules): boolean =>
  dueDate !== null && dueDate < inTimeFrom(day, rules);

type Facts = { money: readonly Money[]; adjustments: readonly Adjustment[] };

function figuresOf(bill: Bill, { money, adjustments }: Facts, rules: DueRules) {
  const { total, amountAfterDueDate } = bill;
  const of = (...kinds: string[]): Adjustment[] =>
    adjustments.filter(({ kind, ofLateFine }) => kinds.includes(kind) && ofLateFine === 0);
  const [conceded, carried, fined] = [of('waiver', 'writeOff'), of('carried'), sumOf(of('fine'))];
  const lateFine = Math.max((amountAfterDueDate ?? 0) - (total ?? 0), 0);
  const waived = Math.min(sumOf(adjustments.filter(({ ofLateFine }) => ofLateFine === 1)), lateFine);
  const charge = (isLate: boolean, adjusted: number): number =>
    Math.max(
      ((isLate && amountAfterDueDate !== null ? amountAfterDueDate - waived : total) ?? 0) + adjusted,
      0,
    );
  const fee = (isLate: boolean): number => charge(isLate, -sumOf(conceded));
  const all = [...money, ...carried].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const paid = sumOf(money);
  const until = (day: string) => sumOf(all.filter((one) => one.day <= day));
  const lastConceded = conceded
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  const isWaived = lastConceded !== undefined && fee(false) === 0;
  const day = isWaived
    ? lastConceded
    : all.find((one) => until(one.day) >= fee(isLateOn(one.day, bill, rules)))?.day;
  const isLate = !isWaived && day !== undefined && isLateOn(day, bill, rules);
  const adjusted = fined - sumOf(conceded) - sumOf(carried);
  const asksNothing = total === 0 && !amountAfterDueDate;
  const isSettled = asksNothing ? paid >= adjusted : day !== undefined && paid >= charge(isLate, adjusted);
  const settledOn = isSettled || amountAfterDueDate === null || !isLate ? (day ?? null) : null;
  return { paid, settledOn, status: statusOf(bill, { isSettled, paid, money, adjustments }) };
}

type Settled = Facts & { isSettled: boolean; paid: number };

function statusOf({ said }: Bill, { isSettled, paid, money, adjustments }: Settled): string {
  if (said !== null && said !== partlyPaid) return said;
  if (isSettled && adjustments.some(({ kind }) => kind === 'carried')) return 'carried';
  if (isSettled) return money.length > 0 || adjustments.length === 0 ? 'paid' : 'waived';
  return paid > 0 ? partlyPaid : (said ?? openStatuses[0] ?? 'unpaid');
}

export const listCampuses = async (db: Db): Promise<Campus[]> =>
  (await sql<Campus>`select id, "graceDays", "sundayDays" from campus order by id`.execute(db)).rows;

/** The column with the status that a person or a file gave a bill. `0006-plain-names` renames it. */
export type StatusColumn = 'said' | 'statedStatus';

/** The bills of the campus that have or had an adjustment other than a fine. */
export const listAdjusted = async (
  db: Db,
  { id: campusID }: Campus,
  statusColumn: StatusColumn = 'said',
): Promise<Bill[]> =>
  (
    await sql<Bill>`select id, total, "amountAfterDueDate", "dueDate", ${sql.ref(statusColumn)} as said, status, paid,
        "settledOn" from bill where "campusID" = ${campusID} and exists (select 1 from adjustment
        where adjustment."campusID" = bill."campusID" and adjustment."billID" = bill.id
          and adjustment.kind <> 'fine')`.execute(db)
  ).rows;

/** The adjustments of the campus that are not void. */
export const listAdjustments = async (db: Db, { id: campusID }: Campus): Promise<Adjustment[]> =>
  (
    await sql<Adjustment>`select id, "billID", kind, amount, day, "ofLateFine" from adjustment
      where "campusID" = ${campusID} and "voidedAt" is null order by id`.execute(db)
  ).rows;

/**
 * Computes the figures of all these bills. A closed bill without a day was never computed by a ledger, so it stays as it
 * is.
 */
export async function recomputeAdjusted(
  db: Db,
  campus: Campus,
  statusColumn: StatusColumn = 'said',
): Promise<void> {
  const bills = await listAdjusted(db, campus, statusColumn);
  if (bills.length === 0) return;
  const { rows: money } =
    await sql<Money>`select allocation."billID", allocation.amount, payment."receivedOn" as day
    from allocation join payment on payment.id = allocation."paymentID"
    where allocation."campusID" = ${campus.id} and allocation."endedAt" is null and exists (select 1 from adjustment
      where adjustment."campusID" = ${campus.id} and adjustment."billID" = allocation."billID")`.execute(db);
  const moneyOf = Map.groupBy(money, ({ billID }) => billID);
  const adjustmentsOf = Map.groupBy(await listAdjustments(db, campus), ({ billID }) => billID);
  for (const bill of bills) {
    if (bill.settledOn === null && bill.said === null && !openStatuses.includes(bill.status)) continue;
    const facts = { money: moneyOf.get(bill.id) ?? [], adjustments: adjustmentsOf.get(bill.id) ?? [] };
    const to = figuresOf(bill, facts, campus);
    await sql`update bill set paid = ${to.paid}, "settledOn" = ${to.settledOn}, status = ${to.status}
      where id = ${bill.id} and "campusID" = ${campus.id}`.execute(db);
  }
}
