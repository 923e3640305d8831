/** The start page: everything that needs a person, in one answer. */
import type { AnswerOf } from '#shared/calls/all.ts';
import type { Falling, Numberless } from '#shared/calls/today.ts';
import { payableWithCredit } from '#shared/money/credit.ts';
import { toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { has } from '#shared/people/rights.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { mapFamilies } from '../../billing/find/find.ts';
import { listGroups } from '../../billing/groups/groups-queries.ts';
import { findUnkept } from '../../billing/promises/promises.ts';
import { countWaiting, listConversations } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { findFirstSteps } from '../../outbox/broadcasts/broadcasts.ts';
import { countFailures } from '../../outbox/failures/failures.ts';
import { showSends } from '../../outbox/lists/sends.ts';
import {
  countDue,
  countExpiring,
  countNumberless,
  listChildrenOfFathers,
  listNumberless,
  sumCollected,
} from './today-queries.ts';
import { daysAhead, inOrderOfDays, missingMonth, mondayOf, proposedFor, weekFrom } from './today-rules.ts';

type Today = AnswerOf<'GET /Today'>;

/** The most items shown of each kind. The others are on their own screens. */
const shownChats = 5;
const shownNumberless = 3;
const shownDays = 6;
const mostSends = 50;
/** A school with more billings than this is not shown the first steps any more. */
const mostBillingsOfBeginner = 1;

async function findToAnswer(scope: Scope, deps: Deps): Promise<Today['toAnswer']> {
  const all = { number: '', closing: undefined, search: '', digits: '', numbers: [], after: 0 };
  const rows = await listConversations(scope, { ...all, list: 'waiting', take: shownChats });
  const families = await mapFamilies(
    scope,
    deps,
    rows.map(({ number }) => number),
  );
  const items = rows.map(({ number, name, text, media, audio, at }) => {
    const children = families.get(number)?.children ?? [];
    const fatherName = children.find(({ fatherName }) => fatherName)?.fatherName ?? null;
    return { number, name, fatherName, text, media, audio, at };
  });
  return { count: await countWaiting(scope), items };
}

/** Returns a page of the children with open bills and no number. */
async function listNumberlessPage(
  scope: Scope,
  { now }: Pick<Deps, 'now'>,
  { after, take }: { after: number; take: number },
): Promise<{ items: Numberless[]; next: number | null }> {
  const today = inTimeFrom(dayIn(scope.campus.timeZone, now()), scope.campus);
  const rows = await listNumberless(scope, { after, take: take + 1 });
  const own = await mapOwnCredit(
    scope,
    rows.map(({ billID: id, regNum }) => ({ id, regNum })),
  );
  const items = rows.slice(0, take).map((row) => {
    const { status, total, amountAfterDueDate, dueDate, paid, settledOn, adjusted, lateWaived, ...child } =
      row;
    return {
      ...child,
      payable: toRupees(payableWithCredit(today, { ...row, id: row.billID }, own.get(row.billID)) ?? 0),
    };
  });
  return { items, next: rows.length > take ? (items.at(-1)?.billID ?? null) : null };
}

/** Adds to each child the number of another child whose father has the same name. */
export async function showNumberless(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  page: { after: number; take: number },
): Promise<{ items: Numberless[]; next: number | null }> {
  const { items, next } = await listNumberlessPage(scope, deps, page);
  const fathers = [...new Set(items.flatMap(({ fatherName }) => fatherName ?? []))];
  const others = Map.groupBy(await listChildrenOfFathers(scope, fathers), ({ fatherName }) => fatherName);
  return { items: items.map((item) => ({ ...item, ...proposedFor(others.get(item.fatherName)) })), next };
}

async function findFalling(scope: Scope, today: string): Promise<Falling[]> {
  const days = { from: today, until: addDays(today, daysAhead) };
  const due = await countDue(scope, days);
  const expiring = await countExpiring(scope, days);
  return inOrderOfDays(
    [
      ...due.map((one) => ({ ...one, kind: 'due' as const })),
      ...expiring.map((one) => ({ ...one, kind: 'expiry' as const })),
    ],
    shownDays,
  );
}

async function findCollected(scope: Scope, today: string): Promise<Today['collected']> {
  const monday = mondayOf(today);
  const before = mondayOf(addDays(monday, -1));
  const week = weekFrom(monday);
  const found = await sumCollected(scope, { from: before, until: week.at(-1) ?? today });
  const sum = (key: 'payments' | 'amount', isOf: (day: string) => boolean): number =>
    found.reduce((all, one) => all + (isOf(one.day) ? one[key] : 0), 0);
  return {
    days: week.map((day) => ({
      day,
      payments: sum('payments', (of) => of === day),
      amount: toRupees(sum('amount', (of) => of === day)),
    })),
    lastWeek: toRupees(sum('amount', (of) => of < monday)),
  };
}

/** Returns the sends. Only people with the right to the outbox see them. */
async function findSends(
  scope: Scope,
  deps: Deps,
): Promise<Pick<Today, 'failures' | 'scheduled' | 'sending'>> {
  if (!has(scope.rights, 'outbox')) return { failures: null, scheduled: [], sending: [] };
  const open = await showSends(scope, deps, { which: 'waiting', search: '', after: 0, take: mostSends });
  const isScheduled = ({ startAt, startedAt }: (typeof open)[number]): boolean =>
    startAt !== null && startedAt === null;
  return {
    failures: await countFailures(scope, deps),
    scheduled: open
      .filter(isScheduled)
      .map(({ broadcastID, template, text, startAt, counts }) => ({
        ...{ broadcastID, template, text },
        startAt: startAt ?? '',
        messages: counts.pending,
      }))
      .filter(({ messages }) => messages > 0)
      .sort((a, b) => a.startAt.localeCompare(b.startAt)),
    sending: open
      .filter((one) => !isScheduled(one) && one.counts.pending + one.counts.sending > 0)
      .map(({ broadcastID, template, text, paused, total, counts }) => {
        const whole = total - counts.skipped;
        return {
          ...{ broadcastID, template, text, paused },
          done: whole - counts.pending - counts.sending,
          total: whole,
        };
      }),
  };
}

async function findSteps(scope: Scope, billings: number): Promise<Today['steps']> {
  if (billings > mostBillingsOfBeginner) return null;
  const steps = { ...(await findFirstSteps(scope)), isUploaded: billings > 0 };
  return Object.values(steps).every(Boolean) ? null : steps;
}

export async function showToday(scope: Scope, deps: Deps): Promise<Today> {
  const today = dayIn(scope.campus.timeZone, deps.now());
  const billings = await listGroups(scope);
  const { items } = await listNumberlessPage(scope, deps, { after: 0, take: shownNumberless });
  return {
    toAnswer: await findToAnswer(scope, deps),
    numberless: { count: await countNumberless(scope), items },
    unkept: await findUnkept(scope, deps),
    collected: await findCollected(scope, today),
    falling: await findFalling(scope, today),
    missing: missingMonth(today, billings),
    ...(await findSends(scope, deps)),
    steps: await findSteps(scope, billings.length),
  };
}
