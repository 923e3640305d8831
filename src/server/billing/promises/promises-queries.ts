import { sql } from 'kysely';
import type { PromiseEnd } from '#shared/money/promise-states.ts';
import type { Scope } from '../../auth/scope.ts';
import { idList } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';

const promises = (scope: Scope) =>
  scope.db
    .selectFrom('promise')
    .leftJoin('user', 'user.id', 'promise.createdBy')
    .select(['promise.id', 'numbers', 'day', 'amount', 'note', 'promise.createdAt', 'endedAt', 'how'])
    .select(sql<string>`coalesce("user".name, '')`.as('by'))
    .where('promise.campusID', '=', scope.campusID);

export type PromiseRow = Awaited<ReturnType<typeof listPromisesOf>>[number];

/** Lists the promises of one of these numbers, the latest first. With `isOpen` only those that have not ended. */
export async function listPromisesOf(
  scope: Scope,
  numbers: readonly string[],
  { isOpen = false, most = 50 }: { isOpen?: boolean; most?: number } = {},
) {
  return promises(scope)
    .where((eb) => eb.or(numbers.map((number) => contains(scope.db, eb.ref('numbers'), number))))
    .$if(isOpen, (query) => query.where('endedAt', 'is', null))
    .orderBy('promise.id', 'desc')
    .limit(most)
    .execute();
}

export async function findPromise(scope: Scope, id: number): Promise<PromiseRow | undefined> {
  return promises(scope).where('promise.id', '=', id).executeTakeFirst();
}

/** Lists the promises that have not ended and whose day is in this period, the latest day first. */
export async function listPromisesUntil(
  scope: Scope,
  { from, until, most }: { from: string; until: string; most: number },
): Promise<PromiseRow[]> {
  return promises(scope)
    .where('endedAt', 'is', null)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('day', 'desc')
    .orderBy('promise.id', 'desc')
    .limit(most)
    .execute();
}

export type NewPromise = { numbers: string; day: string; amount: number | null; note: string };

/** Inserts a promise and returns its id. */
export async function insertPromise(scope: Scope, promise: NewPromise, createdAt: string): Promise<number> {
  const { id } = await scope.db
    .insertInto('promise')
    .values({ ...promise, createdAt, campusID: scope.campusID, createdBy: scope.userID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endPromise(
  scope: Scope,
  id: number,
  end: { how: PromiseEnd; endedAt: string },
): Promise<void> {
  await scope.db
    .updateTable('promise')
    .set(end)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
}

export async function setPromiseNumbers(scope: Scope, id: number, numbers: string): Promise<void> {
  await scope.db
    .updateTable('promise')
    .set({ numbers })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', id)
    .execute();
}

/**
 * Lists the payments after an instant for these children, or for these bills if they have no registration number.
 * `returned` is the sum of the returns of each payment.
 */
export async function listReceivedSince(
  scope: Scope,
  { regNums, billIDs, since }: { regNums: readonly string[]; billIDs: readonly number[]; since: string },
) {
  if (regNums.length + billIDs.length === 0) return [];
  return scope.db
    .selectFrom('payment')
    .select(['regNum', 'billID', 'amount', 'createdAt'])
    .select((eb) =>
      eb
        .selectFrom('payment_return')
        .select((eb) => eb.fn.sum<number | null>('payment_return.amount').as('sum'))
        .whereRef('payment_return.paymentID', '=', 'payment.id')
        .where('payment_return.campusID', '=', scope.campusID)
        .as('returned'),
    )
    .where('campusID', '=', scope.campusID)
    .where('createdAt', '>', since)
    .where('voidedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(regNums.length > 0 ? [eb('regNum', 'in', regNums)] : []),
        ...(billIDs.length > 0
          ? [eb.and([eb('regNum', 'is', null), eb('billID', 'in', idList(scope.db, billIDs))])]
          : []),
      ]),
    )
    .execute();
}
export type ReceivedRow = Awaited<ReturnType<typeof listReceivedSince>>[number];
