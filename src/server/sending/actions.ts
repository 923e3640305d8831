/** Between the store and the provider: what to claim, how to keep what came of it, and whom to tell. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { outcomeReasons } from '#shared/words/failures.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSendersByID, type SenderRow } from '../senders/queries.ts';
import { claim, giveUpLeases, settleClaimed } from './queries.ts';
import type { Claimed, Settlement } from './rules.ts';

const leaseSeconds = 60;
/** Milliseconds until outcomes that could not be written are tried again. */
const againAfter = 500;
/** Refusals after which it is asked whether the store is away, or will never take this outcome. */
const manyRefusals = 3;

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

export function complain(error: unknown): void {
  process.stderr.write(`sending: ${error instanceof Error ? error.message : String(error)}\n`);
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

export type Batch = { claimed: Claimed[]; senders: SenderRow[] };

/** With their senders, in one transaction: what was claimed and then could not be handed over would be unknown. */
export async function claimNext({ store, now }: Deps, most: number): Promise<Batch> {
  const at = now();
  const wish = {
    now: at.toISOString(),
    leaseUntil: later(at, leaseSeconds),
    most,
    skipLocked: store.engine === 'postgres',
  };
  return inTransaction({ db: store.db }, async ({ db }) => {
    const claimed = await claim(db, wish);
    const senders = await findSendersByID(db, [...new Set(claimed.map(({ senderID }) => senderID))]);
    return { claimed, senders };
  });
}

type Waiting = { settlement: Settlement; done: () => void; refusals: number };

/** What is left to say of an outcome that the store does not take, such as an id that another message has. */
const unsure = ({ settlement, refusals }: Waiting): Waiting => ({
  settlement: {
    ...settlement,
    status: 'unknown',
    reason: outcomeReasons.mayHaveBeenSent,
    providerID: null,
    dueAt: null,
    pollAt: null,
    acceptedAt: null,
  },
  done: () => {},
  refusals,
});

/** Writes outcomes and says whether the store took them; complains once while it does not. */
function createWriter({ store, now }: Deps): (part: readonly Waiting[]) => Promise<boolean> {
  let isAway = false;
  return async (part) => {
    try {
      const settlements = part.map(({ settlement }) => settlement);
      await inTransaction({ db: store.db }, ({ db }) => settleClaimed(db, settlements, now().toISOString()));
    } catch (error) {
      if (!isAway) complain(error);
      isAway = true;
      return false;
    }
    isAway = false;
    for (const { done } of part) done();
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
  publish(deps, await giveUpLeases(deps.store.db, { before: all ? '9999' : now, but, now }));
}
