/**
 * Retry by a person: queues messages again that failed or may have been sent. If a number was corrected, a new message
 * goes to the corrected number.
 */
import type { LeftOut } from '#shared/calls/outbox.ts';
import { countReasons } from '#shared/messages/count-reasons.ts';
import { type Reason, tellReason } from '#shared/messages/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findSender, lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { checkBroadcast } from '../broadcasts/broadcasts.ts';
import { findAlreadySent } from '../enqueue/enqueue.ts';
import { insertBroadcast, insertBroadcastGroups, insertMessages } from '../enqueue/enqueue-queries.ts';
import { billIDsOf, type MessageChoice, storedIDs, type WaitingMessage } from '../model.ts';
import { listOptedOut } from '../opt-outs/opt-outs-queries.ts';
import { listBillsNow, releaseRequeued, skipOutdated } from '../skip/skip.ts';
import { listWaitingOf } from '../skip/skip-queries.ts';
import { type BillStates, isPaidSince, isPersonal, movedTo } from '../skip/skip-rules.ts';
import { insertCorrections, listFinal, listMoved, requeue } from './retry-queries.ts';
import { notOnWhatsApp } from './retry-rules.ts';

type MovedMessage = Awaited<ReturnType<typeof listMoved>>[number];
/**
 * `alreadySent` lists, for each number, the bills that the number got this text about. Each message that is queued now
 * is added.
 */
type RetryFacts = {
  bills: BillStates['bills'];
  optedOut: ReadonlySet<string>;
  alreadySent: Map<string, string>;
};

/**
 * Returns the corrected numbers of the bills of a message, each with its bills. It leaves out numbers that already got
 * the text.
 */
function correctedNumbers(
  message: MovedMessage,
  { bills, optedOut, alreadySent }: RetryFacts,
): Map<string, number[]> {
  const broadcast = { audience: message.audience, text: message.written, media: message.media };
  const isOfBills = isPersonal(broadcast);
  const instead = new Map<string, number[]>();
  for (const [number, ids] of movedTo(message, bills)) {
    const sentBillIDs = alreadySent.get(number);
    const left = ids.filter((id) => {
      const isPaid = isPaidSince(broadcast, message, { ...(bills.get(id) ?? { status: '', paid: 0 }), id });
      return !isPaid && !(isOfBills ? sentBillIDs?.includes(` ${id} `) : sentBillIDs !== undefined);
    });
    if (left.length === 0 || optedOut.has(number)) continue;
    alreadySent.set(number, `${sentBillIDs ?? ''} ${left.join(' ')} `);
    // A text with values of bills covers all bills of the message, and it is rewritten for all of them.
    instead.set(number, isOfBills ? billIDsOf(message) : left);
  }
  return instead;
}

/**
 * Pairs each old message that is not sent again with the new message that replaces it. They are matched by number and
 * bills.
 */
function correctionsOf(
  rows: readonly { oldID: number; row: Pick<WaitingMessage, 'number' | 'billIDs'> }[],
  waiting: readonly WaitingMessage[],
  skipped: ReadonlyMap<number, Reason>,
) {
  const keyOf = ({ number, billIDs }: Pick<WaitingMessage, 'number' | 'billIDs'>) => `${number}${billIDs}`;
  const ids = new Map(waiting.map((message) => [keyOf(message), message.id]));
  return rows.flatMap(({ oldID, row }) => {
    const insteadID = ids.get(keyOf(row));
    return insteadID !== undefined && skipped.has(oldID) ? [{ messageID: oldID, insteadID }] : [];
  });
}

/**
 * `replacedIDs` are the old messages, `sent` counts the new messages that wait, and `leftOut` has the reasons of the
 * new messages that were skipped.
 */
type Replacements = { replacedIDs: number[]; sent: number; leftOut: Reason[] };

/**
 * If the old broadcast has not begun yet, the new one begins at the same time. If the old one is paused, the new one is
 * paused too.
 */
function beginningOf({ state, notice, startAt, startedAt }: MovedMessage, now: string) {
  const later = startedAt === null && startAt !== null && startAt > now ? startAt : null;
  return { startAt: later, ...(state === 'paused' ? { state, notice } : {}) };
}

/** `skipped` are the old messages. They are not sent again. */
type Moment = { now: string; optedOut: ReadonlySet<string>; skipped: ReadonlyMap<number, Reason> };

/**
 * Stores a new broadcast for the corrected numbers. All `messages` belong to one old broadcast, and the new broadcast
 * follows it.
 */
async function sendInstead(
  scope: Scope,
  messages: readonly [MovedMessage, ...MovedMessage[]],
  { now, skipped: given, ...facts }: Omit<RetryFacts, 'alreadySent'> & Moment,
): Promise<Replacements> {
  const [first] = messages;
  const { written: text, media, audience, family, kind, template, title, classes } = first;
  const { lastDay, paymentID } = first;
  const followsID = first.followsID ?? first.broadcastID;
  const beginning = beginningOf(first, now);
  const groupIDs = [...new Set(messages.flatMap(({ groupIDs }) => groupIDs.trim().split(' ').map(Number)))];
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const alreadySent = await findAlreadySent(scope, about, { text, paymentID });
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const base = { senderID: sender.id, media, status: 'queued' as const, reason: null };
  const dueAt = beginning.startAt ?? now;
  const empty = { leaseUntil: null, pollAt: null, providerID: null, acceptedAt: null };
  const rows = messages.flatMap((message) =>
    Array.from(correctedNumbers(message, { ...facts, alreadySent }), ([number, billIDs]) => {
      const { id, name, text, params, groupIDs, owedIDs } = message;
      const groupID = Number(groupIDs.trim().split(' ')[0]);
      const content = { name, text, params, groupID, groupIDs, billIDs: storedIDs(billIDs), owedIDs };
      return {
        oldID: id,
        row: { ...base, ...empty, ...content, number, dueAt, createdAt: now, updatedAt: now },
      };
    }),
  );
  if (rows.length === 0) return { replacedIDs: [], sent: 0, leftOut: [] };
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
  // The new messages still have the old text. `skipOutdated` rewrites it.
  const waiting = await listWaitingOf(scope, broadcastID);
  await insertCorrections(scope, followsID, correctionsOf(rows, waiting, given));
  const { skipped } = await skipOutdated(scope, waiting, { now, optedOut: facts.optedOut });
  const leftOut = [...skipped.values()];
  return { replacedIDs: rows.map(({ oldID }) => oldID), sent: rows.length - leftOut.length, leftOut };
}

/**
 * Sends the text of these messages to the corrected numbers, in new broadcasts. The old messages stay as the history of
 * the old number.
 */
export async function sendToCorrected(
  scope: Scope,
  moved: readonly WaitingMessage[],
  moment: Moment,
): Promise<Replacements> {
  if (moved.length === 0) return { replacedIDs: [], sent: 0, leftOut: [] };
  const ids = moved.map(({ id }) => id);
  const rows = await listMoved(scope, ids);
  const facts = { bills: await listBillsNow(scope, rows), ...moment };
  const all: Replacements[] = [];
  for (const [first, ...more] of Map.groupBy(rows, ({ broadcastID }) => broadcastID).values())
    if (first) all.push(await sendInstead(scope, [first, ...more], facts));
  return {
    replacedIDs: all.flatMap(({ replacedIDs }) => replacedIDs),
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

/** Counts each reason, the most frequent first. Equally frequent reasons are sorted by their text. */
function countLeftOut(reasons: readonly Reason[]): LeftOut[] {
  const counts = countReasons(reasons.map((reason) => ({ reason })));
  const leftOut = counts.map(({ reason, count }) => ({ ...tellReason(reason), count }));
  return leftOut.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/**
 * Queues the chosen messages again. If the choice has neither ids nor a reason, it leaves out failures that would
 * happen again, unless the number was corrected.
 */
async function requeueChosen(scope: Scope, choice: MessageChoice, now: string) {
  const { ids, reasonCode, reachableOnly = ids === undefined && reasonCode === undefined } = choice;
  const final = reachableOnly ? await listFinal(scope, choice) : [];
  const bills = await listBillsNow(scope, final);
  const corrected = new Set(final.filter((message) => movedTo(message, bills).size > 0).map(({ id }) => id));
  const messages = await requeue(scope, { ...choice, reachableOnly }, now);
  if (corrected.size > 0) messages.push(...(await requeue(scope, { ids: [...corrected] }, now)));
  return { messages, left: final.filter(({ id }) => !corrected.has(id)) };
}

/**
 * Queues failed messages again, with texts for the bills as they are now. A message is skipped if its bills were paid
 * or deleted, and a message with a corrected number is sent to that number. Unknown messages are queued only by their
 * ids, because a person must decide about each.
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
    const replacements = await sendToCorrected(scope, moved, { now, optedOut, skipped });
    const replaced = new Set(replacements.replacedIDs);
    const notReplaced = [...skipped].filter(([id]) => !replaced.has(id)).map(([, reason]) => reason);
    const changed = messages.length - skipped.size + replacements.sent;
    const leftOut = [
      ...left.map(({ reason }) => reason ?? notOnWhatsApp.reason),
      ...notReplaced,
      ...replacements.leftOut,
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
