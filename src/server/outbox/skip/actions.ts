/** Reconciliation: what waits is skipped or written anew when the bills that it speaks of have changed. */

import { dayIn } from '#shared/dates.ts';
import { inTimeFrom } from '#shared/payable.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, partsOf } from '../../db/long-lists.ts';
import { lockOutbox } from '../../numbers/senders/queries.ts';
import { findFillable, mapToldPayments } from '../../recipients/actions.ts';
import { linkIn } from '../../recipients/links/rules.ts';
import { namePaper, onDay, type Wording, whyUnfit, wordsFor } from '../../recipients/rules.ts';
import { runYielding, stepsOf } from '../../yielding.ts';
import { reopenBroadcasts } from '../broadcasts/queries.ts';
import { aboutBills, billIDsOf, type MessageText, type WaitingMessage } from '../model.ts';
import {
  listBillStatus,
  listBroadcastsByID,
  listTexts,
  listWaitingAbout,
  rewriteMessages,
  skipMessages,
} from './queries.ts';
import { type About, type BillState, billsToName, dayToTell, fateOf, isOnlyAbout, movedTo } from './rules.ts';

/** What has become of the bills that these messages speak of; those that are gone are not in it. */
export async function listBillsNow(
  scope: Scope,
  messages: readonly Pick<WaitingMessage, 'billIDs'>[],
): Promise<Map<number, BillState & { groupID: number }>> {
  const billIDs = [...new Set(messages.flatMap(billIDsOf))];
  const bills = await gather(partsOf(billIDs), (part) => listBillStatus(scope, part));
  return new Map(bills.map(({ id, ...bill }) => [id, bill]));
}

/** A message that may go, and what it is to say of which bills on which day, in the campus. */
export type Refill = {
  message: MessageText;
  wording: Wording;
  billIDs: readonly number[];
  names: string;
  day: string;
};

/**
 * What these would say of their bills as they are now, where that is not what they say; `unfit`: why some cannot be
 * sent so, by id. At most a few thousand at once. Fails when a bill is gone.
 */
export async function refillTexts(
  scope: Scope,
  tellings: readonly Refill[],
): Promise<{ anew: MessageText[]; unfit: Map<number, Reason> }> {
  const [first] = tellings;
  // Nothing names a day then.
  if (!first) return { anew: [], unfit: new Map() };
  const ids = [...new Set(tellings.flatMap(({ billIDs }) => billIDs))];
  const withHeads = tellings.some(({ wording }) => placeholdersIn(wording.text).includes('heads'));
  const found = await findFillable(scope, ids, { day: first.day, withHeads });
  const bills = new Map(found.map((bill) => [bill.billID, bill]));
  const anew: MessageText[] = [];
  const unfit = new Map<number, Reason>();
  const tell = ({ message, wording, billIDs, names, day }: Refill): void => {
    const about = billIDs
      .flatMap((id) => bills.get(id) ?? [])
      .map((bill) => onDay(inTimeFrom(day, scope.campus), bill));
    const words = wordsFor(wording, about, linkIn(message.text));
    const reason = whyUnfit(wording, words);
    const media = namePaper(wording, about) ?? message.media;
    const told = { id: message.id, text: words.text, params: words.params ?? null, billIDs: names, media };
    const isSame =
      told.text === message.text &&
      told.params === message.params &&
      names === message.billIDs &&
      media === message.media;
    if (reason !== undefined) unfit.set(message.id, reason);
    else if (!isSame) anew.push(told);
  };
  await runYielding(stepsOf(tellings, tell));
  return { anew, unfit };
}

type TextToRefill = { id: number; wording: Wording; billIDs: readonly number[]; day: string };

/** Writes anew what waits; answers why some of it cannot be sent so. They still name those bills that may come back. */
async function rewrite(scope: Scope, speaking: readonly TextToRefill[]): Promise<Map<number, Reason>> {
  const ids = speaking.map(({ id }) => id);
  const told = new Map((await listTexts(scope, ids)).map((message) => [message.id, message]));
  const tellings = speaking.flatMap(({ id, ...what }) => {
    const message = told.get(id);
    return message ? [{ ...what, message, names: message.billIDs }] : [];
  });
  const { anew, unfit } = await refillTexts(scope, tellings);
  await rewriteMessages(scope, anew);
  return unfit;
}

type SkipMoment = { now: string; optedOut: ReadonlySet<string> };

/** `skipped`: why, by id. `moved`: those of which a bill has another number by now, whatever became of them. */
export type SkipResult = { skipped: Map<number, Reason>; moved: WaitingMessage[] };

/** What the broadcasts of these messages were for, by their ids. */
export async function mapBroadcasts(scope: Scope, messages: readonly Pick<WaitingMessage, 'broadcastID'>[]) {
  const broadcastIDs = [...new Set(messages.map(({ broadcastID }) => broadcastID))];
  const broadcasts = await gather(partsOf(broadcastIDs), (part) => listBroadcastsByID(scope, part));
  const payments = await mapToldPayments(
    scope,
    broadcasts.flatMap(({ paymentID }) => paymentID ?? []),
  );
  return new Map(
    broadcasts.map((broadcast) => {
      const { createdAt, startAt, text, media, template, paymentID } = broadcast;
      const payment = payments.get(paymentID ?? 0);
      const dayOf = (instant: string): string => dayIn(scope.campus.timeZone, new Date(instant));
      const wording = { text, media, isByTemplate: template !== null, payment };
      return [
        broadcast.id,
        { ...broadcast, day: dayOf(createdAt), begins: dayOf(startAt ?? createdAt), wording, payment },
      ];
    }),
  );
}

/** The same as `skipOvertaken`, of a few thousand messages. */
async function skipOvertakenPart(
  scope: Scope,
  messages: readonly WaitingMessage[],
  { now, optedOut }: SkipMoment,
): Promise<SkipResult> {
  const bills = await listBillsNow(scope, messages);
  const broadcasts = await mapBroadcasts(scope, messages);
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const skipped = new Map<number, Reason>();
  const speaking: TextToRefill[] = [];
  for (const message of messages) {
    const broadcast = broadcasts.get(message.broadcastID);
    if (!broadcast) continue;
    const { id } = message;
    const day = dayToTell(broadcast, today);
    const fate = fateOf(message, broadcast, { bills, today, dueFrom: inTimeFrom(day, scope.campus) });
    const billIDs = billsToName(message, broadcast, fate);
    if (optedOut.has(message.number) && broadcast.kind !== 'notice') skipped.set(id, reasonOf('optedOut'));
    else if (fate.kind === 'skip') skipped.set(id, fate.reason);
    else if (billIDs.length > 0) speaking.push({ id, wording: broadcast.wording, billIDs, day });
  }
  for (const [id, reason] of await rewrite(scope, speaking)) skipped.set(id, reason);
  for (const [reason, rows] of Map.groupBy(skipped, ([, reason]) => reason)) {
    const ids = rows.map(([id]) => id);
    await gather(partsOf(ids), async (part) => [await skipMessages(scope, part, { reason, now })]);
  }
  return { skipped, moved: messages.filter((message) => movedTo(message, bills).size > 0) };
}

/**
 * Of messages that wait or are to go again, skips those whose number asked for none, and those with nothing left to
 * speak of: their bills are gone, or paid where they were reminders. What the others say of their bills is written anew
 * where those have changed. In the caller's transaction.
 */
export async function skipOvertaken(
  scope: Scope,
  messages: readonly WaitingMessage[],
  moment: SkipMoment,
): Promise<SkipResult> {
  const parts = await gather(partsOf(messages), async (part) => [
    await skipOvertakenPart(scope, part, moment),
  ]);
  return {
    skipped: new Map(parts.flatMap(({ skipped }) => [...skipped])),
    moved: parts.flatMap(({ moved }) => moved),
  };
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Sees to what waits about this group or bill now that it is gone or another one: skipped where it has nothing left to
 * speak of, written anew where it says what was. In the caller's transaction, after the change.
 */
export async function reconcileMessagesAbout(scope: Scope, about: About, now: string): Promise<void> {
  await lockOutbox(scope);
  await skipOvertaken(scope, await listWaitingAbout(scope, about), { now, optedOut: nobody });
}

/**
 * The same for many bills that have their numbers still: of a message to each of them only the values are looked at.
 */
export async function reconcileMessagesOfBills(
  scope: Scope,
  changed: ReadonlySet<number>,
  now: string,
): Promise<void> {
  const [only, ...others] = changed;
  if (only === undefined) return;
  await lockOutbox(scope);
  const about = { column: 'billIDs', id: others.length === 0 ? only : undefined } as const;
  const waiting = await listWaitingAbout(scope, about, { byValues: true });
  await skipOvertaken(scope, aboutBills(waiting, changed), { now, optedOut: nobody });
}

/** How many messages would be skipped if this billing or bill were removed now. */
export async function countWaiting(scope: Scope, about: About): Promise<{ messages: number }> {
  const waiting = await listWaitingAbout(scope, about);
  const bills = await listBillsNow(scope, waiting);
  return { messages: waiting.filter((message) => isOnlyAbout(message, about, bills)).length };
}

/** Lets messages that were put back go, but for what is overtaken; a paused broadcast stays paused. */
export async function releaseRequeued(
  scope: Scope,
  messages: readonly WaitingMessage[],
  moment: SkipMoment,
): Promise<SkipResult> {
  await reopenBroadcasts(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], moment.now);
  return skipOvertaken(scope, messages, moment);
}
