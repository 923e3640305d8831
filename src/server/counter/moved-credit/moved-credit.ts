/**
 * Money of one child that pays the bill of another. A clerk may use the credit of a sibling. For a bill of another
 * family this needs the right to delete and a reason. Credit that moves is recorded in the audit log.
 */
import { aboutBill } from '#shared/trail.ts';
import { moneyRefusals, receiptWords } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillIDsOfRegNums } from '../../billing/families/families-queries.ts';
import { findFamilyOf } from '../../billing/find/find.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { needReason } from '../../ledger/need-reason.ts';
import type { MoneyOwner, RecordMoved } from '../model.ts';
import { findChildName } from './moved-credit-queries.ts';

const sayChild = (name: string, regNum: string | null): string =>
  [name, regNum && receiptWords.reg(regNum)].filter(Boolean).join(', ');

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

const ofOtherFamily = {
  refusal: moneyRefusals.otherFamilyNeedsDelete,
  question: moneyRefusals.whyOtherFamily,
};

type Relation = 'own' | 'sibling' | 'otherFamily';

/** Returns a function that tells how a bill is related to the child for whom the money was paid. */
async function relateTo(
  scope: Scope,
  { billID, regNum }: MoneyOwner,
): Promise<{ owner: string; relationOf: (bill: Owed) => Promise<Relation> }> {
  const ids =
    billID === null ? await listBillIDsOfRegNums(scope, regNum === null ? [] : [regNum], 1) : [billID];
  const [of] = await listOwed(scope, ids);
  const name = of?.name ?? (await findChildName(scope, { billID, regNum })) ?? '';
  return {
    owner: sayChild(name, regNum),
    relationOf: async (bill) => {
      // A number that one of them no longer has may still connect them, so the family is found from both sides.
      const isFamily =
        (await isOfFamily(scope, bill, { name, regNum })) || (await isOfFamily(scope, of, bill));
      if (!isFamily) return 'otherFamily';
      return regNum === null && bill.regNum === null && bill.name === name ? 'own' : 'sibling';
    },
  };
}

/**
 * Records which bills of other children this money pays. Fails if a bill of another family needs a reason. Money for
 * which nobody named a child belongs to no family, so it may pay any bill.
 */
export const recordMoved: RecordMoved = async (
  scope,
  { recordChange },
  { owner, allocations, bills, isNew, reason, now: at },
) => {
  const { billID, regNum } = owner;
  const isOwn = (bill: Owed): boolean => (regNum === null ? bill.id === billID : bill.regNum === regNum);
  const others = bills.filter((bill) => !isOwn(bill));
  if (others.length === 0 || (regNum === null && billID === null)) return;
  const { owner: from, relationOf } = await relateTo(scope, owner);
  for (const bill of others) {
    const relation = await relationOf(bill);
    if (relation === 'own' || (relation === 'sibling' && isNew)) continue;
    const why = relation === 'otherFamily' ? needReason(scope, reason, ofOtherFamily) : (reason ?? '');
    const amount = allocations.find((one) => one.billID === bill.id)?.amount ?? 0;
    await recordChange(scope, {
      what: 'creditMoved',
      at,
      about: aboutBill(bill),
      details: { amount, reason: why, from, to: sayChild(bill.name, bill.regNum) },
    });
  }
};
