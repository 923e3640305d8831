/** Lists what a family owes on a day, in the order in which a payment settles it. */

import type { z } from 'zod';
import type { findOpenBills } from '#shared/calls/payments.ts';
import { foundAtFirst } from '#shared/limits.ts';
import type { Balance } from '#shared/money/allocation.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, inTimeFrom } from '#shared/money/payable.ts';
import { tokenOfLink } from '#shared/people/parent-link.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { findFamilies, findFamilyOf, listBillIDsOf } from '../../billing/find/find.ts';
import { findBillsByInvNo } from '../../billing/find/find-queries.ts';
import { billsOf, type Family, invNosIn, type OpenBill } from '../../billing/find/find-rules.ts';
import type { Deps } from '../../deps.ts';
import { mapCurrentBills } from '../../ledger/carried/carried.ts';
import { listCredits } from '../../ledger/credits/credits-queries.ts';
import { withCharges } from '../../ledger/ledger.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { type First, inOrderOfPaying, toBalances, toOpenBillAnswer } from './open-bills-rules.ts';

/** Lists each bill once. A bill with two numbers belongs to two families. */
const eachOnce = (bills: readonly OpenBill[]): OpenBill[] => [
  ...new Map(bills.map((bill) => [bill.id, bill])).values(),
];

const asFirst = ({ id, name, regNum }: Owed): First => ({ billID: id, name, regNum });

/** Lists what the family of this bill owes. This bill comes first. */
export async function listFamilyOwed(scope: Scope, bill: Owed, day: string): Promise<Balance[]> {
  const { families, bills } = await findFamilyOf(scope, bill);
  const itself = await withCharges(scope, [{ ...bill, invNo: null, month: null, year: null }]);
  const own = eachOnce([...itself, ...families.flatMap((family) => billsOf(family, bills))]);
  const from = inTimeFrom(day, scope.campus);
  return toBalances(inOrderOfPaying(own, asFirst(bill), from), from);
}

type Answer = z.input<(typeof findOpenBills)['answer']>;
type Found = { family: Family; first: First; bills: readonly OpenBill[] };

/** Returns the families of these bills, the family of the latest bill first. In each family its bill comes first. */
async function findOfBills(scope: Scope, billIDs: readonly number[]): Promise<Found[]> {
  const found: Found[] = [];
  const bills = await listOwed(scope, billIDs);
  for (const bill of bills.toReversed()) {
    const of = await findFamilyOf(scope, bill);
    for (const family of of.families) found.push({ family, first: asFirst(bill), bills: of.bills });
  }
  return found;
}

/** Finds families by a voucher number. The number of a carried bill finds the bill to which it was carried. */
async function findScanned(scope: Scope, text: string): Promise<Found[]> {
  const hits = await findBillsByInvNo(scope, invNosIn(text), foundAtFirst);
  const ids = hits.map(({ id }) => id);
  const currentBills = await mapCurrentBills(scope, ids);
  return findOfBills(scope, [...new Set(currentBills.values())]);
}

/** Finds families by a typed text. A link belongs to the whole family, so no child comes first then. */
async function findTyped(scope: Scope, text: string): Promise<Found[]> {
  const { families, bills } = await findFamilies(scope, text, foundAtFirst);
  const isLink = tokenOfLink(text) !== undefined;
  return families.map((family) => {
    const [child] = isLink ? [] : family.children;
    return { family, bills, first: { billID: null, name: child?.name ?? '', regNum: child?.regNum ?? null } };
  });
}

const keyOf = ({ family: { number, children } }: Found): string =>
  number ?? children.map(({ name, regNum }) => `${name} ${regNum ?? ''}`).join();

async function toFoundAnswer(
  scope: Scope,
  { family, first, bills }: Found,
  from: InTimeFrom,
): Promise<Answer['families'][number]> {
  const { number, children, latest } = family;
  const shown = inOrderOfPaying(billsOf(family, bills), first, from).map((bill) =>
    toOpenBillAnswer(bill, from),
  );
  const credits = await listCredits(scope, {
    regNums: children.flatMap(({ regNum }) => regNum ?? []),
    billIDs: await listBillIDsOf(scope, family),
  });
  const owners = await listOwed(
    scope,
    credits.flatMap(({ ownerID }) => ownerID ?? []),
  );
  const nameOf = ({ regNum, ownerID }: (typeof credits)[number]): string =>
    (regNum === null
      ? owners.find(({ id }) => id === ownerID)
      : children.find((child) => child.regNum === regNum)
    )?.name ?? '';
  return {
    number,
    children,
    scanned: first.billID,
    latest: first.billID ?? (latest > 0 ? latest : null),
    bills: shown,
    balance: toRupees(shown.reduce((paisa, { balance }) => paisa + toPaisa(balance), 0)),
    credit: toRupees(credits.reduce((sum, one) => sum + one.credit, 0)),
    credits: credits.map(({ ownerID, ...one }) => ({
      ...{ ...one, credit: toRupees(one.credit) },
      name: nameOf({ ...one, ownerID }),
    })),
  };
}

type OpenBillsQuery = { text?: string | undefined; billID?: number | undefined; day?: string | undefined };

/** Finds families by a bill, voucher number, registration number, name or phone number. */
export async function showOpenBills(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { text = '', billID, day = dayIn(scope.campus.timeZone, deps.now()) }: OpenBillsQuery,
): Promise<Answer> {
  const from = inTimeFrom(day, scope.campus);
  const all =
    billID === undefined
      ? [...(await findScanned(scope, text)), ...(await findTyped(scope, text))]
      : await findOfBills(scope, [billID]);
  const found = all
    .filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at)
    .slice(0, foundAtFirst);
  return { families: await Promise.all(found.map((one) => toFoundAnswer(scope, one, from))) };
}
