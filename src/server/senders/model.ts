import type { Scope } from '../auth/scope.ts';

/** Lets other features react in the transaction that changes a number. app.ts provides the functions. */
export type NumberReactions = {
  /**
   * Called because approvals belong to an account. `hasEarlierAccount` means that the earlier account is known, so this one is
   * different.
   */
  accountChanged: (scope: Scope, change: { hasEarlierAccount: boolean }) => Promise<void>;
  /** Called because the recipients of the messaging limit are counted per portfolio. */
  portfolioChanged: (scope: Scope, change: { from: string; to: string }) => Promise<void>;
  /** `perDay` is how many people this sender may write to first in a day; null means no limit. `now` is ISO text. */
  limitChanged: (
    scope: Scope,
    change: { senderID: string; perDay: number | null; now: string },
  ) => Promise<void>;
};
