/** Pauses, resumes and starts broadcasts. */
import { Failure } from '#shared/failures.ts';
import { makeReason, parseReason, type Reason } from '#shared/messages/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { findSender, lockOutbox, resumeSender } from '../../senders/settings/settings-queries.ts';
import { isApproved } from '../../templates/approvals/approvals-queries.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { recordChange } from '../../trail/trail.ts';
import {
  hasBroadcast,
  hasSentAny,
  listDueStarts,
  listOpenByTemplate,
  listPausedByTemplate,
  pauseBroadcast,
  resumeBroadcast,
  setBroadcastState,
  setNotice,
  startBroadcasts,
} from './broadcasts-queries.ts';
import { broadcastsUsing } from './broadcasts-rules.ts';

/** Tells whether the campus sends by WhatsApp, and whether any message has been sent. */
export async function findFirstSteps(scope: Scope): Promise<{ isConnected: boolean; isTested: boolean }> {
  const sender = await findSender(scope);
  return {
    isConnected: sender !== undefined && sender.provider !== 'demo',
    isTested: await hasSentAny(scope),
  };
}

export async function checkBroadcast(scope: Scope, broadcastID: number | undefined): Promise<void> {
  if (broadcastID !== undefined && !(await hasBroadcast(scope, broadcastID)))
    throw new Failure('notFound', failureWords.notFound);
}

type Switch = { from: 'running' | 'paused'; to: 'running' | 'paused'; broadcastID?: number | undefined };

async function recordSwitch(
  scope: Scope,
  { to, broadcastID }: Switch,
  { changed, wasStopped, at }: { changed: number; wasStopped: boolean; at: string },
): Promise<void> {
  if (wasStopped) await recordChange(scope, { what: 'numberResumed', at, about: { kind: 'sender' } });
  const what = to === 'paused' ? 'sendPaused' : 'sendResumed';
  const about = { kind: 'send' as const, id: broadcastID ?? '' };
  if (changed > 0) await recordChange(scope, { what, at, about, details: { changed } });
}

/** Pauses or resumes one broadcast or all of them. Messages that the provider already has are not recalled. */
export async function switchBroadcasts(
  scope: Scope,
  deps: Deps,
  change: Switch,
): Promise<{ changed: number }> {
  await checkBroadcast(scope, change.broadcastID);
  const now = deps.now().toISOString();
  const { changed, wasStopped } = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    // A person who resumes a broadcast knows why the sender was stopped, so the sender may send again too.
    const wasStopped = change.to === 'running' && (await resumeSender(scope, now));
    const changed = await setBroadcastState(scope, { ...change, now });
    await recordSwitch(scope, change, { changed, wasStopped, at: now });
    return { changed, wasStopped };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (wasStopped) deps.bus.publish(scope.campusID, { what: 'sender' });
  if (change.to === 'running') deps.wake('sending');
  return { changed };
}

/**
 * Pauses the broadcasts that use this template, because WhatsApp no longer allows it. They resume when it is approved
 * again.
 */
export async function pauseByTemplate(
  scope: Scope,
  { bus }: Deps,
  { reason, ...template }: Pick<BroadcastTemplate, 'name' | 'language'> & { reason: Reason },
): Promise<void> {
  const notice = makeReason('template', { reason: parseReason(reason) });
  for (const { id } of broadcastsUsing(await listOpenByTemplate(scope.db, scope.campusID), template)) {
    await pauseBroadcast(scope.db, id, notice);
    bus.publish(scope.campusID, { what: 'outbox', broadcastID: id });
  }
}

/**
 * Resumes broadcasts that were paused because of their template, after WhatsApp has approved it again. The approval may
 * be known from a webhook or from a check of the templates.
 */
export async function resumeAfterApproval(deps: Deps): Promise<number> {
  const { db } = deps.store;
  const now = deps.now().toISOString();
  let count = 0;
  for (const broadcast of await listPausedByTemplate(db)) {
    const { campusID, template } = broadcast;
    const { name, language } = JSON.parse(template ?? '') as BroadcastTemplate;
    if (!(await isApproved(db, { campusID, name, language }))) continue;
    await resumeBroadcast(db, broadcast, now);
    deps.bus.publish(campusID, { what: 'outbox', broadcastID: broadcast.id });
    count += 1;
  }
  if (count > 0) deps.wake('sending');
  return count;
}

type ChangedMessage = { campusID: number; broadcastID: number; number?: string };

/** Publishes one change event for each broadcast. */
export function publishBroadcasts({ bus }: Deps, changed: readonly ChangedMessage[]): void {
  for (const { campusID, broadcastID } of new Map(changed.map((row) => [row.broadcastID, row])).values()) {
    bus.publish(campusID, { what: 'outbox', broadcastID });
  }
}

export function publishMessages(deps: Deps, changed: readonly ChangedMessage[]): void {
  publishBroadcasts(deps, changed);
  // A chat screen shows a single number. An event for each message of a large broadcast would only cause needless
  // reloads.
  const [only] = changed.length === 1 ? changed : [];
  if (only?.number) deps.bus.publish(only.campusID, { what: 'chat', number: only.number });
}

/**
 * Milliseconds by which a broadcast may start late, for example because the program was not running. After a longer
 * delay it is paused, and a person decides.
 */
const longestDelay = 2 * 3_600_000;
/** Milliseconds. A broadcast that starts later than this gets a notice that tells the user about the delay. */
const noticeFrom = 60_000;

/** Starts the broadcasts that are due, and pauses those whose start time is too long ago. */
export async function startDue(deps: Deps): Promise<void> {
  const at = deps.now();
  const times = { now: at.toISOString(), missedBefore: new Date(at.getTime() - longestDelay).toISOString() };
  const due = await listDueStarts(deps.store.db, times.now);
  if (due.length === 0) return;
  const begun = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const ids = await startBroadcasts(db, due, times);
    const broadcasts = due.filter(({ id }) => ids.has(id));
    for (const { id, startAt: stored, timeZone } of broadcasts) {
      const startAt = stored ?? '';
      const late = at.getTime() - Date.parse(startAt);
      if (late > longestDelay) await setNotice(db, id, makeReason('missed', { startAt, timeZone }));
      else if (late > noticeFrom)
        await setNotice(db, id, makeReason('late', { minutes: Math.round(late / 60_000) }));
    }
    return broadcasts;
  });
  publishMessages(
    deps,
    begun.map(({ id, campusID }) => ({ campusID, broadcastID: id })),
  );
}
