import type { Scope } from '../auth/scope.ts';

/** What areas above do in the transaction that changes a number; app.ts hands them in. */
export type NumberReactions = {
  /** Templates are approved for an account. `isKnown`: the account before is known, so this is another one. */
  accountChanged: (scope: Scope, change: { isKnown: boolean }) => Promise<void>;
  /** Whoever was written to counts for the portfolio that a number is of. */
  portfolioChanged: (scope: Scope, change: { from: string; to: string }) => Promise<void>;
  /** How many people this sender may write to first in a day; null: there is no limit. `now`: ISO text. */
  limitChanged: (
    scope: Scope,
    change: { senderID: string; perDay: number | null; now: string },
  ) => Promise<void>;
};
