import { setImmediate as turn } from 'node:timers/promises';
import { dayIn } from '#shared/dates.ts';
import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { listBillStatus, listRunsByID, listWaitingAbout, skipMessages } from './queries.ts';
import { type About, type BillNow, billsOf, fateOf, isOnlyAbout, movedTo, type Waiting } from './rules.ts';

/** Each part of the list in turn, so that others get theirs. */
const atOnce = 3000;

async function inParts<T, R>(list: readonly T[], read: (part: T[]) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for (let from = 0; from < list.length; from += atOnce) {
    for (const one of await read(list.slice(from, from + atOnce))) all.push(one);
    await turn();
  }
  return all;
}

/** What has become of the bills that these messages speak of; those that are gone are not in it. */
export async function listBillsNow(
  scope: Scope,
  messages: readonly Pick<Waiting, 'billIDs'>[],
): Promise<Map<number, BillNow & { groupID: number }>> {
  const billIDs = [...new Set(messages.flatMap(billsOf))];
  const bills = await inParts(billIDs, (part) => listBillStatus(scope, part));
  return new Map(bills.map(({ id, ...bill }) => [id, bill]));
}

type Moment = { now: string; optedOut: ReadonlySet<string> };

/** `skipped`: why, by id. `moved`: those of which a bill has another number by now, whatever became of them. */
export type Sifted = { skipped: Map<number, string>; moved: Waiting[] };

/** The same as `skipOutdated`, of a few thousand messages. */
async function skipOutdatedOf(
  scope: Scope,
  messages: readonly Waiting[],
  { now, optedOut }: Moment,
): Promise<Sifted> {
  const { timeZone } = scope.campus;
  const bills = await listBillsNow(scope, messages);
  const runIDs = [...new Set(messages.map(({ broadcastID }) => broadcastID))];
  const runs = await inParts(runIDs, (part) => listRunsByID(scope, part));
  const runOf = new Map(
    runs.map((run) => [run.id, { ...run, day: dayIn(timeZone, new Date(run.createdAt)) }]),
  );
  const known = { bills, today: dayIn(timeZone, new Date(now)) };
  const byReason = new Map<string, number[]>();
  for (const message of messages) {
    const run = runOf.get(message.broadcastID);
    const fate = run && fateOf(message, run, known);
    const isOptedOut = optedOut.has(message.number) && run?.kind !== 'notice';
    const reason = isOptedOut ? skipReasons.optedOut : fate?.kind === 'skip' ? fate.reason : undefined;
    if (!reason) continue;
    const ids = byReason.get(reason);
    if (ids) ids.push(message.id);
    else byReason.set(reason, [message.id]);
  }
  const skipped = new Map<number, string>();
  for (const [reason, ids] of byReason) {
    for (const id of ids) skipped.set(id, reason);
    await inParts(ids, async (part) => [await skipMessages(scope, part, { reason, now })]);
  }
  return { skipped, moved: messages.filter((message) => movedTo(message, bills).size > 0) };
}

/**
 * Of messages that wait or are to go again, skips those whose number asked for none, and those with nothing left to
 * speak of: their bills are gone, or paid where they were reminders. In the caller's transaction.
 */
export async function skipOutdated(
  scope: Scope,
  messages: readonly Waiting[],
  moment: Moment,
): Promise<Sifted> {
  const parts = await inParts(messages, async (part) => [await skipOutdatedOf(scope, part, moment)]);
  return {
    skipped: new Map(parts.flatMap(({ skipped }) => [...skipped])),
    moved: parts.flatMap(({ moved }) => moved),
  };
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Skips what waits and has nothing left to speak of now that this group or bill is gone, or the bill another one. A
 * family's text that still has is written anew when its turn comes. In the caller's transaction, after the change.
 */
export async function skipOvertaken(scope: Scope, about: About, now: string): Promise<void> {
  await skipOutdated(scope, await listWaitingAbout(scope, about), { now, optedOut: nobody });
}

/** How many messages would be skipped if this billing or bill were removed now. */
export async function countWaiting(scope: Scope, about: About): Promise<{ messages: number }> {
  const waiting = await listWaitingAbout(scope, about);
  const bills = await listBillsNow(scope, waiting);
  return { messages: waiting.filter((message) => isOnlyAbout(message, about, bills)).length };
}
