/**
 * Vouchers as they would be printed now. Looking at a voucher does not count as printing. A renewed voucher is the
 * same bill with a later expiry date.
 */

import { createHash } from 'node:crypto';
import type { SeenVoucher } from '#shared/calls/vouchers.ts';
import { Failure } from '#shared/failures.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import type { VoucherSettings } from '#shared/money/voucher-settings.ts';
import { voucherFileName } from '#shared/text/paper-names.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { voucherPaperWords, voucherWords } from '#shared/words/papers.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Scope } from '../../auth/scope.ts';
import { changeBill } from '../../billing/bills/bills.ts';
import { listRosterRows } from '../../billing/listing/listing-queries.ts';
import { bufferEvents } from '../../bus.ts';
import { showAccounts } from '../../counter/money-accounts/money-accounts.ts';
import type { Deps, PaperOrder } from '../../deps.ts';
import { adjustBill } from '../../ledger/adjustments/adjustments.ts';
import { mapCurrentBills } from '../../ledger/carried/carried.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { mapFacts } from '../../ledger/ledger.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { existingLinksOf, type LinkNeeds, linksOf } from '../../recipients/links/links.ts';
import type { VoucherPage } from '../model.ts';
import { type Looks, showLooks, showSettings } from '../settings/settings.ts';
import { listInvNos, listPrints, listVoucherBills, type VoucherBill } from './vouchers-queries.ts';
import { type Form, isExpired, owedOn, pageOf, type RelatedData } from './vouchers-rules.ts';

export type FormNeeds = LinkNeeds;
export type Voucher = { bill: VoucherBill } & RelatedData;
/** A form with the logo for its sheets. */
export type Forms = Form & Pick<Looks, 'logo'>;

/** The form of the campus. `tried`: settings that are used instead of the stored ones, for a preview. */
export async function showForm(scope: Scope, deps: FormNeeds, tried?: VoucherSettings): Promise<Forms> {
  const { currency, logo } = await showLooks(scope, deps);
  const today = dayIn(scope.campus.timeZone, deps.now());
  const accounts = await showAccounts(scope);
  return {
    settings: tried ?? (await showSettings(scope)),
    campus: scope.campus.name,
    currency,
    logo,
    accounts: accounts.filter(({ onVoucher, endedAt }) => onVoucher && endedAt === null),
    today,
    rules: scope.campus,
    from: inTimeFrom(today, scope.campus),
  };
}

/** For each carried bill, the voucher number of the newer bill. */
async function mapCarriedTo(scope: Scope, bills: readonly VoucherBill[]): Promise<Map<number, string>> {
  const carried = bills.filter(({ status }) => status === 'carried').map(({ id }) => id);
  if (carried.length === 0) return new Map();
  const currentBills = await mapCurrentBills(scope, carried);
  const invNos = new Map(
    (await listInvNos(scope, [...new Set(currentBills.values())])).map(({ id, invNo }) => [id, invNo]),
  );
  return new Map(
    [...currentBills].flatMap(([id, to]) => {
      const invNo = to === id ? null : invNos.get(to);
      return invNo ? [[id, invNo]] : [];
    }),
  );
}

/** The content of the vouchers of these bills, ordered by id. Deleted bills are left out. */
export async function listVouchers(scope: Scope, billIDs: readonly number[]): Promise<Voucher[]> {
  const bills = await listVoucherBills(scope, billIDs);
  const moneyOf = await mapFacts(scope, billIDs);
  const regNums = [...new Set(bills.flatMap(({ regNum }) => regNum ?? []))];
  const places = new Map((await listRosterRows(scope, regNums)).map((row) => [row.regNum, row]));
  const prints = Map.groupBy(await listPrints(scope, billIDs), ({ billID }) => billID);
  const carriedTo = await mapCarriedTo(scope, bills);
  const ownCredit = await mapOwnCredit(scope, bills.filter(isOpen));
  return bills.map((bill) => {
    const own = prints.get(bill.id) ?? [];
    const isSame = ({ expiryDate }: { expiryDate: string | null }) => expiryDate === bill.expiryDate;
    return {
      bill,
      adjustments: moneyOf(bill.id).adjustments,
      place: bill.regNum === null ? undefined : places.get(bill.regNum),
      own: ownCredit.get(bill.id),
      printed: own.find(isSame)?.prints ?? 0,
      issues: own.filter((one) => !isSame(one)).length,
      carriedTo: carriedTo.get(bill.id) ?? null,
      link: undefined,
    };
  });
}

/**
 * The phone number whose family page the voucher links to. If the voucher is sent, the number to which it is sent. If
 * it is printed, the first number of the bill.
 */
function numberToLink({ numbers }: VoucherBill, to: string | undefined): string {
  const [first = '', ...others] = numbers.split(' ');
  if (to === undefined) return first;
  return [first, ...others].includes(to) ? to : '';
}

type Linking = {
  vouchers: readonly Voucher[];
  /** The E.164 number to which the vouchers are sent. */
  to?: string | undefined;
  /** False for a call that only reads: a link that does not exist, or was revoked, is then left out. */
  mayCreate: boolean;
};

/** Adds the links to the vouchers of open bills. */
export async function withLinks(
  scope: Scope,
  deps: LinkNeeds,
  { vouchers, to, mayCreate }: Linking,
): Promise<Voucher[]> {
  const numberOf = ({ bill }: Voucher): string => (isOpen(bill) ? numberToLink(bill, to) : '');
  const numbers = vouchers.map(numberOf).filter(Boolean);
  const links = await (mayCreate ? linksOf : existingLinksOf)(scope, deps, numbers);
  return vouchers.map((one) => ({ ...one, link: links.get(numberOf(one)) }));
}

export const toPage = ({ bill, ...related }: Voucher, form: Form): VoucherPage => pageOf(bill, related, form);

/** The hash of a voucher's whole content. */
export const hashOf = (page: VoucherPage): string =>
  createHash('sha256').update(JSON.stringify(page)).digest('hex');

export const toOrder = (
  { campusID }: Pick<Scope, 'campusID'>,
  { logo }: Pick<Looks, 'logo'>,
  rest: Pick<PaperOrder, 'as' | 'title' | 'pages'>,
): PaperOrder => ({ campusID, template: 'voucher', logo, ...rest });

function needed(voucher: Voucher | undefined): Voucher {
  if (!voucher) throw new Failure('notFound', failureWords.notFound);
  return voucher;
}

async function needVoucher(scope: Scope, deps: LinkNeeds, billID: number): Promise<Voucher> {
  const vouchers = await listVouchers(scope, [billID]);
  const [voucher] = await withLinks(scope, deps, { vouchers, mayCreate: false });
  return needed(voucher);
}

/** A picture of the voucher for the screen. */
export async function previewVoucher(
  scope: Scope,
  deps: FormNeeds & Pick<Deps, 'papers'>,
  billID: number,
): Promise<SeenVoucher> {
  const voucher = await needVoucher(scope, deps, billID);
  const form = await showForm(scope, deps);
  const { bill, printed } = voucher;
  const { settings, today, from } = form;
  const title = voucherFileName([bill]);
  const order = toOrder(scope, form, { as: 'svg', title, pages: [toPage(voucher, form)] });
  return {
    billID,
    svg: (await deps.papers.draw(order)).toString(),
    printed,
    expiryDate: bill.expiryDate,
    isExpired: isExpired(bill, today),
    isOpen: isOpen(bill),
    payable: toRupees(owedOn(from, bill, voucher)),
    renewFine: settings.renewFine,
    renewUntil: addDays(today, settings.renewDays),
  };
}

export type NamedOrder = { order: PaperOrder; name: string };

/** A voucher as a file. This does not count as printing. The file of a preview is marked as one. */
export async function orderVoucher(
  scope: Scope,
  deps: FormNeeds,
  { billID, isPreview = false }: { billID: number; isPreview?: boolean },
): Promise<NamedOrder> {
  const voucher = await needVoucher(scope, deps, billID);
  const form = await showForm(scope, deps);
  const name = voucherFileName([voucher.bill]);
  const page = toPage(voucher, form);
  const marked = isPreview ? { ...page, duplicate: voucherPaperWords.preview } : page;
  return { name, order: toOrder(scope, form, { as: 'pdf', title: name, pages: [marked] }) };
}

/** A sample voucher with invented data. `tried`: settings that are used instead of the stored ones. */
export async function orderSample(
  scope: Scope,
  deps: FormNeeds,
  { tried, as = 'pdf' }: { tried?: VoucherSettings } & Partial<Pick<PaperOrder, 'as'>> = {},
): Promise<NamedOrder> {
  const form = await showForm(scope, deps, tried);
  const { child, father, class: named, tuition, van } = voucherPaperWords.sample;
  const [className = '', section = ''] = named.split('-');
  const { today } = form;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const heads = { head1: tuition, amount1: toPaisa(9500), head2: van, amount2: toPaisa(3000) };
  const none = Object.fromEntries(
    [3, 4, 5, 6, 7, 8, 9, 10].flatMap((number) => [
      [`head${number}`, null],
      [`amount${number}`, null],
    ]),
  );
  const bill = {
    ...none,
    ...heads,
    ...{ id: 0, groupID: 0, name: child, regNum: '10234', invNo: '202611000001', numbers: '' },
    ...{ issueDate: today, dueDate: addDays(today, 9), expiryDate: addDays(today, 24), billing: '' },
    ...{ status: 'unpaid', settledOn: null, total: toPaisa(12_500), amountAfterDueDate: toPaisa(13_000) },
    ...{ paid: 0, month, year },
  } as VoucherBill;
  const place = { regNum: '10234', fatherName: father, classID: 0, sectionID: 0, class: className, section };
  const voucher = { bill, adjustments: [], place, printed: 0, issues: 0, carriedTo: null, link: undefined };
  const name = voucherFileName([bill]);
  return { name, order: toOrder(scope, form, { as, title: name, pages: [toPage(voucher, form)] }) };
}

export async function sampleVoucher(
  scope: Scope,
  deps: FormNeeds & Pick<Deps, 'papers'>,
  tried: VoucherSettings,
): Promise<{ svg: string }> {
  const { order } = await orderSample(scope, deps, { tried, as: 'svg' });
  return { svg: (await deps.papers.draw(order)).toString() };
}

type Renewal = {
  id: number;
  clientID: string;
  expiryDate: string;
  fine: number;
  reason?: string | undefined;
};

type RenewalNeeds = Deps & Omit<MoneyNeeds, 'recarry'>;

/**
 * Called under the campus lock. Refuses a renewal if the voucher is already valid for as long, for example because
 * another person has just renewed it. The fine is then not added twice.
 */
function refuseRenewal(
  { campus }: Scope,
  { bill, expiryDate, now }: { bill: VoucherBill; expiryDate: string; now: Date },
): void {
  const refuse = (code: 'invalid' | 'conflict', message: string) => {
    throw new Failure(code, message, [{ path: 'expiryDate', message }]);
  };
  if (!isOpen(bill)) throw new Failure('conflict', moneyRefusals.notOwed);
  if (expiryDate < dayIn(campus.timeZone, now)) refuse('invalid', failureWords.renewPast);
  if (bill.expiryDate !== null && expiryDate <= bill.expiryDate)
    refuse('conflict', failureWords.renewNotLonger(bill.expiryDate));
}

async function renew(
  scope: Scope,
  deps: RenewalNeeds,
  { id, clientID, expiryDate, fine, reason }: Renewal,
): Promise<void> {
  // Nothing is printed here, so no link is needed.
  const { bill } = needed((await listVouchers(scope, [id]))[0]);
  const request = { id, expiryDate, fine, reason };
  const at = deps.now();
  const isRepeated = await needSameRequest(scope, { call: 'renewVoucher', clientID, request }, { at });
  // Without a fine, a renewal until the same day changes nothing.
  if (isRepeated || (fine === 0 && bill.expiryDate === expiryDate)) return;
  refuseRenewal(scope, { bill, expiryDate, now: at });
  const fined = { id, clientID: `renewal ${clientID}`, kind: 'fine' as const, amount: fine };
  if (fine > 0) await adjustBill(scope, deps, { ...fined, reason: reason || voucherWords.renew });
  const change = { id, member: { expiryDate }, version: undefined, reason, fined: toPaisa(fine) };
  await changeBill(scope, deps, change);
}

/**
 * Renews a voucher with a later expiry date and, if given, a fine. Either both are stored or neither, and only once
 * for each `clientID`.
 */
export async function renewVoucher(scope: Scope, deps: RenewalNeeds, renewal: Renewal): Promise<SeenVoucher> {
  const publishBuffered = await withCampusLock(scope, async (scope) => {
    const buffered = bufferEvents(deps, scope.db);
    await renew(scope, buffered.deps, renewal);
    return buffered.publishBuffered;
  });
  publishBuffered();
  return previewVoucher(scope, deps, renewal.id);
}
