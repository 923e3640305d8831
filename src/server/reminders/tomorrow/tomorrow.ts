/** Shows the families of the next run, and lets a person remove bills from it. */
import type { NextReminders, RemindedFamily } from '#shared/calls/reminders.ts';
import { sayReason } from '#shared/messages/reasons.ts';
import { countFamilies } from '#shared/people/families.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { findNextRun, needEdit } from '../reminders.ts';
import { decideRun, type PlannedRun, planReminders, type ReminderBroadcast, runOf } from '../runs/runs.ts';
import { insertReminders } from '../runs/runs-queries.ts';
import { type Firing, numbersOf, stepByNumber } from '../runs/runs-rules.ts';
import { deleteSkipped, listSkipped } from './tomorrow-queries.ts';

/** Plans the next run of the campus. It ignores that a person holds reminders, to show what would be sent. */
async function planNextRun(scope: Scope, deps: Deps): Promise<PlannedRun> {
  const { day, at } = await findNextRun(scope, deps.now());
  return { run: runOf(scope.campus, day, at), at, isHeld: false, waiting: [] };
}

type Decided = Awaited<ReturnType<typeof decideRun>>;

/**
 * Returns the numbers of bills that wait because of a promise, each with its day. All numbers of a bill wait until the
 * same day.
 */
const promisedNumbersOf = ({ promised, promisedDays }: Decided): Map<string, string> =>
  new Map(
    promised.flatMap(({ bill }) => {
      const numbers = numbersOf(bill);
      const day =
        numbers
          .map((number) => promisedDays.get(number) ?? '')
          .sort()
          .at(-1) ?? '';
      return numbers.map((number) => [number, day] as const);
    }),
  );

/** Returns the numbers of a bill, or its id if it has no number. */
const placesOf = (bill: Firing['bill']): (string | number)[] =>
  bill.numbers === '' ? [bill.id] : numbersOf(bill);

/** Lists the families that get a message, and those that are skipped, with the reason. */
function* familiesOf(reminders: readonly ReminderBroadcast[]): Generator<RemindedFamily> {
  for (const { template, plan } of reminders) {
    const templateID = template.id;
    for (const { number, name, text, billIDs } of plan.messages)
      yield { number, name, templateID, text, billIDs, reason: null };
    for (const { number, name, billIDs, reason, filled } of plan.skipped)
      yield { number, name, templateID, text: filled?.text ?? '', billIDs, reason: sayReason(reason) };
  }
}

/** Families that get nothing come first, so that they are in sight. */
const waitingFirst = (one: RemindedFamily, other: RemindedFamily): number =>
  Number(other.reason !== null) - Number(one.reason !== null);

type Page = { from: number; take: number };

/** Lists a page of the families. It plans texts only for this page, which saves most of the work. */
async function listPage(
  scope: Scope,
  deps: Deps,
  { decided, planned, from, take }: Page & { decided: Decided; planned: PlannedRun },
): Promise<{ items: RemindedFamily[]; count: number }> {
  const all = [...decided.promised, ...decided.fires];
  const places = new Set(all.flatMap(({ bill }) => placesOf(bill)));
  const shown = new Set([...places].slice(from, from + take));
  const fires = all.filter(({ bill }) => placesOf(bill).some((place) => shown.has(place)));
  const reminders = await planReminders(scope, deps, {
    ...planned,
    ...decided,
    fires,
    isPreview: true,
    promisedNumbers: promisedNumbersOf(decided),
  });
  const isShown = ({ number, billIDs }: RemindedFamily): boolean =>
    shown.has(number) || billIDs.some((id) => shown.has(id));
  const items = [...familiesOf(reminders)].filter(isShown).sort(waitingFirst);
  return { items, count: places.size };
}

const matches = ({ number, name, text }: RemindedFamily, term: string): boolean =>
  `${name}\n${number}\n${text}`.toLowerCase().includes(term);

/** Lists the families that match the search by text, name or number. */
async function searchFamilies(
  scope: Scope,
  deps: Deps,
  { decided, planned, search, from, take }: Page & { decided: Decided; planned: PlannedRun; search: string },
): Promise<{ items: RemindedFamily[]; count: number }> {
  const reminders = await planReminders(scope, deps, {
    ...planned,
    ...decided,
    fires: [...decided.fires, ...decided.promised],
    isPreview: true,
    promisedNumbers: promisedNumbersOf(decided),
  });
  const term = search.toLowerCase();
  const found = [...familiesOf(reminders)].filter((family) => matches(family, term)).sort(waitingFirst);
  return { items: found.slice(from, from + take), count: found.length };
}

/** Counts the families that each template goes to. A bill without a number counts for no template. */
function countByRule(fires: readonly Firing[]): NextReminders['byRule'] {
  const numbers = Map.groupBy(stepByNumber(fires), ([, { templateID }]) => templateID);
  return [...numbers].map(([templateID, { length: families }]) => ({ templateID, families }));
}

export async function showNextReminders(
  scope: Scope,
  deps: Deps,
  { search, ...page }: { search: string; from: number; take: number },
): Promise<NextReminders> {
  const planned = await planNextRun(scope, deps);
  const decided = await decideRun(scope, deps, planned);
  const { fires, held, overLimit, promised } = decided;
  const query = { ...page, decided, planned };
  const list =
    search === '' ? listPage(scope, deps, query) : searchFamilies(scope, deps, { ...query, search });
  return {
    day: planned.run.day,
    at: planned.at.toISOString(),
    bills: fires.length,
    families: countFamilies(fires.map(({ bill }) => numbersOf(bill))),
    held,
    overLimit,
    byRule: countByRule(fires),
    promised: promised.length,
    ...(await list),
    skipped: await listSkipped(scope, planned.run.day),
  };
}

/** Stores the steps of these bills as skipped, so that they never fire. */
async function skip(scope: Scope, deps: Deps, billIDs: readonly number[]): Promise<number[]> {
  const planned = await planNextRun(scope, deps);
  const { fires, promised } = await decideRun(scope, deps, planned);
  const chosen = new Set(billIDs);
  const steps = [...fires, ...promised].filter(({ bill }) => chosen.has(bill.id)).map(({ step }) => step);
  const row = {
    runOn: planned.run.day,
    state: 'skipped',
    broadcastID: null,
    createdAt: deps.now().toISOString(),
  } as const;
  await insertReminders(
    scope,
    steps.map((step) => ({ ...step, ...row })),
  );
  return steps.map(({ billID }) => billID);
}

/** Removes bills from the next run, or puts them back if that run has not begun. */
export async function skipReminders(
  scope: Scope,
  deps: Deps,
  { billIDs, isSkipped }: { billIDs: readonly number[]; isSkipped: boolean },
): Promise<{ changed: number }> {
  if (!isSkipped) needEdit(scope);
  const changed = await withCampusLock(scope, async (scope) => {
    const ids = isSkipped
      ? await skip(scope, deps, billIDs)
      : await deleteSkipped(scope, (await findNextRun(scope, deps.now())).day, billIDs);
    if (ids.length > 0)
      await recordChange(scope, {
        what: isSkipped ? 'remindersSkipped' : 'remindersUnskipped',
        at: deps.now().toISOString(),
        about: { kind: 'send' },
        bills: { reminder: ids },
        details: { changed: ids.length },
      });
    return ids.length;
  });
  deps.bus.publish(scope.campusID, { what: 'reminders' });
  return { changed };
}
