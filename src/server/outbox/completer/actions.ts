/** Completer: writes what became of tries; stops what would only go on failing, and throttles what is too fast. */
import { bodyOf, type Reason, reasonOf } from '#shared/reasons.ts';
import { createGroupCommit } from '../../db/group-commit.ts';
import type { Db } from '../../db/store.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { countAttempt, logAttempt, observeSettle } from '../../metrics/sending.ts';
import { changeSender, findSendersByID, lockSender } from '../../numbers/senders/queries.ts';
import { isSinceSlowed, slowDownAfterRefusals } from '../../numbers/senders/rules.ts';
import { pauseApproval } from '../../templates/approvals/queries.ts';
import { pauseBroadcast } from '../broadcasts/queries.ts';
import type { Settlement, Trouble } from '../model.ts';
import { lockFailures, requeueLate, resetFailures, setFailures, settleClaimed } from './queries.ts';
import { consecutiveFailuresAfter, countsForGuard, mostConsecutiveFailures } from './rules.ts';

const has = (kind: Trouble['kind']) => (settlement: Settlement) => settlement.trouble?.kind === kind;

/** The senders of these outcomes in one order, as every lock of several rows. */
const sendersOf = (settlements: readonly Settlement[]): string[] =>
  [...new Set(settlements.map(({ senderID }) => senderID))].sort();

/** Before any broadcast of theirs is written: a worker who claims takes the sender first, too. */
async function lockTroubledSenders(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const troubled = settlements.filter((one) => has('stop')(one) || has('throttled')(one));
  for (const senderID of sendersOf(troubled)) await lockSender(db, senderID);
}

/** When it is written, and the chance of how long a sender that was too fast pauses. */
export type Moment = { now: Date; chance: () => number };

/** Slows down and stops, but none that was connected anew since the try was made: of that one it says nothing. */
async function guardSenders(
  db: Db,
  settlements: readonly Settlement[],
  { now, chance }: Moment,
): Promise<void> {
  const troubled = settlements.filter((one) => has('stop')(one) || has('throttled')(one));
  for (const sender of await findSendersByID(db, sendersOf(troubled))) {
    const { id, connectedAt } = sender;
    const own = troubled.filter((one) => one.senderID === id && one.startedAt >= (connectedAt ?? ''));
    const tooFast = own.filter((one) => has('throttled')(one) && isSinceSlowed(sender, one.startedAt));
    const refusals = { count: tooFast.length, now, chance };
    if (tooFast.length > 0) await changeSender(db, id, slowDownAfterRefusals(sender, refusals));
    const stop = own.findLast(has('stop'))?.trouble;
    if (stop?.kind !== 'stop') continue;
    const { reason: stopReason, policy: stopPolicy } = stop;
    await changeSender(db, id, { stoppedAt: now.toISOString(), stopReason, stopPolicy });
  }
}

/** The broadcast stands still, and WhatsApp is asked what it has against its template. */
async function pauseForTemplate(db: Db, broadcastID: number, reason: Reason): Promise<void> {
  await pauseBroadcast(db, broadcastID, reasonOf('template', { reason: bodyOf(reason) }));
  await pauseApproval(db, broadcastID, reason);
}

/** Notes what failed, and holds the broadcast where that is too many in a row. */
async function pauseAfterFailures(
  db: Db,
  broadcastID: number,
  settlements: readonly Settlement[],
): Promise<void> {
  if (!settlements.some(countsForGuard)) return;
  const before = await lockFailures(db, broadcastID);
  const { failures, row, last } = consecutiveFailuresAfter(before, settlements);
  if (row >= mostConsecutiveFailures && last !== undefined) {
    const why = { failures: mostConsecutiveFailures, reason: bodyOf(last) };
    await pauseBroadcast(db, broadcastID, reasonOf('guard', why));
    await resetFailures(db, broadcastID);
  } else if (failures !== before.failures) await setFailures(db, broadcastID, failures);
}

async function guardBroadcasts(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const byBroadcast = Map.groupBy(settlements, ({ broadcastID }) => broadcastID);
  for (const [broadcastID, ofBroadcast] of [...byBroadcast].sort(([a], [b]) => a - b)) {
    const template = ofBroadcast.find(has('template'))?.trouble;
    if (template) await pauseForTemplate(db, broadcastID, template.reason);
    await pauseAfterFailures(db, broadcastID, ofBroadcast);
  }
}

/** In the caller's transaction; answers the campuses whose sending it held up. Doing it again changes no message. */
export async function completeTries(
  db: Db,
  settlements: readonly Settlement[],
  moment: Moment,
): Promise<number[]> {
  if (settlements.length === 0) return [];
  await lockTroubledSenders(db, settlements);
  await settleClaimed(db, settlements, moment.now.toISOString());
  await guardBroadcasts(db, settlements);
  await guardSenders(db, settlements, moment);
  const touched = settlements.filter(
    (one) => has('stop')(one) || has('template')(one) || has('failure')(one),
  );
  return [...new Set(touched.map(({ campusID }) => campusID))];
}

/**
 * The same of messages that failed after they had been accepted, in the caller's transaction, which holds their
 * senders.
 */
export async function completeLateFailures(
  db: Db,
  settlements: readonly Settlement[],
  moment: Moment,
): Promise<void> {
  if (settlements.length === 0) return;
  await requeueLate(db, settlements, moment.now.toISOString());
  await guardBroadcasts(db, settlements);
  await guardSenders(db, settlements, moment);
}

/** Milliseconds until outcomes that could not be written are tried again. */
const againAfter = 500;
/** Refusals after which it is asked whether the store is away, or will never take this outcome. */
const manyRefusals = 3;

type Unwritten = { settlement: Settlement; done: () => void; refusals: number };

/** What is left to say of an outcome that the store does not take, such as an id that another message has. */
const asUnknown = ({ settlement, refusals }: Unwritten): Unwritten => ({
  settlement: {
    ...settlement,
    status: 'unknown',
    outcome: 'unknown',
    reason: reasonOf('idTaken'),
    code: null,
    trouble: null,
    providerID: null,
    dueAt: null,
    pollAt: null,
    waID: null,
    acceptedAt: null,
  },
  done: () => {},
  refusals,
});

/** For whoever watches over the program: a limit that put a message off is counted as such. */
function logTry(log: Deps['log'], { id, attempt, outcome, code, startedAt, endedAt }: Settlement): void {
  const milliseconds = Date.parse(endedAt) - Date.parse(startedAt);
  const tried = { outcome: outcome ?? 'later', code };
  countAttempt(tried);
  logAttempt(log, { ...tried, messageID: id, attempt, milliseconds });
}

/** Writes outcomes and says whether the store took them; complains once while it does not. */
function createWriter(deps: Deps): (part: readonly Unwritten[]) => Promise<boolean> {
  const { store, now, bus, log, runtime } = deps;
  let isAway = false;
  return async (part) => {
    const began = runtime.elapsed();
    try {
      const settlements = part.map(({ settlement }) => settlement);
      const moment = { now: now(), chance: runtime.random };
      const held = await inTransaction({ db: store.db }, ({ db }) => completeTries(db, settlements, moment));
      for (const campusID of held) bus.publish(campusID, { what: 'sender' });
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'sending');
      isAway = true;
      return false;
    }
    isAway = false;
    observeSettle((runtime.elapsed() - began) / 1000);
    for (const { settlement, done } of part) {
      logTry(log, settlement);
      done();
    }
    return true;
  };
}

/** A store that takes what is left to say and still not the outcome will never take it. */
async function isHopeless(one: Unwritten, write: (part: readonly Unwritten[]) => Promise<boolean>) {
  if (++one.refusals < manyRefusals || !(await write([asUnknown(one)]))) return false;
  if (!(await write([one]))) one.done();
  return true;
}

/**
 * Completer: writes what became of tries, by group commit, while others are still awaited, so that one slow answer does
 * not leave those that have come to be unknown after a power cut. What cannot be written is tried again until it can or
 * the process is told to stop: writing is idempotent, since only the same try of the same claim is settled. Resolves
 * when the outcome is written, or never will be: at a stop it stays claimed until its lease ends.
 */
export function createCompleter(
  deps: Deps,
  stopping: AbortSignal,
): (settlement: Settlement) => Promise<void> {
  const write = createWriter(deps);
  const commit = createGroupCommit<Unwritten>({
    write: async (group, queue) => {
      if (await write(group)) return;
      const [first, ...others] = group as [Unwritten, ...Unwritten[]];
      if (others.length > 0 && (await write([first]))) queue.unshift(...others);
      else if (stopping.aborted) for (const { done } of group) done();
      else {
        // The store is away, or refuses the first of them: next time the others come before it.
        queue.push(...others);
        if (await isHopeless(first, write)) return;
        queue.push(first);
        await deps.runtime.sleep(againAfter, stopping);
      }
    },
  });
  return (settlement) => new Promise((done) => commit({ settlement, done, refusals: 0 }));
}
