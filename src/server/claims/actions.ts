/** What is sent next: whose turn it is, how much of it may go now, and what has been overtaken since it was queued. */
import { addDays, dayIn, instantIn } from '#shared/dates.ts';
import { type Fillable, fillForFamily } from '#shared/placeholders.ts';
import { findFillable } from '../audience/actions.ts';
import { type Campus, type Scope, scopeOfRow } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listBillsNow } from '../recall/actions.ts';
import { changeSender, type SenderRow } from '../senders/queries.ts';
import { afterServing, allowanceOf, paceOf, quietUntil } from '../senders/rules.ts';
import {
  type Asking,
  endTurn,
  findCampus,
  hasReadySender,
  listCandidates,
  listLatelyWritten,
  listOptedOutOf,
  listStrangers,
  markSending,
  putOffCandidates,
  rewrite,
  skipCandidates,
  type Turn,
  takeRun,
  takeSender,
} from './queries.ts';
import { type Candidate, judge, type Known, type Limits, type Verdict } from './rules.ts';

/** `attempts` counts this try too. */
export type Claimed = Candidate & { leaseUntil: string; startedAt: string };

/** `again`: nothing was claimed, but it is worth to look again at once; `soon`: another worker is at it. */
export type Batch = { claimed: Claimed[]; sender: SenderRow | undefined; next: 'again' | 'soon' | 'later' };

const leaseSeconds = 60;
const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** One sender's turn, in one transaction. */
type Serving = { scope: Scope; sender: SenderRow; run: Turn; campus: Campus; now: Date };

/** What is known now of those behind the candidates. */
async function know(
  { scope, sender, run, campus, now }: Serving,
  candidates: readonly Candidate[],
): Promise<Known> {
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
  };
}

function limitsOf({ sender, campus, now }: Serving): Limits {
  const { newPerDay, pairSeconds, newDay, newCount } = sender;
  const today = dayIn(campus.timeZone, now);
  const most = newPerDay ?? 0;
  return {
    strangersLeft: Math.max(0, most - (newDay === today ? newCount : 0)),
    mostStrangers: most,
    tomorrow: instantIn(campus.timeZone, `${addDays(today, 1)}T00:00`).toISOString(),
    pairUntil: pairSeconds ? later(now, pairSeconds) : '',
  };
}

const newText = (run: Turn, left: readonly Fillable[]): string => fillForFamily(run.text, left).text;

/** Writes the texts of families anew, and what is left out or put off. */
async function keep({ scope, run, now }: Serving, verdict: Verdict): Promise<void> {
  for (const { message, left } of verdict.rewrite) {
    message.text = newText(run, await findFillable(scope, left));
    message.billIDs = ` ${left.join(' ')} `;
    await rewrite(scope.db, message);
  }
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

async function serve(serving: Serving, most: number): Promise<Claimed[]> {
  const { scope, sender, run, now } = serving;
  const at = now.toISOString();
  const asked = Math.min(most, allowanceOf(sender, run.kind, now));
  const candidates = await listCandidates(scope.db, { broadcastID: run.id, now: at, most: asked });
  const known = await know(serving, candidates);
  const verdict = judge(candidates, known, limitsOf(serving));
  await keep(serving, verdict);
  const leaseUntil = later(now, leaseSeconds);
  const ids = verdict.go.map(({ id }) => id);
  const marked = await markSending(scope.db, ids, { now: at, leaseUntil });
  const claimed = verdict.go
    .filter(({ id }) => marked.has(id))
    .map((message) => Object.assign(message, { attempts: message.attempts + 1, leaseUntil, startedAt: at }));
  await note(serving, claimed, known);
  if (candidates.length < asked) await endTurn(scope.db, run.id);
  return claimed;
}

/** Serves the sender whose turn it is, in the caller's transaction. */
async function serveNext(
  db: Db,
  asking: Asking,
  { now, most }: { now: Date; most: (senderID: string) => number },
): Promise<Batch> {
  const sender = await takeSender(db, asking);
  if (!sender) {
    const next = asking.skipLocked && (await hasReadySender(db, asking)) ? 'soon' : 'later';
    return { claimed: [], sender, next };
  }
  const campus = await findCampus(db, sender.campusID);
  const quiet = quietUntil(paceOf(sender), campus.timeZone, now);
  if (quiet && sender.runsAt < quiet.toISOString()) {
    // Found out when the first of the quiet time would have gone; replies still have their turn.
    await changeSender(db, sender.id, { runsAt: quiet.toISOString() });
    return { claimed: [], sender, next: 'again' };
  }
  const run = await takeRun(db, sender, asking.now);
  if (!run) return { claimed: [], sender, next: 'again' };
  const claimed = await serve(
    { scope: scopeOfRow(db, campus, ''), sender, run, campus, now },
    most(sender.id),
  );
  return { claimed, sender, next: 'again' };
}

/** Claims what may go now of the sender whose turn it is, at `most` so many, but of none that is `busy`. */
export async function claimNext(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { most, busy = [] }: { most: (senderID: string) => number; busy?: readonly string[] },
): Promise<Batch> {
  const at = now();
  const asking = { now: at.toISOString(), busy, skipLocked: store.engine === 'postgres' };
  return inTransaction({ db: store.db }, ({ db }) => serveNext(db, asking, { now: at, most }));
}
