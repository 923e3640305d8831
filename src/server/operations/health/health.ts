/** Readiness of this process, and the metrics of all messages and of the machine's disk. */
import { Gauge, Registry } from 'prom-client';
import { messageStates } from '#shared/message-states.ts';
import { version } from '../../config.ts';
import type { Deps, Readiness } from '../../deps.ts';
import { countStates } from '../../outbox/broadcasts/broadcasts-queries.ts';
import { listCopied } from '../../outbox/changes/copies-queries.ts';
import { findTimesAhead } from '../../outbox/delivery/clocks.ts';
import type { Runtime } from '../../runtime.ts';
import { clampFutureTimes } from '../../senders/settings/settings-rules.ts';
import { secondsSinceBackup } from '../backups/backups.ts';
import { countStatesBySchool, listDue, listSchoolNames } from './health-queries.ts';

/** School names as metric labels. A monitoring system keeps a series for each label value, so only this many schools get their own. */
const mostNamed = 100;
/** The label of all other schools. It cannot be a slug, because slugs begin with a letter. */
const others = '-others';

type NameOf = ((schoolID: number) => string) & { names: readonly string[] };

/** `schools` is sorted oldest first; the first ones keep their names when others are added. */
export function nameSchools(schools: readonly { id: number; slug: string }[]): NameOf {
  const named = new Map(schools.slice(0, mostNamed).map(({ id, slug }) => [id, slug]));
  const names = [...named.values(), ...(schools.length > mostNamed ? [others] : [])];
  return Object.assign((schoolID: number) => named.get(schoolID) ?? others, { names });
}

/** Milliseconds: two checks of a proxy that asks every 5 s (see deploy/Caddyfile), and their timeouts. */
const drainTime = 12_000;
/** Milliseconds. Without a check for so long, no proxy uses the answer. */
const watchTime = 30_000;

/**
 * Connection draining: before a web process stops, it keeps serving but reports that it is not ready, until the proxy
 * has noticed. Without recent checks there is no proxy to wait for.
 */
export function createReadiness(
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
  drainFor = drainTime,
): Readiness {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isDraining = false;
  return {
    ask: () => {
      askedAt = now().getTime();
      return !isDraining;
    },
    drain: async () => {
      isDraining = true;
      if (now().getTime() - askedAt < watchTime) await sleep(drainFor);
    },
  };
}

/** Bytes. With less, SQLite's next change or checkpoint may already fail. */
const leastRoom = 8 * 1024 * 1024;

/** Whether a change can still be stored. We cannot check the disk of a PostgreSQL server. */
export async function hasRoom({ config, machine }: Pick<Deps, 'config' | 'machine'>): Promise<boolean> {
  if (config.databaseUrl) return true;
  return ((await machine.freeBytes(config.dataDir)) ?? leastRoom) >= leastRoom;
}

/** Metrics of the program: its version, the free room of its data folder, and the age of the last backup. */
export function programMetrics(deps: Pick<Deps, 'config' | 'machine' | 'now'>): Registry {
  const registry = new Registry();
  const registers = [registry];
  const info = { name: 'qasid_info', help: 'Always 1; its label says the version.', labelNames: ['version'] };
  new Gauge({ ...info, registers }).set({ version }, 1);
  new Gauge({
    name: 'qasid_disk_free_bytes',
    help: 'Room on the disk of the data folder.',
    registers,
    async collect() {
      this.set((await deps.machine.freeBytes(deps.config.dataDir)) ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'qasid_backup_age_seconds',
    help: 'Since the last good backup was made; not a number where there is none.',
    registers,
    async collect() {
      this.set((await secondsSinceBackup(deps)) ?? Number.NaN);
    },
  });
  return registry;
}

/** Milliseconds. */
const countEvery = 15_000;

const oldestHelp = 'For how long the oldest message that is due has waited; 0 when none is due.';
const stillHelp =
  'For how long the campus that stands still longest has had a message due while none of its own was taken.';

const schoolStillHelp =
  'The same for the campuses of one school; 0 where none of them stands still or the school is suspended.';

const copyHelp = 'Campuses that send nothing because their data are a copy, until a person decides.';

type Due = Awaited<ReturnType<typeof listDue>>[number];

/**
 * Leaves out messages that wait for the end of quiet hours or for a slow pace, because they are not late. Times set by
 * a wrong clock are corrected first.
 */
function withoutWaiting(due: readonly Due[], at: Date): Due[] {
  const now = at.toISOString();
  return due
    .map((row) => ({ ...row, ...clampFutureTimes(row, row.timeZone, at) }))
    .filter(({ nextAt, runsAt, kind }) => nextAt <= now && (kind !== 'run' || runsAt <= now));
}

/**
 * Since when messages are late: since the oldest one became due or the campus's last message was claimed, whichever is
 * later.
 */
const stillSince = ({ oldest, servedAt }: { oldest: string; servedAt: string }): string =>
  oldest > servedAt ? oldest : servedAt;

/** Seconds since the earliest of these instants; 0 without any. */
const longestSince = (at: Date, instants: string[]): number =>
  instants.reduce((most, one) => Math.max(most, (at.getTime() - Date.parse(one)) / 1000), 0);

/** The gauge of all messages by state. `collect` runs before each scrape. */
function stateGauge({ store }: Pick<Deps, 'store'>, registers: Registry[], collect: () => Promise<void>) {
  const messages = new Gauge({
    name: 'qasid_messages',
    help: 'Messages by state, over all campuses.',
    labelNames: ['state'],
    registers,
    collect,
  });
  const count = async (): Promise<void> => {
    const counts = await countStates(store.db);
    // Sets every state, because a state without messages would keep its last value.
    for (const state of messageStates) messages.set({ state }, 0);
    for (const { status, count } of counts) messages.set({ state: status }, count);
  };
  return { count, reset: () => messages.reset() };
}

/** The gauges of each school. `collect` runs before each scrape. */
function schoolGauges({ store }: Pick<Deps, 'store'>, registers: Registry[], collect: () => Promise<void>) {
  const messages = new Gauge({
    name: 'qasid_school_messages',
    help: 'Messages by school and state.',
    labelNames: ['school', 'state'],
    registers,
    collect,
  });
  const labelNames = ['school'];
  const name = 'qasid_school_standstill_seconds';
  const still = new Gauge({ name, help: schoolStillHelp, labelNames, registers, collect });
  const reset = (): void => {
    messages.reset();
    still.reset();
  };
  const count = async (due: readonly Due[], at: Date): Promise<void> => {
    const nameOf = nameSchools(await listSchoolNames(store.db));
    const counts = await countStatesBySchool(store.db);
    // Reset, because removed schools and empty states would keep their values.
    reset();
    for (const { schoolID, status, count } of counts)
      messages.inc({ school: nameOf(schoolID), state: status }, count);
    for (const school of nameOf.names) {
      const ofSchool = due.filter(({ schoolID }) => nameOf(schoolID) === school);
      still.set({ school }, longestSince(at, ofSchool.map(stillSince)));
    }
  };
  return { count, reset };
}

export function outboxMetrics({ store, now, log }: Deps): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gaugeOf = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers, collect: () => count() });
  const messages = stateGauge({ store }, registers, () => count());
  const schools = schoolGauges({ store }, registers, () => count());
  const oldest = gaugeOf('qasid_oldest_due_seconds', oldestHelp);
  const still = gaugeOf('qasid_standstill_seconds', stillHelp);
  const copied = gaugeOf('qasid_copy_undecided', copyHelp);

  let aheadSince: Date | undefined;
  const countNow = async () => {
    const at = now();
    await messages.count();
    const due = withoutWaiting(await listDue(store.db, at.toISOString()), at);
    const { broadcasts } = await findTimesAhead(store.db, at);
    // Messages that wait for a time set by a wrong clock have no known due time, so the time of their first discovery
    // counts.
    if (broadcasts.length === 0) aheadSince = undefined;
    else if (!aheadSince || aheadSince > at) aheadSince = at;
    const aheadFrom = aheadSince ? [aheadSince.toISOString()] : [];
    oldest.set(longestSince(at, [...aheadFrom, ...due.map(({ oldest }) => oldest)]));
    still.set(longestSince(at, [...aheadFrom, ...due.map(stillSince)]));
    copied.set((await listCopied(store.db)).length);
    await schools.count(due, at);
  };

  let counted: { at: number; done: Promise<void> } | undefined;
  /** When the store is unavailable, its metrics are missing, but those of the process remain. */
  const count = (): Promise<void> => {
    const at = now().getTime();
    // The absolute value, so that a clock that ran ahead does not stop the counting.
    if (counted && Math.abs(at - counted.at) < countEvery) return counted.done;
    const done = countNow().catch((error: unknown) => {
      log.error({ err: error }, 'messages cannot be counted');
      messages.reset();
      schools.reset();
      for (const gauge of [oldest, still, copied]) gauge.set(Number.NaN);
    });
    counted = { at, done };
    return done;
  };
  return registry;
}
