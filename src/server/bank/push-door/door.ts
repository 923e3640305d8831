/** Verifies a biller by its address, name and password. A payment is booked before it is answered. */

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '#shared/failures.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { theProgram } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { billerAt, forgetGuesses, noteGuess, refuseTooManyGuesses } from '../../auth/guesses.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import { publish } from '../../counter/payments/payments.ts';
import type { Deps } from '../../deps.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { countFailureOfBiller } from '../../trail/failed-sign-ins/failed-sign-ins.ts';
import { findConsumerBill } from '../consumers/consumers.ts';
import { spellings } from '../consumers/consumers-rules.ts';
import { findByBillerKey, type PushAccount } from '../push-setup/setup-queries.ts';
import { isBillerKey } from '../push-setup/setup-rules.ts';
import { keysOf, type PaymentAnswer, type PushedPayment, tellPayment } from '../push-wire/wire-rules.ts';
import { type Posted, postPushed } from '../pushed/pushed.ts';
import { findPushed } from '../pushed/pushed-queries.ts';

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares in constant time, so that the duration does not reveal how much was right. */
export const isSame = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(given), digestOf(expected));

/** Days. A payment day further in the past is a mistake. */
const mostDaysAgo = 366;

/**
 * Returns the day on which the money counts as received. A future day becomes today: one of the two clocks is wrong,
 * and the money must be booked. Undefined if the day is too long ago.
 */
export function receivedOn(day: string, today: string): string | undefined {
  if (day < addDays(today, -mostDaysAgo)) return undefined;
  return day < today ? day : today;
}

/** A verified biller, with its campus and the account for its money. */
export type Biller = { scope: Scope; account: PushAccount };

/**
 * Verifies a biller. Fails with `notFound` if the address is unknown or push is off, with `signedOut` if the name or
 * the password is wrong, and with `tooMany` if it was wrong often at this address.
 */
export async function proveBiller(
  { store, vault, now }: Pick<Deps, 'store' | 'vault' | 'now'>,
  { billerKey, headers, address }: { billerKey: string; headers: IncomingHttpHeaders; address: string },
): Promise<Biller> {
  const { db } = store;
  const found = isBillerKey(billerKey) ? await findByBillerKey(db, billerKey) : undefined;
  if (!found) throw new Failure('notFound', failureWords.notFound);
  const guesser = billerAt(found.campus.id, address);
  await refuseTooManyGuesses({ store, now }, guesser);
  const password = found.password === null ? undefined : vault.open(found.password);
  const isName = isSame(headers.username, found.userName);
  if (password === undefined || !isSame(headers.password, password) || !isName) {
    await noteGuess({ store, now }, { guesser, userID: undefined, what: 'passwords' });
    await countFailureOfBiller(db, { campusID: found.campus.id, address, at: now().toISOString() });
    throw new Failure('signedOut', failureWords.signedOut);
  }
  await forgetGuesses({ store, now }, guesser);
  return {
    scope: scopeOfRow(db, found.campus, { ...theProgram, address }),
    account: found.account,
  };
}

type BookedPayment = { answer: PaymentAnswer; of: Posted['of'] | undefined };

/** Runs under the campus lock. A repeated payment, or one without a bill, books nothing. */
async function bookOnce(
  scope: Scope,
  deps: MoneyNeeds,
  { payment, account, day, now }: { payment: PushedPayment; account: PushAccount; day: string; now: string },
): Promise<BookedPayment> {
  const { consumerNumber, authID, amount, bank } = payment;
  const nothing = (answer: PaymentAnswer): BookedPayment => ({ answer, of: undefined });
  const keys = keysOf(payment, spellings(consumerNumber, account.prefix));
  if (await findPushed(scope, keys)) return nothing(tellPayment('03'));
  const found = await findConsumerBill(scope, account, consumerNumber);
  if (found.kind !== 'bill') {
    await deps.recordChange(scope, {
      what: 'pushRefused',
      at: now,
      about: { kind: 'moneyAccount', id: account.id },
      details: { amount, authID, bank, number: consumerNumber },
    });
    return nothing(tellPayment(found.kind === 'none' ? '01' : '02'));
  }
  const { receiptNo, of } = await postPushed(scope, deps, {
    ...{
      billID: found.bill.id,
      amount,
      receivedOn: day,
      key: keys[0],
      authID,
      bank,
      accountID: account.id,
      now,
    },
  });
  return { answer: tellPayment('00', String(receiptNo)), of };
}

/** Books a payment of a biller, only once even if it is reported several times. */
export async function bookPushed(
  { scope, account }: Biller,
  deps: MoneyNeeds,
  payment: PushedPayment,
): Promise<PaymentAnswer> {
  const now = deps.now();
  const day = receivedOn(payment.day, dayIn(scope.campus.timeZone, now));
  if (day === undefined) return tellPayment('04');
  const { answer, of } = await withCampusLock(scope, (scope) =>
    bookOnce(scope, deps, { payment, account, day, now: now.toISOString() }),
  );
  if (of) publish(scope, deps, of);
  return answer;
}
