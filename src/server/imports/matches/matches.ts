/**
 * Finds bills that are similar to rows. It reads a thousand rows at a time, because short statements let other
 * requests run in between.
 */
import type { Bill } from '#shared/calls/bills.ts';
import type { Group } from '#shared/calls/groups.ts';
import { Failure } from '#shared/failures.ts';
import type { ChosenClasses, OlderOpen } from '#shared/money/fee-head-class.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, inTimeFrom } from '#shared/money/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { BillKey, FoundRow, FoundStudent, SameFile } from '#shared/sheets/sheet-rows.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import { type FullBill, listBillsWhole } from '../../billing/bills/bills-queries.ts';
import { readTypedNumbers, toBill } from '../../billing/bills/bills-rules.ts';
import { listGroups } from '../../billing/groups/groups-queries.ts';
import type { Deps } from '../../deps.ts';
import { findNewer, findOlder, type SheetRow } from '../../ledger/carried/carried.ts';
import { mapChosenClasses } from '../../ledger/fee-heads/fee-heads-queries.ts';
import { findRenewFine } from '../../ledger/lowered/lowered-queries.ts';
import { listMessagedBills } from '../../outbox/enqueue/enqueue-queries.ts';
import { findSameFile, findSeriesChoice } from '../history/history-queries.ts';
import { checkStudents } from '../students/students.ts';
import {
  listBillsByInvNo,
  listBillsByNumbers,
  listBillsByRegNum,
  type StoredKey,
} from './matches-queries.ts';
import {
  type Billing,
  findElsewhere,
  findHere,
  findInvoiceHere,
  findOtherInvoice,
  holdFor,
  indexSimilarBills,
  isAmbiguous,
  type Key,
  matchHere,
  type SimilarBills,
  whenOf,
} from './matches-rules.ts';

const atOnce = 1000;
/** At most this many billings with older bills of a child are named. */
const mostNamed = 3;

export type FoundBills = {
  similar: SimilarBills;
  /** All columns of the bills in the billing itself. */
  bills: Map<number, FullBill>;
};

/** The billings of the campus by id. */
export async function mapGroups(scope: Scope): Promise<Map<number, Group>> {
  return new Map((await listGroups(scope)).map((group) => [group.id, group]));
}

const hasOthers = ({ id, groups }: Billing): boolean => groups.size > (groups.has(id) ? 1 : 0);

/** Finds the bills that are similar to these rows. At most a thousand rows. */
export async function findSimilarBills(
  scope: Scope,
  billing: Billing,
  keys: readonly Key[],
): Promise<FoundBills> {
  // If this is the first billing of the campus, there are no bills to match.
  if (billing.isNew && !hasOthers(billing))
    return { similar: indexSimilarBills(billing, []), bills: new Map() };
  const regNums = new Set<string>();
  const invNos = new Set<string>();
  const periods = new Set<number>();
  const numbers = new Set<string>();
  for (const key of keys) {
    if (key.regNum !== null) {
      regNums.add(key.regNum);
      periods.add(periodOf(key, billing));
    }
    if (key.invNo !== null) invNos.add(key.invNo);
    if (key.regNum === null && key.invNo === null) numbers.add(key.numbers);
  }
  const { since = '' } = billing;
  const found: StoredKey[] = [
    ...(await listBillsByRegNum(scope, [...regNums], whenOf(billing, [...periods]))),
    ...(await listBillsByInvNo(scope, [...invNos])),
    ...(billing.isNew ? [] : await listBillsByNumbers(scope, billing.id, [...numbers])),
  ].filter(({ createdAt = '' }) => createdAt >= since);
  const similar = indexSimilarBills(billing, found);
  const ids = new Set(found.filter(({ groupID }) => groupID === billing.id).map(({ id }) => id));
  const bills = await listBillsWhole(scope, [...ids]);
  return { similar, bills: new Map(bills.map((bill) => [bill.id, bill])) };
}

const toKey = (row: BillKey, country: string): Key => ({
  regNum: row.regNum || null,
  invNo: row.invNo || null,
  name: row.name ?? '',
  numbers: readTypedNumbers(row.number ?? '', country).numbers,
  month: row.month ?? null,
  year: row.year ?? null,
  total: row.total === null || row.total === undefined ? null : toPaisa(row.total),
});

/** The similar bills, and what decides whether the caller may change them. */
type MatchContext = FoundBills & { messaged: ReadonlySet<number>; mayEdit: boolean };

type Looking = { billing: Billing; similar: SimilarBills; classes: ChosenClasses; today: InTimeFrom };
type Arrears = Pick<FoundRow, 'older' | 'newer'>;

const inRupees = ({ today, inTime }: OlderOpen): OlderOpen => ({
  today: toRupees(today),
  inTime: toRupees(inTime),
});

/** For rows with arrears: the open balance of older bills. For rows with a later bill: the arrears in that bill. */
async function mapArrears(
  scope: Scope,
  rows: readonly { row: BillKey; key: Key }[],
  { billing, similar, classes, today }: Looking,
): Promise<(row: BillKey, key: Key) => Arrears> {
  const { groups } = billing;
  const rowOf = (key: Key): SheetRow => ({
    regNum: key.regNum ?? '',
    period: periodOf(key, billing),
    billID: findHere(similar, key)?.id,
  });
  const asks = ({ arrears }: BillKey): boolean => (arrears ?? 0) > 0;
  const children = rows.filter(({ key }) => key.regNum !== null);
  const asking = children.filter(({ row }) => asks(row)).map(({ key }) => rowOf(key));
  const olderOf = await findOlder(scope, asking, { groups, today });
  const newerOf = await findNewer(
    scope,
    children.map(({ key }) => rowOf(key)),
    { groups, classes, today },
  );
  const named = (ids: readonly number[]): string[] =>
    [...new Set(ids.map((id) => groups.get(id)?.name ?? ''))].slice(0, mostNamed);
  return (row, key) => {
    if (key.regNum === null) return {};
    const older = asks(row) ? olderOf(rowOf(key)) : undefined;
    const newer = newerOf(rowOf(key));
    return {
      ...(older && {
        older: { ...inRupees(older.open), billings: named(older.bills.map(({ groupID }) => groupID)) },
      }),
      ...(newer && {
        newer: {
          charged: toRupees(newer.charged),
          others: inRupees(newer.others),
          inTimeFrom: today,
          billings: named([newer.groupID]),
        },
      }),
    };
  };
}

function describeMatch(
  row: number,
  key: Key,
  context: MatchContext & { arrears: Arrears; renewFine: number | undefined },
) {
  const { similar, bills } = context;
  const here = matchHere(similar, key);
  const bill = here && bills.get(here.id);
  const invoiceOf = findInvoiceHere(similar, key, here);
  const like = findElsewhere(similar, key, here);
  const otherInvoice = here ? null : findOtherInvoice(similar, key);
  const isUnclear = isAmbiguous(similar, key);
  const found: FoundRow<Bill> = {
    row,
    bill: bill ? toBill({ ...bill }) : null,
    hold: bill ? holdFor(bill, context) : null,
    ...(bill && context.renewFine !== undefined && { renewFine: context.renewFine }),
    invoiceOf: invoiceOf ? (invoiceOf.regNum ?? invoiceOf.name) : null,
    elsewhere: like
      ? { same: like.same, groupName: like.bill.groupName, month: like.bill.month, year: like.bill.year }
      : null,
    ...(otherInvoice !== null && { otherInvoice }),
    ...(isUnclear && { isUnclear }),
    ...context.arrears,
  };
  const hasArrears = Object.keys(context.arrears).length > 0;
  const hasOther = otherInvoice !== null || isUnclear;
  return bill || invoiceOf || like || hasArrears || hasOther ? found : undefined;
}

export type MatchQuestion = {
  groupID: number;
  month: number;
  year: number;
  sha256?: string | undefined;
  sheet?: string | undefined;
  rows: BillKey[];
  withStudents?: boolean;
};

/** Compares rows that are not saved yet with the stored bills. */
export async function checkBills(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { groupID, month, year, sha256 = '', sheet = '', rows, withStudents = false }: MatchQuestion,
): Promise<{
  sameFile: SameFile | null;
  oneSeries: boolean | null;
  rows: FoundRow<Bill>[];
  students: FoundStudent[];
}> {
  const isNew = groupID === 0;
  const groups = await mapGroups(scope);
  const group = isNew ? { month, year } : groups.get(groupID);
  if (!group) throw new Failure('notFound', failureWords.notFound);
  const billing = { id: groupID, month: group.month, year: group.year, isNew, groups };
  const messaged = isNew ? new Set<number>() : await listMessagedBills(scope, groupID);
  const sameFile = await findSameFile(scope, { sha256, sheet });
  const oneSeries = (await findSeriesChoice(scope)) ?? null;
  const renewFine = scope.rights.delete ? undefined : toRupees(await findRenewFine(scope));
  const answer: FoundRow<Bill>[] = [];
  const today = inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus);
  const classes = await mapChosenClasses(scope);
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    const keys = part.map((row) => toKey(row, scope.campus.country));
    const context = {
      ...(await findSimilarBills(scope, billing, keys)),
      messaged,
      mayEdit: scope.rights.edit,
      renewFine,
    };
    const keyed = part.map((row, at) => ({ row, key: keys[at] as Key }));
    const arrearsOf = await mapArrears(scope, keyed, { billing, similar: context.similar, classes, today });
    for (const { row, key } of keyed) {
      const found = describeMatch(row.row, key, { ...context, arrears: arrearsOf(row, key) });
      if (found) answer.push(found);
    }
  }
  const regNums = withStudents ? rows.flatMap(({ regNum }) => regNum ?? []) : [];
  const { students } = await checkStudents(scope, regNums);
  return { sameFile: sameFile ?? null, oneSeries, rows: answer, students };
}
