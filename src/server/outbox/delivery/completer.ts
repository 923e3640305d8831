/**
 * Completer: stores the outcomes of attempts. It stops senders and broadcasts whose next messages would fail too, and
 * slows down senders that are too fast.
 */
import { makeReason, parseReason, type Reason } from '#shared/messages/reasons.ts';
import type { Deps } from '../../deps.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { countAttempt, logAttempt, observeSettle } from '../../platform/metrics/sending.ts';
import { changeSender, findSendersByID, lockSender } from '../../senders/settings/settings-queries.ts';
import { isSinceSlowed, slowDownAfterRefusals } from '../../senders/settings/settings-rules.ts';
import { pauseApproval } from '../../templates/approvals/approvals-queries.ts';
import { pauseBroadcast } from '../broadcasts/broadcasts-queries.ts';
import type { AttemptProblem, Settlement } from '../model.ts';
import { lockFailures, requeueLate, resetFailures, setFailures, settleClaimed } from './completer-queries.ts';
import { consecutiveFailuresAfter, countsForGuard, mostConsecutiveFailures } from './completer-rules.ts';

const has = (kind: AttemptProblem['kind']) => (settlement: Settlement) => settlement.problem?.kind === kind;

/** The senders of these outcomes, sorted, because locks of several rows are always taken in the same order. */
const sendersOf = (settlements: readonly Settlement[]): string[] =>
  [...new Set(settlements.map(({ senderID }) => senderID))].sort();

/**
 * Locks the senders before any of their broadcasts is written. A worker that claims messages takes the locks in the
 * same order; another order could cause a deadlock.
 */
async function lockSendersWithProblem(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const withProblem = settlements.filter((one) => has('stop')(one) || has('throttled')(one));
  for (const senderID of sendersOf(withProblem)) await lockSender(db, senderID);
}

/** `chance` is a source of random numbers. It varies the pause of a sender that was too fast. */
export type Moment = { now: Date; chance: () => number };

/**
 * Slows down or stops senders. It skips a sender that was connected again after the attempt, because the attempt says
 * nothing about the new connection.
 */
async function guardSenders(
  db: Db,
  settlements: readonly Settlement[],
  { now, chance }: Moment,
): Promise<void> {
  const withProblem = settlements.filter((one) => has('stop')(one) || has('throttled')(one));
  for (const sender of await findSendersByID(db, sendersOf(withProblem))) {
    const { id, connectedAt } = sender;
    const own = withProblem.filter((one) => one.senderID === id && one.startedAt >= (connectedAt ?? ''));
    const tooFast = own.filter((one) => has('throttled')(one) && isSinceSlowed(sender, one.startedAt));
    const refusals = { count: tooFast.length, now, chance };
    if (tooFast.length > 0) await changeSender(db, id, slowDownAfterRefusals(sender, refusals));
    const stop = own.findLast(has('stop'))?.problem;
    if (stop?.kind !== 'stop') continue;
    const { reason: stopReason, policy: stopPolicy } = stop;
    await changeSender(db, id, { stoppedAt: now.toISOString(), stopReason, stopPolicy });
  }
}

/** Pauses the broadcast, and marks the approval so that the program asks WhatsApp about the template. */
async function pauseForTemplate(db: Db, broadcastID: number, reason: Reason): Promise<void> {
  await pauseBroadcast(db, broadcastID, makeReason('template', { reason: parseReason(reason) }));
  await pauseApproval(db, broadcastID, reason);
}

/** Stores the failures of a broadcast, and pauses it when too many are consecutive. */
async function pauseAfterFailures(
  db: Db,
  broadcastID: number,
  settlements: readonly Settlement[],
): Promise<void> {
  if (!settlements.some(countsForGuard)) return;
  const before = await lockFailures(db, broadcastID);
  const { failures, row, last } = consecutiveFailuresAfter(before, settlements);
  if (row >= mostConsecutiveFailures && last !== undefined) {
    const why = { failures: mostConsecutiveFailures, reason: parseReason(last) };
    await pauseBroadcast(db, broadcastID, makeReason('guard', why));
    await resetFailures(db, broadcastID);
  } else if (failures !== before.failures) await setFailures(db, broadcastID, failures);
}

async function guardBroadcasts(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const byBroadcast = Map.groupBy(settlements, ({ broadcastID }) => broadcastID);
  for (const [broadcastID, ofBroadcast] of [...byBroadcast].sort(([a], [b]) => a - b)) {
    const template = ofBroadcast.find(has('template'))?.problem;
    if (template) await pauseForTemplate(db, broadcastID, template.reason);
    await pauseAfterFailures(db, broadcastID, ofBroadcast);
  }
}

/**
 * Stores the outcomes of attempts, and stops senders and broadcasts whose next messages would fail too. Runs in the
 * transaction of the caller. Returns the campuses in which a sender or broadcast may have been stopped. Repeating it
 * changes no message.
 */
export async function completeAttempts(
  db: Db,
  settlements: readonly Settlement[],
  moment: Moment,
): Promise<number[]> {
  if (settlements.length === 0) return [];
  await lockSendersWithProblem(db, settlements);
  await settleClaimed(db, settlements, moment.now.toISOString());
  await guardBroadcasts(db, settlements);
  await guardSenders(db, settlements, moment);
  const touched = settlements.filter(
    (one) => has('stop')(one) || has('template')(one) || has('failure')(one),
  );
  return [...new Set(touched.map(({ campusID }) => campusID))];
}

/**
 * Does the same for messages that were accepted and failed later. Those that may be tried again are queued. Runs in the
 * transaction of the caller, which has locked the senders.
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
/**
 * After this many failed writes of an outcome, the writer finds out whether the store is unavailable or refuses only
 * this outcome.
 */
const manyRefusals = 3;

type Unwritten = { settlement: Settlement; done: () => void; refusals: number };

/**
 * Returns the outcome that is stored if the store rejects the real one, for example because another message has the
 * same provider id.
 */
const asUnknown = ({ settlement, refusals }: Unwritten): Unwritten => ({
  settlement: {
    ...settlement,
    status: 'unknown',
    outcome: 'unknown',
    reason: makeReason('idTaken'),
    code: null,
    problem: null,
    providerID: null,
    dueAt: null,
    pollAt: null,
    waID: null,
    acceptedAt: null,
  },
  done: () => {},
  refusals,
});

/** Records the attempt in metrics and log. A message that a limit postponed is counted as `later`. */
function logTry(log: Deps['log'], { id, attempt, outcome, code, startedAt, endedAt }: Settlement): void {
  const milliseconds = Date.parse(endedAt) - Date.parse(startedAt);
  const tried = { outcome: outcome ?? 'later', code };
  countAttempt(tried);
  logAttempt(log, { ...tried, messageID: id, attempt, milliseconds });
}

/**
 * Writes outcomes and returns whether that succeeded. Of several failed writes in a row it logs only the first error.
 */
function createWriter(deps: Deps): (part: readonly Unwritten[]) => Promise<boolean> {
  const { store, now, bus, log, runtime } = deps;
  let isAway = false;
  return async (part) => {
    const began = runtime.elapsed();
    try {
      const settlements = part.map(({ settlement }) => settlement);
      const moment = { now: now(), chance: runtime.random };
      const affected = await inTransaction({ db: store.db }, ({ db }) =>
        completeAttempts(db, settlements, moment),
      );
      for (const campusID of affected) bus.publish(campusID, { what: 'sender' });
    } catch (error) {
      if (!isAway)
        log.error(
          { err: error },
          'the outcomes of attempts could not be stored; they are stored once the database answers',
        );
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

/**
 * After some refusals, writes the fallback instead of this outcome. If that succeeds, the store is available, so the
 * outcome is tried once more and then given up. Returns true when the outcome must not be written again.
 */
async function giveUpIfRefused(one: Unwritten, write: (part: readonly Unwritten[]) => Promise<boolean>) {
  if (++one.refusals < manyRefusals || !(await write([asUnknown(one)]))) return false;
  if (!(await write([one]))) one.done();
  return true;
}

/**
 * Completer: writes outcomes by group commit while other attempts are still running. If it waited for one slow answer,
 * a power cut would make the finished attempts unknown. A failed write is repeated until it succeeds or the process
 * stops. Repeating is safe, because only the same attempt of the same claim is settled. The promise resolves when the
 * outcome is written or never will be; after a stop the message stays claimed until its lease ends.
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
        // The store is unavailable, or refuses the first outcome. Next time the other outcomes are written before it.
        queue.push(...others);
        if (await giveUpIfRefused(first, write)) return;
        queue.push(first);
        await deps.runtime.sleep(againAfter, stopping);
      }
    },
  });
  return (settlement) => new Promise((done) => commit({ settlement, done, refusals: 0 }));
}
