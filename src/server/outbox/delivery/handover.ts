/** Handover: marks a message and commits the mark right before the call that sends it. */

import type { Deps } from '../../deps.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import type { Claimed } from '../model.ts';
import { markHandedOver } from './claims-queries.ts';
import { nextGroup } from './handover-rules.ts';

/** `left` resolves when the request was written, or when there will be none. */
type Leaving = { message: Claimed; left: Promise<unknown>; done: (mayLeave: boolean) => void };

/** Milliseconds for which the next group waits at most. Opening a connection can take longer. */
const patience = 20;

type HandoverDeps = Pick<Deps, 'store' | 'now' | 'log' | 'runtime'>;

const createMark =
  ({ store, now, log }: HandoverDeps) =>
  async (group: readonly Leaving[]): Promise<void> => {
    const messages = group.map(({ message }) => message);
    const marked = await markHandedOver(store.db, messages, now().toISOString()).catch((error: unknown) => {
      log.error({ err: error }, 'messages could not be marked as handed over; they wait and are sent later');
      return new Set<number>();
    });
    for (const { message, done } of group) done(marked.has(message.id));
  };

async function waitUntilLeft({ runtime }: HandoverDeps, group: readonly Leaving[]): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  const timer = runtime.after(patience, resolve);
  await Promise.race([Promise.all(group.map(({ left }) => left)), tooLong]);
  timer.cancel();
}

/**
 * Marks messages by group commit. Returns whether a message may be sent: only if its mark was written. A rate spreads
 * the messages of a sender. Without a rate all of them are ready at once, so a group is marked only when the requests
 * of the one before are written: a kill can make only one small group unknown.
 */
export function createHandover(deps: HandoverDeps) {
  const { elapsed } = deps.runtime;
  const mark = createMark(deps);
  const commitWithRate = createGroupCommit({ write: mark });
  const commits = new Map<string, (leaving: Leaving) => void>();

  const createCommit = () => {
    let limit = 1;
    return createGroupCommit<Leaving>({
      takeGroup: (queue) => queue.splice(0, limit),
      write: async (group) => {
        await mark(group);
        const began = elapsed();
        await waitUntilLeft(deps, group);
        limit = nextGroup(limit, group.length, elapsed() - began);
      },
    });
  };
  const commitOf = ({ spacing, senderID }: Claimed) => {
    if (spacing > 0) return commitWithRate;
    const commit = commits.get(senderID) ?? createCommit();
    commits.set(senderID, commit);
    return commit;
  };
  return (message: Claimed, left: Promise<unknown>): Promise<boolean> =>
    new Promise((done) => commitOf(message)({ message, left, done }));
}

export type Handover = ReturnType<typeof createHandover>;
