/** Verifies a biller by its address, name and password. A payment is booked before it is answered. */

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { addDays, dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { theProgram } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../../billing/model.ts';
import { publish } from '../../billing/payments/payments.ts';
import { type Posted, postPushed } from '../../billing/pushed/pushed.ts';
import { findPushed } from '../../billing/pushed/pushed-queries.ts';
import type { Deps } from '../../deps.ts';
import { findMeant } from '../consumers/consumers.ts';
import { findByBillerKey, type PushAccount } from '../setup/setup-queries.ts';
import { isBillerKey } from '../setup/setup-rules.ts';
import { keyOf, type PaymentAnswer, type PushedPayment, tellPayment } from '../wire/wire-rules.ts';

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares in constant time. */
export const isSame = (given: unknown, known: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(given), digestOf(known));

/** Days. A day further in the past is a mistake. */
const mostDaysGone = 366;

/**
 * The day of the money. A future day becomes today, because one of the two clocks is wrong and the money must be
 * booked. Undefined if the day is too long ago.
 */
export function receivedOn(day: string, today: string): string | undefined {
  if (day < addDays(today, -mostDaysGone)) return undefined;
  return day < today ? day : today;
}

/** A verified biller, with its campus and the account of its money. */
export type Biller = { scope: Scope; account: PushAccount };

/**
 * Fails with `notFound` if the address is unknown or push is off, and with `signedOut` if the name or the password is
 * wrong.
 */
export async function proveBiller(
  { store: { db }, vault }: Pick<Deps, 'store' | 'vault'>,
  { billerKey, headers, address }: { billerKey: string; headers: IncomingHttpHeaders; address: string },
): Promise<Biller> {
  const found = isBillerKey(billerKey) ? await findByBillerKey(db, billerKey) : undefined;
  if (!found) throw new Failure('notFound', failureWords.notFound);
  const password = found.password === null ? undefined : vault.open(found.password);
  const isName = isSame(headers.username, found.userName);
  if (password === undefined || !isSame(headers.password, password) || !isName)
    throw new Failure('signedOut', failureWords.signedOut);
  return {
    scope: scopeOfRow(db, found.campus, { ...theProgram, address }),
    account: found.account,
  };
}

type Taken = { answer: PaymentAnswer; of: Posted['of'] | undefined };

/** Runs below the campus lock. A repeated payment, or one without a bill, books nothing. */
async function take(
  scope: Scope,
  deps: MoneyNeeds,
  { payment, account, day, now }: { payment: PushedPayment; account: PushAccount; day: string; now: string },
): Promise<Taken> {
  const { consumerNumber, authID, amount, bank } = payment;
  const nothing = (answer: PaymentAnswer): Taken => ({ answer, of: undefined });
  const key = keyOf(payment, consumerNumber);
  if (await findPushed(scope, key)) return nothing(tellPayment('03'));
  const meant = await findMeant(scope, account, consumerNumber);
  if (meant.kind !== 'bill') {
    await deps.recordChange(scope, {
      what: 'pushRefused',
      at: now,
      about: { kind: 'moneyAccount', id: account.id },
      details: { amount, authID, bank, number: consumerNumber },
    });
    return nothing(tellPayment(meant.kind === 'none' ? '01' : '02'));
  }
  const { receiptNo, of } = await postPushed(scope, deps, {
    ...{ billID: meant.bill.id, amount, receivedOn: day, key, authID, bank, accountID: account.id, now },
  });
  return { answer: tellPayment('00', String(receiptNo)), of };
}

/** Books a payment of a biller, only once however often it is reported. */
export async function takePushed(
  { scope, account }: Biller,
  deps: MoneyNeeds,
  payment: PushedPayment,
): Promise<PaymentAnswer> {
  const now = deps.now();
  const day = receivedOn(payment.day, dayIn(scope.campus.timeZone, now));
  if (day === undefined) return tellPayment('04');
  const { answer, of } = await withCampusLock(scope, (scope) =>
    take(scope, deps, { payment, account, day, now: now.toISOString() }),
  );
  if (of) publish(scope, deps, of);
  return answer;
}
