/**
 * Readdressing: what waits for a number that was wrong goes to the right one, once. Untried it only gets the other
 * number, and so keeps its broadcast, its place and its time; what was tried stays its own history, and is told anew.
 */
import { dayIn } from '#shared/dates.ts';
import { inTimeFrom } from '#shared/payable.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { lockOutbox } from '../../numbers/senders/queries.ts';
import type { Wording } from '../../recipients/rules.ts';
import { findAlreadyTold } from '../enqueue/actions.ts';
import { aboutBills, type Broadcast, billIDsOf } from '../model.ts';
import { listOptedOut } from '../opt-outs/queries.ts';
import { requeueSkipped } from '../restore/queries.ts';
import { sendToCorrected } from '../retry/actions.ts';
import { listBillsNow, mapBroadcasts, refillTexts, releaseRequeued, skipOvertaken } from '../skip/actions.ts';
import { listTexts, listWaitingFor, rewriteMessages, skipMessages } from '../skip/queries.ts';
import { type BillState, dayToTell, fateOf, isPersonal } from '../skip/rules.ts';
import { listOnTheirWay, listSkippedFor, setAbout, setNumber } from './queries.ts';
import { isMeant, isTold, joined, type MessageFor, type Readdressing } from './rules.ts';

const numberChanged = reasonOf('numberChanged');

type Known = {
  to: string;
  bills: ReadonlyMap<number, BillState>;
  today: string;
  /** What waits for the right number already. */
  twins: readonly MessageFor[];
};
type BroadcastKnown = Broadcast & { begins: string; wording: Wording; paymentID: number | null };

/** Told within the message that the right number gets from the same broadcast; answers whether it can be. */
async function tellWithin(
  scope: Scope,
  twin: MessageFor,
  { message, broadcast, day }: { message: MessageFor; broadcast: BroadcastKnown; day: string },
): Promise<boolean> {
  const [text] = await listTexts(scope, [twin.id]);
  if (!text) return false;
  const names = joined(twin.billIDs, message.billIDs);
  const billIDs = billIDsOf({ billIDs: names });
  const telling = { message: text, wording: broadcast.wording, day, names, billIDs };
  const { anew, unfit } = await refillTexts(scope, [telling]);
  if (unfit.size > 0) return false;
  await rewriteMessages(scope, anew);
  const owedIDs = joined(twin.owedIDs, message.owedIDs);
  await setAbout(scope, { id: twin.id, groupIDs: joined(twin.groupIDs, message.groupIDs), owedIDs });
  twin.billIDs = names;
  twin.owedIDs = owedIDs;
  return true;
}

/** Those of one broadcast that go to the right number as they are, or within another; answers their ids. */
async function moveOfBroadcast(
  scope: Scope,
  broadcast: BroadcastKnown,
  { messages, to, twins, bills, today }: Known & { messages: readonly MessageFor[] },
): Promise<{ moved: number[]; within: number[] }> {
  const groupIDs = messages.flatMap((message) => billIDsOf({ billIDs: message.groupIDs }));
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const recipients = about.length > 0 ? about : [{ groupID: null, numbers: [to] }];
  const told = await findAlreadyTold(scope, recipients, broadcast);
  const day = dayToTell(broadcast, today);
  const now = { bills, today, dueFrom: inTimeFrom(day, scope.campus) };
  const within: number[] = [];
  const alone: number[] = [];
  for (const message of messages) {
    const mayGo = fateOf({ ...message, number: to }, broadcast, now).kind === 'go';
    if (!mayGo || message.attempts > 0 || isTold(message, told.get(to), isPersonal(broadcast))) continue;
    const twin = broadcast.family
      ? twins.find(({ broadcastID, attempts }) => broadcastID === broadcast.id && attempts === 0)
      : undefined;
    if (twin && (await tellWithin(scope, twin, { message, broadcast, day }))) within.push(message.id);
    else alone.push(message.id);
    told.set(to, `${told.get(to) ?? ''}${message.billIDs}`);
  }
  return { moved: await setNumber(scope, alone, to), within };
}

/** `moved`: go to the right number now. `leftOut`: nobody is to be told of them there, or was already. */
export type Readdressed = { moved: number; leftOut: number; onTheirWay: number };

/** Those that go on in their own broadcasts; the others are for whoever sends anew. */
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
  const within: number[] = [];
  for (const [broadcastID, list] of Map.groupBy(messages, (message) => message.broadcastID)) {
    const broadcast = broadcasts.get(broadcastID);
    if (!broadcast) continue;
    const part = await moveOfBroadcast(scope, broadcast, { messages: list, to, bills, today, twins });
    moved.push(...part.moved);
    within.push(...part.within);
  }
  await skipMessages(scope, within, { reason: numberChanged, now });
  return new Set([...moved, ...within]);
}

/** In the caller's transaction, below the campus lock, after the bills have their right number. */
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
  // What a family is told at the right number already speaks of those, too, that have it from now on.
  const there = aboutBills(await listWaitingFor(scope, to), bills);
  const { skipped, moved } = await skipOvertaken(scope, [...rest, ...there], { now, optedOut });
  const others = moved.filter(({ number }) => number === from);
  const instead = await sendToCorrected(scope, others, { now, optedOut, skipped });
  const followed = new Set(instead.of);
  const onTheirWay = aboutBills(await listOnTheirWay(scope, from), bills).length;
  const notTold = [...skipped.keys()].filter((id) => !followed.has(id)).length;
  return {
    moved: gone.size + instead.sent,
    leftOut: ofNoBill.length + notTold + instead.left.length,
    onTheirWay,
  };
}

/** The same backwards: what the correction had skipped since then waits again. */
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
