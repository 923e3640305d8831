import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { listBillStatus, listRunsByID, listWaitingReminders, skipMessages } from './queries.ts';
import { billsOf, type Waiting, whyOutdated } from './rules.ts';

/** Below the engines' limits of values in a statement. */
const atOnce = 5000;

/** Each part of the list in turn. */
async function inParts<T, R>(list: readonly T[], read: (part: T[]) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for (let from = 0; from < list.length; from += atOnce) {
    for (const one of await read(list.slice(from, from + atOnce))) all.push(one);
  }
  return all;
}

/**
 * Of messages that are to go again, skips those whose number asked for none, and those whose bill is gone, or paid
 * where they were reminders; answers how many are left. In the caller's transaction.
 */
export async function skipOutdated(
  scope: Scope,
  messages: readonly Waiting[],
  { now, optedOut }: { now: string; optedOut: ReadonlySet<string> },
): Promise<number> {
  const billIDs = [...new Set(messages.flatMap(billsOf))];
  const runIDs = [...new Set(messages.map(({ broadcastID }) => broadcastID))];
  const bills = await inParts(billIDs, (part) => listBillStatus(scope, part));
  const runs = await inParts(runIDs, (part) => listRunsByID(scope, part));
  const statusOf = new Map(bills.map(({ id, status }) => [id, status]));
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const skipped = new Map<string, number[]>();
  for (const message of messages) {
    const run = runOf.get(message.broadcastID);
    const reason = optedOut.has(message.number)
      ? skipReasons.optedOut
      : run && whyOutdated(message, run, statusOf);
    if (!reason) continue;
    const ids = skipped.get(reason);
    if (ids) ids.push(message.id);
    else skipped.set(reason, [message.id]);
  }
  let count = 0;
  for (const [reason, ids] of skipped) {
    count += ids.length;
    await inParts(ids, async (part) => [await skipMessages(scope, part, { reason, now })]);
  }
  return messages.length - count;
}

/** Skips the waiting reminders about bills that are paid now; see `skipRemindersOfBill`. In the caller's transaction. */
export async function skipReminders(scope: Scope, paid: ReadonlySet<number>, now: string): Promise<void> {
  const waiting = await listWaitingReminders(scope);
  const overtaken = waiting.filter((message) => billsOf(message).some((id) => paid.has(id)));
  const why = { reason: skipReasons.paidSince, now };
  await inParts(
    overtaken.map(({ id }) => id),
    async (part) => [await skipMessages(scope, part, why)],
  );
}
