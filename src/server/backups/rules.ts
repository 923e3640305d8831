/** When a backup is due, and which are kept. Pure: the clock is given. */
import type { BackupReason } from '#shared/backups.ts';
import { addDays, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

/** What a clock shows at the school when the night's backup is due: after the day's work, before that of the next. */
const nightClock = '02:00';
const dayLength = 86_400_000;

export type Dated = { name: string; madeAt: string; why: BackupReason };

/** The latest night that has come. */
export function latestNight(now: Date, timeZone: string): Date {
  const day = dayIn(timeZone, now);
  const tonight = instantIn(timeZone, `${day}T${nightClock}`);
  return tonight <= now ? tonight : instantIn(timeZone, `${addDays(day, -1)}T${nightClock}`);
}

/** The newest; those of a clock that was more than a day ahead are passed over. */
export function newestOf<T extends Pick<Dated, 'madeAt'>>(backups: readonly T[], now: Date): T | undefined {
  const latest = new Date(now.getTime() + dayLength).toISOString();
  return backups
    .filter(({ madeAt }) => madeAt <= latest)
    .reduce<T | undefined>((best, one) => (best && best.madeAt >= one.madeAt ? best : one), undefined);
}

/**
 * Whether the night's backup is still to be made. A computer that is off at night makes it when it is on again.
 */
export function isBackupDue(backups: readonly Pick<Dated, 'madeAt'>[], now: Date, timeZone: string): boolean {
  const newest = newestOf(backups, now);
  return newest === undefined || newest.madeAt < latestNight(now, timeZone).toISOString();
}

/** So many days, weeks and months that have a backup; of each the newest. */
const keptFor = { days: 7, weeks: 4, months: 12 } as const;
/** Of those from before an update so many: what came of it may be seen late. */
const keptBefore = 3;

/** The keys of the first so many groups, each with the first of its own. */
function firstOfEach(backups: readonly Dated[], keyOf: (backup: Dated) => string, most: number): string[] {
  const groups = new Map<string, string>();
  for (const backup of backups) {
    const key = keyOf(backup);
    if (!groups.has(key)) groups.set(key, backup.name);
  }
  return [...groups.values()].slice(0, most);
}

/** The names of those that are to go. `latest`, which was just made, and the newest stay whatever their clocks said. */
export function listOutdated(
  backups: readonly Dated[],
  { timeZone, latest }: { timeZone: string; latest: string },
): string[] {
  const newestFirst = [...backups].sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
  const dayOf = ({ madeAt }: Dated) => dayIn(timeZone, new Date(madeAt));
  const mondayOf = (one: Dated) => addDays(dayOf(one), -((weekdayOf(dayOf(one)) + 6) % 7));
  const monthOf = (one: Dated) => dayOf(one).slice(0, 7);
  const kept = new Set([
    latest,
    ...firstOfEach(newestFirst, dayOf, keptFor.days),
    ...firstOfEach(newestFirst, mondayOf, keptFor.weeks),
    ...firstOfEach(newestFirst, monthOf, keptFor.months),
  ]);
  const before = newestFirst.filter(({ why }) => why === 'beforeUpdate');
  for (const { name } of before.slice(0, keptBefore)) kept.add(name);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
