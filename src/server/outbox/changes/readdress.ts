/**
 * Sends messages that wait for a wrong number to the corrected number, once each. A message without attempts gets the
 * new number and keeps its broadcast, its position and its time. A message with attempts stays as history of the wrong
 * number, and a new message is sent.
 */

import { makeReason } from '#shared/messages/reasons.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Wording } from '../../recipients/recipients-rules.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { findAlreadySent } from '../enqueue/enqueue.ts';
import { aboutBills, type Broadcast, billIDsOf } from '../model.ts';
import { listOptedOut } from '../opt-outs/opt-outs-queries.ts';
import { listBillsNow, mapBroadcasts, refillTexts, releaseRequeued, skipOutdated } from '../skip/skip.ts';
import { listTexts, listWaitingFor, rewriteMessages, skipMessages } from '../skip/skip-queries.ts';
import { type BillState, dayOfText, decideMessage, isPersonal } from '../skip/skip-rules.ts';
import { listOnTheirWay, listSkippedFor, setAbout, setNumber } from './readdress-queries.ts';
import {
  isForCorrectedNumber,
  type MessageFor,
  mergeIDs,
  type Readdressing,
  wasSentBefore,
} from './readdress-rules.ts';
import { requeueSkipped } from './restore-queries.ts';
import { sendToCorrected } from './retry.ts';

const numberChanged = makeReason('numberChanged');

type ReaddressFacts = {
  to: string;
  bills: ReadonlyMap<number, BillState>;
  today: string;
  /** Messages that already wait for the corrected number. */
  waitingThere: readonly MessageFor[];
};
type BroadcastWithWording = Broadcast & { begins: string; wording: Wording; paymentID: number | null };

/**
 * Merges a message into the message that the corrected number gets from the same broadcast. Returns false when the
 * merged text cannot be sent.
 */
async function mergeIntoWaiting(
  scope: Scope,
  target: MessageFor,
  { message, broadcast, day }: { message: MessageFor; broadcast: BroadcastWithWording; day: string },
): Promise<boolean> {
  const [text] = await listTexts(scope, [target.id]);
  if (!text) return false;
  const names = mergeIDs(target.billIDs, message.billIDs);
  const billIDs = billIDsOf({ billIDs: names });
  const refill = { message: text, wording: broadcast.wording, day, names, billIDs };
  const { rewritten, unsendable } = await refillTexts(scope, [refill]);
  if (unsendable.size > 0) return false;
  await rewriteMessages(scope, rewritten);
  const owedIDs = mergeIDs(target.owedIDs, message.owedIDs);
  await setAbout(scope, { id: target.id, groupIDs: mergeIDs(target.groupIDs, message.groupIDs), owedIDs });
  target.billIDs = names;
  target.owedIDs = owedIDs;
  return true;
}

/**
 * Moves the messages of one broadcast to the corrected number, or merges them into a message that waits there. Returns
 * the ids of both kinds.
 */
async function moveOfBroadcast(
  scope: Scope,
  broadcast: BroadcastWithWording,
  { messages, to, waitingThere, bills, today }: ReaddressFacts & { messages: readonly MessageFor[] },
): Promise<{ moved: number[]; merged: number[] }> {
  const groupIDs = messages.flatMap((message) => billIDsOf({ billIDs: message.groupIDs }));
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const recipients = about.length > 0 ? about : [{ groupID: null, numbers: [to] }];
  const alreadySent = await findAlreadySent(scope, recipients, broadcast);
  const day = dayOfText(broadcast, today);
  const now = { bills, today, dueFrom: inTimeFrom(day, scope.campus) };
  const merged: number[] = [];
  const alone: number[] = [];
  for (const message of messages) {
    const maySend = decideMessage({ ...message, number: to }, broadcast, now).kind === 'go';
    if (
      !maySend ||
      message.attempts > 0 ||
      wasSentBefore(message, alreadySent.get(to), isPersonal(broadcast))
    )
      continue;
    const target = broadcast.family
      ? waitingThere.find(({ broadcastID, attempts }) => broadcastID === broadcast.id && attempts === 0)
      : undefined;
    if (target && (await mergeIntoWaiting(scope, target, { message, broadcast, day })))
      merged.push(message.id);
    else alone.push(message.id);
    alreadySent.set(to, `${alreadySent.get(to) ?? ''}${message.billIDs}`);
  }
  return { moved: await setNumber(scope, alone, to), merged };
}

/**
 * `moved` counts messages that are now for the corrected number. `leftOut` counts messages that are not needed there,
 * or were sent there before. `onTheirWay` counts messages that are just being sent to the wrong number.
 */
export type Readdressed = { moved: number; leftOut: number; onTheirWay: number };

/**
 * Moves messages without attempts, which stay in their broadcasts. Returns their ids. The caller sends the other
 * messages in a new broadcast.
 */
async function moveUntried(
  scope: Scope,
  messages: readonly MessageFor[],
  { to, now }: { to: string; now: string },
): Promise<Set<number>> {
  const broadcasts = await mapBroadcasts(scope, messages);
  const waitingThere = await listWaitingFor(scope, to);
  const bills = await listBillsNow(scope, messages);
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const moved: number[] = [];
  const merged: number[] = [];
  for (const [broadcastID, list] of Map.groupBy(messages, (message) => message.broadcastID)) {
    const broadcast = broadcasts.get(broadcastID);
    if (!broadcast) continue;
    const part = await moveOfBroadcast(scope, broadcast, { messages: list, to, bills, today, waitingThere });
    moved.push(...part.moved);
    merged.push(...part.merged);
  }
  await skipMessages(scope, merged, { reason: numberChanged, now });
  return new Set([...moved, ...merged]);
}

/** Runs in the transaction of the caller, under the campus lock, after the bills have their corrected number. */
export async function readdressMessages(
  scope: Scope,
  change: Readdressing,
  now: string,
): Promise<Readdressed> {
  const { bills, from, to } = change;
  await lockOutbox(scope);
  const optedOut = await listOptedOut(scope);
  const waiting = await listWaitingFor(scope, from);
  const broadcasts = await mapBroadcasts(scope, waiting);
  const toMove = waiting.filter((message) =>
    isForCorrectedNumber(message, broadcasts.get(message.broadcastID)?.kind ?? '', change),
  );
  const movedIDs = optedOut.has(to) ? new Set<number>() : await moveUntried(scope, toMove, { to, now });
  const notMoved = toMove.filter(({ id }) => !movedIDs.has(id));
  const ofNoBill = notMoved.filter(({ billIDs }) => billIDs === '').map(({ id }) => id);
  await skipMessages(scope, ofNoBill, { reason: numberChanged, now });
  const rest = notMoved.filter(({ billIDs }) => billIDs !== '');
  // A message that already waits for the corrected number may be about bills that get this number only now.
  const atCorrected = aboutBills(await listWaitingFor(scope, to), bills);
  const { skipped, moved } = await skipOutdated(scope, [...rest, ...atCorrected], { now, optedOut });
  const others = moved.filter(({ number }) => number === from);
  const replacements = await sendToCorrected(scope, others, { now, optedOut, skipped });
  const replaced = new Set(replacements.replacedIDs);
  const onTheirWay = aboutBills(await listOnTheirWay(scope, from), bills).length;
  const notReplaced = [...skipped.keys()].filter((id) => !replaced.has(id)).length;
  return {
    moved: movedIDs.size + replacements.sent,
    leftOut: ofNoBill.length + notReplaced + replacements.leftOut.length,
    onTheirWay,
  };
}

/** Undoes a correction: messages that the correction skipped after `since` wait again. */
export async function readdressBack(
  scope: Scope,
  change: Readdressing,
  { since, now }: { since: string; now: string },
): Promise<Readdressed> {
  await lockOutbox(scope);
  const skippedByIt = await listSkippedFor(scope, { number: change.to, reason: numberChanged, since });
  const ids = aboutBills(skippedByIt, change.bills).map(({ id }) => id);
  const messages = await requeueSkipped(scope, ids, now);
  await releaseRequeued(scope, messages, { now, optedOut: await listOptedOut(scope) });
  return readdressMessages(scope, change, now);
}
