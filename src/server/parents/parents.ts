/** The automatic reactions to a parent's message. */
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { ReceivedMessage } from './model.ts';
import { answerBalance } from './replies/replies.ts';
import { markToConfirm } from './to-confirm/to-confirm.ts';

/** Handed to webhook handlers; see webhooks/model.ts. It works in the transaction of `deps` and `scope`. */
export const parentsEvents = (deps: Deps, scope: Scope) => ({
  follow: async (message: ReceivedMessage): Promise<void> => {
    await markToConfirm(scope, message);
    await answerBalance(scope, deps, message);
  },
});
