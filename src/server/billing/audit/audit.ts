/** Checks that the amounts and statuses of bills agree with the ledger. Other requests may write during the check. */
import { clockIn, dayIn } from '#shared/dates.ts';
import type { Deps } from '../../deps.ts';
import { findSetting, putSetting } from '../../platform/db/settings.ts';
import type { Db } from '../../platform/db/store.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type BillFigures, computeFigures } from '../ledger/ledger-rules.ts';
import {
  type CountFigure,
  countFigures,
  countReceipts,
  findMiscounted,
  findOverspent,
  type Ledger,
  listAdjusting,
  listFigures,
  listLedgers,
  listSettling,
} from './audit-queries.ts';

/** The first difference that the check has found. Amounts in paisa. */
export type Difference =
  | { what: 'receipts'; count: number; last: number }
  | { what: 'payment'; receiptNo: number; amount: number; spent: number }
  | {
      what: 'bill';
      id: number;
      name: string;
      figure: keyof BillFigures;
      is: string | number | null;
      shouldBe: string | number | null;
    }
  | { what: 'billing'; id: number; name: string; figure: CountFigure; is: number; shouldBe: number };

export type VerifiedLedger = {
  id: number;
  campus: string;
  school: string;
  payments: number;
  bills: number;
  difference: Difference | undefined;
};

const figures = ['paid', 'settledOn', 'status'] as const;
const billsAtOnce = 2000;

type Page = { after: number; bills: number; difference: Difference | undefined };

async function verifyPage(db: Db, ledger: Ledger, after: number): Promise<Page | undefined> {
  const campusID = ledger.id;
  const bills = await listFigures(db, campusID, { after, take: billsAtOnce });
  const [first, last] = [bills[0]?.id, bills.at(-1)?.id];
  if (first === undefined || last === undefined) return undefined;
  const allocations = Map.groupBy(await listSettling(db, campusID, { first, last }), ({ billID }) => billID);
  const adjustments = Map.groupBy(await listAdjusting(db, campusID, { first, last }), ({ billID }) => billID);
  for (const bill of bills) {
    const { id, name } = bill;
    const facts = { allocations: allocations.get(id) ?? [], adjustments: adjustments.get(id) ?? [] };
    const should = computeFigures(bill, facts, ledger);
    const figure = figures.find((figure) => bill[figure] !== should[figure]);
    if (figure === undefined) continue;
    const difference = {
      what: 'bill' as const,
      id,
      name,
      figure,
      is: bill[figure],
      shouldBe: should[figure],
    };
    return { after: last, bills: bills.length, difference };
  }
  return { after: last, bills: bills.length, difference: undefined };
}

/** A write between two reads can look like a difference. A real difference remains when the data is read again. */
const looks = 3;

async function retryOnDifference<T extends { difference: Difference | undefined }>(
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let seen = await look();
  for (let again = 1; again < looks && seen?.difference; again += 1) {
    await yieldToEventLoop();
    seen = await look();
  }
  return seen;
}

async function verifyPayments(db: Db, campusID: number) {
  const { count, last } = await countReceipts(db, campusID);
  const overspent = await findOverspent(db, campusID);
  const difference: Difference | undefined =
    count !== last ? { what: 'receipts', count, last } : overspent && { what: 'payment', ...overspent };
  return { count, difference };
}

/** Checks the stored counts of billings, from which the screen takes the sums of a billing. */
async function verifyCounts(db: Db, campusID: number): Promise<{ difference: Difference | undefined }> {
  const found = await findMiscounted(db, campusID);
  const figure = found && countFigures.find((figure) => found[figure].is !== found[figure].shouldBe);
  if (!found || !figure) return { difference: undefined };
  const { groupID: id, name } = found;
  return { difference: { what: 'billing', id, name, figure, ...found[figure] } };
}

export async function verifyLedger(db: Db, ledger: Ledger): Promise<VerifiedLedger> {
  const { id, name: campus, school } = ledger;
  const payments = await retryOnDifference(() => verifyPayments(db, id));
  const found = { id, campus, school, payments: payments?.count ?? 0, bills: 0 };
  if (payments?.difference) return { ...found, difference: payments.difference };
  for (let after = 0, isMore = true; isMore; ) {
    const at = after;
    const page = await retryOnDifference(() => verifyPage(db, ledger, at));
    if (page?.difference) return { ...found, difference: page.difference };
    found.bills += page?.bills ?? 0;
    isMore = page !== undefined;
    after = page?.after ?? after;
    await yieldToEventLoop();
  }
  const counts = await retryOnDifference(() => verifyCounts(db, id));
  return { ...found, difference: counts?.difference };
}

/** Checks the campuses one after the other. */
export async function* verifyMoney(db: Db): AsyncGenerator<VerifiedLedger> {
  for (const ledger of await listLedgers(db)) yield verifyLedger(db, ledger);
}

/** The result of the last nightly check, and its day. */
type LastResult = { day: string; differing: string[] };
const settingName = 'money verified';
/** The check runs at night, in the time zone of the first campus. */
const notBefore = '02:00';

async function readLastResult(db: Db): Promise<LastResult> {
  const stored = await findSetting(db, settingName);
  return stored === undefined ? { day: '', differing: [] } : (JSON.parse(stored) as LastResult);
}

/**
 * Runs the check once a night and returns whether it ran now. Differences are logged. The pages show a warning until
 * a later check finds no difference.
 */
export async function verifyWhenDue({
  store: { db },
  now,
  log,
}: Pick<Deps, 'store' | 'now' | 'log'>): Promise<boolean> {
  const [first] = await listLedgers(db);
  if (!first) return false;
  const { timeZone } = first;
  const day = dayIn(timeZone, now());
  if (clockIn(timeZone, now()) < notBefore || (await readLastResult(db)).day === day) return false;
  const differing: string[] = [];
  for await (const { campus, difference } of verifyMoney(db)) {
    if (!difference) continue;
    differing.push(campus);
    log.error({ difference: difference.what }, 'the amounts of bills differ from the ledger');
  }
  await putSetting(db, settingName, JSON.stringify({ day, differing }));
  return true;
}

/** Lists the campuses in which the last nightly check found differences. */
export async function listDiffering(db: Db): Promise<string[]> {
  return (await readLastResult(db)).differing;
}
