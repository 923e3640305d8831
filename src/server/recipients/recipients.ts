/** Finds the recipients for billings, bills, classes and numbers. It yields to the event loop between pages. */

import type { PlanAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { type Fillable, placeholdersIn } from '#shared/messages/placeholders.ts';
import { type AmountKey, amountKeys, type HeadKey, headKeys } from '#shared/money/bill-heads.ts';
import { isOpen, paymentOf } from '#shared/money/bill-status.ts';
import { coverOf, creditOf, type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { statedSources } from '#shared/money/ledger.ts';
import { toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, inTimeFrom, payableUntilOn } from '#shared/money/payable.ts';
import { type CountryCode, readNumbers, wordsBeside } from '#shared/people/phone.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { mapOwnCredit } from '../ledger/credits/credits.ts';
import { gather, partsOf } from '../platform/db/long-lists.ts';
import { mapYielding, yieldToEventLoop } from '../yielding.ts';
import {
  type BillForText,
  type BillSelection,
  countStatusesByID,
  countStatusesOfGroups,
  listBillsByID,
  listBillsOfGroup,
  listBillsOfStudents,
  listPartsOfPayments,
  listPeriods,
  listReceiptPayments,
  listStudents,
  type StatusCount,
} from './recipients-queries.ts';
import type { Only, ReceiptPayment, Recipient } from './recipients-rules.ts';

export type Audience = Pick<SendBody, 'contacts' | 'groupIDs' | 'contactIDs' | 'status' | 'family' | 'again'>;
/** `message` is the text, if it is known. The fee heads of bills are read only if the text names them. */
type RecipientFilter = Audience & { message?: string };

/** The filter is applied at `now`. The messages are sent at `at`. */
export type SendTime = { now: Date; at: Date };

/** `only` is set when numbers were given together with billings or bills. It limits the send to those numbers. */
export type FoundRecipients = { recipients: Recipient[]; only: Only | undefined };

const billsPerQuery = 2000;
const mostContacts = 100_000;
/** The characters at which a list can be cut without splitting a number. */
const betweenNumbers = /[,;/|&\n\r\t]+/;

const nothing = {
  status: '',
  month: 0,
  year: 0,
  regNum: null,
  invNo: null,
  total: null,
  amountAfterDueDate: null,
  payable: null,
  payableUntil: null,
  paid: null,
  credit: null,
  issueDate: null,
  dueDate: null,
  expiryDate: null,
  groupID: null,
  billID: null,
};

type Period = { month: number; year: number };
/**
 * `campus` is the name of the campus. `day` decides which bills are late when the messages are sent. `until` returns
 * until which day an amount is valid.
 */
type TextContext = { campus: string; day: InTimeFrom; until: ReturnType<typeof payableUntilOn> };

const contextOn = ({ campus }: Scope, day: string): TextContext => ({
  campus: campus.name,
  day: inTimeFrom(day, campus),
  until: payableUntilOn(day, campus),
});

const inRupees = (paisa: number | null): number | null => (paisa === null ? null : toRupees(paisa));

function headsOf(bill: BillForText): Pick<Fillable, HeadKey | AmountKey> {
  const heads = headKeys.map((key) => [key, bill[key]]);
  const amounts = amountKeys.map((key) => [key, inRupees(bill[key] ?? null)]);
  return Object.fromEntries([...heads, ...amounts]);
}

/**
 * Copies field by field. A large broadcast has 100,000 bills, and spreading a driver's row takes four times as long.
 */
function fromBill(
  bill: BillForText,
  { period, own }: { period: Period | undefined; own: OwnCredit | undefined },
  { campus, day, until }: TextContext,
): Recipient {
  const payable = payableWithCredit(day, bill, own);
  return {
    billID: bill.id,
    groupID: bill.groupID,
    name: bill.name,
    number: bill.number,
    numbers: bill.numbers === '' ? [] : bill.numbers.split(' '),
    status: bill.status,
    campus,
    month: bill.month ?? period?.month ?? 0,
    year: bill.year ?? period?.year ?? 0,
    regNum: bill.regNum,
    invNo: bill.invNo,
    total: inRupees(bill.total),
    amountAfterDueDate: inRupees(bill.amountAfterDueDate),
    payable: inRupees(payable),
    payableUntil: until(bill),
    paid: toRupees(bill.paid),
    credit: own ? toRupees(creditOf(own)) : 0,
    own,
    covered: coverOf(own, bill.id),
    adjusted: toRupees(bill.adjusted),
    lateWaived: toRupees(bill.lateWaived),
    settledOn: bill.settledOn,
    issueDate: bill.issueDate,
    dueDate: bill.dueDate,
    expiryDate: bill.expiryDate,
    ...(bill.head1 === undefined ? undefined : headsOf(bill)),
  };
}

async function billsOfGroups(
  scope: Scope,
  groupIDs: number[],
  narrow: BillSelection,
): Promise<BillForText[]> {
  const bills: BillForText[] = [];
  for (const groupID of groupIDs) {
    for (let after = 0, isMore = true; isMore; ) {
      const page = await listBillsOfGroup(scope, groupID, { ...narrow, after, take: billsPerQuery });
      for (const bill of page) bills.push(bill);
      isMore = page.length === billsPerQuery;
      after = page.at(-1)?.id ?? 0;
      await yieldToEventLoop();
    }
  }
  return bills;
}

const sumOf = (counts: readonly StatusCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

async function billsByID(scope: Scope, billIDs: number[], narrow: BillSelection): Promise<BillForText[]> {
  const bills: BillForText[] = [];
  for (let from = 0; from < billIDs.length; from += billsPerQuery) {
    const part = billIDs.slice(from, from + billsPerQuery);
    if (sumOf(await countStatusesByID(scope, part)) < part.length)
      throw new Failure('notFound', failureWords.unknownGroups);
    for (const bill of await listBillsByID(scope, part, narrow)) bills.push(bill);
    await yieldToEventLoop();
  }
  return bills;
}

/**
 * Reads the numbers of a long list in pieces, and yields to the event loop in between. Fails when no number is usable.
 */
async function readContacts(scope: Scope, typed: string): Promise<{ numbers: string[]; unread: string[] }> {
  const parts = typed.split(betweenNumbers).filter((part) => part.trim() !== '');
  if (parts.length > mostContacts) throw new Failure('invalid', failureWords.tooManyContacts(mostContacts));
  const numbers = new Set<string>();
  const unread: string[] = [];
  for (let from = 0; from < parts.length; from += billsPerQuery) {
    const some = parts.slice(from, from + billsPerQuery);
    // `readNumbers` ignores words next to a number. A word without a number is reported here, because a person may have
    // meant a recipient.
    const words = some.filter((part) => !/\p{Nd}/u.test(part));
    const digits = some.filter((part) => /\p{Nd}/u.test(part)).join(',');
    const piece = readNumbers(digits, scope.campus.country as CountryCode);
    for (const number of piece.numbers) numbers.add(number);
    unread.push(...words.map((word) => word.trim()), ...wordsBeside(digits), ...piece.unread);
    await yieldToEventLoop();
  }
  if (typed.trim() !== '' && numbers.size === 0) throw new Failure('invalid', failureWords.noNumbers);
  return { numbers: [...numbers], unread };
}

const plainNumber = (campus: string, number: string, numbers: string[]): Recipient => ({
  ...nothing,
  campus,
  name: '',
  number,
  numbers,
});

/**
 * Finds all recipients that the request names, each bill once. Fails when a billing or bill does not belong to this
 * campus.
 */
export async function findRecipients(
  scope: Scope,
  { now, at }: SendTime,
  body: RecipientFilter,
): Promise<FoundRecipients> {
  const { numbers, unread } = await readContacts(scope, body.contacts);
  const campus = scope.campus.name;
  if (body.groupIDs.length === 0 && body.contactIDs.length === 0) {
    const recipients = [
      ...numbers.map((number) => plainNumber(campus, number, [number])),
      ...unread.map((part) => plainNumber(campus, part, [])),
    ];
    return { recipients, only: undefined };
  }
  const groupIDs = [...new Set(body.groupIDs)];
  const groups = await listPeriods(scope, groupIDs);
  if (groups.length < groupIDs.length) throw new Failure('notFound', failureWords.unknownGroups);
  const dayOf = (instant: Date): string => dayIn(scope.campus.timeZone, instant);
  const names = body.message === undefined ? undefined : placeholdersIn(body.message);
  const withHeads = names?.includes('heads') !== false;
  const narrow: BillSelection = {
    status: body.status,
    today: inTimeFrom(dayOf(now), scope.campus),
    withHeads,
  };
  const ofGroups = await billsOfGroups(scope, groupIDs, narrow);
  const groupBillIDs = new Set(ofGroups.map(({ id }) => id));
  const alone = (await billsByID(scope, [...new Set(body.contactIDs)], narrow)).filter(
    ({ id }) => !groupBillIDs.has(id),
  );
  const periods = new Map(
    (await listPeriods(scope, [...new Set(alone.map(({ groupID }) => groupID))]))
      .concat(groups)
      .map((group) => [group.id, group]),
  );
  const place = contextOn(scope, dayOf(at));
  const bills = [...ofGroups, ...alone];
  // The credit of a paid bill is read only if the text names it: nearly every paid bill has a payment to read.
  const own = await mapOwnCredit(scope, names?.includes('credit') === false ? bills.filter(isOpen) : bills);
  const recipients = await mapYielding(bills, (bill) =>
    fromBill(bill, { period: periods.get(bill.groupID), own: own.get(bill.id) }, place),
  );
  return {
    recipients,
    only: body.contacts.trim() === '' ? undefined : { numbers: new Set(numbers), unread },
  };
}

/**
 * Returns these bills, in their order, with the values for a text on that day. Takes thousands of bills. Fails when one
 * does not belong to this campus.
 */
export async function findFillable(
  scope: Scope,
  billIDs: number[],
  { day, withHeads = true }: { day: string; withHeads?: boolean },
): Promise<Recipient[]> {
  const bills = await billsByID(scope, billIDs, { status: 'all', today: '', withHeads });
  const groups = await listPeriods(scope, [...new Set(bills.map(({ groupID }) => groupID))]);
  const periods = new Map(groups.map((group) => [group.id, group]));
  const place = contextOn(scope, day);
  const own = await mapOwnCredit(scope, bills);
  return bills.map((bill) =>
    fromBill(bill, { period: periods.get(bill.groupID), own: own.get(bill.id) }, place),
  );
}

/** Returns these payments with the values for a receipt, by id. */
export async function mapReceiptPayments(
  scope: Scope,
  paymentIDs: readonly number[],
): Promise<Map<number, ReceiptPayment>> {
  if (paymentIDs.length === 0) return new Map();
  const parts = Map.groupBy(await listPartsOfPayments(scope, paymentIDs), ({ paymentID }) => paymentID);
  const rows = await listReceiptPayments(scope, paymentIDs);
  return new Map(
    rows.map(({ id, amount, source, voidedAt, returns, namedID, receiptNo, receivedOn, method }) => {
      const own = (parts.get(id) ?? []).map(({ billID, amount }) => [billID, toRupees(amount)] as const);
      const named = namedID === null ? [] : [namedID];
      return [
        id,
        {
          ...{ receiptNo, receivedOn, method, received: toRupees(amount), parts: new Map(own) },
          billIDs: own.length > 0 ? own.map(([billID]) => billID) : named,
          isStated: statedSources.includes(source),
          isTakenBack: voidedAt !== null || returns > 0,
        },
      ];
    }),
  );
}

type FilteredOutCounts = Pick<PlanAnswer, 'filteredOut' | 'filteredOutOther'>;

/** Counts the chosen bills that the filter leaves out. `remaining` is the number of bills that it keeps. */
export async function countFilteredOut(
  scope: Scope,
  body: Audience,
  remaining: number,
): Promise<FilteredOutCounts> {
  if (body.status === 'all' || body.groupIDs.length + body.contactIDs.length === 0)
    return { filteredOut: 0, filteredOutOther: 0 };
  const groupIDs = [...new Set(body.groupIDs)];
  const billIDs = [...new Set(body.contactIDs)];
  const counts = await countStatusesOfGroups(scope, groupIDs);
  for (let from = 0; from < billIDs.length; from += billsPerQuery)
    counts.push(...(await countStatusesByID(scope, billIDs.slice(from, from + billsPerQuery), groupIDs)));
  const others = counts.filter((one) => paymentOf(one) === 'other');
  return {
    filteredOut: sumOf(counts) - remaining,
    filteredOutOther: body.status === 'other' ? 0 : sumOf(others),
  };
}

/** Returns for each student the newest bill with this status, by the month of its billing. */
async function findNewestBills(
  scope: Scope,
  regNums: string[],
  narrow: Pick<BillSelection, 'status' | 'today'>,
): Promise<number[]> {
  const bills = await gather(partsOf(regNums), (part) => listBillsOfStudents(scope, part, narrow));
  const groups = await listPeriods(scope, [...new Set(bills.map(({ groupID }) => groupID))]);
  const monthOf = new Map(groups.map(({ id, month, year }) => [id, year * 12 + month]));
  const newest = new Map<string | null, (typeof bills)[number]>();
  for (const bill of bills) {
    const newestSoFar = newest.get(bill.regNum);
    const isNewer =
      !newestSoFar || (monthOf.get(bill.groupID) ?? 0) >= (monthOf.get(newestSoFar.groupID) ?? 0);
    if (isNewer) newest.set(bill.regNum, bill);
  }
  return [...newest.values()].map(({ id }) => id);
}

type OfClasses = Pick<SendBody, 'status'> & { clsIDs: number[]; secIDs: number[] };

/**
 * Returns the students of these classes and sections. With a status, returns one bill of that status for each student
 * instead, so that a waiting message is skipped if its bill is paid. Fails if a class or section belongs to another
 * campus.
 */
export async function findStudents(
  scope: Scope,
  { now, at }: SendTime,
  { clsIDs, secIDs, status }: OfClasses,
): Promise<Recipient[]> {
  const students = await listStudents(scope, clsIDs, secIDs);
  if (!students) throw new Failure('notFound', failureWords.unknownGroups);
  if (status !== 'all') {
    const dayOf = (instant: Date): string => dayIn(scope.campus.timeZone, instant);
    const regNums = students.map(({ regNum }) => regNum);
    const narrow = { status, today: inTimeFrom(dayOf(now), scope.campus) };
    const billIDs = await findNewestBills(scope, regNums, narrow);
    return findFillable(scope, billIDs, { day: dayOf(at), withHeads: false });
  }
  return students.map(({ regNum, name, number, numbers }) => ({
    ...nothing,
    campus: scope.campus.name,
    regNum,
    name,
    number,
    numbers: numbers === '' ? [] : numbers.split(' '),
  }));
}
