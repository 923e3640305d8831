/** Shows a family its page through its link. Nobody is signed in, so the link is the only proof. */

import { Failure } from '#shared/failures.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import type { PaperLanguage } from '#shared/money/voucher-settings.ts';
import { linkBase } from '#shared/people/parent-link.ts';
import { failureWords } from '#shared/words/failures.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import { listRosterRows } from '../../billing/listing/listing-queries.ts';
import type { Deps } from '../../deps.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { mapFacts } from '../../ledger/ledger.ts';
import { sumFacts } from '../../ledger/ledger-rules.ts';
import { orderReceipt } from '../../papers/receipts/receipts.ts';
import { type NamedOrder, orderVoucher, showForm } from '../../papers/vouchers/vouchers.ts';
import { findLinked } from '../../recipients/links/links-queries.ts';
import { isToken } from '../../recipients/links/links-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import { listBillsShown } from '../links/links.ts';
import type { FamilyPage } from '../model.ts';
import type { PageBill } from './bill-rules.ts';
import { digitsOf } from './contact-rules.ts';
import { listPaymentsFor } from './page-queries.ts';
import { pageOfFamily } from './page-rules.ts';

/** The maximum number of listed receipts. Even a family with several children gets only one or two receipts a month. */
const mostReceipts = 24;
/** The maximum size of a logo on the page, in bytes. The page must stay small. */
const largestLogo = 16 * 1024;

const linkEnded = () => new Failure('notFound', failureWords.notFound);

/**
 * Returns the family of a link. An unknown, a revoked and an expired link fail in the same way, and so does a link of a
 * suspended school.
 */
async function needFamily(
  deps: Deps,
  token: string,
): Promise<{ scope: Scope; school: string; bills: FullBill[] }> {
  if (linkBase(deps.config.publicUrl) === undefined || !isToken(token)) throw linkEnded();
  const { db } = deps.store;
  const linked = await findLinked(db, token);
  if (!linked) throw linkEnded();
  const scope = scopeOfRow(db, linked.campus, '');
  const bills = await listBillsShown(scope, linked.number, deps.now());
  if (bills.length === 0) throw linkEnded();
  return { scope, school: linked.school, bills };
}

/** Adds the payments and adjustments of the open bills. */
async function withFacts(scope: Scope, bills: readonly FullBill[]): Promise<PageBill[]> {
  const factsOf = await mapFacts(
    scope,
    bills.filter(isOpen).map(({ id }) => id),
  );
  return bills.map((bill) => {
    const facts = factsOf(bill.id);
    return { ...bill, ...sumFacts(bill, facts, scope.campus), facts };
  });
}

const dataUrlOf = (logo: Buffer | undefined): string | undefined =>
  logo !== undefined && logo.length <= largestLogo
    ? `data:image/${logo[0] === 0x89 ? 'png' : 'jpeg'};base64,${logo.toString('base64')}`
    : undefined;

/** Returns the page of a family. `usual` is the language of the school's vouchers. */
export async function showPage(
  deps: Deps,
  token: string,
): Promise<{ page: FamilyPage; usual: PaperLanguage }> {
  const { scope, school, bills } = await needFamily(deps, token);
  const { logo, settings, ...form } = await showForm(scope, deps);
  const regNums = [...new Set(bills.flatMap(({ regNum }) => regNum ?? []))];
  const places = await listRosterRows(scope, regNums);
  const ids = bills.map(({ id }) => id);
  const payments = await listPaymentsFor(scope, ids, mostReceipts + 1);
  const page = pageOfFamily({
    ...form,
    school,
    logo: dataUrlOf(logo),
    digits: digitsOf((await findSender(scope))?.number),
    bills: await withFacts(scope, bills),
    own: await mapOwnCredit(scope, bills.filter(isOpen)),
    places: new Map(places.map((row) => [row.regNum, row])),
    payments: payments.slice(0, mostReceipts),
    hasMorePayments: payments.length > mostReceipts,
  });
  return { page, usual: settings.language };
}

/** Returns the order for the voucher of one of the family's open bills. */
export async function orderVoucherFor(deps: Deps, token: string, billID: number): Promise<NamedOrder> {
  const { scope, bills } = await needFamily(deps, token);
  if (!bills.some(({ id }) => id === billID)) throw linkEnded();
  return orderVoucher(scope, deps, { billID });
}

/** Returns the order for the receipt of a payment that is only for bills of the family. */
export async function orderReceiptFor(deps: Deps, token: string, paymentID: number): Promise<NamedOrder> {
  const { scope, bills } = await needFamily(deps, token);
  const payments = await listPaymentsFor(
    scope,
    bills.map(({ id }) => id),
    mostReceipts,
  );
  if (!payments.some(({ id }) => id === paymentID)) throw linkEnded();
  return orderReceipt(scope, deps, { id: paymentID, isForParents: true });
}
