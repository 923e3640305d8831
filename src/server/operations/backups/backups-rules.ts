/** Decides when a backup is due and which backups are kept. Pure functions; the time is a parameter. */
import type { BackupReason } from '#shared/backups.ts';
import { addDays, dayIn, instantIn, weekdayOf } from '#shared/time/dates.ts';

/** The nightly backup is due at this local time of the school, between two working days. */
const nightClock = '02:00';
const dayLength = 86_400_000;

export type Dated = { name: string; madeAt: string; why: BackupReason };
/** `rows`: the number of rows in each table. */
export type Held = Dated & { rows: Record<string, number> };

/** The latest time at which a nightly backup was due. */
export function latestNight(now: Date, timeZone: string): Date {
  const day = dayIn(timeZone, now);
  const tonight = instantIn(timeZone, `${day}T${nightClock}`);
  return tonight <= now ? tonight : instantIn(timeZone, `${addDays(day, -1)}T${nightClock}`);
}

/** The newest backup. Backups dated more than a day ahead were made with a wrong clock and are ignored. */
export function newestOf<T extends Pick<Dated, 'madeAt'>>(backups: readonly T[], now: Date): T | undefined {
  const latest = new Date(now.getTime() + dayLength).toISOString();
  return backups
    .filter(({ madeAt }) => madeAt <= latest)
    .reduce<T | undefined>((best, one) => (best && best.madeAt >= one.madeAt ? best : one), undefined);
}

/** Whether the nightly backup is due. A computer that was off at night makes it after it is switched on. */
export function isBackupDue(backups: readonly Pick<Dated, 'madeAt'>[], now: Date, timeZone: string): boolean {
  const newest = newestOf(backups, now);
  return newest === undefined || newest.madeAt < latestNight(now, timeZone).toISOString();
}

/** How many days, weeks and months with a backup are kept. */
const retention = { days: 7, weeks: 4, months: 12 } as const;
/** How many backups made before an update are kept, because problems of an update may be noticed late. */
const retainedBeforeUpdate = 3;

/** If rows of these tables are lost, a school cannot get them from anywhere else. */
const counted = ['bill', 'message', 'payment'] as const;
const countOf = ({ rows }: Held, table: (typeof counted)[number]): number => rows[table] ?? 0;
const sizeOf = (backup: Held): number => counted.reduce((sum, table) => sum + countOf(backup, table), 0);

/** Whether at least a tenth of the rows of a table is missing in the later backup. */
const isFall = (before: Held, after: Held): boolean =>
  counted.some((table) => {
    const had = countOf(before, table);
    return had > 0 && countOf(after, table) <= had * 0.9;
  });

/** How many bytes of uploads each backup reads again. This takes some seconds on a slow disk. */
export const readAgainBytes = 500 * 1024 * 1024;

/**
 * Returns the uploads that a backup reads again, to detect damage on the disk. `uploads` is sorted by name. Each
 * backup continues after the last name of the previous backup and begins again at the end of the list. At least one
 * upload is read.
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

/** The last backups before at least a tenth of the bills, messages or payments was lost. */
export function listBeforeFall(backups: readonly Held[]): Set<string> {
  const newestFirst = [...backups].sort(byNewest);
  const before = newestFirst.filter((backup, at) => {
    const next = newestFirst[at - 1];
    return next !== undefined && isFall(backup, next);
  });
  return new Set(before.map(({ name }) => name));
}

/** The largest backup of each of the first `most` groups. If several are equally large, the first one. */
function fullestOfEach(
  backups: readonly Held[],
  keyOf: (backup: Held) => string,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const groups = [...Map.groupBy(backups, keyOf).values()].slice(0, most);
  return groups.map((group) => group.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best)).name);
}

/**
 * The names of the backups to remove. Of each day, week and month the largest backup is kept, because after an
 * accident the newest may be almost empty. `latest`, which was just made, is always kept.
 */
export function listOutdated(
  backups: readonly Held[],
  { timeZone, latest }: { timeZone: string; latest: string },
): string[] {
  const newestFirst = [...backups].sort(byNewest);
  const dayOf = ({ madeAt }: Held) => dayIn(timeZone, new Date(madeAt));
  const mondayOf = (one: Held) => addDays(dayOf(one), -((weekdayOf(dayOf(one)) + 6) % 7));
  const monthOf = (one: Held) => dayOf(one).slice(0, 7);
  const days = new Set([...new Set(newestFirst.map(dayOf))].slice(0, retention.days));
  const ofDays = newestFirst.filter((one) => days.has(dayOf(one)));
  // A person had a reason to make these backups. They are kept in addition to the nightly backup of the day.
  const byHand = ofDays.filter(({ why }) => why === 'byHand');
  const others = ofDays.filter(({ why }) => why !== 'byHand');
  const retained = new Set([
    latest,
    ...byHand.map(({ name }) => name),
    ...fullestOfEach(others, dayOf),
    ...fullestOfEach(newestFirst, mondayOf, retention.weeks),
    ...fullestOfEach(newestFirst, monthOf, retention.months),
    ...listBeforeFall(newestFirst),
  ]);
  const before = newestFirst.filter(({ why }) => why === 'beforeUpdate');
  for (const { name } of before.slice(0, retainedBeforeUpdate)) retained.add(name);
  return newestFirst.map(({ name }) => name).filter((name) => !retained.has(name));
}
