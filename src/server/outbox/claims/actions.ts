/** Claims: takes messages under a lease, and leaves out what was overtaken since it was queued. */
import { addDays, dayIn, instantIn } from '#shared/dates.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Campus, Scope } from '../../auth/scope.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { changeSender, findSender, lockOutbox } from '../../numbers/senders/queries.ts';
import {
  afterServing,
  firstSlot,
  plausibleUntil,
  portfolioOf,
  spacingOf,
} from '../../numbers/senders/rules.ts';
import type { SenderRow } from '../../numbers/tables.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { type DueBroadcast, rescheduleBroadcast } from '../broadcasts/queries.ts';
import { findReach } from '../messaging-limits/actions.ts';
import { recordReached } from '../messaging-limits/queries.ts';
import { type Candidate, type Claimed, storedIDs } from '../model.ts';
import { listBillsNow, refillTexts } from '../skip/actions.ts';
import { rewriteMessages } from '../skip/queries.ts';
import { windowHoursOf } from '../windows/actions.ts';
import {
  findClaimable,
  listLatelyWritten,
  listOptedOutOf,
  listStrangers,
  markSending,
  putOffCandidates,
  skipCandidates,
  takeSequence,
} from './queries.ts';
import {
  type CandidateFacts,
  type ClaimLimits,
  fillTemplate,
  judgeCandidates,
  type Verdict,
} from './rules.ts';

export const later = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** One sender's turn, in one transaction. */
export type Serving = {
  scope: Scope;
  sender: SenderRow;
  broadcast: DueBroadcast;
  template: BroadcastTemplate | undefined;
  campus: Campus;
  now: Date;
  chance: () => number;
  /** For so many hours after a parent wrote the sender's provider takes free text; undefined: always. */
  windowHours: number | undefined;
};

const readTemplate = ({ template }: DueBroadcast): BroadcastTemplate | undefined =>
  template === null ? undefined : (JSON.parse(template) as BroadcastTemplate);

/** What is known now of those behind the candidates. */
async function findCandidateFacts(
  serving: Serving,
  candidates: readonly Candidate[],
): Promise<CandidateFacts> {
  const { scope, sender, broadcast, campus, now } = serving;
  const numbers = [...new Set(candidates.map(({ number }) => number))];
  const { pairSeconds, newPerDay } = sender;
  const isToMany = broadcast.kind === 'run';
  const written = pairSeconds
    ? await listLatelyWritten(scope, {
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
      isNotice: broadcast.kind === 'notice',
    },
    bills: await listBillsNow(scope, candidates),
    today: dayIn(campus.timeZone, now),
    optedOut: await listOptedOutOf(scope, numbers),
    freeAt: new Map(Array.from(written, ([number, at]) => [number, later(new Date(at), pairSeconds ?? 0)])),
    strangers: isToMany && newPerDay !== null ? await listStrangers(scope, numbers) : undefined,
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
    strangersLeft: Math.max(0, most - (newDay === today ? newCount : 0)),
    mostStrangers: most,
    tomorrow: instantIn(campus.timeZone, `${addDays(today, 1)}T00:00`).toISOString(),
    pairUntil: pairSeconds ? later(now, pairSeconds) : '',
  };
}

/** Writes texts anew; answers the verdict with what those that go say now, and without those that cannot be sent so. */
async function rewriteTexts({ scope, broadcast, template }: Serving, verdict: Verdict): Promise<Verdict> {
  if (verdict.rewrite.length === 0) return verdict;
  const wording = { text: broadcast.text, isByTemplate: template !== undefined };
  const { anew, unfit } = await refillTexts(
    scope,
    verdict.rewrite.map(({ message, left }) => ({
      message,
      wording,
      billIDs: left,
      names: storedIDs(left),
    })),
  );
  await rewriteMessages(scope, anew);
  const texts = new Map(anew.map((text) => [text.id, text]));
  return {
    ...verdict,
    go: verdict.go
      .filter(({ id }) => !unfit.has(id))
      .map((message) => ({ ...message, ...texts.get(message.id) })),
    skipped: [...verdict.skipped, ...Array.from(unfit, ([id, reason]) => ({ id, reason }))],
  };
}

/** Writes down what was judged of those that do not go, or not as they are; answers the verdict that came of it. */
async function storeVerdict(serving: Serving, judged: Verdict): Promise<Verdict> {
  const { scope, now } = serving;
  const verdict = await rewriteTexts(serving, judged);
  await skipCandidates(scope.db, verdict.skipped, now.toISOString());
  await putOffCandidates(scope.db, verdict.putOff);
  return verdict;
}

/** The sender's counters after this turn. */
async function updateSenderCounters(
  { scope, sender, broadcast, campus, now, chance }: Serving,
  sent: readonly Claimed[],
  known: CandidateFacts,
) {
  const served = { count: sent.length, kind: broadcast.kind, now, chance };
  const met = new Set(sent.map(({ number }) => number).filter((number) => known.strangers?.has(number)));
  const today = dayIn(campus.timeZone, now);
  const newCount = (sender.newDay === today ? sender.newCount : 0) + met.size;
  await changeSender(scope.db, sender.id, {
    servedAt: now.toISOString(),
    ...afterServing(sender, served),
    ...(known.strangers ? { newDay: today, newCount } : {}),
  });
}

/** `most`: how many may go now. */
export type ClaimTerms = { leaseUntil: string; most: number };

/**
 * Judges these messages and marks as being sent what may go, its place in the limit taken, before anybody is called.
 */
export async function claimCandidates(
  serving: Serving,
  candidates: readonly Candidate[],
  { leaseUntil, most }: ClaimTerms,
) {
  const { scope, sender, template, now } = serving;
  const at = now.toISOString();
  const known = await findCandidateFacts(serving, candidates);
  const verdict = await storeVerdict(serving, judgeCandidates(candidates, known, limitsOf(serving, most)));
  const before = await takeSequence(scope.db, serving.broadcast.id, verdict.go.length);
  const chosen = verdict.go.map(({ id }, index) => ({ id, sequence: before + index + 1 }));
  const marked = await markSending(scope.db, chosen, { now: at, leaseUntil });
  const sequences = new Map(chosen.map(({ id, sequence }) => [id, sequence]));
  const spacing = spacingOf(sender, now);
  const first = firstSlot(sender, now);
  const isOutside = ({ number }: Candidate) => known.open?.has(number) === false;
  const claimed = verdict.go
    .filter(({ id }) => marked.has(id))
    .map(
      (message, index): Claimed => ({
        ...message,
        attempts: message.attempts + 1,
        leaseUntil,
        startedAt: at,
        sequence: sequences.get(message.id) ?? 0,
        goAt: first + index * spacing,
        spacing,
        ...(template && isOutside(message) ? { template: fillTemplate(template, message) } : {}),
      }),
    );
  // Also where no limit is told: it may be told within the day for which they count.
  const numbers = claimed.filter(isOutside).map(({ number }) => number);
  await recordReached(scope.db, portfolioOf(sender), { numbers, at });
  await updateSenderCounters(serving, claimed, known);
  return { claimed, verdict };
}

export type ClaimMoment = Pick<Serving, 'now' | 'chance'> & Pick<Deps, 'providers'>;

export const servingOf = (
  { providers, now, chance }: ClaimMoment,
  about: Pick<Serving, 'scope' | 'sender' | 'broadcast' | 'campus'>,
): Serving => ({
  ...about,
  now,
  chance,
  template: readTemplate(about.broadcast),
  windowHours: windowHoursOf({ providers }, about.sender),
});

/** `left`: why it does not go now, or not at all. */
export type ManualClaim = { claimed: Claimed } | { left: Reason };

/**
 * Claims this one message for a person who sends it, whatever the pace and the hour; undefined when it does not wait.
 * Its broadcast is done with the last that waits.
 */
export async function claimManually(
  { now, providers, store, runtime }: Pick<Deps, 'now' | 'providers' | 'store' | 'runtime'>,
  scope: Scope,
  { messageID, leaseSeconds: seconds }: { messageID: number; leaseSeconds: number },
): Promise<ManualClaim | undefined> {
  const taken = await inTransaction(scope, async (scope): Promise<ManualClaim | undefined> => {
    await lockOutbox(scope);
    const sender = await findSender(scope);
    const waiting = await findClaimable(scope, messageID);
    const isHeld = sender !== undefined && (sender.copiedAt ?? sender.suspendedAt) !== null;
    if (!sender || isHeld || !waiting) return undefined;
    const { broadcast, candidate } = waiting;
    const moment = { now: now(), chance: runtime.random, providers };
    const serving = servingOf(moment, { scope, sender, broadcast, campus: scope.campus });
    const { claimed, verdict } = await claimCandidates(serving, [candidate], {
      leaseUntil: later(moment.now, seconds),
      most: 1,
    });
    await rescheduleBroadcast(scope.db, broadcast.id);
    const [one] = claimed;
    if (one) return { claimed: one };
    const [why] = [...verdict.skipped, ...verdict.putOff];
    return why && { left: why.reason };
  });
  if (taken && 'claimed' in taken) store.whereabouts.note(taken.claimed);
  return taken;
}
