/** Claims what may be sent now, and leaves out what has been overtaken since it was queued. */
import { addDays, dayIn, instantIn } from '#shared/dates.ts';
import type { Campus, Scope } from '../auth/scope.ts';
import { findReach } from '../budgets/actions.ts';
import { keepReached } from '../budgets/queries.ts';
import type { RunTemplate } from '../db/outbox-tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listBillsNow, tellAnew } from '../recall/actions.ts';
import { rewriteMessages } from '../recall/queries.ts';
import { joined } from '../recall/rules.ts';
import { changeSender, findSender, holdOutbox, type SenderRow } from '../senders/queries.ts';
import { afterServing, firstSlot, portfolioOf, spacingOf } from '../senders/rules.ts';
import type { FilledTemplate } from '../whatsapp/port.ts';
import { windowHoursOf } from '../windows/actions.ts';
import {
  endTurn,
  findWaiting,
  listLatelyWritten,
  listOptedOutOf,
  listStrangers,
  markSending,
  putOffCandidates,
  skipCandidates,
  type Turn,
  takeSequence,
} from './queries.ts';
import { type Candidate, fillTemplate, judge, type Known, type Limits, type Verdict } from './rules.ts';

/** `attempts` counts this try too. With `template` it goes by that, and by its text otherwise. */
export type Claimed = Candidate & {
  leaseUntil: string;
  startedAt: string;
  /** Its number among the tries of its run. */
  sequence: number;
  /** Its turn in the rate of its sender: not before, in milliseconds; and how long after it the next has its own. */
  goAt: number;
  spacing: number;
  template?: FilledTemplate;
};

export const later = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** One sender's turn, in one transaction. */
export type Serving = {
  scope: Scope;
  sender: SenderRow;
  run: Turn;
  template: RunTemplate | undefined;
  campus: Campus;
  now: Date;
  /** For so many hours after a parent wrote the sender's provider takes free text; undefined: always. */
  windowHours: number | undefined;
};

const readTemplate = ({ template }: Turn): RunTemplate | undefined =>
  template === null ? undefined : (JSON.parse(template) as RunTemplate);

/** What is known now of those behind the candidates. */
async function know(serving: Serving, candidates: readonly Candidate[]): Promise<Known> {
  const { scope, sender, run, campus, now } = serving;
  const numbers = [...new Set(candidates.map(({ number }) => number))];
  const { pairSeconds, newPerDay } = sender;
  const isRun = run.kind === 'run';
  const written = pairSeconds
    ? await listLatelyWritten(scope, {
        numbers,
        since: later(now, -pairSeconds),
        now: now.toISOString(),
      })
    : new Map<string, string>();
  return {
    run: { ...run, day: dayIn(campus.timeZone, new Date(run.createdAt)), isNotice: run.kind === 'notice' },
    bills: await listBillsNow(scope, candidates),
    today: dayIn(campus.timeZone, now),
    optedOut: await listOptedOutOf(scope, numbers),
    freeAt: new Map(Array.from(written, ([number, at]) => [number, later(new Date(at), pairSeconds ?? 0)])),
    strangers: isRun && newPerDay !== null ? await listStrangers(scope, numbers) : undefined,
    hasTemplate: serving.template !== undefined,
    ...(await findReach(serving, numbers)),
  };
}

function limitsOf({ sender, campus, now }: Serving, allowed: number): Limits {
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

/** Writes texts anew; those that cannot be sent so are left out. */
async function writeAnew(
  { scope, run, template }: Serving,
  { go, skipped, rewrite }: Verdict,
): Promise<void> {
  if (rewrite.length === 0) return;
  const wording = { text: run.text, isByTemplate: template !== undefined };
  const { anew, unfit } = await tellAnew(
    scope,
    rewrite.map(({ message, left }) => ({ message, wording, billIDs: left, names: joined(left) })),
  );
  await rewriteMessages(scope, anew);
  const told = new Map(anew.map((words) => [words.id, words]));
  for (const { message } of rewrite) {
    const { id } = message;
    const reason = unfit.get(id);
    if (reason === undefined) Object.assign(message, told.get(id));
    else {
      go.splice(go.indexOf(message), 1);
      skipped.push({ id, reason });
    }
  }
}

/** Writes down what was judged of those that do not go, or not as they are. */
async function keep(serving: Serving, verdict: Verdict): Promise<void> {
  const { scope, now } = serving;
  await writeAnew(serving, verdict);
  await skipCandidates(scope.db, verdict.skipped, now.toISOString());
  await putOffCandidates(scope.db, verdict.putOff);
}

/** The sender's counters after this turn. */
async function note({ scope, sender, run, campus, now }: Serving, sent: readonly Claimed[], known: Known) {
  const served = { count: sent.length, kind: run.kind, now, chance: Math.random };
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
export type Terms = { leaseUntil: string; most: number };

/** Judges these messages and marks as being sent what may go, its place in the limit taken, before anybody is called. */
export async function take(serving: Serving, candidates: readonly Candidate[], { leaseUntil, most }: Terms) {
  const { scope, sender, template, now } = serving;
  const at = now.toISOString();
  const known = await know(serving, candidates);
  const verdict = judge(candidates, known, limitsOf(serving, most));
  await keep(serving, verdict);
  const before = await takeSequence(scope.db, serving.run.id, verdict.go.length);
  const chosen = verdict.go.map(({ id }, index) => ({ id, sequence: before + index + 1 }));
  const marked = await markSending(scope.db, chosen, { now: at, leaseUntil });
  const sequences = new Map(chosen.map(({ id, sequence }) => [id, sequence]));
  const spacing = spacingOf(sender, now);
  const first = firstSlot(sender, now);
  const isOutside = ({ number }: Candidate) => known.open?.has(number) === false;
  const claimed = verdict.go
    .filter(({ id }) => marked.has(id))
    .map(
      (message, index): Claimed =>
        Object.assign(message, {
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
  await keepReached(scope.db, portfolioOf(sender), { numbers, at });
  await note(serving, claimed, known);
  return { claimed, verdict };
}

export type Moment = { providers: Deps['providers']; now: Date };

export const servingOf = (
  { providers, now }: Moment,
  about: Pick<Serving, 'scope' | 'sender' | 'run' | 'campus'>,
): Serving => ({
  ...about,
  now,
  template: readTemplate(about.run),
  windowHours: windowHoursOf({ providers }, about.sender),
});

/** `left`: why it does not go now, or not at all. */
export type ByHand = { claimed: Claimed } | { left: string };

/**
 * Claims this one message for a person who sends it, whatever the pace and the hour; undefined when it does not wait.
 * Its run is done with the last that waits.
 */
export async function claimByHand(
  { now, providers, store }: Pick<Deps, 'now' | 'providers' | 'store'>,
  scope: Scope,
  { messageID, leaseSeconds: seconds }: { messageID: number; leaseSeconds: number },
): Promise<ByHand | undefined> {
  const taken = await inTransaction(scope, async (scope): Promise<ByHand | undefined> => {
    await holdOutbox(scope);
    const sender = await findSender(scope);
    const waiting = await findWaiting(scope, messageID);
    if (!sender || sender.copiedAt !== null || !waiting) return undefined;
    const { run, candidate } = waiting;
    const moment = { now: now(), providers };
    const serving = servingOf(moment, { scope, sender, run, campus: scope.campus });
    const { claimed, verdict } = await take(serving, [candidate], {
      leaseUntil: later(moment.now, seconds),
      most: 1,
    });
    await endTurn(scope.db, run.id);
    const [one] = claimed;
    if (one) return { claimed: one };
    const [why] = [...verdict.skipped, ...verdict.putOff];
    return why && { left: why.reason };
  });
  if (taken && 'claimed' in taken) store.whereabouts.note(taken.claimed);
  return taken;
}
