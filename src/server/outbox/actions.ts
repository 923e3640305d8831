import type { Message, Run } from '#shared/calls/outbox.ts';
import { Failure } from '#shared/failures.ts';
import { type MessageCounts, noMessages } from '#shared/message-states.ts';
import { has } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { inTransaction, inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findGroup } from '../groups/queries.ts';
import { skipOutdated } from '../recall/actions.ts';
import { cancelQueued, endPausedRuns } from '../recall/queries.ts';
import { billsOf } from '../recall/rules.ts';
import {
  countByState,
  countRunsByState,
  hasRun,
  listMessageIDs,
  listMessages,
  listMessagesByID,
  listRunIDs,
  listRuns,
  type OutboxChoice,
  type RetryChoice,
  reopenRuns,
  requeue,
  type StateCount,
  setRunState,
} from './queries.ts';

const latestRuns = 20;

/** Counts by the wire's words: `pending` for what is queued. */
function toCounts(rows: readonly StateCount[]): MessageCounts {
  const counts = noMessages();
  for (const { status, count } of rows) counts[status === 'queued' ? 'pending' : status] = count;
  return counts;
}

type Row = Awaited<ReturnType<typeof listMessages>>[number];
const toMessage = ({ billIDs, ...row }: Row): Message => ({
  ...row,
  billID: billsOf({ billIDs })[0] ?? null,
});

/** A page of the outbox with the counts of every state, so that the filter can show them. */
export async function showOutbox(scope: Scope, choice: OutboxChoice, page: { after: number; take: number }) {
  const rows = await listMessages(scope, choice, { ...page, take: page.take + 1 });
  const counts = toCounts(await countByState(scope, { ...choice, status: 'all' }));
  const items = rows.slice(0, page.take).map(toMessage);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    items,
    next: rows.length > page.take ? (items.at(-1)?.id ?? null) : null,
    count: choice.status === 'all' ? all : counts[choice.status],
    counts,
  };
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
  const states = await countRunsByState(
    scope,
    runs.map(({ id }) => id),
  );
  return runs.map(({ id, state, by, ...run }) => ({
    ...run,
    broadcastID: id,
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
  const changed = await setRunState(scope, { ...change, now: deps.now().toISOString() });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (change.to === 'running') deps.wake();
  return { changed };
}

/**
 * Queues failed messages again, with the text they had; what is overtaken by a payment or a removal is skipped.
 * Unknown ones only when named: a person decides.
 */
export async function retry(scope: Scope, deps: Deps, choice: RetryChoice): Promise<{ changed: number }> {
  await checkRun(scope, choice.broadcastID);
  const now = deps.now().toISOString();
  const changed = await inTurn(scope, async (scope) => {
    const messages = await requeue(scope, choice, now);
    await reopenRuns(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], now);
    return skipOutdated(scope, messages, now);
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake();
  return { changed };
}

/** Cancels what waits; the rows stay as a record. */
export async function clear(scope: Scope, deps: Deps): Promise<{ cleared: number }> {
  const cleared = await inTransaction(scope, async (scope) => {
    const cleared = await cancelQueued(scope, deps.now().toISOString());
    await endPausedRuns(scope);
    return cleared;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { cleared };
}
