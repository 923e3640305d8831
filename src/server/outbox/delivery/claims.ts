/** Claims messages under a lease, and skips those that became outdated after they were queued. */

import { placeholdersIn } from '#shared/messages/placeholders.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { addDays, dayIn, instantIn } from '#shared/time/dates.ts';
import { findCampus } from '../../auth/auth-queries.ts';
import type { Campus, Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { tokensOf } from '../../recipients/links/links.ts';
import { withToken } from '../../recipients/links/links-rules.ts';
import { mapReceiptPayments } from '../../recipients/recipients.ts';
import type { ReceiptPayment } from '../../recipients/recipients-rules.ts';
import { changeSender, findSender, lockOutbox } from '../../senders/settings/settings-queries.ts';
import {
  afterServing,
  firstSlot,
  plausibleUntil,
  portfolioOf,
  spacingOf,
} from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { type DueBroadcast, rescheduleBroadcast } from '../broadcasts/broadcasts-queries.ts';
import { findReach } from '../limits/messaging-limits.ts';
import { recordReached } from '../limits/messaging-limits-queries.ts';
import { mapPromised } from '../limits/promised-queries.ts';
import { windowHoursOf } from '../limits/windows.ts';
import { type Candidate, type Claimed, storedIDs } from '../model.ts';
import { listBillsNow, refillTexts } from '../skip/skip.ts';
import { rewriteMessages } from '../skip/skip-queries.ts';
import { reminderAudiences } from '../skip/skip-rules.ts';
import {
  findClaimable,
  listNewNumbers,
  listOptedOutOf,
  listRecentlyWritten,
  markSending,
  putOffCandidates,
  skipCandidates,
  takeSequence,
} from './claims-queries.ts';
import {
  type CandidateFacts,
  type CandidateSelection,
  type ClaimLimits,
  fillTemplate,
  judgeCandidates,
} from './claims-rules.ts';

export const later = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** One turn of a sender, in one transaction. */
export type Serving = {
  scope: Scope;
  sender: SenderRow;
  broadcast: DueBroadcast;
  template: BroadcastTemplate | undefined;
  campus: Campus;
  now: Date;
  runtime: Pick<Deps['runtime'], 'random' | 'randomBytes'>;
  /** For how many hours after a parent's message the provider takes free text. Undefined means always. */
  windowHours: number | undefined;
};

const readTemplate = ({ template }: DueBroadcast): BroadcastTemplate | undefined =>
  template === null ? undefined : (JSON.parse(template) as BroadcastTemplate);

/** Returns the payment that this broadcast is the receipt for. */
const findReceiptPayment = async ({ scope, broadcast: { paymentID } }: Serving) =>
  paymentID === null ? undefined : (await mapReceiptPayments(scope, [paymentID])).get(paymentID);

/**
 * Tells whether a broadcast is an automatic or planned reminder. Only such reminders are held back by a promise to pay;
 * a reminder that a person sends immediately goes to all families.
 */
const isReminder = ({ kind, audience, paymentID, startAt, createdBy }: DueBroadcast): boolean =>
  kind === 'run' &&
  paymentID === null &&
  reminderAudiences.includes(audience) &&
  (startAt !== null || createdBy === '');

/** Collects the current facts about the recipients of the candidates for the rules. */
async function findCandidateFacts(
  serving: Serving,
  candidates: readonly Candidate[],
  isManual: boolean,
): Promise<CandidateFacts> {
  const { scope, sender, broadcast, campus, now } = serving;
  const numbers = [...new Set(candidates.map(({ number }) => number))];
  const { pairSeconds, newPerDay } = sender;
  const today = dayIn(campus.timeZone, now);
  const isToMany = broadcast.kind === 'run';
  const written = pairSeconds
    ? await listRecentlyWritten(scope, {
        numbers,
        since: later(now, -pairSeconds),
        now: now.toISOString(),
        latest: plausibleUntil(now).toISOString(),
      })
    : new Map<string, string>();
  return {
    broadcast: {
      ...broadcast,
      day: dayIn(campus.timeZone, new Date(broadcast.createdAt)),
      begins: dayIn(campus.timeZone, new Date(broadcast.startAt ?? broadcast.createdAt)),
      isNotice: broadcast.kind === 'notice',
      payment: await findReceiptPayment(serving),
    },
    bills: await listBillsNow(scope, candidates),
    today,
    dueFrom: inTimeFrom(today, campus),
    optedOut: await listOptedOutOf(scope, numbers),
    promised: !isManual && isReminder(broadcast) ? await mapPromised(scope, today) : new Map(),
    freeAt: new Map(Array.from(written, ([number, at]) => [number, later(new Date(at), pairSeconds ?? 0)])),
    newNumbers: isToMany && newPerDay !== null ? await listNewNumbers(scope, numbers) : undefined,
    hasTemplate: serving.template !== undefined,
    ...(await findReach(serving, numbers)),
  };
}

function limitsOf({ sender, campus, now }: Serving, allowed: number): ClaimLimits {
  const { newPerDay, pairSeconds, newDay, newCount } = sender;
  const today = dayIn(campus.timeZone, now);
  const most = newPerDay ?? 0;
  return {
    most: allowed,
    newNumbersLeft: Math.max(0, most - (newDay === today ? newCount : 0)),
    newNumbersPerDay: most,
    tomorrow: instantIn(campus.timeZone, `${addDays(today, 1)}T00:00`).toISOString(),
    pairUntil: pairSeconds ? later(now, pairSeconds) : '',
  };
}

/**
 * Rewrites the texts that are out of date. Returns the verdict with the new texts, and skips the messages that cannot
 * be rewritten.
 */
async function rewriteTexts(
  { scope, broadcast, template, campus, now }: Serving,
  selection: CandidateSelection,
  payment: ReceiptPayment | undefined,
): Promise<CandidateSelection> {
  if (selection.rewrite.length === 0) return selection;
  const { text, media } = broadcast;
  const wording = { text, media, isByTemplate: template !== undefined, payment };
  const day = dayIn(campus.timeZone, now);
  const { rewritten, unsendable } = await refillTexts(
    scope,
    selection.rewrite.map(({ message, left }) => ({
      message,
      wording,
      billIDs: left,
      names: storedIDs(left),
      day,
    })),
  );
  await rewriteMessages(scope, rewritten);
  const texts = new Map(rewritten.map((text) => [text.id, text]));
  return {
    ...selection,
    go: selection.go
      .filter(({ id }) => !unsendable.has(id))
      .map((message) => ({ ...message, ...texts.get(message.id) })),
    skipped: [...selection.skipped, ...Array.from(unsendable, ([id, reason]) => ({ id, reason }))],
  };
}

/**
 * Replaces the link in each text by the current link of its number. Since the text was written, the number may have
 * been corrected or the link revoked.
 */
async function relinkTexts(
  { scope, broadcast, now, runtime }: Serving,
  selection: CandidateSelection,
): Promise<CandidateSelection> {
  if (!placeholdersIn(broadcast.text).includes('link')) return selection;
  const numbers = selection.go.map(({ number }) => number);
  const tokens = await tokensOf(scope, { now, runtime }, numbers);
  const go = selection.go.map((message) => withToken(message, tokens.get(message.number)));
  await rewriteMessages(
    scope,
    go.filter((message, at) => message !== selection.go[at]),
  );
  return { ...selection, go };
}

/** Stores the verdict for messages that are skipped, postponed or rewritten. Returns the verdict that results. */
async function storeSelection(
  serving: Serving,
  judged: CandidateSelection,
  { broadcast: { payment } }: CandidateFacts,
): Promise<CandidateSelection> {
  const { scope, now } = serving;
  const selection = await relinkTexts(serving, await rewriteTexts(serving, judged, payment));
  await skipCandidates(scope.db, selection.skipped, now.toISOString());
  await putOffCandidates(scope.db, selection.putOff);
  return selection;
}

/** Updates the counters of the sender after this turn. */
async function updateSenderCounters(
  { scope, sender, broadcast, campus, now, runtime }: Serving,
  sent: readonly Claimed[],
  facts: CandidateFacts,
) {
  const served = { count: sent.length, kind: broadcast.kind, now, chance: runtime.random };
  const met = new Set(sent.map(({ number }) => number).filter((number) => facts.newNumbers?.has(number)));
  const today = dayIn(campus.timeZone, now);
  const newCount = (sender.newDay === today ? sender.newCount : 0) + met.size;
  await changeSender(scope.db, sender.id, {
    servedAt: now.toISOString(),
    ...afterServing(sender, served),
    ...(facts.newNumbers ? { newDay: today, newCount } : {}),
  });
}

/**
 * `most` is how many messages may be sent now. With `isManual` a person sends the message, so it counts as handed over
 * when it is claimed.
 */
export type ClaimTerms = { leaseUntil: string; most: number; isManual?: boolean };

/**
 * Judges these messages and marks those that may be sent as being sent. It also reserves their slots in the rate limit
 * before any call to the provider.
 */
export async function claimCandidates(
  serving: Serving,
  candidates: readonly Candidate[],
  { leaseUntil, most, isManual = false }: ClaimTerms,
) {
  const { scope, sender, template, now } = serving;
  const at = now.toISOString();
  const facts = await findCandidateFacts(serving, candidates, isManual);
  const judged = judgeCandidates(candidates, facts, limitsOf(serving, most));
  const selection = await storeSelection(serving, judged, facts);
  const before = await takeSequence(scope.db, serving.broadcast.id, selection.go.length);
  const chosen = selection.go.map(({ id }, index) => ({ id, sequence: before + index + 1 }));
  const handedOverAt = isManual ? at : null;
  const marked = await markSending(scope.db, chosen, { now: at, leaseUntil, handedOverAt });
  const sequences = new Map(chosen.map(({ id, sequence }) => [id, sequence]));
  const spacing = spacingOf(sender, now);
  const first = firstSlot(sender, now);
  const isOutside = ({ number }: Candidate) => facts.open?.has(number) === false;
  const claimed = selection.go
    .filter(({ id }) => marked.has(id))
    .map(
      (message, index): Claimed => ({
        ...message,
        attempts: message.attempts + 1,
        leaseUntil,
        startedAt: at,
        sequence: sequences.get(message.id) ?? 0,
        paymentID: serving.broadcast.paymentID,
        goAt: first + index * spacing,
        spacing,
        ...(template && isOutside(message) ? { template: fillTemplate(template, message) } : {}),
      }),
    );
  // Recipients are recorded even when no messaging limit is known yet. The limit may become known during the day for
  // which they count.
  const numbers = claimed.filter(isOutside).map(({ number }) => number);
  await recordReached(scope.db, portfolioOf(sender), { numbers, at });
  await updateSenderCounters(serving, claimed, facts);
  return { claimed, selection };
}

export type ClaimMoment = Pick<Serving, 'now' | 'runtime'> & Pick<Deps, 'providers'>;

export const servingOf = (
  { providers, now, runtime }: ClaimMoment,
  about: Pick<Serving, 'scope' | 'sender' | 'broadcast' | 'campus'>,
): Serving => ({
  ...about,
  now,
  runtime,
  template: readTemplate(about.broadcast),
  windowHours: windowHoursOf({ providers }, about.sender),
});

/** `left` is the reason why the message is not sent now, or not at all. */
export type ManualClaim = { claimed: Claimed } | { left: Reason };

/**
 * Claims this message for a person who sends it herself. The pace and the quiet hours do not apply to her. Returns
 * undefined when the message does not wait. After the last waiting message the broadcast is done.
 */
export async function claimManually(
  { now, providers, store, runtime }: Pick<Deps, 'now' | 'providers' | 'store' | 'runtime'>,
  scope: Scope,
  { messageID, leaseSeconds: seconds }: { messageID: number; leaseSeconds: number },
): Promise<ManualClaim | undefined> {
  const taken = await inTransaction(scope, async (callerScope): Promise<ManualClaim | undefined> => {
    await lockOutbox(callerScope);
    // The due rules of the campus may have changed while this transaction waited for the lock.
    const campus = await findCampus(callerScope.db, callerScope.campusID);
    const scope = { ...callerScope, campus };
    const sender = await findSender(scope);
    const waiting = await findClaimable(scope, messageID);
    const isHeld = sender !== undefined && (sender.copiedAt ?? sender.suspendedAt) !== null;
    if (!sender || isHeld || !waiting) return undefined;
    const { broadcast, candidate } = waiting;
    const moment = { now: now(), runtime, providers };
    const serving = servingOf(moment, { scope, sender, broadcast, campus });
    const { claimed, selection } = await claimCandidates(serving, [candidate], {
      leaseUntil: later(moment.now, seconds),
      most: 1,
      isManual: true,
    });
    await rescheduleBroadcast(scope.db, broadcast.id);
    const [one] = claimed;
    if (one) return { claimed: one };
    const [why] = [...selection.skipped, ...selection.putOff];
    return why && { left: why.reason };
  });
  if (taken && 'claimed' in taken) store.identity.note(taken.claimed);
  return taken;
}
