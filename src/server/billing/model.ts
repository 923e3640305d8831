/** What the rooms of money are handed: whoever writes a fact tells others of it, in its transaction or after it. */
import type { Entry } from '#shared/trail.ts';
import type { Scope } from '../auth/scope.ts';
import type { Bus } from '../bus.ts';

/**
 * What a payment means to messages that wait, in the transaction of the change. `paidSince`: since when bills that are
 * unpaid again were paid. `isReceived`: it is a payment that was entered.
 */
export type FollowPayments = (
  scope: Scope,
  billIDs: ReadonlySet<number>,
  at: { now: string; paidSince: string | undefined; isReceived?: boolean },
) => Promise<void>;
/** Bills that are owed again, or lost money after they were deleted: what of older ones newer ones ask for. Answers those that are others now. */
export type CarryAround = (
  scope: Scope,
  billIDs: readonly number[],
  now: string,
) => Promise<readonly { id: number; groupID: number }[]>;
export type RecordChange = (scope: Scope, entry: Entry) => Promise<void>;

export type MoneyNeeds = {
  bus: Bus;
  now: () => Date;
  wake: (worker: 'sending') => void;
  followPayments: FollowPayments;
  carryAround: CarryAround;
  recordChange: RecordChange;
};
