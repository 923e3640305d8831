/** Finds the campuses with something to do, in four queries however many campuses there are. */
import { spelledRuleOf, undoMinutes, usualReminderHour } from '#shared/messages/reminder-rules.ts';
import type { Campus } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { quietUntil } from '../../senders/quiet-hours/quiet-hours-rules.ts';
import { quietOf } from '../../senders/settings/settings-rules.ts';
import { listCampusesWithoutReceipt } from '../receipts/receipts-queries.ts';
import { type EntryWindow, windowOf } from '../receipts/receipts-rules.ts';
import { dueRunDay, minutesBefore } from '../reminders-rules.ts';
import {
  listCampusesWithImports,
  listEveryRule,
  listReminding,
  type RemindingCampus,
} from './runs-queries.ts';

/**
 * Until when every payment of a campus has its receipt, and when all of them were last read, on the
 * monotonic clock. Without it each look would read the payments of a week.
 */
export type CheckedPayments = Map<number, { upTo: string; readAt: number }>;

/** Milliseconds after which all payments of the week are read again: money of an old payment may settle a bill only now. */
const readAgainAfter = 10 * 60_000;

type Rule = Awaited<ReturnType<typeof listEveryRule>>[number];
const isStale = ({ sendOn, templateSendOn }: Rule): boolean => spelledRuleOf(templateSendOn) !== sendOn;
const firstOf = (rules: readonly Rule[], sendOn: string): string | undefined =>
  rules
    .filter((rule) => rule.sendOn === sendOn)
    .map(({ createdAt }) => createdAt)
    .sort()[0];

type Look = { runs: boolean; imports?: { from: string; until: string }; receipts?: EntryWindow };

/** What this campus must do, or what must be looked up to know it. */
function lookAt(campus: RemindingCampus, rules: readonly Rule[], at: Date): Look {
  const { timeZone, hour, ranOn, hourSetAt, importsUpTo, heldAt, copiedAt } = campus;
  const pace = quietOf(campus);
  const hasStale = rules.some(isStale);
  if (quietUntil(pace, timeZone, at)) return { runs: hasStale };
  const hours = { hour: hour ?? usualReminderHour, pace, timeZone };
  const runs = hasStale || dueRunDay(at, hours, { ranOn, hourSetAt }) !== undefined;
  const imported = firstOf(rules, 'bill');
  const paid = firstOf(rules, 'paid');
  return {
    runs,
    ...(imported === undefined
      ? {}
      : { imports: { from: importsUpTo ?? imported, until: minutesBefore(at, undoMinutes) } }),
    ...(paid === undefined || heldAt !== null || copiedAt !== null
      ? {}
      : { receipts: windowOf(at, { createdAt: paid }, timeZone) }),
  };
}

/** Shortens a window to the payments that were not read before. */
function unread(
  window: EntryWindow,
  checked: ReturnType<CheckedPayments['get']>,
  elapsed: number,
): EntryWindow {
  if (!checked || elapsed - checked.readAt >= readAgainAfter) return window;
  return { ...window, from: checked.upTo > window.from ? checked.upTo : window.from };
}

/** `reminds`: a run is due, or bills were imported. `hasPayments`: a payment has no receipt yet. */
export type DueCampus = { campus: Campus; reminds: boolean; hasPayments: boolean };

/** Returns the campuses with something to do. The work itself checks again, because another worker may be first. */
export async function findDueCampuses(
  { store: { db }, now, runtime }: Deps,
  checked: CheckedPayments,
): Promise<DueCampus[]> {
  const at = now();
  const elapsed = runtime.elapsed();
  const rules = Map.groupBy(await listEveryRule(db), ({ campusID }) => campusID);
  const looks = (await listReminding(db)).map((campus) => ({
    campus,
    ...lookAt(campus, rules.get(campus.id) ?? [], at),
  }));
  const periods = looks.flatMap(({ campus: { id }, runs, imports }) =>
    imports && !runs ? [{ campusID: id, ...imports }] : [],
  );
  const importing = await listCampusesWithImports(db, periods);
  const windows = looks.flatMap(({ campus: { id }, receipts }) =>
    receipts ? [{ campusID: id, whole: receipts, ...unread(receipts, checked.get(id), elapsed) }] : [],
  );
  const unsent = await listCampusesWithoutReceipt(db, windows);
  for (const { campusID, whole, from, bankUntil } of windows) {
    const readAt = from === whole.from ? elapsed : (checked.get(campusID)?.readAt ?? elapsed);
    if (unsent.has(campusID)) checked.delete(campusID);
    else checked.set(campusID, { upTo: bankUntil, readAt });
  }
  return looks
    .map(({ campus, runs }) => ({
      campus,
      reminds: runs || importing.has(campus.id),
      hasPayments: unsent.has(campus.id),
    }))
    .filter(({ reminds, hasPayments }) => reminds || hasPayments);
}
