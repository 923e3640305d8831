/**
 * Money of one child that pays the bill of another. A clerk may use the credit of a sibling. For a bill of another
 * family this needs the right to delete and a reason. Credit that moves is recorded in the audit log.
 */
import { Failure, Question } from '#shared/failures.ts';
import type { Allocated } from '#shared/money/allocation.ts';
import { aboutBill } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillIDsOfRegNums } from '../../billing/families/families-queries.ts';
import { findFamilyOf } from '../../billing/find/find.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import type { RecordChange } from '../../ledger/model.ts';
import { findChildName } from './moved-credit-queries.ts';

/** The child for whom money was paid: a registration number, or a bill without one. */
export type MoneyOwner = { billID: number | null; regNum: string | null };

type Using = {
  owner: MoneyOwner;
  allocations: readonly Allocated[];
  bills: readonly Owed[];
  reason: string | undefined;
};
/** `amount` is in paisa. */
type Moved = { bill: Owed; amount: number; from: string };

const sayChild = (name: string, regNum: string | null): string =>
  [name, regNum && `Reg ${regNum}`].filter(Boolean).join(', ');

type Child = Pick<Owed, 'name' | 'regNum'>;

/** Tells whether a child belongs to the family of this bill. */
async function isOfFamily(scope: Scope, bill: Owed | undefined, { name, regNum }: Child): Promise<boolean> {
  if (!bill) return false;
  const { families } = await findFamilyOf(scope, bill);
  return families.some(({ children }) =>
    children.some((child) =>
      regNum === null ? child.regNum === null && child.name === name : child.regNum === regNum,
    ),
  );
}

/** Returns a reason for paying a bill of another family. Fails if the person may not do it, and asks for the reason. */
function needReason({ rights }: Scope, reason: string | undefined): string {
  if (!rights.delete) throw new Failure('forbidden', moneyRefusals.otherFamilyNeedsDelete);
  if (reason) return reason;
  const message = moneyRefusals.whyOtherFamily;
  throw new Question(['reason'], message, [{ path: 'reason', message }]);
}

/** Returns the bills of other children that this money pays. Fails if a bill of another family needs a reason. */
export async function findMoved(
  scope: Scope,
  { owner, allocations, bills, reason }: Using,
): Promise<{ ofSiblings: Moved[]; ofOthers: Moved[] }> {
  const { regNum } = owner;
  const found: { ofSiblings: Moved[]; ofOthers: Moved[] } = { ofSiblings: [], ofOthers: [] };
  const isOwn = (bill: Owed): boolean =>
    regNum === null ? bill.id === owner.billID : bill.regNum === regNum;
  const others = bills.filter((bill) => !isOwn(bill));
  if (others.length === 0) return found;
  const billIDs =
    owner.billID === null
      ? await listBillIDsOfRegNums(scope, regNum === null ? [] : [regNum], 1)
      : [owner.billID];
  const [of] = await listOwed(scope, billIDs);
  const name = of?.name ?? (await findChildName(scope, owner)) ?? '';
  for (const bill of others) {
    const amount = allocations.find(({ billID }) => billID === bill.id)?.amount ?? 0;
    const moved = { bill, amount, from: sayChild(name, regNum) };
    const isSameChild = regNum === null && bill.regNum === null && bill.name === name;
    // A number that one of them no longer has may still connect them, so the family is found from both sides.
    const isFamily = (await isOfFamily(scope, bill, { name, regNum })) || (await isOfFamily(scope, of, bill));
    if (!isFamily) found.ofOthers.push(moved);
    else if (!isSameChild) found.ofSiblings.push(moved);
  }
  if (found.ofOthers.length > 0) needReason(scope, reason);
  return found;
}

export async function recordMoved(
  scope: Scope,
  { recordChange }: { recordChange: RecordChange },
  { moved, reason, now: at }: { moved: readonly Moved[]; reason: string | undefined; now: string },
): Promise<void> {
  for (const { bill, amount, from } of moved)
    await recordChange(scope, {
      what: 'creditMoved',
      at,
      about: aboutBill(bill),
      details: { amount, reason: reason ?? '', from, to: sayChild(bill.name, bill.regNum) },
    });
}
