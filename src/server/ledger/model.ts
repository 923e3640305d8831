/**
 * The functions that the money modules receive as parameters. Through them a change of the ledger also reaches other
 * areas.
 */
import type { Entry } from '#shared/trail.ts';
import type { Scope } from '../auth/scope.ts';
import type { Bus } from '../bus.ts';

/**
 * Updates waiting messages after a payment, in the transaction of the change. `paidSince`: the time at which bills
 * that are now unpaid again were marked as paid. `isReceived`: a payment was entered.
 */
export type FollowPayments = (
  scope: Scope,
  billIDs: ReadonlySet<number>,
  at: { now: string; paidSince: string | undefined; isReceived?: boolean },
) => Promise<void>;
/**
 * Carries older bills to newer ones again. Needed after bills are owed again. Returns the bills that changed.
 */
type Recarry = (
  scope: Scope,
  billIDs: readonly number[],
  now: string,
) => Promise<readonly { id: number; groupID: number }[]>;
/** Fails if the key belongs to another request: see auth/idempotency-keys.ts. */
export type NeedSameRequest = (
  scope: Scope,
  request: { call: string; clientID: string; request: unknown },
  at: { at: Date; isAnswered: boolean },
) => Promise<boolean>;
export type RecordChange = (scope: Scope, entry: Entry) => Promise<void>;

export type MoneyNeeds = {
  bus: Bus;
  now: () => Date;
  wake: (worker: 'sending') => void;
  followPayments: FollowPayments;
  recarry: Recarry;
  recordChange: RecordChange;
};
