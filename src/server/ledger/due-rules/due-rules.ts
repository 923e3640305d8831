/**
 * The due rules of a campus: for how long after its due date a bill still counts as in time. All payments are
 * computed with them.
 */
import { isOpen } from '#shared/money/bill-status.ts';
import { type DueRules, inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { changesBetween } from '#shared/trail.ts';
import { updateDueRules } from '../../auth/auth-queries.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { carryRest } from '../carried/carried.ts';
import { recomputeBills } from '../ledger.ts';
import { listOwed, listToRecompute, type Owed } from '../ledger-queries.ts';
import type { MoneyNeeds } from '../model.ts';
import { listOpenDue, listWithTwoAmounts } from './due-rules-queries.ts';

const atOnce = 1000;

const idsOf = (bills: readonly { id: number }[]): number[] => bills.map(({ id }) => id);

/** Yields pages of bills, ordered by id. Between two pages it lets the event loop handle other requests. */
async function* pagesOf<T extends { id: number }>(
  list: (page: { after: number; take: number }) => Promise<T[]>,
) {
  for (let after = 0, isMore = true; isMore; ) {
    const bills = await list({ after, take: atOnce });
    if (bills.length > 0) yield bills;
    isMore = bills.length === atOnce;
    after = bills.at(-1)?.id ?? 0;
    await yieldToEventLoop();
  }
}

type Changed = Owed & { was: string };

/**
 * Recomputes all bills with the rules of the scope. Returns the bills whose status has changed, with their former
 * status in `was`.
 */
async function recomputeAll(scope: Scope): Promise<Changed[]> {
  const changed: Changed[] = [];
  for await (const page of pagesOf((at) => listWithTwoAmounts(scope, at))) {
    const ids = await listToRecompute(scope, idsOf(page));
    const before = new Map((await listOwed(scope, ids)).map((bill) => [bill.id, bill.status]));
    for (const bill of await recomputeBills(scope, ids)) {
      const was = before.get(bill.id) ?? bill.status;
      if (was !== bill.status) changed.push({ ...bill, was });
    }
  }
  return changed;
}

/**
 * Finds the open bills that are late under only one of the two rules. `turned`: the rules differ today. `turning`:
 * they differ on a later day.
 */
async function listTurned(
  scope: Scope,
  { today, to }: { today: string; to: DueRules },
): Promise<{ turned: number[]; turning: number[] }> {
  const [from = '', until = ''] = [inTimeFrom(today, scope.campus), inTimeFrom(today, to)].sort();
  const turned: number[] = [];
  const turning: number[] = [];
  for await (const page of pagesOf((at) => listOpenDue(scope, { ...at, from })))
    for (const { id, dueDate } of page) (dueDate !== null && dueDate < until ? turned : turning).push(id);
  return { turned, turning };
}

/** Recomputes payments and carried bills with the rules of the scope. Returns the bills whose status has changed. */
async function recompute(
  scope: Scope,
  { recarry, turned, now }: Pick<MoneyNeeds, 'recarry'> & { turned: readonly number[]; now: string },
) {
  const all = await recomputeAll(scope);
  const wereCarried = idsOf(all.filter(({ was }) => was === 'carried'));
  const stayCarried = new Set(idsOf(await carryRest(scope, wereCarried, now)));
  const changed = all.filter(({ id }) => !stayCarried.has(id));
  const owed = new Set([...turned, ...idsOf(changed.filter(isOpen))]);
  const carried = await recarry(scope, [...owed], now);
  return [...new Map([...changed, ...carried].map((bill) => [bill.id, bill])).values()];
}

/**
 * Changes the due rules, also for bills that are already paid. A part payment may now settle its bill, or a payment
 * that was in time may now be late. Waiting messages get the new amounts. Bills that are owed again may be carried to
 * newer bills. Returns how many bills have a new status.
 */
export async function changeDueRules(
  scope: Scope,
  { followPayments, recarry, recordChange, ...deps }: MoneyNeeds,
  to: DueRules,
): Promise<{ changed: number }> {
  const now = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const { campusID, campus } = scope;
    const { graceDays, sundayDays } = campus;
    const changes = changesBetween({ graceDays, sundayDays }, to);
    if (Object.keys(changes).length === 0) return [];
    await updateDueRules(scope.db, campusID, to);
    const ruled: Scope = { ...scope, campus: { ...campus, ...to } };
    const { turned, turning } = await listTurned(scope, { today: dayIn(campus.timeZone, new Date(now)), to });
    const changed = await recompute(ruled, { recarry, turned, now });
    const ids = new Set([...turned, ...turning, ...idsOf(changed)]);
    if (ids.size > 0) await followPayments(ruled, ids, { now, paidSince: undefined });
    const about = { kind: 'school', id: campusID, name: campus.name } as const;
    await recordChange(scope, { what: 'dueRulesChanged', at: now, about, changes });
    return changed;
  });
  for (const groupID of new Set(changed.map((bill) => bill.groupID)))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  for (const what of ['session', 'groups', 'outbox'] as const) deps.bus.publish(scope.campusID, { what });
  return { changed: changed.length };
}
