/** What may be a mistake or a trick about a payment: it is refused, or asked about and recorded. */
import { Failure, type PaymentDoubt, Question } from '#shared/failures.ts';
import type { Allocated } from '#shared/money/allocation.ts';
import { addDays } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import {
  findAccount,
  findCashDays,
  findSameCash,
  findSameReference,
  listFirstDays,
  type PaymentRow,
} from './payments-queries.ts';
import { findDayDoubts, findDoubts, firstDayOf } from './payments-rules.ts';

/** Milliseconds in which equal cash of a family is probably the same money. */
const sameFor = 60_000;

type Controlled = {
  payment: Pick<PaymentRow, 'receiptNo' | 'amount' | 'method' | 'receivedOn'> & { id: number };
  doubts: readonly PaymentDoubt[];
  today: string;
  now: string;
};
type Entered = Pick<
  PaymentRow,
  'amount' | 'method' | 'accountID' | 'reference' | 'billID' | 'regNum' | 'receivedOn'
>;

/** Cash of an earlier day may hide money that was received and used meanwhile. */
export async function refuseLateCash(
  scope: Scope,
  { receivedOn, today }: { receivedOn: string; today: string },
): Promise<void> {
  if (receivedOn === today || scope.rights.delete) return;
  const days = await findCashDays(scope);
  if (receivedOn < addDays(today, -days)) throw new Failure('forbidden', moneyRefusals.lateCash(days));
}

type Entering = {
  /** The phone numbers of the family that pays, as its bill has them. */
  numbers: string;
  now: string;
  today: string;
  of: readonly Allocated[];
  confirmed: boolean;
};

/** Returns the doubts about a payment. Throws them as a question, unless a person has confirmed the payment. */
export async function needConfirmed(
  scope: Scope,
  payment: Entered,
  { numbers, now, today, of, confirmed }: Entering,
): Promise<PaymentDoubt[]> {
  const { amount, method, reference, accountID, regNum } = payment;
  const since = new Date(Date.parse(now) - sameFor).toISOString();
  const isCash = method === 'cash';
  const doubts = findDoubts(payment, {
    sameReference: reference === null ? undefined : await findSameReference(scope, reference),
    account: isCash && accountID !== null ? await findAccount(scope, accountID) : undefined,
    sameCash: isCash ? await findSameCash(scope, { amount, since, regNum, numbers }) : undefined,
  });
  if (payment.receivedOn < today) {
    const bills = await listFirstDays(
      scope,
      of.map(({ billID }) => billID),
    );
    const firstDays = bills.map((bill) => firstDayOf(bill, scope.campus.timeZone));
    doubts.push(...findDayDoubts(payment.receivedOn, { today, firstDays }));
  }
  const asks = doubts.map(({ ask }) => ask);
  if (asks.length === 0 || confirmed) return asks;
  throw new Question(asks, doubts.map(({ text }) => text).join(' '));
}

/** Records what the owner reads about: a payment for an earlier day, and one that a person had to confirm. */
export async function recordControls(
  scope: Scope,
  { recordChange }: Pick<MoneyNeeds, 'recordChange'>,
  { payment, doubts, today, now: at }: Controlled,
): Promise<void> {
  const { id, receiptNo, amount, method, receivedOn } = payment;
  const about = { kind: 'payment', id, name: String(receiptNo) } as const;
  if (method === 'cash' && receivedOn < today)
    await recordChange(scope, {
      what: 'paymentBackDated',
      ...{ at, about, details: { receiptNo, amount, day: receivedOn } },
    });
  if (doubts.length > 0)
    await recordChange(scope, { what: 'paymentDoubted', at, about, details: { receiptNo, amount, doubts } });
}
