/** One payment: its input, and sending it only once however often Enter is pressed. */
import { useTimeout } from '@mantine/hooks';
import { type RefObject, useRef, useState } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { counterMethods } from '#shared/ledger.ts';
import { toPaisa, toRupees } from '#shared/money.ts';
import { counterWords } from '#shared/words/counter.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { mayHaveArrived, type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSession } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { allocateCredit, receive } from './api.ts';
import type { Handed } from './receipt-paper.tsx';
import { nothingTyped, payerOf, type Taking, type Typed, takeFor } from './rules.ts';
import { useAccount } from './use-account.ts';

export type Way = (typeof counterMethods)[number];
/** The payment received, for the counter to print. */
export type Done = {
  paymentID: number;
  receiptNo: number;
  /** New money; 0 if only credit was used. */
  amount: number;
  used: number;
  handed: Handed | undefined;
};

/** Milliseconds, longer than a scanner takes to read the same code twice. */
const settlingTime = 300;

type Money = { way: Way; reference: string; given: string };

/** `field`: the one to correct. An amount of a single bill says itself that it is wrong. */
type Trouble = { text: string; field?: 'amount' | 'given' | 'reference' };

/** What is missing before the payment can be sent. */
function whyNot({ amount, used, rows }: Taking, { way, reference, given }: Money): Trouble | undefined {
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

/** The change; undefined if no cash was counted. */
function changeOf(amount: number | undefined, { way, given }: Money): number | undefined {
  const paisa = way === 'cash' ? readAmount(given) : undefined;
  return paisa === undefined || amount === undefined ? undefined : toRupees(paisa - toPaisa(amount));
}

/** The input of a payment. Any change of it clears the error. */
function useTyped(usesCredit: boolean, onChange: () => void) {
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const [money, setMoney] = useState<Money>({ way: 'cash', reference: '', given: '' });
  const [isUsing, setUsing] = useState(usesCredit);
  return {
    ...{ typed, money, isUsing },
    /** Also clears amounts typed for single bills, because they were typed with the other credit setting. */
    setUsing: (next: boolean): void => {
      onChange();
      setUsing(next);
      setTyped({ left: typed.left, parts: {} });
    },
    type: (next: Typed): void => {
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

type Wish = {
  family: OpenFamily;
  taking: Taking;
  money: Money;
  accountID: number | null;
  amount: number;
  day: string;
};

function bodyOf({ family, taking, money: { way, reference }, accountID, amount, day }: Wish) {
  const { allocations, uses } = taking;
  const { latest, children } = family;
  return {
    ...{ amount, method: way, accountID, receivedOn: day, allocations, payer: payerOf(family) },
    reference: way === 'cash' ? '' : reference.trim(),
    // The owner of the credit, if no bill is paid.
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

/** Credit alone creates no new payment. Sending it again cannot use it twice. */
async function postCredit({ uses, used }: Taking): Promise<Done> {
  const [payment] = await allocateCredit(uses);
  const { id: paymentID = 0, receiptNo = 0 } = payment ?? {};
  return { paymentID, receiptNo, amount: 0, used, handed: undefined };
}

async function postMoney(
  wish: Wish,
  { press, change }: { press: RefObject<Press | null>; change: number | undefined },
): Promise<Done> {
  const { amount, taking } = wish;
  const body = bodyOf(wish);
  press.current = pressOf(JSON.stringify(body), press.current, randomID);
  const { paymentID, receiptNo } = await receive({ ...body, clientID: press.current.clientID });
  const handed =
    change === undefined ? undefined : { given: toRupees(toPaisa(amount) + toPaisa(change)), change };
  return { paymentID, receiptNo, amount, used: taking.used, handed };
}

/** Runs one piece of work at a time; another that begins meanwhile is ignored. */
function useOneAtATime() {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const runAlone = async (work: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    await work();
    isUnderWay.current = false;
    setBusy(false);
  };
  return { isBusy, runAlone };
}

/** Used credit cannot be used a second time, so after credit alone the rest is loaded again. */
function troubleOf(error: unknown, isCreditAlone: boolean): Trouble {
  const next = isCreditAlone ? counterWords.lookAgain : counterWords.again;
  return { text: [sentenceOf(error), mayHaveArrived(error) && next].filter(Boolean).join(' ') };
}

type Given = {
  family: OpenFamily;
  day: string;
  /** Whether the family's credit is used from the start. */
  usesCredit: boolean;
  onDone: (done: Done) => void;
};

export function useReceiving({ usesCredit, onDone, ...now }: Given) {
  const rules = useSession();
  const [trouble, setTrouble] = useState<Trouble>();
  const { type, setMoney, setUsing, ...wish } = useTyped(usesCredit, () => setTrouble(undefined));
  const { typed, money, isUsing } = wish;
  const { isBusy, runAlone } = useOneAtATime();
  const isSettled = useSettled();
  const account = useAccount(money.way);
  /**
   * What was sent. It stays while nobody knows if it arrived, even if the family or the accounts change or midnight
   * passes.
   */
  const [sent, setSent] = useState<Pick<Wish, 'family' | 'day' | 'accountID'>>();
  const press = useRef<Press | null>(null);
  const { family, day, accountID } = sent ?? { ...now, accountID: account.accountID };
  const taking = takeFor(family.bills, typed, isUsing ? { credits: family.credits, day, rules } : undefined);
  const change = changeOf(taking.amount, money);
  const post = async (amount: number): Promise<void> => {
    const sending = { family, taking, money, accountID, amount, day };
    onDone(await (amount === 0 ? postCredit(taking) : postMoney(sending, { press, change })));
  };
  const refuse = (error: unknown): void => {
    const isCreditAlone = taking.amount === 0;
    setTrouble(troubleOf(error, isCreditAlone));
    if (mayHaveArrived(error) && !isCreditAlone) return;
    press.current = null;
    setSent(undefined);
  };
  const save = async (): Promise<void> => {
    if (!isSettled) return;
    const reason = whyNot(taking, money);
    setTrouble(reason);
    if (reason !== undefined || taking.amount === undefined) return;
    setSent({ family, day, accountID });
    await post(taking.amount).catch(refuse);
  };
  return {
    ...{ family, taking, change, trouble, isBusy, isSettled, ...wish, type, setMoney, setUsing },
    account: { ...account, accountID },
    /** Nothing may change while the payment may have arrived. */
    isLocked: sent !== undefined,
    /** Returns the way that is chosen then. */
    nextWay: (): Way => {
      const way = wayAfter(money.way);
      setMoney({ way });
      return way;
    },
    save: () => void runAlone(save),
  };
}
export type Receiving = ReturnType<typeof useReceiving>;
