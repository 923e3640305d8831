/**
 * Retry by a person: queues messages again that failed or may have been sent. Where a number was corrected, the message
 * goes to the corrected one.
 */
import type { LeftOut } from '#shared/calls/outbox.ts';
import { countReasons } from '#shared/count-reasons.ts';
import { type Reason, tellReason } from '#shared/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findSender, lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { checkBroadcast } from '../broadcasts/broadcasts.ts';
import { findAlreadySent } from '../enqueue/enqueue.ts';
import { insertBroadcast, insertBroadcastGroups, insertMessages } from '../enqueue/enqueue-queries.ts';
import { listOptedOut } from '../limits/opt-outs-queries.ts';
import { billIDsOf, type MessageChoice, storedIDs, type WaitingMessage } from '../model.ts';
import { listBillsNow, releaseRequeued, skipOvertaken } from '../skip/skip.ts';
import { listWaitingOf } from '../skip/skip-queries.ts';
import { type BillStates, isPaidSince, isPersonal, movedTo } from '../skip/skip-rules.ts';
import { insertCorrections, listFinal, listMoved, requeue } from './retry-queries.ts';
import { notOnWhatsApp } from './retry-rules.ts';

type MovedMessage = Awaited<ReturnType<typeof listMoved>>[number];
/** `alreadySent` holds the bills that each number got this text for. It grows with each message that is queued now. */
type RetryFacts = {
  bills: BillStates['bills'];
  optedOut: ReadonlySet<string>;
  alreadySent: Map<string, string>;
};

/**
 * Returns the corrected numbers of the bills of a message, each with its bills. Numbers that got the text already are
 * left out.
 */
function correctedNumbers(
  message: MovedMessage,
  { bills, optedOut, alreadySent }: RetryFacts,
): Map<string, number[]> {
  const isOfBills = isPersonal({ text: message.written, media: message.media });
  const instead = new Map<string, number[]>();
  for (const [number, ids] of movedTo(message, bills)) {
    const known = alreadySent.get(number);
    const left = ids.filter((id) => {
      const { status } = bills.get(id) ?? { status: '' };
      const broadcast = { audience: message.audience, text: message.written };
      const isPaid = isPaidSince(broadcast, message, { id, status });
      return !isPaid && !(isOfBills ? known?.includes(` ${id} `) : known !== undefined);
    });
    if (left.length === 0 || optedOut.has(number)) continue;
    alreadySent.set(number, `${known ?? ''} ${left.join(' ')} `);
    // A text with values of bills covers all bills of the message, and it is rewritten for all of them.
    instead.set(number, isOfBills ? billIDsOf(message) : left);
  }
  return instead;
}

/** Pairs each old message that is not sent again with the new message in its place, matched by number and bills. */
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

/**
 * `of` are the old messages that were replaced, `sent` counts the new ones, `left` are the reasons of those not sent.
 */
type SentInstead = { of: number[]; sent: number; left: Reason[] };

/** If the old broadcast has not begun yet, the new one begins at the same time. If it is paused, the new one is too. */
function beginningOf({ state, notice, startAt, startedAt }: MovedMessage, now: string) {
  const later = startedAt === null && startAt !== null && startAt > now ? startAt : null;
  return { startAt: later, ...(state === 'paused' ? { state, notice } : {}) };
}

/** `skipped` are the old messages, which are not sent again themselves. */
type Moment = { now: string; optedOut: ReadonlySet<string>; skipped: ReadonlyMap<number, Reason> };

/** Stores a new broadcast for the corrected numbers. `messages` are all of one old broadcast, which it follows. */
async function sendInstead(
  scope: Scope,
  messages: readonly [MovedMessage, ...MovedMessage[]],
  { now, skipped: given, ...known }: Omit<RetryFacts, 'alreadySent'> & Moment,
): Promise<SentInstead> {
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
    Array.from(correctedNumbers(message, { ...known, alreadySent }), ([number, billIDs]) => {
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
  // The new messages still have the text of the old ones; `skipOvertaken` rewrites them.
  const waiting = await listWaitingOf(scope, broadcastID);
  await insertCorrections(scope, followsID, correctionsOf(rows, waiting, given));
  const { skipped } = await skipOvertaken(scope, waiting, { now, optedOut: known.optedOut });
  const left = [...skipped.values()];
  return { of: rows.map(({ of }) => of), sent: rows.length - left.length, left };
}

/**
 * Sends the text of these messages to the corrected numbers, in new broadcasts. The old messages stay as the history of
 * the old number.
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

/** Counts each reason, the commonest first, and equally common ones in the order of their text. */
function countLeftOut(reasons: readonly Reason[]): LeftOut[] {
  const counts = countReasons(reasons.map((reason) => ({ reason })));
  const leftOut = counts.map(({ reason, count }) => ({ ...tellReason(reason), count }));
  return leftOut.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/**
 * Queues the chosen messages again. Without ids and a reason it leaves out failures that would happen again, unless the
 * number was corrected.
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
 * Queues failed messages again, with texts for the bills as they are now. A message overtaken by a payment or a
 * deletion is skipped, and one with a corrected number goes there. Unknown messages are queued only by their ids,
 * because a person must decide.
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
    const notReplaced = [...skipped].filter(([id]) => !followed.has(id)).map(([, reason]) => reason);
    const changed = messages.length - skipped.size + instead.sent;
    const leftOut = [
      ...left.map(({ reason }) => reason ?? notOnWhatsApp.reason),
      ...notReplaced,
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
