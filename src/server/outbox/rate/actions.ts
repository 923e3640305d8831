/** Throttle: each claimed message goes at its own slot in the rate of its sender. */
import { createGroupCommit } from '../../db/group-commit.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { changeSender, findSendersByID, lockSender } from '../../numbers/senders/queries.ts';
import { ahead, hasMissedSlot, newSlots } from '../../numbers/senders/rules.ts';
import type { Claimed } from '../model.ts';

/** Until that instant of the wall clock, and no longer than that takes by the monotonic clock. */
async function until({ now, runtime }: Pick<Deps, 'now' | 'runtime'>, at: number): Promise<void> {
  const longest = runtime.elapsed() + at - now().getTime();
  for (;;) {
    const left = Math.min(at - now().getTime(), longest - runtime.elapsed());
    if (left <= 0) return;
    await runtime.sleep(left);
  }
}

/** Until the one behind them is soon due, since what is not used in time is not made up for; whether there is a rate. */
export async function untilNext(deps: Deps, claimed: readonly Claimed[]): Promise<boolean> {
  const { goAt, spacing } = claimed.at(-1) ?? { goAt: 0, spacing: 0 };
  if (spacing > 0) await until(deps, goAt + spacing - ahead);
  return spacing > 0;
}

/** Milliseconds by which a message may miss its slot: what is later, as where the process stood still, is put back unsent. */
const latest = 5000;
/** Slots that a message may miss; then it goes when it can. */
const mostSlots = 3;
/** A message that has missed its slot, and how to tell it that it has another, or that none could be had. */
type MissedSlot = { message: Claimed; done: (hasAnother: boolean) => void };

/** Slots in the rate of a sender. Who missed one gets another behind those that others have claimed meanwhile, not beside one. */
export function createRateSlots(deps: Deps) {
  const renewals = new Map<string, (missed: MissedSlot) => void>();
  /** When each sender's last went here that had missed every slot. */
  const wentAt = new Map<string, number>();

  const renewalsOf = (senderID: string) =>
    createGroupCommit<MissedSlot>({
      write: async (group) => {
        const messages = group.map(({ message }) => message);
        const hasAnother = await renewSlots(deps, senderID, messages).then(
          () => true,
          (error) => {
            deps.log.error({ err: error }, 'sending');
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

  /** Resolves at its slot: whether it may go. What is very late, as where the process stood still, may not. */
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

/** Waits for the slot of a message. */
export type RateSlots = ReturnType<typeof createRateSlots>;

/** New slots for messages of one sender that this process has claimed and that have missed theirs. */
export async function renewSlots(
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
