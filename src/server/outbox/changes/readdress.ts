/**
 * Readdressing: messages that wait for a wrong number go to the corrected one, once. An untried message only gets the
 * new number and keeps its broadcast, place and time. A message with attempts keeps its own history, and a new message
 * is sent.
 */
import { dayIn } from '#shared/dates.ts';
import { inTimeFrom } from '#shared/payable.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Wording } from '../../recipients/recipients-rules.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { findAlreadySent } from '../enqueue/enqueue.ts';
import { listOptedOut } from '../limits/opt-outs-queries.ts';
import { aboutBills, type Broadcast, billIDsOf } from '../model.ts';
import { listBillsNow, mapBroadcasts, refillTexts, releaseRequeued, skipOvertaken } from '../skip/skip.ts';
import { listTexts, listWaitingFor, rewriteMessages, skipMessages } from '../skip/skip-queries.ts';
import { type BillState, dayOfText, fateOf, isPersonal } from '../skip/skip-rules.ts';
import { listOnTheirWay, listSkippedFor, setAbout, setNumber } from './readdress-queries.ts';
import { isMeant, joined, type MessageFor, type Readdressing, wasSentBefore } from './readdress-rules.ts';
import { requeueSkipped } from './restore-queries.ts';
import { sendToCorrected } from './retry.ts';

const numberChanged = reasonOf('numberChanged');

type Known = {
  to: string;
  bills: ReadonlyMap<number, BillState>;
  today: string;
  /** Messages that already wait for the corrected number. */
  twins: readonly MessageFor[];
};
type BroadcastKnown = Broadcast & { begins: string; wording: Wording; paymentID: number | null };

/**
 * Merges a message into the one that the corrected number gets from the same broadcast. Returns false when that is not
 * possible.
 */
async function mergeIntoTwin(
  scope: Scope,
  twin: MessageFor,
  { message, broadcast, day }: { message: MessageFor; broadcast: BroadcastKnown; day: string },
): Promise<boolean> {
  const [text] = await listTexts(scope, [twin.id]);
  if (!text) return false;
  const names = joined(twin.billIDs, message.billIDs);
  const billIDs = billIDsOf({ billIDs: names });
  const refill = { message: text, wording: broadcast.wording, day, names, billIDs };
  const { rewritten, unfit } = await refillTexts(scope, [refill]);
  if (unfit.size > 0) return false;
  await rewriteMessages(scope, rewritten);
  const owedIDs = joined(twin.owedIDs, message.owedIDs);
  await setAbout(scope, { id: twin.id, groupIDs: joined(twin.groupIDs, message.groupIDs), owedIDs });
  twin.billIDs = names;
  twin.owedIDs = owedIDs;
  return true;
}

/**
 * Moves the messages of one broadcast to the corrected number, as they are or merged into another one. Returns their
 * ids.
 */
async function moveOfBroadcast(
  scope: Scope,
  broadcast: BroadcastKnown,
  { messages, to, twins, bills, today }: Known & { messages: readonly MessageFor[] },
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
    const mayGo = fateOf({ ...message, number: to }, broadcast, now).kind === 'go';
    if (!mayGo || message.attempts > 0 || wasSentBefore(message, alreadySent.get(to), isPersonal(broadcast)))
      continue;
    const twin = broadcast.family
      ? twins.find(({ broadcastID, attempts }) => broadcastID === broadcast.id && attempts === 0)
      : undefined;
    if (twin && (await mergeIntoTwin(scope, twin, { message, broadcast, day }))) merged.push(message.id);
    else alone.push(message.id);
    alreadySent.set(to, `${alreadySent.get(to) ?? ''}${message.billIDs}`);
  }
  return { moved: await setNumber(scope, alone, to), merged };
}

/**
 * `moved` counts messages that now go to the corrected number. `leftOut` counts those that are not needed there, or
 * were sent there before.
 */
export type Readdressed = { moved: number; leftOut: number; onTheirWay: number };

/** Moves the messages that stay in their own broadcasts. The caller sends the others in a new broadcast. */
async function moveUntried(
  scope: Scope,
  messages: readonly MessageFor[],
  { to, now }: { to: string; now: string },
): Promise<Set<number>> {
  const broadcasts = await mapBroadcasts(scope, messages);
  const twins = await listWaitingFor(scope, to);
  const bills = await listBillsNow(scope, messages);
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const moved: number[] = [];
  const merged: number[] = [];
  for (const [broadcastID, list] of Map.groupBy(messages, (message) => message.broadcastID)) {
    const broadcast = broadcasts.get(broadcastID);
    if (!broadcast) continue;
    const part = await moveOfBroadcast(scope, broadcast, { messages: list, to, bills, today, twins });
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
  const meant = waiting.filter((message) =>
    isMeant(message, broadcasts.get(message.broadcastID)?.kind ?? '', change),
  );
  const gone = optedOut.has(to) ? new Set<number>() : await moveUntried(scope, meant, { to, now });
  const left = meant.filter(({ id }) => !gone.has(id));
  const ofNoBill = left.filter(({ billIDs }) => billIDs === '').map(({ id }) => id);
  await skipMessages(scope, ofNoBill, { reason: numberChanged, now });
  const rest = left.filter(({ billIDs }) => billIDs !== '');
  // Messages that already wait for the corrected number may also be about bills that have it only from now on.
  const there = aboutBills(await listWaitingFor(scope, to), bills);
  const { skipped, moved } = await skipOvertaken(scope, [...rest, ...there], { now, optedOut });
  const others = moved.filter(({ number }) => number === from);
  const instead = await sendToCorrected(scope, others, { now, optedOut, skipped });
  const followed = new Set(instead.of);
  const onTheirWay = aboutBills(await listOnTheirWay(scope, from), bills).length;
  const notReplaced = [...skipped.keys()].filter((id) => !followed.has(id)).length;
  return {
    moved: gone.size + instead.sent,
    leftOut: ofNoBill.length + notReplaced + instead.left.length,
    onTheirWay,
  };
}

/** Undoes a correction: messages that it skipped since `since` wait again. */
export async function readdressBack(
  scope: Scope,
  change: Readdressing,
  { since, now }: { since: string; now: string },
): Promise<Readdressed> {
  await lockOutbox(scope);
  const lately = await listSkippedFor(scope, { number: change.to, reason: numberChanged, since });
  const ids = aboutBills(lately, change.bills).map(({ id }) => id);
  const messages = await requeueSkipped(scope, ids, now);
  await releaseRequeued(scope, messages, { now, optedOut: await listOptedOut(scope) });
  return readdressMessages(scope, change, now);
}
