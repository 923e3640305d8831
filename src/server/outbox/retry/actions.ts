/** Retry by a person: what failed, or may have been sent, is queued again; who has another number now gets it there. */
import type { LeftOut } from '#shared/calls/outbox.ts';
import { countReasons } from '#shared/count-reasons.ts';
import { type Reason, tellReason } from '#shared/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findSender, lockOutbox } from '../../numbers/senders/queries.ts';
import { recordChange } from '../../trail/actions.ts';
import { checkBroadcast } from '../broadcasts/actions.ts';
import { findAlreadyTold } from '../enqueue/actions.ts';
import { insertBroadcast, insertBroadcastGroups, insertMessages } from '../enqueue/queries.ts';
import { billIDsOf, type MessageChoice, storedIDs, type WaitingMessage } from '../model.ts';
import { listOptedOut } from '../opt-outs/queries.ts';
import { listBillsNow, releaseRequeued, skipOvertaken } from '../skip/actions.ts';
import { listWaitingOf } from '../skip/queries.ts';
import { type BillStates, isPaidSince, isPersonal, movedTo } from '../skip/rules.ts';
import { insertCorrections, listMoved, listUnreachable, requeue } from './queries.ts';
import { notOnWhatsApp } from './rules.ts';

type MovedMessage = Awaited<ReturnType<typeof listMoved>>[number];
/** `told`: what each number was sent of this text, as the bills it was about; grows by what is queued now. */
type RetryFacts = { bills: BillStates['bills']; optedOut: ReadonlySet<string>; told: Map<string, string> };

/** The numbers of the bills that have another one now, each with the bills to tell of, but for those who know. */
function correctedNumbers(
  message: MovedMessage,
  { bills, optedOut, told }: RetryFacts,
): Map<string, number[]> {
  const isOfBills = isPersonal({ text: message.written, media: message.media });
  const instead = new Map<string, number[]>();
  for (const [number, ids] of movedTo(message, bills)) {
    const known = told.get(number);
    const left = ids.filter((id) => {
      const { status } = bills.get(id) ?? { status: '' };
      const broadcast = { audience: message.audience, text: message.written };
      const isPaid = isPaidSince(broadcast, message, { id, status });
      return !isPaid && !(isOfBills ? known?.includes(` ${id} `) : known !== undefined);
    });
    if (left.length === 0 || optedOut.has(number)) continue;
    told.set(number, `${known ?? ''} ${left.join(' ')} `);
    // A family's text still speaks of all its children: it is written anew for these.
    instead.set(number, isOfBills ? billIDsOf(message) : left);
  }
  return instead;
}

/** By their numbers and bills: which new message tells what which old one, that is not sent again, was to tell. */
function correctionsOf(
  rows: readonly { of: number; row: Pick<WaitingMessage, 'number' | 'billIDs'> }[],
  waiting: readonly WaitingMessage[],
  skipped: ReadonlyMap<number, Reason>,
) {
  const keyOf = ({ number, billIDs }: Pick<WaitingMessage, 'number' | 'billIDs'>) => `${number}${billIDs}`;
  const ids = new Map(waiting.map((message) => [keyOf(message), message.id]));
  return rows.flatMap(({ of, row }) => {
    const insteadID = ids.get(keyOf(row));
    return insteadID !== undefined && skipped.has(of) ? [{ messageID: of, insteadID }] : [];
  });
}

/** `of`: the old messages that new ones are made of; `sent`: how many those are; `left`: why others are not sent. */
type SentInstead = { of: number[]; sent: number; left: Reason[] };

/** A broadcast that is still to begin, or is held, is so for those too who get it at another number. */
function beginningOf({ state, notice, startAt, startedAt }: MovedMessage, now: string) {
  const later = startedAt === null && startAt !== null && startAt > now ? startAt : null;
  return { startAt: later, ...(state === 'paused' ? { state, notice } : {}) };
}

/** `skipped`: the messages that are not sent again themselves. */
type Moment = { now: string; optedOut: ReadonlySet<string>; skipped: ReadonlyMap<number, Reason> };

/** A broadcast like theirs to the numbers that the bills of these messages of one broadcast have now: a part of theirs. */
async function sendInstead(
  scope: Scope,
  messages: readonly [MovedMessage, ...MovedMessage[]],
  { now, skipped: given, ...known }: Omit<RetryFacts, 'told'> & Moment,
): Promise<SentInstead> {
  const [first] = messages;
  const { written: text, media, audience, family, kind, template, title, classes } = first;
  const { lastDay, paymentID } = first;
  const followsID = first.followsID ?? first.broadcastID;
  const beginning = beginningOf(first, now);
  const groupIDs = [...new Set(messages.flatMap(({ groupIDs }) => groupIDs.trim().split(' ').map(Number)))];
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const told = await findAlreadyTold(scope, about, { text, paymentID });
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const base = { senderID: sender.id, media, status: 'queued' as const, reason: null };
  const dueAt = beginning.startAt ?? now;
  const empty = { leaseUntil: null, pollAt: null, providerID: null, acceptedAt: null };
  const rows = messages.flatMap((message) =>
    Array.from(correctedNumbers(message, { ...known, told }), ([number, billIDs]) => {
      const { id, name, text, params, groupIDs, owedIDs } = message;
      const groupID = Number(groupIDs.trim().split(' ')[0]);
      const speaks = { name, text, params, groupID, groupIDs, billIDs: storedIDs(billIDs), owedIDs };
      return { of: id, row: { ...base, ...empty, ...speaks, number, dueAt, createdAt: now, updatedAt: now } };
    }),
  );
  if (rows.length === 0) return { of: [], sent: 0, left: [] };
  const size = { total: rows.length, queued: rows.length, clientID: null, ...beginning };
  const broadcast = {
    ...size,
    senderID: sender.id,
    ...{ text, media, audience, family, kind, template },
    ...{ title, classes, followsID, lastDay, paymentID },
    createdAt: now,
  };
  const broadcastID = await insertBroadcast(scope, broadcast);
  const made = rows.map(({ row }) => ({ ...row, broadcastID }));
  await insertMessages(scope, made);
  await insertBroadcastGroups(scope, broadcastID, groupIDs);
  // What they say is still what the old ones said.
  const waiting = await listWaitingOf(scope, broadcastID);
  await insertCorrections(scope, followsID, correctionsOf(rows, waiting, given));
  const { skipped } = await skipOvertaken(scope, waiting, { now, optedOut: known.optedOut });
  const left = [...skipped.values()];
  return { of: rows.map(({ of }) => of), sent: rows.length - left.length, left };
}

/**
 * Tells the numbers that were corrected since what these messages said, in broadcasts of their own: what was sent to
 * the old number stays its history.
 */
export async function sendToCorrected(
  scope: Scope,
  moved: readonly WaitingMessage[],
  moment: Moment,
): Promise<SentInstead> {
  if (moved.length === 0) return { of: [], sent: 0, left: [] };
  const ids = moved.map(({ id }) => id);
  const rows = await listMoved(scope, ids);
  const known = { bills: await listBillsNow(scope, rows), ...moment };
  const all: SentInstead[] = [];
  for (const [first, ...more] of Map.groupBy(rows, ({ broadcastID }) => broadcastID).values())
    if (first) all.push(await sendInstead(scope, [first, ...more], known));
  return {
    of: all.flatMap(({ of }) => of),
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
    left: all.flatMap(({ left }) => left),
  };
}

/** How many for each reason, the commonest first, those as common by their words. */
function countLeftOut(reasons: readonly Reason[]): LeftOut[] {
  const counts = countReasons(reasons.map((reason) => ({ reason })));
  const told = counts.map(({ reason, count }) => ({ ...tellReason(reason), count }));
  return told.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** Puts the chosen back; without names and a reason nobody who is not on WhatsApp, unless the number was corrected. */
async function requeueChosen(scope: Scope, choice: MessageChoice, now: string) {
  const { ids, reasonCode, reachableOnly = ids === undefined && reasonCode === undefined } = choice;
  const unreachable = reachableOnly ? await listUnreachable(scope, choice) : [];
  const bills = await listBillsNow(scope, unreachable);
  const corrected = new Set(
    unreachable.filter((message) => movedTo(message, bills).size > 0).map(({ id }) => id),
  );
  const messages = await requeue(scope, { ...choice, reachableOnly }, now);
  if (corrected.size > 0) messages.push(...(await requeue(scope, { ids: [...corrected] }, now)));
  return { messages, left: unreachable.filter(({ id }) => !corrected.has(id)) };
}

/**
 * Queues failed messages again, with what their text says of the bills as they are now; what is overtaken by a payment
 * or a removal is skipped, and who has another number now gets it there. Unknown ones only when named: a person
 * decides.
 */
export async function retry(
  scope: Scope,
  deps: Deps,
  choice: MessageChoice,
): Promise<{ changed: number; leftOut: LeftOut[] }> {
  await checkBroadcast(scope, choice.broadcastID);
  const now = deps.now().toISOString();
  const answer = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const optedOut = await listOptedOut(scope);
    const { messages, left } = await requeueChosen(scope, choice, now);
    const { skipped, moved } = await releaseRequeued(scope, messages, { now, optedOut });
    const instead = await sendToCorrected(scope, moved, { now, optedOut, skipped });
    const followed = new Set(instead.of);
    const notTold = [...skipped].filter(([id]) => !followed.has(id)).map(([, reason]) => reason);
    const changed = messages.length - skipped.size + instead.sent;
    const leftOut = [
      ...left.map(({ reason }) => reason ?? notOnWhatsApp.reason),
      ...notTold,
      ...instead.left,
    ];
    if (changed + leftOut.length > 0)
      await recordChange(scope, {
        what: 'retried',
        at: now,
        about: { kind: 'send', id: choice.broadcastID ?? '' },
        details: { changed, leftOut: leftOut.length },
      });
    return { changed, leftOut: countLeftOut(leftOut) };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake('sending');
  return answer;
}
