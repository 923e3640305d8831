/** Scheduler: chooses the next sender and broadcast in turn (round robin), and how many messages may be sent now. */
import { findCampus } from '../../auth/auth-queries.ts';
import { scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { type Db, inTransaction } from '../../platform/db/store.ts';
import { quietUntil } from '../../senders/quiet-hours/quiet-hours-rules.ts';
import { changeSender } from '../../senders/settings/settings-queries.ts';
import { ahead, allowanceOf, paceOf, smallestBatch } from '../../senders/settings/settings-rules.ts';
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
 * The last message that this process has looked at in each broadcast. PostgreSQL keeps the index entries of sent
 * messages for a while, so reading from the beginning would take longer with every batch. Once a second it does begin
 * again, because messages may have been put back.
 */
type Progress = {
  /** The last message that was looked at. It is 0 when the broadcast must be read from its beginning. */
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
 * When to try again. `again`: immediately, even if nothing was claimed. `soon`: in a moment, because another worker is
 * serving the sender. `later`: no sender is ready.
 */
type ClaimedBatch = {
  claimed: Claimed[];
  sender: SenderRow | undefined;
  next: 'again' | 'soon' | 'later';
};

const leaseSeconds = 60;

/**
 * Lists the candidates after the last one. If there are too few, it begins at the first again, because messages may
 * have been put back.
 */
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
  // Reads several candidates even if only one may be sent. The first ones may be postponed, and each of them would
  // otherwise need a turn of its own.
  const looked = Math.max(allowed, smallestBatch);
  const due = { broadcastID: broadcast.id, now: now.toISOString(), most: looked };
  const candidates = await listNextCandidates(scope.db, progress, due);
  const terms = { leaseUntil: later(now, leaseSeconds), most: allowed };
  const { claimed, selection } = await claimCandidates(serving, candidates, terms);
  const last = candidates[selection.judged - 1];
  const isThrough = selection.judged === candidates.length && candidates.length < looked;
  if (last && !isThrough) progress.note(broadcast.id, last.id);
  else progress.forget(broadcast.id);
  if (isThrough) await rescheduleBroadcast(scope.db, broadcast.id);
  return claimed;
}

/** Serves the next sender, in the transaction of the caller. */
async function serveNext(
  db: Db,
  schedule: SchedulerMoment,
  { most, progress, ...moment }: ClaimMoment & { most: (senderID: string) => number; progress: Progress },
): Promise<ClaimedBatch> {
  const { now } = moment;
  const sender = await lockNextSender(db, schedule);
  // On PostgreSQL another worker may have locked the sender.
  if (!sender) return { claimed: [], sender, next: schedule.skipLocked ? 'soon' : 'later' };
  const campus = await findCampus(db, sender.campusID);
  const quiet = quietUntil(paceOf(sender), campus.timeZone, now);
  if (quiet && sender.runsAt < quiet.toISOString()) {
    // Quiet hours are checked only when a message is due. Replies are still sent.
    await changeSender(db, sender.id, { runsAt: quiet.toISOString() });
    return { claimed: [], sender, next: 'again' };
  }
  const broadcast = await claimBroadcast(db, sender, schedule.now);
  if (!broadcast) return { claimed: [], sender, next: 'again' };
  const serving = servingOf(moment, { scope: scopeOfRow(db, campus, ''), sender, broadcast, campus });
  return { claimed: await serveBroadcast(serving, most(sender.id), progress), sender, next: 'again' };
}

/**
 * Claims messages of the next sender that may be sent now. It leaves out the senders in `busy`. `most` returns the
 * limit for a sender.
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
  const schedule = { now: at.toISOString(), soon, busy, skipLocked: store.engine === 'postgres' };
  const moment = { now: at, runtime, providers };
  // Checked before anything is locked, because most of the time no sender is ready.
  if (!(await hasReadySender(store.db, schedule))) return { claimed: [], sender: undefined, next: 'later' };
  const batch = await inTransaction({ db: store.db }, ({ db }) =>
    serveNext(db, schedule, { ...moment, most, progress }),
  );
  const last = batch.claimed.at(-1);
  if (last) store.identity.note(last);
  return batch;
}
