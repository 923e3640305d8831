/**
 * Opens chats for a person, one after the other, and stores what the person reports. The row is claimed before the chat
 * opens.
 */
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { Failure } from '#shared/failures.ts';
import { sayReason } from '#shared/messages/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import { copyWords } from '#shared/words/outbox.ts';
import { byHandWords } from '#shared/words/sending.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { findSender, lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { reopenBroadcasts, rescheduleBroadcast } from '../broadcasts/broadcasts-queries.ts';
import { requeue } from '../changes/retry-queries.ts';
import { claimManually } from '../delivery/claims.ts';
import { completeAttempts, type Moment } from '../delivery/completer.ts';
import {
  countManual,
  deleteManualClaim,
  findManualMessage,
  findNextManual,
  listOpened,
  type ManualMessage,
  putManualClaim,
  skipManually,
} from './manual-queries.ts';
import { nextManual, settleManually, toOfferedMessage } from './manual-rules.ts';

/**
 * Seconds. If a person has not reported an outcome by then, the message may have been sent, and the person is asked.
 */
const leaseSeconds = 15 * 60;
/** Milliseconds for which the store remembers who opened a chat. */
const claimLifetime = 90 * 86_400_000;

export type Outcome = 'sent' | 'skipped' | 'notSent';

const isManual = async (scope: Scope): Promise<boolean> => (await findSender(scope))?.provider === 'assisted';

async function checkNoCopy(scope: Scope): Promise<void> {
  const sender = await findSender(scope);
  if (sender && sender.copiedAt !== null) throw new Failure('conflict', copyWords.byHand);
}

async function checkManual(scope: Scope): Promise<void> {
  if (!(await isManual(scope))) throw new Failure('conflict', byHandWords.notByHand);
}

/** Returns the message to send next, of this broadcast or of any, and the progress of its broadcast. */
export async function showNext(scope: Scope, { now }: Pick<Deps, 'now'>, broadcastID: number | undefined) {
  const nothing = { next: null, left: 0, sent: 0, skipped: 0 };
  const opened = await listOpened(scope, broadcastID);
  // If the campus does not send manually, the program sends the waiting messages.
  const request = { now: now().toISOString(), broadcastID };
  const waiting = (await isManual(scope)) ? await findNextManual(scope, request) : undefined;
  const next = nextManual(opened, waiting, scope.userID);
  const shownID = broadcastID ?? next?.broadcastID;
  if (shownID === undefined) return nothing;
  const counted = (await countManual(scope, shownID)).map(({ part, count }) => [part, count]);
  return { ...nothing, ...Object.fromEntries(counted), next: next ? toOfferedMessage(next) : null };
}

async function find(scope: Scope, messageID: number): Promise<ManualMessage> {
  const row = await findManualMessage(scope, messageID);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  return row;
}

function publish({ bus }: Deps, scope: Scope, { broadcastID, number }: ManualMessage): void {
  bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  bus.publish(scope.campusID, { what: 'chat', number });
}

const changeCodes = { sent: 'handSent', skipped: 'handSkipped', notSent: 'handNotSent' } as const;
type ChangeCode = 'handOpened' | (typeof changeCodes)[Outcome];

const recordManual = (
  scope: Scope,
  { broadcastID, number }: ManualMessage,
  { what, at }: { what: ChangeCode; at: string },
): Promise<void> => recordChange(scope, { what, at, about: { kind: 'send', id: broadcastID, name: number } });

/**
 * Claims the message before its chat is opened. From then on the message may have been sent. Only the person who opened
 * the chat can open it again.
 */
export async function openChat(scope: Scope, deps: Deps, messageID: number): Promise<HandMessage> {
  const row = await find(scope, messageID);
  await checkManual(scope);
  if (row.status === 'sending' && row.openedBy === scope.userID) return toOfferedMessage(row);
  if (row.status === 'sending') throw new Failure('conflict', byHandWords.colleague);
  if (row.status === 'unknown') throw new Failure('conflict', byHandWords.undecided);
  await checkNoCopy(scope);
  const taken = await claimManually(deps, scope, { messageID, leaseSeconds });
  if (!taken) throw new Failure('conflict', byHandWords.notWaiting);
  publish(deps, scope, row);
  if ('left' in taken) throw new Failure('conflict', sayReason(taken.left));
  const expiresAt = new Date(deps.now().getTime() + claimLifetime).toISOString();
  // Until the next transaction, nobody is stored as the person who opened the chat. If the program stops here, the
  // outbox asks a person what happened.
  await inTransaction(scope, async (scope) => {
    await putManualClaim(scope, taken.claimed, expiresAt);
    await recordManual(scope, row, { what: 'handOpened', at: deps.now().toISOString() });
  });
  return toOfferedMessage(await find(scope, messageID));
}

/**
 * Stores what happened in an opened chat. A message that may have been sent is put back here, because settling an
 * attempt does not requeue an unknown message.
 */
async function settleOpened(
  scope: Scope,
  row: ManualMessage,
  { outcome, ...moment }: Moment & { outcome: Outcome },
): Promise<void> {
  const { now } = moment;
  const at = now.toISOString();
  const wasUnknown = row.status === 'unknown';
  await completeAttempts(scope.db, [settleManually(row, outcome, now)], moment);
  if (wasUnknown && outcome !== 'sent') {
    await requeue(scope, { ids: [row.id] }, at);
    await reopenBroadcasts(scope, [row.broadcastID], at);
  }
  if (outcome === 'skipped' && (await skipManually(scope, row.id, at)))
    await rescheduleBroadcast(scope.db, row.broadcastID);
  await deleteManualClaim(scope, row);
}

/**
 * Stores the outcome that a person reports. If the chat was not opened, the message can only be skipped. In any other
 * state nothing changes.
 */
export async function closeChat(
  scope: Scope,
  deps: Deps,
  { id, outcome }: { id: number; outcome: Outcome },
): Promise<{ changed: number }> {
  if ((await find(scope, id)).status === 'queued') await checkManual(scope);
  const now = deps.now();
  const { row, changed } = await inTransaction(scope, async (scope) => {
    await lockOutbox(scope);
    const row = await find(scope, id);
    const { status, openedBy } = row;
    if (status === 'queued' && outcome === 'skipped') {
      const changed = await skipManually(scope, id, now.toISOString());
      if (changed) await rescheduleBroadcast(scope.db, row.broadcastID);
      if (changed) await recordManual(scope, row, { what: 'handSkipped', at: now.toISOString() });
      return { row, changed };
    }
    if (openedBy === null || (status !== 'sending' && status !== 'unknown')) return { row, changed: false };
    if (status === 'sending' && openedBy !== scope.userID)
      throw new Failure('conflict', byHandWords.colleague);
    await settleOpened(scope, row, { outcome, now, chance: deps.runtime.random });
    await recordManual(scope, row, { what: changeCodes[outcome], at: now.toISOString() });
    return { row, changed: true };
  });
  if (changed) publish(deps, scope, row);
  return { changed: changed ? 1 : 0 };
}
