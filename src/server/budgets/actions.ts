/** Keeps a portfolio's limit by waiting, over any number of workers. */
import type { Scope } from '../auth/scope.ts';
import { holdName } from '../db/hold.ts';
import type { Db } from '../db/store.ts';
import type { SenderRow } from '../senders/queries.ts';
import { portfolioOf } from '../senders/rules.ts';
import { findOpen } from '../windows/actions.ts';
import { countReached, listReached, listReachedAt } from './queries.ts';
import { type Budget, countedFor, countsSince, freeFrom, lastPlace, lookAgainAt } from './rules.ts';

/**
 * What is left for these different numbers; undefined where there is no limit. Nobody else writes to anyone on its account until
 * the caller's transaction ends: senders of one portfolio wait for each other, and one alone is held by its own row.
 */
async function holdBudget(
  db: Db,
  sender: SenderRow,
  { numbers, now }: { numbers: readonly string[]; now: Date },
): Promise<Budget | undefined> {
  if (sender.perDay === null || numbers.length === 0) return undefined;
  const portfolio = portfolioOf(sender);
  if (sender.portfolio !== '') await holdName(db, `portfolio ${portfolio}`);
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
export type Reach = { open: ReadonlySet<string> | undefined; budget: Budget | undefined };

type Reaching = {
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
  { scope, sender, windowHours: hours, template, now }: Reaching,
  numbers: readonly string[],
): Promise<Reach> {
  if (hours === undefined) return { open: undefined, budget: undefined };
  const open = new Set((await findOpen(scope, numbers, { hours, at: now, sender })).keys());
  const outside = template ? numbers.filter((number) => !open.has(number)) : [];
  return { open, budget: await holdBudget(scope.db, sender, { numbers: outside, now }) };
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
