/** Messaging limit: how many people the numbers of one portfolio may write to first in 24 hours, across all workers. */
import type { Scope } from '../../auth/scope.ts';
import { lockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { setPerDay } from '../../senders/settings/settings-queries.ts';
import { portfolioOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { countReached, listReached, listReachedAt, makePostponedDue } from './messaging-limits-queries.ts';
import {
  countedFor,
  countsSince,
  freeFrom,
  lastPlace,
  lookAgainAt,
  type MessagingLimit,
} from './messaging-limits-rules.ts';
import { findOpenWindows } from './windows.ts';

/**
 * Returns how much of the limit is left for these distinct numbers. Undefined when there is no limit. It locks the
 * portfolio until the transaction of the caller ends, so senders of one portfolio wait for each other. A sender without
 * a portfolio is already locked by its own row.
 */
async function lockMessagingLimit(
  db: Db,
  sender: SenderRow,
  { numbers, now }: { numbers: readonly string[]; now: Date },
): Promise<MessagingLimit | undefined> {
  if (sender.perDay === null || numbers.length === 0) return undefined;
  const portfolio = portfolioOf(sender);
  if (sender.portfolio !== '') await lockName(db, `portfolio ${portfolio}`);
  const counted = { portfolio, since: countsSince(now) };
  const most = sender.perDay;
  const used = await countReached(db, counted);
  const reached = await listReached(db, counted, numbers);
  const isShort = most - used < numbers.length - reached.size;
  // If the limit was lowered below the number of people who count, several places must become free before one is
  // available.
  const waited = { from: Math.max(0, used - most), most: numbers.length };
  const at = isShort ? await listReachedAt(db, counted, waited) : [];
  return {
    portfolio,
    most,
    left: Math.max(0, most - used),
    reached,
    freeAt: at.map((one) => lookAgainAt(freeFrom(one), now)),
    nextFreeAt: lookAgainAt(freeFrom(now.toISOString()), now),
  };
}

/**
 * The numbers that free text reaches, and the limit for the others. Each is undefined when there is no such
 * restriction.
 */
export type ReachNow = { open: ReadonlySet<string> | undefined; messagingLimit: MessagingLimit | undefined };

type ReachRequest = {
  scope: Scope;
  sender: SenderRow;
  /** Undefined when free text always reaches everybody. */
  windowHours: number | undefined;
  /** Without a template, the other numbers cannot be written to. */
  template: unknown;
  now: Date;
};

/**
 * Determines the reach of these distinct numbers, in the transaction of the caller. It reads nothing if free text
 * always reaches everybody.
 */
export async function findReach(
  { scope, sender, windowHours: hours, template, now }: ReachRequest,
  numbers: readonly string[],
): Promise<ReachNow> {
  if (hours === undefined) return { open: undefined, messagingLimit: undefined };
  const open = new Set((await findOpenWindows(scope, numbers, { hours, at: now, sender })).keys());
  const outside = template ? numbers.filter((number) => !open.has(number)) : [];
  return { open, messagingLimit: await lockMessagingLimit(scope.db, sender, { numbers: outside, now }) };
}

/**
 * Returns when the last of these distinct numbers may be written to, if sending begins at `begin`. Undefined when no
 * limit delays them.
 */
export async function findLastPlace(
  db: Db,
  sender: SenderRow,
  { numbers, begin }: { numbers: readonly string[]; begin: Date },
): Promise<Date | undefined> {
  if (sender.perDay === null) return undefined;
  const counted = { portfolio: portfolioOf(sender), since: countsSince(begin) };
  const reached = await listReached(db, counted, numbers);
  const people = numbers.length - reached.size;
  if (people <= 0) return undefined;
  const used = await countReached(db, counted);
  const { rounds, place } = lastPlace(people, { most: sender.perDay, used });
  const [at] = place === undefined ? [] : await listReachedAt(db, counted, { from: place, most: 1 });
  const first = at === undefined ? begin.getTime() : Date.parse(freeFrom(at));
  return new Date(first + rounds * countedFor);
}

/**
 * Stores the messaging limit of all WhatsApp numbers that share it. Messages that the old limit postponed are checked
 * again.
 */
export async function changeLimit(
  db: Db,
  sender: Pick<SenderRow, 'id' | 'portfolio'>,
  { perDay, now }: { perDay: number | null; now: string },
): Promise<void> {
  await makePostponedDue(db, await setPerDay(db, sender, perDay), now);
}
