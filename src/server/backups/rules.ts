/** When a backup is due, and which are kept. Pure: the clock is given. */
import type { BackupReason } from '#shared/backups.ts';
import { addDays, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

/** What a clock shows at the school when the night's backup is due: after the day's work, before that of the next. */
const nightClock = '02:00';
const dayLength = 86_400_000;

export type Dated = { name: string; madeAt: string; why: BackupReason };
/** `rows`: of each table. */
export type Held = Dated & { rows: Record<string, number> };

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

/** So many days, weeks and months that have a backup. */
const keptFor = { days: 7, weeks: 4, months: 12 } as const;
/** Of those from before an update so many: what came of it may be seen late. */
const keptBefore = 3;

/** The tables whose rows a school cannot get back from anywhere else. */
const counted = ['bill', 'message', 'payment'] as const;
const countOf = ({ rows }: Held, table: (typeof counted)[number]): number => rows[table] ?? 0;
const sizeOf = (backup: Held): number => counted.reduce((sum, table) => sum + countOf(backup, table), 0);

/** A tenth or more of something was gone when the later one was made. */
const isFall = (before: Held, after: Held): boolean =>
  counted.some((table) => {
    const had = countOf(before, table);
    return had > 0 && countOf(after, table) <= had * 0.9;
  });

/** Bytes of uploads that one backup reads again: seconds of a slow disk. */
export const readAgainBytes = 500 * 1024 * 1024;

/**
 * Which uploads, sorted by name, a backup reads again to see whether the disk still holds what was written. Each backup
 * goes on after the last name that the one before has read, until all have had their turn. At least one is read.
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

/** The names of those after which a tenth or more of the bills, messages or payments was gone. */
export function listBeforeFall(backups: readonly Held[]): Set<string> {
  const newestFirst = [...backups].sort(byNewest);
  const before = newestFirst.filter((backup, at) => {
    const next = newestFirst[at - 1];
    return next !== undefined && isFall(backup, next);
  });
  return new Set(before.map(({ name }) => name));
}

/** Of the first so many groups the one that holds most; of equals the first. */
function fullestOfEach(
  backups: readonly Held[],
  keyOf: (backup: Held) => string,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const groups = [...Map.groupBy(backups, keyOf).values()].slice(0, most);
  return groups.map((group) => group.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best)).name);
}

/**
 * The names of those that are to go. Of each day, week and month the one that holds most stays: after an accident the
 * newest may be the empty one. `latest`, which was just made, stays whatever its clock said.
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
  // A person made it for a reason of her own: for these days it neither replaces another nor is replaced.
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
