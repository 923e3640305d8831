import type { Scope } from '../auth/scope.ts';

/** The work of other features in the transaction that changes a number. app.ts provides the functions. */
export type NumberReactions = {
  /** Approvals belong to an account. `isKnown` means that the earlier account is known, so this is another one. */
  accountChanged: (scope: Scope, change: { isKnown: boolean }) => Promise<void>;
  /** Recipients count for the portfolio of a number. */
  portfolioChanged: (scope: Scope, change: { from: string; to: string }) => Promise<void>;
  /** `perDay` is how many people this sender may write to first in a day; null: no limit. `now` is ISO text. */
  limitChanged: (
    scope: Scope,
    change: { senderID: string; perDay: number | null; now: string },
  ) => Promise<void>;
};
