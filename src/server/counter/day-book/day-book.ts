/** The book of a day. All amounts are computed when it is shown. Only cash counts are stored. */
import type { DayBook } from '#shared/calls/payments.ts';
import { Failure } from '#shared/failures.ts';
import { toPaisa } from '#shared/money/money.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { refuseFuture, todayOf } from '../payments/payments.ts';
import {
  findCountByClient,
  insertCount,
  listCounts,
  listLateVoids,
  listReturnsOn,
  sumReceived,
} from './day-book-queries.ts';
import { cashByClerk, type DayFacts, toDayBook } from './day-book-rules.ts';

async function findFacts(scope: Scope, day: string): Promise<DayFacts> {
  return {
    received: await sumReceived(scope, day),
    returned: await listReturnsOn(scope, day),
    voided: await listLateVoids(scope, day),
  };
}

export async function showDayBook(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { day = dayIn(scope.campus.timeZone, deps.now()) }: { day?: string | undefined },
): Promise<DayBook> {
  return toDayBook(day, {
    ...(await findFacts(scope, day)),
    counts: await listCounts(scope, day),
    asking: scope.userID,
    isOwner: scope.rights.admin,
  });
}

/** `counted` is in rupees. */
export type Counting = {
  clientID: string;
  day?: string | undefined;
  clerk?: string | undefined;
  counted: number;
  note: string;
};

/**
 * Returns the cash that a clerk should have. Fails for another clerk if the caller lacks the right to delete, or if
 * that clerk has no cash on that day.
 */
async function needCash(scope: Scope, { day, clerk }: { day: string; clerk: string }) {
  const isOwn = clerk === scope.userID;
  if (!isOwn && !scope.rights.delete) throw new Failure('forbidden', moneyRefusals.cashOfAnother);
  const cash = cashByClerk(await findFacts(scope, day)).get(clerk);
  if (!cash && !isOwn) throw new Failure('notFound', failureWords.notFound);
  return cash ?? { by: null, expected: 0 };
}

/**
 * Runs under the campus lock, so that no payment changes the expected sum before it is stored. Returns the day of the
 * count.
 */
async function keepCount(
  scope: Scope,
  { recordChange }: Pick<MoneyNeeds, 'recordChange'>,
  { input, now }: { input: Counting; now: string },
): Promise<string> {
  const { clientID, clerk = scope.userID, note } = input;
  const today = todayOf(scope, now);
  const counted = toPaisa(input.counted);
  const again = await findCountByClient(scope, clientID);
  const request = { day: input.day, clerk, counted, note };
  await needSameRequest(
    scope,
    { call: 'countCash', clientID, request },
    { at: new Date(now), isAnswered: again !== undefined },
  );
  if (again) return again.day;
  const day = input.day ?? today;
  refuseFuture('day', day, today);
  const { by, expected } = await needCash(scope, { day, clerk });
  const made = { createdAt: now, createdBy: scope.userID };
  await insertCount(scope, { day, clerk, expected, counted, note, clientID, ...made });
  await recordChange(scope, {
    what: 'cashCounted',
    at: now,
    about: { kind: 'payment', name: by },
    details: { day, expected, counted },
  });
  return day;
}

/** Stores a cash count. Repeating the request has no further effect. Returns the book of that day. */
export async function countCash(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'bus' | 'now' | 'recordChange'>,
  input: Counting,
): Promise<DayBook> {
  const now = deps.now().toISOString();
  const day = await withCampusLock(scope, (scope) => keepCount(scope, deps, { input, now }));
  deps.bus.publish(scope.campusID, { what: 'payments' });
  return showDayBook(scope, deps, { day });
}
