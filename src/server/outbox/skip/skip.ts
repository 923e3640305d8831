/** Reconciliation: waiting messages are skipped or rewritten when their bills have changed. */

import { placeholdersIn } from '#shared/messages/placeholders.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { coverOf } from '#shared/money/credit.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { mapOwnCredit, withBillsOfChildren } from '../../ledger/credits/credits.ts';
import { gather, partsOf } from '../../platform/db/long-lists.ts';
import { linkIn } from '../../recipients/links/links-rules.ts';
import { findFillable, mapReceiptPayments } from '../../recipients/recipients.ts';
import {
  documentMediaFor,
  onDay,
  reasonNotToSend,
  type Wording,
  wordsFor,
} from '../../recipients/recipients-rules.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { runYielding, stepsOf } from '../../yielding.ts';
import { reopenBroadcasts } from '../broadcasts/broadcasts-queries.ts';
import { aboutBills, billIDsOf, type MessageText, type WaitingMessage } from '../model.ts';
import {
  listBillStatus,
  listBroadcastsByID,
  listClaimedAbout,
  listTexts,
  listWaitingAbout,
  rewriteMessages,
  skipMessages,
  takeBackClaimed,
} from './skip-queries.ts';
import {
  type About,
  type BillState,
  billsToName,
  dayOfText,
  decideMessage,
  isOnlyAbout,
  movedTo,
} from './skip-rules.ts';

/** Returns the current state of the bills of these messages. Deleted bills are missing from it. */
export async function listBillsNow(
  scope: Scope,
  messages: readonly Pick<WaitingMessage, 'billIDs'>[],
): Promise<Map<number, BillState & { groupID: number }>> {
  const billIDs = [...new Set(messages.flatMap(billIDsOf))];
  const bills = await gather(partsOf(billIDs), (part) => listBillStatus(scope, part));
  const own = await mapOwnCredit(scope, bills.filter(isOpen));
  return new Map(bills.map(({ id, ...bill }) => [id, { ...bill, covered: coverOf(own.get(id), id) }]));
}

/**
 * A message that may be sent, with the bills in its text. `names` are the bills to store. `day` is the day of its
 * values, in the time zone of the campus.
 */
export type Refill = {
  message: MessageText;
  wording: Wording;
  billIDs: readonly number[];
  names: string;
  day: string;
};

/**
 * Fills the texts of these messages again from their bills as they are now. Returns the texts that have changed, and in
 * `unsendable`, by message id, why a text cannot be sent. Takes at most a few thousand messages. Fails when a bill is
 * deleted.
 */
export async function refillTexts(
  scope: Scope,
  refills: readonly Refill[],
): Promise<{ rewritten: MessageText[]; unsendable: Map<number, Reason> }> {
  const [first] = refills;
  // Without a message there is no day for the values.
  if (!first) return { rewritten: [], unsendable: new Map() };
  const ids = [...new Set(refills.flatMap(({ billIDs }) => billIDs))];
  const withHeads = refills.some(({ wording }) => placeholdersIn(wording.text).includes('heads'));
  const found = await findFillable(scope, ids, { day: first.day, withHeads });
  const bills = new Map(found.map((bill) => [bill.billID, bill]));
  const rewritten: MessageText[] = [];
  const unsendable = new Map<number, Reason>();
  const refillOne = ({ message, wording, billIDs, names, day }: Refill): void => {
    const about = billIDs.flatMap((id) => bills.get(id) ?? []).map((bill) => onDay(day, scope.campus, bill));
    const words = wordsFor(wording, about, linkIn(message.text));
    const reason = reasonNotToSend(wording, words, about);
    const media = documentMediaFor(wording, about) ?? message.media;
    const refilled = {
      id: message.id,
      text: words.text,
      params: words.params ?? null,
      billIDs: names,
      media,
    };
    const isSame =
      refilled.text === message.text &&
      refilled.params === message.params &&
      names === message.billIDs &&
      media === message.media;
    if (reason !== undefined) unsendable.set(message.id, reason);
    else if (!isSame) rewritten.push(refilled);
  };
  await runYielding(stepsOf(refills, refillOne));
  return { rewritten, unsendable };
}

type TextToRefill = { id: number; wording: Wording; billIDs: readonly number[]; day: string };

/**
 * Rewrites waiting messages. Returns why some of them cannot be sent. Each message keeps its list of bills, because a
 * paid bill may become unpaid again.
 */
async function rewrite(scope: Scope, toRefill: readonly TextToRefill[]): Promise<Map<number, Reason>> {
  const ids = toRefill.map(({ id }) => id);
  const texts = new Map((await listTexts(scope, ids)).map((message) => [message.id, message]));
  const refills = toRefill.flatMap(({ id, ...what }) => {
    const message = texts.get(id);
    return message ? [{ ...what, message, names: message.billIDs }] : [];
  });
  const { rewritten, unsendable } = await refillTexts(scope, refills);
  await rewriteMessages(scope, rewritten);
  return unsendable;
}

type SkipMoment = { now: string; optedOut: ReadonlySet<string> };

/**
 * `skipped` has the reason by message id. `moved` are the messages with a bill that now has another number, whether
 * they were skipped or not.
 */
export type SkipResult = { skipped: Map<number, Reason>; moved: WaitingMessage[] };

/** Returns the broadcasts of these messages, by id. */
export async function mapBroadcasts(scope: Scope, messages: readonly Pick<WaitingMessage, 'broadcastID'>[]) {
  const broadcastIDs = [...new Set(messages.map(({ broadcastID }) => broadcastID))];
  const broadcasts = await gather(partsOf(broadcastIDs), (part) => listBroadcastsByID(scope, part));
  const payments = await mapReceiptPayments(
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

/** Does the work of `skipOutdated` for a few thousand messages. */
async function skipOutdatedPart(
  scope: Scope,
  messages: readonly WaitingMessage[],
  { now, optedOut }: SkipMoment,
): Promise<SkipResult> {
  const bills = await listBillsNow(scope, messages);
  const broadcasts = await mapBroadcasts(scope, messages);
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const skipped = new Map<number, Reason>();
  const toRefill: TextToRefill[] = [];
  for (const message of messages) {
    const broadcast = broadcasts.get(message.broadcastID);
    if (!broadcast) continue;
    const { id } = message;
    const day = dayOfText(broadcast, today);
    const decision = decideMessage(message, broadcast, {
      bills,
      today,
      dueFrom: inTimeFrom(day, scope.campus),
    });
    const billIDs = billsToName(message, broadcast, decision);
    if (optedOut.has(message.number) && broadcast.kind !== 'notice') skipped.set(id, makeReason('optedOut'));
    else if (decision.kind === 'skip') skipped.set(id, decision.reason);
    else if (billIDs.length > 0) toRefill.push({ id, wording: broadcast.wording, billIDs, day });
  }
  for (const [id, reason] of await rewrite(scope, toRefill)) skipped.set(id, reason);
  for (const [reason, rows] of Map.groupBy(skipped, ([, reason]) => reason)) {
    const ids = rows.map(([id]) => id);
    await gather(partsOf(ids), async (part) => [await skipMessages(scope, part, { reason, now })]);
  }
  return { skipped, moved: messages.filter((message) => movedTo(message, bills).size > 0) };
}

/**
 * Skips messages to numbers that have opted out, and messages without a bill to write about: the bills are deleted, or
 * the message is a reminder and they are paid. Rewrites the other texts if their bills have changed. Runs in the
 * transaction of the caller.
 */
export async function skipOutdated(
  scope: Scope,
  messages: readonly WaitingMessage[],
  moment: SkipMoment,
): Promise<SkipResult> {
  const parts = await gather(partsOf(messages), async (part) => [
    await skipOutdatedPart(scope, part, moment),
  ]);
  return {
    skipped: new Map(parts.flatMap(({ skipped }) => [...skipped])),
    moved: parts.flatMap(({ moved }) => moved),
  };
}

const noNumbers: ReadonlySet<string> = new Set();

/**
 * A claimed message may wait some seconds for its slot or its document. If its bills change during that time, it is
 * queued again, so that it is skipped or rewritten like the others. Its worker then finds that the claim is gone and
 * does not send it.
 */
async function takeBack(
  scope: Scope,
  claimed: readonly Pick<WaitingMessage, 'id'>[],
  now: string,
): Promise<void> {
  if (claimed.length === 0) return;
  const ids = claimed.map(({ id }) => id);
  const broadcastIDs = await gather(partsOf(ids), (part) => takeBackClaimed(scope, part, now));
  await reopenBroadcasts(scope, [...new Set(broadcastIDs)], now);
}

/**
 * Updates waiting messages about this billing or bill after it was changed or deleted. They are skipped when no bill is
 * left, otherwise rewritten. Runs in the transaction of the caller, after the change.
 */
export async function reconcileMessagesAbout(scope: Scope, about: About, now: string): Promise<void> {
  await lockOutbox(scope);
  await takeBack(scope, await listClaimedAbout(scope, about), now);
  await skipOutdated(scope, await listWaitingAbout(scope, about), { now, optedOut: noNumbers });
}

/** For more bills than this, all waiting messages are read at once. */
const mostSearchedAlone = 3;

/**
 * Does the same for many bills, and for the other open bills of their children. Their phone numbers must not have changed, so it reads only messages that depend on
 * other values of a bill.
 */
export async function reconcileMessagesOfBills(
  scope: Scope,
  billIDs: ReadonlySet<number>,
  now: string,
): Promise<void> {
  if (billIDs.size === 0) return;
  const changed = await withBillsOfChildren(scope, billIDs);
  await lockOutbox(scope);
  const ids = changed.size > mostSearchedAlone ? [undefined] : [...changed];
  for (const id of ids) {
    const about = { column: 'billIDs', id } as const;
    await takeBack(scope, aboutBills(await listClaimedAbout(scope, about), changed), now);
    const waiting = await listWaitingAbout(scope, about, { byValues: true });
    await skipOutdated(scope, aboutBills(waiting, changed), { now, optedOut: noNumbers });
  }
}

/** Counts the messages that would be skipped if this billing or bill were deleted now. */
export async function countWaiting(scope: Scope, about: About): Promise<{ messages: number }> {
  const waiting = await listWaitingAbout(scope, about);
  const bills = await listBillsNow(scope, waiting);
  return { messages: waiting.filter((message) => isOnlyAbout(message, about, bills)).length };
}

/**
 * Lets messages that were put back be sent again, and skips those that are outdated. A paused broadcast stays paused.
 */
export async function releaseRequeued(
  scope: Scope,
  messages: readonly WaitingMessage[],
  moment: SkipMoment,
): Promise<SkipResult> {
  await reopenBroadcasts(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], moment.now);
  return skipOutdated(scope, messages, moment);
}
