/** Handover: marks a message and commits the mark right before the call that sends it. */

import type { Deps } from '../../deps.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import type { Claimed } from '../model.ts';
import { markHandedOver } from './claims-queries.ts';

type Leaving = { message: Claimed; done: (mayLeave: boolean) => void };

/** Marks messages by group commit. Returns whether a message may be sent: only if its mark was written. */
export function createHandover({ store, now, log }: Pick<Deps, 'store' | 'now' | 'log'>) {
  const commit = createGroupCommit<Leaving>({
    write: async (group) => {
      const messages = group.map(({ message }) => message);
      const marked = await markHandedOver(store.db, messages, now().toISOString()).catch((error: unknown) => {
        log.error(
          { err: error },
          'messages could not be marked as handed over; they wait and are sent later',
        );
        return new Set<number>();
      });
      for (const { message, done } of group) done(marked.has(message.id));
    },
  });
  return (message: Claimed): Promise<boolean> => new Promise((done) => commit({ message, done }));
}

export type Handover = ReturnType<typeof createHandover>;
