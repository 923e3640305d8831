/** Turns the decisions of a person about bank rows into postings. Pure functions; amounts in paisa. */

import type { BankDecision, JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankAct, BankMatch } from '#shared/money/bank.ts';
import { toRupees } from '#shared/money/money.ts';
import {
  chargedOn,
  type DueRules,
  type InTimeFrom,
  inTimeFrom,
  isLate,
  neverLate,
  type Payable,
  payableOn,
} from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { toBillIdentity } from '../../counter/open-bills/open-bills-rules.ts';
import type { Owed } from '../../ledger/ledger-queries.ts';
import { bringsMoney, type Judged } from '../bank-matches/bank-matches-rules.ts';
import type { Candidate, Row } from '../model.ts';

/** A bill with its present amounts. */
export type Payee = Owed & Payable;

/**
 * A row that will be saved. `settles` is the part that pays the bill. `waives` is the part of the remaining balance
 * that is waived.
 */
export type Posting = {
  row: Row;
  key: string;
  match: BankMatch;
  act: BankAct;
  bill: Payee;
  /** The existing payment to which the row is linked. */
  paymentID: number | null;
  settles: number;
  waives: number;
  isByHand: boolean;
};
type Changed = { row: number; was: BankMatch; is: BankMatch };
/** `refusal` says why nothing is saved, and which row is the cause. `isAbsent`: a chosen bill does not exist. */
export type Plan = {
  postings: Posting[];
  changed: Changed[];
  refusal?: { row: number; message: string };
  isAbsent?: boolean;
};

type Decided = { decision: BankDecision; row: Row; key: string; judged: Judged };

const hasNoDay = ({ reason }: Judged): boolean =>
  reason === 'noDay' || reason === 'dayToCome' || reason === 'booksClosed';

function whyNot({ decision: { act, billID }, row, judged }: Decided): string | undefined {
  const { match, reason, payment, bill } = judged;
  const isNoIncome = match === 'notIncome' && reason !== 'batch';
  if (match === 'seen' || isNoIncome || hasNoDay(judged) || !bringsMoney(row))
    return moneyRefusals.rowNotSaved;
  const isBeside = bill?.id === billID;
  if (act === 'join' && !(payment && isBeside)) return moneyRefusals.notJoined;
  if (act === 'waive' && !(match === 'fineOpen' && isBeside)) return moneyRefusals.notWaived;
  return undefined;
}

/**
 * Returns the new verdict of a row if it differs from the verdict that the person saw. A bill that the person chose
 * may have been paid since then.
 */
function findChange({ decision, judged }: Decided, left: number): BankMatch | undefined {
  const { match, act, billID } = decision;
  if (match !== judged.match) return judged.match;
  return judged.bill?.id !== billID && act === 'pay' && left === 0 ? 'paidAlready' : undefined;
}

/** A row without a day is treated as paid in time. */
const dueFrom = ({ day }: Pick<Row, 'day'>, rules: DueRules): InTimeFrom =>
  day === null ? neverLate : inTimeFrom(day, rules);

/** The bill after a row was posted to it. A bill that owes nothing more for the day of its row is settled. */
function afterRow(
  bill: Payee,
  settles: number,
  { from, isSettled }: { from: InTimeFrom; isSettled: boolean },
) {
  const paidLate = (bill.paidLate ?? 0) + (isLate(from, bill) ? settles : 0);
  const status = isSettled ? 'paid' : bill.status;
  return { ...bill, paid: bill.paid + settles, paidLate, status };
}

/** Plans the rows in the order of the file. The money of one row reduces what the bill owes for the next rows. */
export function planPostings(
  decided: readonly Decided[],
  stored: ReadonlyMap<number, Payee>,
  rules: DueRules,
): Plan {
  const plan: Plan = { postings: [], changed: [] };
  const bills = new Map(stored);
  for (const one of decided) {
    const { decision, row, key, judged } = one;
    const { act, billID } = decision;
    const bill = bills.get(billID);
    const from = dueFrom(row, rules);
    const left = bill ? payableOn(from, bill) : 0;
    const message = decision.match === judged.match ? whyNot(one) : undefined;
    if (message !== undefined) return { ...plan, refusal: { row: decision.row, message } };
    // If the bill was deleted in the meantime, the verdict of its row has changed too.
    const isAbsent = bill === undefined && decision.match === judged.match;
    if (isAbsent) return { ...plan, isAbsent };
    const is = findChange(one, left);
    if (is !== undefined || !bill) {
      plan.changed.push({ row: decision.row, was: decision.match, is: is ?? judged.match });
      continue;
    }
    const settles = act === 'pay' || act === 'waive' ? Math.min(row.amount, left) : 0;
    const waives = act === 'waive' ? left - settles : 0;
    bills.set(billID, afterRow(bill, settles, { from, isSettled: left > 0 && settles + waives === left }));
    plan.postings.push({
      ...{ row, key, act, bill: stored.get(billID) ?? bill, settles, waives, match: judged.match },
      paymentID: act === 'join' ? (judged.payment?.paymentID ?? null) : null,
      isByHand: judged.bill?.id !== billID,
    });
  }
  return plan;
}

const toBillAnswer = (bill: Candidate, from: InTimeFrom, balance: number) => ({
  ...toBillIdentity(bill),
  status: bill.status,
  charged: toRupees(chargedOn(from, bill)),
  balance: toRupees(balance),
});

/** Converts a verdict for the API. Amounts are in rupees and computed for the day of the row. */
export function toJudgedAnswer(
  { payment, bill, suggestions, ...judged }: Judged,
  row: Row,
  rules: DueRules,
): JudgedRow {
  const from = dueFrom(row, rules);
  const shown = (one: Candidate) => toBillAnswer(one, from, payableOn(from, one));
  return {
    ...judged,
    bill: bill && shown(bill),
    payment: payment && {
      paymentID: payment.paymentID,
      receiptNo: payment.receiptNo,
      receivedOn: payment.receivedOn,
      mayBounce: payment.mayBounce ?? false,
    },
    suggestions: suggestions.map(shown),
  };
}
