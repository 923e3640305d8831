import type { Message, Run } from '#shared/calls/outbox.ts';
import { Failure } from '#shared/failures.ts';
import { handedOver, type MessageCounts, noMessages } from '#shared/message-states.ts';
import { has } from '#shared/rights.ts';
import { failureWords, outcomeReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { findBill } from '../bills/queries.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findGroup } from '../groups/queries.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { skipOutdated } from '../recall/actions.ts';
import { type Choice, cancelQueued, reopenRuns, requeue, restoreCancelled } from '../recall/queries.ts';
import { billsOf, nextInstant, restorable, type Waiting } from '../recall/rules.ts';
import {
  countRunsByState,
  hasRun,
  listGroupsOfRuns,
  listRuns,
  type StateCount,
  setRunState,
} from '../runs/queries.ts';
import { holdOutbox, letSenderGoOn } from '../senders/queries.ts';
import {
  countByState,
  findLastCancelled,
  listCancelledSince,
  listMessageIDs,
  listMessages,
  listMessagesByID,
  listMessagesOfBill,
  listRunIDs,
  type OutboxChoice,
  type OutboxPage,
} from './queries.ts';

const latestRuns = 20;
const latestOfBill = 100;
/** Counts by the wire's words: `pending` for what is queued. */
function toCounts(rows: readonly StateCount[]): MessageCounts {
  const counts = noMessages();
  for (const { status, count } of rows) counts[status === 'queued' ? 'pending' : status] = count;
  return counts;
}

type Row = Awaited<ReturnType<typeof listMessages>>[number];
const toMessage = ({ billIDs, decidedAt, ...row }: Row): Message => ({
  ...row,
  isDecided: decidedAt !== null,
  billID: billsOf({ billIDs })[0] ?? null,
});

/** A page of the outbox with the counts of every state, so that the filter can show them. */
export async function showOutbox(scope: Scope, choice: OutboxChoice, page: OutboxPage) {
  const rows = await listMessages(scope, choice, { ...page, take: page.take + 1 });
  const counts = toCounts(await countByState(scope, choice));
  const items = rows.slice(0, page.take).map(toMessage);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    items,
    next: rows.length > page.take ? (items.at(-1)?.id ?? null) : null,
    count: choice.status === 'all' ? all : counts[choice.status],
    counts,
  };
}

export async function showMessage(scope: Scope, id: number): Promise<Message> {
  const [row] = await listMessagesByID(scope, [id]);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  return toMessage(row);
}

/** What was sent about this bill, or was to be. */
export async function showMessagesOfBill(scope: Scope, billID: number): Promise<Message[]> {
  const bill = await findBill(scope, billID);
  if (!bill) throw new Failure('notFound', failureWords.notFound);
  const rows = await listMessagesOfBill(scope, { groupID: bill.groupID, billID }, latestOfBill);
  return rows.map(toMessage);
}

export type ExportedMessage = Message & { billIDs: number[] };

const messagesPerStep = 1000;

/** Run by run: to look for the next page among all that are chosen would cost the more the more there are. */
async function* messagePages(scope: Scope, choice: OutboxChoice): AsyncGenerator<ExportedMessage[]> {
  for (const broadcastID of await listRunIDs(scope, choice)) {
    const ids = await listMessageIDs(scope, { ...choice, broadcastID });
    for (let from = 0; from < ids.length; from += messagesPerStep) {
      const rows = await listMessagesByID(scope, ids.slice(from, from + messagesPerStep));
      yield rows.map((row) => ({ ...toMessage(row), billIDs: billsOf(row) }));
    }
  }
}

/**
 * Every message that the filters leave, newest first, in pages. A billing's own messages are for all who may see its
 * bills; the others need the right to the outbox.
 */
export async function exportOutbox(
  scope: Scope,
  choice: OutboxChoice,
): Promise<AsyncGenerator<ExportedMessage[]>> {
  if (choice.groupID === undefined && !has(scope.rights, 'outbox'))
    throw new Failure('forbidden', failureWords.forbidden);
  if (choice.groupID !== undefined && !(await findGroup(scope, choice.groupID)))
    throw new Failure('notFound', failureWords.notFound);
  return messagePages(scope, choice);
}

/** The latest runs with their progress. */
export async function showRuns(scope: Scope): Promise<Run[]> {
  const runs = await listRuns(scope, latestRuns);
  const ids = runs.map(({ id }) => id);
  const states = await countRunsByState(scope, ids);
  const groups = await listGroupsOfRuns(scope, ids);
  return runs.map(({ id, state, by, ...run }) => ({
    ...run,
    broadcastID: id,
    groupIDs: groups.filter(({ broadcastID }) => broadcastID === id).map(({ groupID }) => groupID),
    by: by ?? '',
    paused: state === 'paused',
    counts: toCounts(states.filter(({ broadcastID }) => broadcastID === id)),
  }));
}

async function checkRun(scope: Scope, broadcastID: number | undefined): Promise<void> {
  if (broadcastID !== undefined && !(await hasRun(scope, broadcastID)))
    throw new Failure('notFound', failureWords.notFound);
}

type Switch = { from: 'running' | 'paused'; to: 'running' | 'paused'; broadcastID?: number | undefined };

/** Pauses or resumes one run or all. What is with the provider already is not called back. */
export async function switchRuns(scope: Scope, deps: Deps, change: Switch): Promise<{ changed: number }> {
  await checkRun(scope, change.broadcastID);
  const now = deps.now().toISOString();
  const { changed, wasStopped } = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    // Whoever lets a run go on has seen why nothing was sent.
    const wasStopped = change.to === 'running' && (await letSenderGoOn(scope, now));
    return { changed: await setRunState(scope, { ...change, now }), wasStopped };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (wasStopped) deps.bus.publish(scope.campusID, { what: 'sender' });
  if (change.to === 'running') deps.wake();
  return { changed };
}

/** Lets the runs of messages that were put back go on, but for what is overtaken; answers how many may go. */
async function letGo(scope: Scope, messages: readonly Waiting[], now: string): Promise<number> {
  await reopenRuns(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], now);
  return skipOutdated(scope, messages, { now, optedOut: await listOptedOut(scope) });
}

/**
 * Queues failed messages again, with the text they had; what is overtaken by a payment or a removal is skipped.
 * Unknown ones only when named: a person decides.
 */
export async function retry(scope: Scope, deps: Deps, choice: Choice): Promise<{ changed: number }> {
  await checkRun(scope, choice.broadcastID);
  const now = deps.now().toISOString();
  const changed = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    return letGo(scope, await requeue(scope, choice, now), now);
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake();
  return { changed };
}

type Cancelled = { changed: number; at: string };

/** Cancels what waits; the rows stay as a record. No two have the same `at`, so that one is put back and not both. */
async function takeBack(scope: Scope, deps: Deps, wish: Choice & { reason: string }): Promise<Cancelled> {
  const now = deps.now().toISOString();
  const cancelled = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    const at = nextInstant(now, await findLastCancelled(scope));
    return { changed: await cancelQueued(scope, wish, { reason: wish.reason, now: at }), at };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return cancelled;
}

/** Cancels what waits of a run, or single messages that wait; `sent` says how many of the run had gone by then. */
export async function cancel(
  scope: Scope,
  deps: Deps,
  choice: Choice,
): Promise<Cancelled & { sent: number }> {
  const { broadcastID } = choice;
  await checkRun(scope, broadcastID);
  const cancelled = await takeBack(scope, deps, { ...choice, reason: outcomeReasons.cancelled });
  const states = broadcastID === undefined ? [] : await countRunsByState(scope, [broadcastID]);
  const sent = states.filter(({ status }) => handedOver.includes(status));
  return { ...cancelled, sent: sent.reduce((sum, { count }) => sum + count, 0) };
}

/** Cancels all that waits. */
export async function clear(scope: Scope, deps: Deps): Promise<{ cleared: number; at: string }> {
  const { changed, at } = await takeBack(scope, deps, { reason: outcomeReasons.cleared });
  return { cleared: changed, at };
}

/** What can still be put back, each with how long yet. */
export async function showCancelled(scope: Scope, deps: Deps) {
  const since = deps.now().getTime() - restorable;
  const cancelled = await listCancelledSince(scope, new Date(since).toISOString());
  return cancelled.map(({ at, count }) => ({ at, count, left: Date.parse(at) - since }));
}

/** Puts back what was cancelled at this instant, unless it is long ago or overtaken; a paused run stays paused. */
export async function restore(scope: Scope, deps: Deps, at: string): Promise<{ changed: number }> {
  const instant = deps.now();
  if (instant.getTime() - Date.parse(at) > restorable) return { changed: 0 };
  const now = instant.toISOString();
  const changed = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    return letGo(scope, await restoreCancelled(scope, at, now), now);
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake();
  return { changed };
}
