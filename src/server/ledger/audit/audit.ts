/** Checks that the amounts and statuses of bills agree with the ledger. Other requests may write during the check. */
import { clockIn, dayIn } from '#shared/time/dates.ts';
import type { Deps } from '../../deps.ts';
import { findSetting, putSetting } from '../../platform/db/settings.ts';
import type { Db } from '../../platform/db/store.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type BillFigures, computeFigures } from '../ledger-rules.ts';
import {
  type CountFigure,
  countFigures,
  countReceipts,
  findMiscounted,
  type Ledger,
  listAdjusting,
  listCounted,
  listFigures,
  listLedgers,
  listSettling,
  listSpending,
} from './audit-queries.ts';

/** The first difference that the check has found. Amounts in paisa. */
type Difference =
  | { what: 'receipts'; count: number; last: number }
  | { what: 'payment'; receiptNo: number; amount: number; spent: number }
  | { what: 'deletedBill'; receiptNo: number; amount: number }
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
/** Rows in one statement. */
const rowsAtOnce = 500;

type Page = { after: number; count: number; difference: Difference | undefined };

/**
 * Finds a payment whose allocations and returns exceed its amount, that is void and still settles a bill, or that settles
 * a deleted bill.
 */
async function verifyPayments(db: Db, { id: campusID }: Ledger, after: number): Promise<Page | undefined> {
  const payments = await listSpending(db, campusID, { after, take: rowsAtOnce });
  const last = payments.at(-1)?.id;
  if (last === undefined) return undefined;
  const wrong = payments.find(
    ({ amount, spent, isVoid, settled, onDeleted }) =>
      spent > amount || (isVoid === 1 && settled > 0) || onDeleted !== null,
  );
  if (!wrong) return { after: last, count: payments.length, difference: undefined };
  const { receiptNo, amount, spent, onDeleted } = wrong;
  const difference: Difference =
    onDeleted === null
      ? { what: 'payment', receiptNo, amount, spent }
      : { what: 'deletedBill', receiptNo, amount: onDeleted };
  return { after: last, count: payments.length, difference };
}

async function verifyBills(db: Db, ledger: Ledger, after: number): Promise<Page | undefined> {
  const campusID = ledger.id;
  const bills = await listFigures(db, campusID, { after, take: rowsAtOnce });
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
    return { after: last, count: bills.length, difference };
  }
  return { after: last, count: bills.length, difference: undefined };
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

async function verifyReceipts(db: Db, campusID: number) {
  const { count, last } = await countReceipts(db, campusID);
  const difference: Difference | undefined = count === last ? undefined : { what: 'receipts', count, last };
  return { count, difference };
}

/** Lets other work run between two statements of the check. */
type Rest = () => Promise<void>;

/** Verifies page by page until the first difference. Returns how many rows were verified. */
async function verifyPages(
  look: (after: number) => Promise<Page | undefined>,
  rest: Rest,
): Promise<{ count: number; difference: Difference | undefined }> {
  let count = 0;
  for (let after = 0; ; ) {
    const at = after;
    const page = await retryOnDifference(() => look(at));
    if (!page || page.difference) return { count, difference: page?.difference };
    count += page.count;
    after = page.after;
    await rest();
  }
}

/** Checks the stored counts of billings, from which the screen takes the sums of a billing. */
async function verifyCounts(
  db: Db,
  campusID: number,
  groupID: number,
): Promise<{ difference: Difference | undefined }> {
  const found = await findMiscounted(db, campusID, groupID);
  const figure = found && countFigures.find((figure) => found[figure].is !== found[figure].shouldBe);
  if (!found || !figure) return { difference: undefined };
  const { groupID: id, name } = found;
  return { difference: { what: 'billing', id, name, figure, ...found[figure] } };
}

export async function verifyLedger(
  db: Db,
  ledger: Ledger,
  rest: Rest = yieldToEventLoop,
): Promise<VerifiedLedger> {
  const { id, name: campus, school } = ledger;
  const receipts = await retryOnDifference(() => verifyReceipts(db, id));
  const found = { id, campus, school, payments: receipts?.count ?? 0, bills: 0 };
  if (receipts?.difference) return { ...found, difference: receipts.difference };
  const payments = await verifyPages((after) => verifyPayments(db, ledger, after), rest);
  if (payments.difference) return { ...found, difference: payments.difference };
  const bills = await verifyPages((after) => verifyBills(db, ledger, after), rest);
  found.bills = bills.count;
  if (bills.difference) return { ...found, difference: bills.difference };
  for (const groupID of await listCounted(db, id)) {
    const counts = await retryOnDifference(() => verifyCounts(db, id, groupID));
    if (counts?.difference) return { ...found, difference: counts.difference };
    await rest();
  }
  return { ...found, difference: undefined };
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

/** Milliseconds between two statements. On SQLite a statement blocks the thread, so the others need most of the time. */
const pause = 25;

/**
 * Runs the check once a night and returns whether it ran now. Differences are logged. The pages show a warning until
 * a later check finds no difference. A campus that cannot be checked keeps its last result and does not stop the others.
 */
export async function verifyWhenDue(
  { store: { db }, now, log, runtime }: Pick<Deps, 'store' | 'now' | 'log' | 'runtime'>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const ledgers = await listLedgers(db);
  const [first] = ledgers;
  if (!first) return false;
  const { timeZone } = first;
  const day = dayIn(timeZone, now());
  const last = await readLastResult(db);
  if (clockIn(timeZone, now()) < notBefore || last.day === day) return false;
  const differing: string[] = [];
  const rest = async () => {
    await runtime.sleep(pause, stopping);
    stopping?.throwIfAborted();
  };
  for (const ledger of ledgers) {
    try {
      const { campus, difference } = await verifyLedger(db, ledger, rest);
      if (!difference) continue;
      differing.push(campus);
      log.error({ difference: difference.what }, 'the amounts of bills differ from the ledger');
    } catch (error) {
      if (stopping?.aborted) return false;
      if (last.differing.includes(ledger.name)) differing.push(ledger.name);
      log.error({ err: error, campusID: ledger.id }, 'the ledger of a campus could not be checked');
    }
  }
  await putSetting(db, settingName, JSON.stringify({ day, differing }));
  return true;
}

/** Lists the campuses in which the last nightly check found differences. */
export async function listDiffering(db: Db): Promise<string[]> {
  return (await readLastResult(db)).differing;
}
