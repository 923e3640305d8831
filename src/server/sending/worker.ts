/** Takes messages from the outbox to the provider: claim and commit, hand over, settle. First the row, then the work. */
import { setImmediate as turn } from 'node:timers/promises';
import { outcomeReasons } from '#shared/words/failures.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSendersByID, type SenderRow } from '../senders/queries.ts';
import type { Outcome } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { claim, giveUpLeases, settleClaimed } from './queries.ts';
import { type Claimed, opaqueOf, type Settlement, settle } from './rules.ts';

/** In flight at once; also the most that a power cut can leave unknown. */
const atOnce = 100;
const leaseSeconds = 60;
/** A provider that has not answered by then counts as unknown; well before the lease ends. */
const answerSeconds = 40;

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** The outcome, whatever happens: an error is a surprise after which nobody knows whether the message left. */
async function handOver(
  { providers }: Deps,
  sender: SenderRow | undefined,
  message: Claimed,
): Promise<Outcome> {
  const provider = sender && providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: 'The WhatsApp number of this campus is not connected' };
  const unanswered: Outcome = { kind: 'unknown', reason: outcomeReasons.noAnswer };
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(unanswered), answerSeconds * 1000);
  });
  const { number: to, text, media } = message;
  const sent = provider.send(sender, { to, text, media, opaque: opaqueOf(message) }).catch(() => unanswered);
  return Promise.race([sent, tooLate]).finally(() => clearTimeout(timer));
}

function publish(
  { bus }: Deps,
  changed: readonly { campusID: number; broadcastID: number; number?: string }[],
): void {
  for (const { campusID, broadcastID } of new Map(changed.map((row) => [row.broadcastID, row])).values()) {
    bus.publish(campusID, { what: 'outbox', broadcastID });
  }
  // A chat is open for a single number; a run of many would only make noise.
  const [only] = changed.length === 1 ? changed : [];
  if (only?.number) bus.publish(only.campusID, { what: 'chat', number: only.number });
}

async function claimNext({ store, now }: Deps): Promise<Claimed[]> {
  const at = now();
  const wish = {
    now: at.toISOString(),
    leaseUntil: later(at, leaseSeconds),
    most: atOnce,
    skipLocked: store.engine === 'postgres',
  };
  return inTransaction({ db: store.db }, ({ db }) => claim(db, wish));
}

/**
 * Writes outcomes while others are still awaited, so that one slow answer does not leave those that have come to be
 * unknown after a power cut. What comes at the same moment is written together.
 */
function createSettler({ store, now }: Deps): (settlement: Settlement) => Promise<void> {
  const come: Settlement[] = [];
  let written = Promise.resolve();
  const write = async () => {
    if (come.length === 0) return;
    await turn();
    const part = come.splice(0);
    await inTransaction({ db: store.db }, ({ db }) => settleClaimed(db, part, now().toISOString()));
  };
  return (settlement) => {
    come.push(settlement);
    // A part that could not be written stays claimed until its lease ends; the next part has its own chance.
    written = written.catch(() => {}).then(write);
    return written;
  };
}

/** One round; answers how many messages were handed over, 0 when there is nothing to do now. */
export async function sendNext(deps: Deps): Promise<number> {
  const claimed = await claimNext(deps);
  if (claimed.length === 0) return 0;
  publish(deps, claimed);
  const senders = await findSendersByID(deps.store.db, [...new Set(claimed.map(({ senderID }) => senderID))]);
  const write = createSettler(deps);
  const tries = await Promise.allSettled(
    claimed.map(async (message) => {
      const sender = senders.find(({ id }) => id === message.senderID);
      await write(settle(message, await handOver(deps, sender, message), deps.now()));
    }),
  );
  publish(deps, claimed);
  const failed = tries.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return claimed.length;
}

/** Tries that a dead process left behind. `all`: every one, where no other process can be at work. */
export async function giveUp(deps: Deps, all: boolean): Promise<void> {
  const now = deps.now().toISOString();
  publish(deps, await giveUpLeases(deps.store.db, all ? '9999' : now, now));
}

export function sendingWorker(deps: Deps): Loop {
  return createLoop({
    name: 'sending',
    start: () => giveUp(deps, deps.store.engine === 'sqlite'),
    tick: async () => {
      await giveUp(deps, false);
      return sendNext(deps);
    },
  });
}
