/** Messaging limit: how many people the numbers of one portfolio may write to first in 24 hours, over any number of workers. */
import type { Scope } from '../../auth/scope.ts';
import { lockName } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/store.ts';
import { setPerDay } from '../../numbers/senders/queries.ts';
import { portfolioOf } from '../../numbers/senders/rules.ts';
import type { SenderRow } from '../../numbers/tables.ts';
import { findOpenWindows } from '../windows/actions.ts';
import { countReached, listReached, listReachedAt, reconsiderPutOff } from './queries.ts';
import { countedFor, countsSince, freeFrom, lastPlace, lookAgainAt, type MessagingLimit } from './rules.ts';

/**
 * What is left for these different numbers; undefined where there is no limit. Nobody else writes to anyone on its account until
 * the caller's transaction ends: senders of one portfolio wait for each other, and one alone is held by its own row.
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
  // Where the limit has become smaller, some must become free before there is a place again.
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

/** Whom free text reaches, and how many of the others may be written to; undefined where nobody asks. */
export type ReachNow = { open: ReadonlySet<string> | undefined; messagingLimit: MessagingLimit | undefined };

type ReachRequest = {
  scope: Scope;
  sender: SenderRow;
  /** Undefined: free text always reaches everybody. */
  windowHours: number | undefined;
  /** Without one there is no way to write to the others. */
  template: unknown;
  now: Date;
};

/** Of these different numbers, in the caller's transaction. Nothing is asked where free text always reaches them. */
export async function findReach(
  { scope, sender, windowHours: hours, template, now }: ReachRequest,
  numbers: readonly string[],
): Promise<ReachNow> {
  if (hours === undefined) return { open: undefined, messagingLimit: undefined };
  const open = new Set((await findOpenWindows(scope, numbers, { hours, at: now, sender })).keys());
  const outside = template ? numbers.filter((number) => !open.has(number)) : [];
  return { open, messagingLimit: await lockMessagingLimit(scope.db, sender, { numbers: outside, now }) };
}

/** When the last of these different numbers may be written to if they begin then; undefined where no limit holds them up. */
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

/** How many people may be written to first in a day, of all numbers that share the limit; what waits for it is looked at anew. */
export async function changeLimit(
  db: Db,
  sender: Pick<SenderRow, 'id' | 'portfolio'>,
  { perDay, now }: { perDay: number | null; now: string },
): Promise<void> {
  await reconsiderPutOff(db, await setPerDay(db, sender, perDay), now);
}
