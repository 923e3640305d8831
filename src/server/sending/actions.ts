/** Between the store and the provider: how to keep what came of a try, and whom to tell. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { noticeWords } from '#shared/words/pace.ts';
import { reasonCodes } from '#shared/words/reasons.ts';
import { endTurn } from '../claims/queries.ts';
import { holdName } from '../db/hold.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { countAttempt, logAttempt, observeSettle } from '../figures/sending.ts';
import { changeSender, holdSender } from '../senders/queries.ts';
import { mendTimes, plausibleUntil, portfolioOf } from '../senders/rules.ts';
import { keepOutcomes } from '../settling/actions.ts';
import type { Settlement } from '../settling/rules.ts';
import {
  type Ahead,
  giveUpLeases,
  insertGivenUp,
  listAhead,
  listRunsAhead,
  mendReached,
  mendRun,
  setNotice,
  startDueRuns,
} from './queries.ts';

/** Milliseconds until outcomes that could not be written are tried again. */
const againAfter = 500;
/** Refusals after which it is asked whether the store is away, or will never take this outcome. */
const manyRefusals = 3;

export function complain({ log }: Pick<Deps, 'log'>, error: unknown): void {
  log.error({ err: error }, 'sending');
}

export function publish(
  { bus }: Deps,
  changed: readonly { campusID: number; broadcastID: number; number?: string }[],
): void {
  for (const { campusID, broadcastID } of new Map(changed.map((row) => [row.broadcastID, row])).values()) {
    bus.publish(campusID, { what: 'outbox', broadcastID });
  }
  // A chat is open for a single number; a run of many would only make noise.
  const [only] = changed.length === 1 ? changed : [];
  if (only?.number) bus.publish(only.campusID, { what: 'chat', number: only.number });
}

type Waiting = { settlement: Settlement; done: () => void; refusals: number };

/** What is left to say of an outcome that the store does not take, such as an id that another message has. */
const unsure = ({ settlement, refusals }: Waiting): Waiting => ({
  settlement: {
    ...settlement,
    status: 'unknown',
    outcome: 'unknown',
    reason: reasonCodes.idTaken,
    code: null,
    trouble: null,
    providerID: null,
    dueAt: null,
    pollAt: null,
    waID: null,
    acceptedAt: null,
  },
  done: () => {},
  refusals,
});

/** For whoever watches over the program: a limit that put a message off is counted as such. */
function tell(log: Deps['log'], { id, attempt, outcome, code, startedAt, endedAt }: Settlement): void {
  const milliseconds = Date.parse(endedAt) - Date.parse(startedAt);
  const tried = { outcome: outcome ?? 'later', code };
  countAttempt(tried);
  logAttempt(log, { ...tried, messageID: id, attempt, milliseconds });
}

/** Writes outcomes and says whether the store took them; complains once while it does not. */
function createWriter(deps: Deps): (part: readonly Waiting[]) => Promise<boolean> {
  const { store, now, bus, log } = deps;
  let isAway = false;
  return async (part) => {
    const began = performance.now();
    try {
      const settlements = part.map(({ settlement }) => settlement);
      const held = await inTransaction({ db: store.db }, ({ db }) => keepOutcomes(db, settlements, now()));
      for (const campusID of held) bus.publish(campusID, { what: 'sender' });
    } catch (error) {
      if (!isAway) complain(deps, error);
      isAway = true;
      return false;
    }
    isAway = false;
    observeSettle((performance.now() - began) / 1000);
    for (const { settlement, done } of part) {
      tell(log, settlement);
      done();
    }
    return true;
  };
}

/**
 * Writes outcomes while others are still awaited, so that one slow answer does not leave those that have come to be
 * unknown after a power cut. What comes at the same moment is written together. What cannot be written is tried again
 * until it can or the process is told to stop: repeating is harmless, since only the same try of the same claim is
 * settled. Resolves when the outcome is written, or never will be: at a stop it stays claimed until its lease ends.
 */
export function createSettler(deps: Deps, stopping: AbortSignal): (settlement: Settlement) => Promise<void> {
  const write = createWriter(deps);
  const come: Waiting[] = [];
  let isWriting = false;

  /** A store that takes the one and still not the other will never take it. */
  const isHopeless = async (one: Waiting): Promise<boolean> => {
    if (++one.refusals < manyRefusals || !(await write([unsure(one)]))) return false;
    if (!(await write([one]))) one.done();
    return true;
  };

  /** The store is away, or refuses the first of them: next time the others come before it. */
  const putBack = async (first: Waiting, others: readonly Waiting[]): Promise<void> => {
    if (stopping.aborted) {
      for (const { done } of [first, ...others]) done();
      return;
    }
    come.push(...others);
    if (await isHopeless(first)) return;
    come.push(first);
    await pause(againAfter, undefined, { signal: stopping }).catch(() => {});
  };

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (come.length > 0) {
      await turn();
      const part = come.splice(0);
      if (await write(part)) continue;
      const [first, ...others] = part as [Waiting, ...Waiting[]];
      if (others.length > 0 && (await write([first]))) come.unshift(...others);
      else await putBack(first, others);
    }
    isWriting = false;
  };

  return (settlement) =>
    new Promise((done) => {
      come.push({ settlement, done, refusals: 0 });
      if (!isWriting) void writeAll();
    });
}

/**
 * Tries that a dead process left behind. `all`: every one, where no other process can be at work. `but`: those that
 * this process still has in hand, however long it slept.
 */
export async function giveUp(
  deps: Deps,
  { all = false, but = [] }: { all?: boolean; but?: number[] },
): Promise<void> {
  const now = deps.now().toISOString();
  const which = { before: all ? '9999' : now, but, now };
  const given = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    await insertGivenUp(db, which);
    return giveUpLeases(db, which);
  });
  publish(deps, given);
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** Milliseconds: the longest that a limit or a new try waits is a day, of which one in a year has 25 hours. */
const longestWait = 25 * 3_600_000;
/** Milliseconds; longer than any lease. */
const longestLease = 20 * 60_000;

type FoundAhead = Awaited<ReturnType<typeof listAhead>>[number];
type RunAhead = Awaited<ReturnType<typeof listRunsAhead>>[number];
type OfSender = { senderID: string; sender: FoundAhead | undefined; runs: readonly RunAhead[] };

/** In one transaction; answers how many messages were waiting for a time of the wrong clock. */
async function mendSender(
  db: Db,
  { senderID, sender, runs }: OfSender,
  { ahead, now }: { ahead: Ahead; now: Date },
): Promise<number> {
  await holdSender(db, senderID);
  const change = sender ? mendTimes(sender, sender.timeZone, now) : {};
  if (sender && !isEmpty(change)) {
    await changeSender(db, senderID, change);
    const portfolio = portfolioOf(sender);
    if (sender.portfolio !== '') await holdName(db, `portfolio ${portfolio}`);
    await mendReached(db, portfolio, ahead);
  }
  let messages = 0;
  for (const run of runs) {
    const anew = change.servedAt !== undefined || run.servedAt > ahead.latest;
    messages += await mendRun(db, run, { ...ahead, anew });
    await endTurn(db, run.id);
  }
  return messages;
}

/** What was with the provider is not sent again: nobody knows what became of it. */
async function mendLeases({ store }: Deps, but: number[], now: Date) {
  const beyond = new Date(now.getTime() + longestLease).toISOString();
  const which = { before: '', beyond, but, now: now.toISOString() };
  return inTransaction({ db: store.db }, async ({ db }) => {
    await insertGivenUp(db, which);
    return giveUpLeases(db, which);
  });
}

/** Senders and runs with times that a clock wrote which was ahead. */
export async function findAhead(db: Db, now: Date) {
  const ahead = {
    now: now.toISOString(),
    latest: plausibleUntil(now).toISOString(),
    longest: new Date(now.getTime() + longestWait).toISOString(),
  };
  const found = await listAhead(db, ahead.latest);
  const senders = new Map(
    found.filter((row) => !isEmpty(mendTimes(row, row.timeZone, now))).map((row) => [row.id, row]),
  );
  const isWrong = ({ senderID, servedAt, nextAt, first, hasWrong }: RunAhead): boolean =>
    hasWrong ||
    senders.has(senderID) ||
    servedAt > ahead.latest ||
    (first !== null && first < (nextAt ?? ''));
  const runs = (await listRunsAhead(db, ahead)).filter(isWrong);
  return { ...ahead, senders, runs };
}

/**
 * Times that a clock wrote which was ahead, and is right again or was set back, are put right: else nothing would be sent
 * until they come. `but`: messages that this process has in hand.
 */
export async function mendClocks(deps: Deps, but: number[]): Promise<void> {
  const now = deps.now();
  const { db } = deps.store;
  const { senders, runs, ...ahead } = await findAhead(db, now);
  let messages = 0;
  for (const senderID of [...new Set([...senders.keys(), ...runs.map((run) => run.senderID)])].sort()) {
    const own = {
      senderID,
      sender: senders.get(senderID),
      runs: runs.filter((run) => run.senderID === senderID),
    };
    messages += await inTransaction({ db }, ({ db }) => mendSender(db, own, { ahead, now }));
  }
  const given = await mendLeases(deps, but, now);
  publish(deps, [...runs.map(({ id, campusID }) => ({ campusID, broadcastID: id })), ...given]);
  const counts = { senders: senders.size, runs: runs.length, messages, leases: given.length };
  if (Object.values(counts).some((count) => count > 0))
    deps.log.warn(counts, 'times ahead of the clock were mended');
}

/** Milliseconds that a run may begin late because the program was not running; later a person decides. */
const grace = 2 * 3_600_000;
/** So late it is said. */
const noticeable = 60_000;

/** Begins the runs whose time has come, and holds those whose time passed too long ago. */
export async function beginDue(deps: Deps): Promise<void> {
  const at = deps.now();
  const times = { now: at.toISOString(), missedBefore: new Date(at.getTime() - grace).toISOString() };
  const begun = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const runs = await startDueRuns(db, times);
    for (const { id, startAt, timeZone } of runs) {
      const late = at.getTime() - Date.parse(startAt ?? '');
      if (late > grace) await setNotice(db, id, noticeWords.missed(startAt ?? '', timeZone));
      else if (late > noticeable) await setNotice(db, id, noticeWords.late(Math.round(late / 60_000)));
    }
    return runs;
  });
  publish(
    deps,
    begun.map(({ id, campusID }) => ({ campusID, broadcastID: id })),
  );
}
