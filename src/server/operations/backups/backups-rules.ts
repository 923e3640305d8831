/** When a backup is due and which ones are kept. Pure: the clock is given. */
import type { BackupReason } from '#shared/backups.ts';
import { addDays, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

/** The school's local time at which the nightly backup is due, after one working day and before the next. */
const nightClock = '02:00';
const dayLength = 86_400_000;

export type Dated = { name: string; madeAt: string; why: BackupReason };
/** `rows`: the row count of each table. */
export type Held = Dated & { rows: Record<string, number> };

/** The latest time at which a nightly backup was due. */
export function latestNight(now: Date, timeZone: string): Date {
  const day = dayIn(timeZone, now);
  const tonight = instantIn(timeZone, `${day}T${nightClock}`);
  return tonight <= now ? tonight : instantIn(timeZone, `${addDays(day, -1)}T${nightClock}`);
}

/** The newest backup. Dates more than a day ahead come from a wrong clock and are ignored. */
export function newestOf<T extends Pick<Dated, 'madeAt'>>(backups: readonly T[], now: Date): T | undefined {
  const latest = new Date(now.getTime() + dayLength).toISOString();
  return backups
    .filter(({ madeAt }) => madeAt <= latest)
    .reduce<T | undefined>((best, one) => (best && best.madeAt >= one.madeAt ? best : one), undefined);
}

/** Whether the nightly backup is due. A computer that is off at night makes it when it is on again. */
export function isBackupDue(backups: readonly Pick<Dated, 'madeAt'>[], now: Date, timeZone: string): boolean {
  const newest = newestOf(backups, now);
  return newest === undefined || newest.madeAt < latestNight(now, timeZone).toISOString();
}

/** How many days, weeks and months with a backup are kept. */
const keptFor = { days: 7, weeks: 4, months: 12 } as const;
/** How many backups from before an update are kept, because its problems may show late. */
const keptBefore = 3;

/** Tables whose rows a school cannot get back from anywhere else. */
const counted = ['bill', 'message', 'payment'] as const;
const countOf = ({ rows }: Held, table: (typeof counted)[number]): number => rows[table] ?? 0;
const sizeOf = (backup: Held): number => counted.reduce((sum, table) => sum + countOf(backup, table), 0);

/** Whether a tenth or more of something was missing in the later backup. */
const isFall = (before: Held, after: Held): boolean =>
  counted.some((table) => {
    const had = countOf(before, table);
    return had > 0 && countOf(after, table) <= had * 0.9;
  });

/** The bytes of uploads that one backup reads again: seconds on a slow disk. */
export const readAgainBytes = 500 * 1024 * 1024;

/**
 * Which uploads, sorted by name, a backup reads again to see whether the disk still holds what was written. Each backup
 * continues after the last name of the one before, and starts again after the last one. At least one is read.
 */
export function listToRead(
  uploads: readonly { name: string; bytes: number }[],
  { after, most }: { after: string; most: number },
): string[] {
  const next = uploads.findIndex(({ name }) => name > after);
  const first = Math.max(next, 0);
  const inTurn = [...uploads.slice(first), ...uploads.slice(0, first)];
  let bytes = 0;
  const end = inTurn.findIndex((upload) => {
    bytes += upload.bytes;
    return bytes > most;
  });
  return inTurn.slice(0, end === -1 ? undefined : Math.max(end, 1)).map(({ name }) => name);
}

const byNewest = (a: Held, b: Held): number => (a.madeAt < b.madeAt ? 1 : -1);

/** The last backups before a tenth or more of the bills, messages or payments was gone. */
export function listBeforeFall(backups: readonly Held[]): Set<string> {
  const newestFirst = [...backups].sort(byNewest);
  const before = newestFirst.filter((backup, at) => {
    const next = newestFirst[at - 1];
    return next !== undefined && isFall(backup, next);
  });
  return new Set(before.map(({ name }) => name));
}

/** The largest backup of each of the first `most` groups; the first among equals. */
function fullestOfEach(
  backups: readonly Held[],
  keyOf: (backup: Held) => string,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const groups = [...Map.groupBy(backups, keyOf).values()].slice(0, most);
  return groups.map((group) => group.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best)).name);
}

/**
 * The names of the backups to remove. The largest one of each day, week and month is kept, because after an accident
 * the newest may be the empty one. `latest`, the newly made one, is always kept.
 */
export function listOutdated(
  backups: readonly Held[],
  { timeZone, latest }: { timeZone: string; latest: string },
): string[] {
  const newestFirst = [...backups].sort(byNewest);
  const dayOf = ({ madeAt }: Held) => dayIn(timeZone, new Date(madeAt));
  const mondayOf = (one: Held) => addDays(dayOf(one), -((weekdayOf(dayOf(one)) + 6) % 7));
  const monthOf = (one: Held) => dayOf(one).slice(0, 7);
  const days = new Set([...new Set(newestFirst.map(dayOf))].slice(0, keptFor.days));
  const ofDays = newestFirst.filter((one) => days.has(dayOf(one)));
  // Somebody made it for a reason, so for these days it neither replaces another backup nor is replaced.
  const byHand = ofDays.filter(({ why }) => why === 'byHand');
  const others = ofDays.filter(({ why }) => why !== 'byHand');
  const kept = new Set([
    latest,
    ...byHand.map(({ name }) => name),
    ...fullestOfEach(others, dayOf),
    ...fullestOfEach(newestFirst, mondayOf, keptFor.weeks),
    ...fullestOfEach(newestFirst, monthOf, keptFor.months),
    ...listBeforeFall(newestFirst),
  ]);
  const before = newestFirst.filter(({ why }) => why === 'beforeUpdate');
  for (const { name } of before.slice(0, keptBefore)) kept.add(name);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
