/**
 * Scheduler: chooses the sender and the broadcast that are served next (round robin), and how many messages may go now.
 */
import { findCampus } from '../../auth/auth-queries.ts';
import { scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { type Db, inTransaction } from '../../platform/db/store.ts';
import { quietUntil } from '../../senders/quiet-hours/quiet-hours-rules.ts';
import { changeSender } from '../../senders/settings/settings-queries.ts';
import { ahead, allowanceOf, fewAtOnce, paceOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { rescheduleBroadcast } from '../broadcasts/broadcasts-queries.ts';
import type { Candidate, Claimed } from '../model.ts';
import { type ClaimMoment, claimCandidates, later, type Serving, servingOf } from './claims.ts';
import {
  claimBroadcast,
  hasReadySender,
  listCandidates,
  lockNextSender,
  type SchedulerMoment,
} from './scheduler-queries.ts';

/**
 * How far this process has gone through each broadcast. Sent messages have left the queue but not yet PostgreSQL's
 * index, so walking past them would take longer with every batch. Once a second it begins again, because some messages
 * may be back in the queue.
 */
type Progress = {
  /** The last message that was looked at; 0 when the broadcast is to be read from its beginning. */
  reached: (broadcastID: number) => number;
  note: (broadcastID: number, messageID: number) => void;
  /** Called when the end of the broadcast was reached. */
  forget: (broadcastID: number) => void;
};

/** Milliseconds. */
const restartAfter = 1000;

export function createProgress(elapsed: () => number): Progress {
  const broadcasts = new Map<number, { messageID: number; begunAt: number }>();
  const forget = (broadcastID: number): void => void broadcasts.delete(broadcastID);
  const reached = (broadcastID: number): number => {
    const broadcast = broadcasts.get(broadcastID);
    if (broadcast && elapsed() - broadcast.begunAt < restartAfter) return broadcast.messageID;
    forget(broadcastID);
    return 0;
  };
  const note = (broadcastID: number, messageID: number): void => {
    broadcasts.set(broadcastID, { messageID, begunAt: broadcasts.get(broadcastID)?.begunAt ?? elapsed() });
  };
  return { reached, note, forget };
}

/**
 * `again`: nothing was claimed, but it is worth trying again at once. `soon`: another worker is serving that sender.
 */
type ClaimedBatch = {
  claimed: Claimed[];
  sender: SenderRow | undefined;
  next: 'again' | 'soon' | 'later';
};

const leaseSeconds = 60;

/** When too few messages are ahead, messages that were put back get their turn. */
async function listNextCandidates(
  db: Db,
  progress: Progress,
  due: { broadcastID: number; now: string; most: number },
): Promise<Candidate[]> {
  const after = progress.reached(due.broadcastID);
  const ahead = await listCandidates(db, { ...due, after });
  return after > 0 && ahead.length < due.most ? listCandidates(db, { ...due, after: 0 }) : ahead;
}

async function serveBroadcast(serving: Serving, most: number, progress: Progress): Promise<Claimed[]> {
  const { scope, sender, broadcast, now } = serving;
  const allowed = Math.min(most, allowanceOf(sender, broadcast.kind, now));
  // Looks at several candidates even when only one may go. The first may be postponed, and each would otherwise need
  // its own turn for that.
  const looked = Math.max(allowed, fewAtOnce);
  const due = { broadcastID: broadcast.id, now: now.toISOString(), most: looked };
  const candidates = await listNextCandidates(scope.db, progress, due);
  const terms = { leaseUntil: later(now, leaseSeconds), most: allowed };
  const { claimed, verdict } = await claimCandidates(serving, candidates, terms);
  const last = candidates[verdict.judged - 1];
  const isThrough = verdict.judged === candidates.length && candidates.length < looked;
  if (last && !isThrough) progress.note(broadcast.id, last.id);
  else progress.forget(broadcast.id);
  if (isThrough) await rescheduleBroadcast(scope.db, broadcast.id);
  return claimed;
}

/** Serves the sender whose turn it is, in the transaction of the caller. */
async function serveNext(
  db: Db,
  asking: SchedulerMoment,
  { most, progress, ...moment }: ClaimMoment & { most: (senderID: string) => number; progress: Progress },
): Promise<ClaimedBatch> {
  const { now } = moment;
  const sender = await lockNextSender(db, asking);
  // On PostgreSQL another worker may have locked it.
  if (!sender) return { claimed: [], sender, next: asking.skipLocked ? 'soon' : 'later' };
  const campus = await findCampus(db, sender.campusID);
  const quiet = quietUntil(paceOf(sender), campus.timeZone, now);
  if (quiet && sender.runsAt < quiet.toISOString()) {
    // Quiet hours are noticed when the first message would go. Replies still have their turn.
    await changeSender(db, sender.id, { runsAt: quiet.toISOString() });
    return { claimed: [], sender, next: 'again' };
  }
  const broadcast = await claimBroadcast(db, sender, asking.now);
  if (!broadcast) return { claimed: [], sender, next: 'again' };
  const serving = servingOf(moment, { scope: scopeOfRow(db, campus, ''), sender, broadcast, campus });
  return { claimed: await serveBroadcast(serving, most(sender.id), progress), sender, next: 'again' };
}

/**
 * Claims messages that may go now, of the sender whose turn it is, but of no sender in `busy`. `most` is the limit for
 * a sender.
 */
export async function claimNext(
  { store, now, providers, runtime }: Pick<Deps, 'store' | 'now' | 'providers' | 'runtime'>,
  {
    most,
    busy = [],
    progress = createProgress(runtime.elapsed),
  }: { most: (senderID: string) => number; busy?: readonly string[]; progress?: Progress },
): Promise<ClaimedBatch> {
  const at = now();
  const soon = new Date(at.getTime() + ahead).toISOString();
  const asking = { now: at.toISOString(), soon, busy, skipLocked: store.engine === 'postgres' };
  const moment = { now: at, runtime, providers };
  // Checked before anything is locked, because most of the time no sender is ready.
  if (!(await hasReadySender(store.db, asking))) return { claimed: [], sender: undefined, next: 'later' };
  const batch = await inTransaction({ db: store.db }, ({ db }) =>
    serveNext(db, asking, { ...moment, most, progress }),
  );
  const last = batch.claimed.at(-1);
  if (last) store.whereabouts.note(last);
  return batch;
}
