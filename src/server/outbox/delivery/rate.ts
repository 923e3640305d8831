/** Rate limit: each claimed message is sent in its own time slot, at the rate of its sender. */

import type { Deps } from '../../deps.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { changeSender, findSendersByID, lockSender } from '../../senders/settings/settings-queries.ts';
import { ahead, hasMissedSlot, newSlots } from '../../senders/settings/settings-rules.ts';
import type { Claimed } from '../model.ts';

/**
 * Waits until this time of the wall clock. The monotonic clock limits the wait, because the wall clock may be set back.
 */
async function until({ now, runtime }: Pick<Deps, 'now' | 'runtime'>, at: number): Promise<void> {
  const longest = runtime.elapsed() + at - now().getTime();
  for (;;) {
    const left = Math.min(at - now().getTime(), longest - runtime.elapsed());
    if (left <= 0) return;
    await runtime.sleep(left);
  }
}

/**
 * Waits until the slot after these messages is almost due, because an unused slot is lost. Returns whether the sender
 * has a rate.
 */
export async function untilNext(deps: Deps, claimed: readonly Claimed[]): Promise<boolean> {
  const { goAt, spacing } = claimed.at(-1) ?? { goAt: 0, spacing: 0 };
  if (spacing > 0) await until(deps, goAt + spacing - ahead);
  return spacing > 0;
}

/**
 * Milliseconds by which a message may miss its slot. A later message is put back unsent, for example after the process
 * was suspended.
 */
const latest = 5000;
/** The number of slots that a message may miss. After that it is sent as soon as possible. */
const mostSlots = 3;
/** A message that has missed its slot. `done` is called with whether the message got another slot. */
type MissedSlot = { message: Claimed; done: (hasAnother: boolean) => void };

/**
 * Manages the slots in the rate of each sender. A message that missed its slot gets a new one after all claimed slots,
 * so two messages never share one.
 */
export function createRateSlots(deps: Deps) {
  const renewals = new Map<string, (missed: MissedSlot) => void>();
  /** When this process last sent a message of each sender that had missed all its slots. */
  const wentAt = new Map<string, number>();

  const renewalsOf = (senderID: string) =>
    createGroupCommit<MissedSlot>({
      write: async (group) => {
        const messages = group.map(({ message }) => message);
        const hasAnother = await renewSlots(deps, senderID, messages).then(
          () => true,
          (error) => {
            deps.log.error({ err: error }, 'the slots of messages could not be renewed; the messages wait');
            return false;
          },
        );
        for (const { done } of group) done(hasAnother);
      },
    });
  const renew = (message: Claimed): Promise<boolean> =>
    new Promise((done) => {
      const commit = renewals.get(message.senderID) ?? renewalsOf(message.senderID);
      renewals.set(message.senderID, commit);
      commit({ message, done });
    });

  /**
   * Resolves at the slot of the message, with whether it may be sent. A message that is very late may not, for example
   * after the process was suspended.
   */
  return async (message: Claimed): Promise<boolean> => {
    for (let slots = 1; ; slots += 1) {
      await until(deps, message.goAt);
      const now = deps.now();
      if (now.getTime() - message.goAt > latest) return false;
      if (!hasMissedSlot(message, now)) return true;
      if (slots === mostSlots) break;
      if (!(await renew(message))) return false;
    }
    const goAt = Math.max(deps.now().getTime(), (wentAt.get(message.senderID) ?? 0) + message.spacing);
    wentAt.set(message.senderID, goAt);
    await until(deps, goAt);
    return true;
  };
}

export type RateSlots = ReturnType<typeof createRateSlots>;

/** Gives new slots to claimed messages of one sender that have missed theirs. */
async function renewSlots(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  senderID: string,
  missed: readonly Claimed[],
): Promise<void> {
  const slots = await inTransaction({ db: store.db }, async ({ db }) => {
    await lockSender(db, senderID);
    const [sender] = await findSendersByID(db, [senderID]);
    if (!sender) return [];
    const { turns, nextAt } = newSlots(sender, missed.length, now());
    await changeSender(db, senderID, { nextAt });
    return turns;
  });
  for (const [index, message] of missed.entries()) Object.assign(message, slots[index]);
}
