/** What the program does by itself about what a parent wrote. */
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { ReceivedMessage } from './model.ts';
import { answerBalance } from './replies/actions.ts';
import { markToConfirm } from './to-confirm/actions.ts';

/** What a webhook handler is handed in; see webhooks/model.ts. In the transaction of `deps` and `scope`. */
export const parentsEvents = (deps: Deps, scope: Scope) => ({
  follow: async (message: ReceivedMessage): Promise<void> => {
    await markToConfirm(scope, message);
    await answerBalance(scope, deps, message);
  },
});
