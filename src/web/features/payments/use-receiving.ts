/**
 * One payment at the counter: its input, and the call that saves it. It is saved once, even if Enter is pressed twice.
 */
import { useTimeout } from '@mantine/hooks';
import { type RefObject, useRef, useState } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { counterMethods } from '#shared/money/ledger.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { counterWords } from '#shared/words/counter.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { mayHaveArrived, type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSession } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useAction } from '../../lib/use-action.ts';
import { withAnswer } from '../../lib/with-answer.ts';
import { allocateCredit, receive } from './api.ts';
import type { Handed } from './receipt-paper.tsx';
import {
  type ComputedPayment,
  type CreditUse,
  computePayment,
  noAmountsTyped,
  payerOf,
  type TypedAmounts,
} from './rules.ts';
import { useAccount } from './use-account.ts';

export type Way = (typeof counterMethods)[number];
/** A payment that was received. The counter prints its receipt. */
export type Done = {
  paymentID: number;
  receiptNo: number;
  /** The new money. It is 0 if only credit was used. */
  amount: number;
  used: number;
  handed: Handed | undefined;
};

/** Milliseconds before a payment can be saved. A scanner that reads the same code twice needs less time. */
const settlingTime = 300;

type Money = { way: Way; reference: string; given: string };

/** `field` is the field to correct. It is undefined for an amount of a single bill, which shows its own error. */
type Trouble = { text: string; field?: 'amount' | 'given' | 'reference' };

/** Returns the error that prevents the payment, or undefined. */
function whyNot(
  { amount, used, rows }: ComputedPayment,
  { way, reference, given }: Money,
): Trouble | undefined {
  if (amount === undefined)
    return rows.some(({ trouble }) => trouble !== undefined)
      ? { text: counterWords.badAmount }
      : { text: counterWords.badAmount, field: 'amount' };
  if (amount === 0) return used > 0 ? undefined : { text: counterWords.nothing, field: 'amount' };
  if (way === 'cheque' && reference.trim() === '')
    return { text: counterWords.needsCheque, field: 'reference' };
  const paisa = way === 'cash' && given.trim() !== '' ? readAmount(given) : toPaisa(amount);
  if (paisa === undefined) return { text: counterWords.badAmount, field: 'given' };
  return paisa < toPaisa(amount) ? { text: counterWords.lessGiven, field: 'given' } : undefined;
}

/** The change to give back. Undefined if the given cash was not typed. */
function changeOf(amount: number | undefined, { way, given }: Money): number | undefined {
  const paisa = way === 'cash' ? readAmount(given) : undefined;
  return paisa === undefined || amount === undefined ? undefined : toRupees(paisa - toPaisa(amount));
}

type Begin = { usesCredit: boolean; way: Way };

/** The input of a payment. Every change of the input clears the error. */
function useTyped({ usesCredit, way }: Begin, onChange: () => void) {
  const [typed, setTyped] = useState<TypedAmounts>(noAmountsTyped);
  const [money, setMoney] = useState<Money>({ way, reference: '', given: '' });
  const [isCreditUsed, setCreditUsed] = useState(usesCredit);
  const [isForSiblings, setForSiblings] = useState(false);
  return {
    ...{ typed, money, isCreditUsed, isForSiblings },
    /** Also clears the typed amounts, because they are no longer right if the credit is used or not used. */
    setCreditUsed: (next: boolean): void => {
      onChange();
      setCreditUsed(next);
      setTyped({ left: typed.left, parts: {} });
    },
    setForSiblings: (next: boolean): void => {
      onChange();
      setForSiblings(next);
      setTyped({ left: typed.left, parts: {} });
    },
    type: (next: TypedAmounts): void => {
      onChange();
      setTyped(next);
    },
    setMoney: (more: Partial<Money>): void => {
      onChange();
      setMoney((before) => ({ ...before, ...more }));
    },
  };
}

const wayAfter = (way: Way): Way =>
  counterMethods[(counterMethods.indexOf(way) + 1) % counterMethods.length] ?? 'cash';

type PaymentInput = {
  family: OpenFamily;
  taking: ComputedPayment;
  money: Money;
  accountID: number | null;
  amount: number;
  day: string;
};

function bodyOf({ family, taking, money: { way, reference }, accountID, amount, day }: PaymentInput) {
  const { allocations, uses } = taking;
  const { latest, children } = family;
  return {
    ...{ amount, method: way, accountID, receivedOn: day, allocations, payer: payerOf(family) },
    reference: way === 'cash' ? '' : reference.trim(),
    // If no bill is paid, the payment becomes credit. These fields say to whom the credit belongs.
    ...(allocations.length > 0
      ? {}
      : latest === null
        ? { regNum: children[0]?.regNum ?? undefined }
        : { billID: latest }),
    ...(uses.length > 0 ? { credits: uses } : {}),
  };
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useTimeout(() => setSettled(true), settlingTime, { autoInvoke: true });
  return isSettled;
}

/** Pays only with credit. This creates no new payment, and a repeated call cannot use the credit twice. */
async function postCredit({ uses, used }: ComputedPayment): Promise<Done> {
  const [payment] = await allocateCredit(uses);
  const { id: paymentID = 0, receiptNo = 0 } = payment ?? {};
  return { paymentID, receiptNo, amount: 0, used, handed: undefined };
}

async function postMoney(
  input: PaymentInput,
  { press, change }: { press: RefObject<Press | null>; change: number | undefined },
): Promise<Done> {
  const { amount, taking } = input;
  const { paymentID, receiptNo } = await withAnswer(({ confirmed }) => {
    const body = { ...bodyOf(input), ...(confirmed && { confirmed }) };
    press.current = pressOf(JSON.stringify(body), press.current, randomID);
    return receive({ ...body, clientID: press.current.clientID });
  });
  const handed =
    change === undefined ? undefined : { given: toRupees(toPaisa(amount) + toPaisa(change)), change };
  return { paymentID, receiptNo, amount, used: taking.used, handed };
}

/**
 * The error to show if a call failed. A payment with new money can be repeated safely. If only credit was used, the
 * user must look at the bills again, because the call may have succeeded.
 */
function troubleOf(error: unknown, isCreditAlone: boolean): Trouble {
  const next = isCreditAlone ? counterWords.lookAgain : counterWords.again;
  return { text: [sentenceOf(error), mayHaveArrived(error) && next].filter(Boolean).join(' ') };
}

type ReceivingOptions = {
  family: OpenFamily;
  day: string;
  /** Whether the family's credit is used when the form opens. */
  usesCredit?: boolean;
  /** The payment method when the form opens. */
  way?: Way;
  onDone: (done: Done) => void;
};

type CreditInput = { typed: TypedAmounts; isCreditUsed: boolean; isForSiblings: boolean };

/** Computes the payment. `mayUseForSiblings`: credit that is left can pay the bill of a sibling. */
function computeBoth(
  { bills, credits }: OpenFamily,
  { typed, isCreditUsed, isForSiblings }: CreditInput,
  on: Pick<CreditUse, 'day' | 'rules'>,
): { taking: ComputedPayment; mayUseForSiblings: boolean } {
  if (!isCreditUsed) return { taking: computePayment(bills, typed), mayUseForSiblings: false };
  const both = computePayment(bills, typed, { ...on, credits, forSiblings: true });
  if (isForSiblings) return { taking: both, mayUseForSiblings: true };
  const taking = computePayment(bills, typed, { ...on, credits, forSiblings: false });
  return { taking, mayUseForSiblings: both.used > taking.used };
}

export function useReceiving({ usesCredit = false, way = 'cash', onDone, ...now }: ReceivingOptions) {
  const rules = useSession();
  const [trouble, setTrouble] = useState<Trouble>();
  const input = useTyped({ usesCredit, way }, () => setTrouble(undefined));
  const { money, setMoney } = input;
  const isSettled = useSettled();
  const account = useAccount(money.way);
  // These values of a sent payment are kept until the server has answered. A retry then sends the same values, even if
  // the family, the accounts or the day have changed in the meantime.
  const [sent, setSent] = useState<Pick<PaymentInput, 'family' | 'day' | 'accountID'>>();
  const press = useRef<Press | null>(null);
  const { family, day, accountID } = sent ?? { ...now, accountID: account.accountID };
  const { taking, mayUseForSiblings } = computeBoth(family, input, { day, rules });
  const change = changeOf(taking.amount, money);
  const post = async (amount: number): Promise<void> => {
    const sending = { family, taking, money, accountID, amount, day };
    onDone(await (amount === 0 ? postCredit(taking) : postMoney(sending, { press, change })));
  };
  const refuse = (error: unknown): void => {
    setTrouble(troubleOf(error, taking.amount === 0));
    if (mayHaveArrived(error) && taking.amount !== 0) return;
    press.current = null;
    setSent(undefined);
  };
  const { isBusy, run } = useAction({ showError: refuse });
  const save = async (): Promise<void> => {
    if (!isSettled) return;
    const reason = whyNot(taking, money);
    setTrouble(reason);
    if (reason !== undefined || taking.amount === undefined) return;
    setSent({ family, day, accountID });
    await post(taking.amount);
  };
  return {
    ...{ family, taking, mayUseForSiblings, change, trouble, isBusy, isSettled, ...input },
    account: { ...account, accountID },
    /** Whether the input is locked. It is locked while the server may have received the payment. */
    isLocked: sent !== undefined,
    /** Chooses the next payment method and returns it. */
    nextWay: (): Way => {
      const way = wayAfter(money.way);
      setMoney({ way });
      return way;
    },
    save: () => void run(save),
  };
}
export type Receiving = ReturnType<typeof useReceiving>;
