/** Prevents a copied store from sending messages again that the original has sent in the meantime. */
import type { CopyDecision, CopyState, HeldRun } from '#shared/calls/outbox.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { theOperator } from '#shared/trail-kinds.ts';
import { findCampus } from '../../auth/auth-queries.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import type { Store } from '../../platform/db/store.ts';
import { findSender, lockOutbox, updateSender } from '../../senders/settings/settings-queries.ts';
import { beginReceiptSecret, receiptSecretsOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { recordChange } from '../../trail/trail.ts';
import { nextInstant } from './cancel.ts';
import { cancelQueued, findLastCancelled } from './cancel-queries.ts';
import {
  containsAttempt,
  countInCopy,
  listCopied,
  listInCopy,
  listRunsInCopy,
  markAsCopy,
} from './copies-queries.ts';

/**
 * Runs at start. A store sends nothing for now if it lies in another place than the store that sent last, or is older
 * than that store.
 */
export async function detectCopy(
  { db, alone, identity }: Store,
  { now, log }: Pick<Deps, 'now' | 'log'>,
): Promise<void> {
  await alone(async () => {
    const isSame = await identity.isSame(db, containsAttempt);
    if (isSame === true) return;
    if (isSame === false) await markAsCopy(db, now().toISOString());
    await identity.keep(db);
  });
  const campuses = await listCopied(db);
  if (campuses.length > 0)
    log.warn(
      { campuses },
      'sending is stopped: the data are a copy, and nobody has decided yet about the waiting messages',
    );
}

/** Returns when and why the campus became a copy, and how many messages wait. Null when its data are not a copy. */
export async function describeCopy(scope: Scope, sender: SenderRow): Promise<CopyState | null> {
  const { copiedAt, copyWhy, copyUpTo } = sender;
  if (copiedAt === null || copyWhy === null) return null;
  return { at: copiedAt, why: copyWhy, waiting: await countInCopy(scope, copyUpTo ?? 0) };
}

/**
 * Lists broadcasts with messages that the original may have sent in the meantime. The list is empty when the data are
 * not a copy.
 */
export async function listHeldRuns(scope: Scope): Promise<HeldRun[]> {
  const sender = await findSender(scope);
  return sender && sender.copiedAt !== null ? listRunsInCopy(scope, sender.copyUpTo ?? 0) : [];
}

/** `waiting` decides about the messages that waited; `runs` lists the broadcasts with another decision. */
type Decision = {
  waiting: CopyDecision;
  runs?: readonly { broadcastID: number; waiting: CopyDecision }[];
};

/** Lets other features do their own work in the same transaction, after the decision. */
export type CopyDecided = (scope: Scope, at: Date) => Promise<void>;

/**
 * Carries out a person's decision about the messages that waited in the copy. Messages stored since the copy was made
 * are sent in either case. A new receipt secret begins, so that receipts for messages of the other installation are
 * ignored here. `at` is for `Outbox/Restore`.
 */
export async function decideCopy(
  scope: Scope,
  deps: Pick<Deps, 'bus' | 'now' | 'runtime' | 'wake'> & { copyDecided?: CopyDecided },
  { waiting, runs = [] }: Decision,
): Promise<{ changed: number; at: string | null }> {
  const decisions = new Map(runs.map((run) => [run.broadcastID, run.waiting]));
  const instant = deps.now();
  const now = instant.toISOString();
  const decided = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const sender = await findSender(scope);
    if (!sender || sender.copiedAt === null) return { changed: 0, at: null };
    const upTo = sender.copyUpTo ?? 0;
    const words = beginReceiptSecret(
      receiptSecretsOf(sender),
      deps.runtime.randomBytes(8).toString('hex'),
      now,
    );
    await updateSender(scope, { copiedAt: null, copyWhy: null, copyUpTo: null, words });
    await deps.copyDecided?.(scope, instant);
    const about = { kind: 'send' } as const;
    const held = await listInCopy(scope, upTo);
    const ids = held
      .filter(({ broadcastID }) => (decisions.get(broadcastID) ?? waiting) === 'takeBack')
      .map(({ id }) => id);
    const sent = held.length - ids.length;
    if (sent > 0 || held.length === 0)
      await recordChange(scope, { what: 'copySent', at: now, about, details: { changed: sent } });
    if (ids.length === 0) return { changed: sent, at: null };
    const at = nextInstant(now, await findLastCancelled(scope));
    const changed = await cancelQueued(scope, { ids }, { reason: makeReason('takenBack'), now: at });
    await recordChange(scope, { what: 'copyTakenBack', at: now, about, details: { changed } });
    return { changed, at };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.bus.publish(scope.campusID, { what: 'sender' });
  deps.wake('sending');
  return decided;
}

/** Carries out one decision of the operator for every campus. */
export async function decideEveryCopy(
  deps: Deps & { copyDecided: CopyDecided },
  waiting: CopyDecision,
): Promise<void> {
  const { db } = deps.store;
  for (const campusID of await listCopied(db)) {
    const scope = scopeOfRow(db, await findCampus(db, campusID), theOperator);
    const { changed } = await decideCopy(scope, deps, { waiting });
    deps.log.warn(
      { campusID, waiting, messages: changed },
      'the operator has decided what happens to the messages of a copy',
    );
  }
}
