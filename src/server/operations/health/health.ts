/** Whether this process is ready, and the metrics of messages, disk and backups. */
import { Gauge, Registry } from 'prom-client';
import { messageStates } from '#shared/messages/message-states.ts';
import { version } from '../../config.ts';
import type { Deps, Readiness } from '../../deps.ts';
import { countStates } from '../../outbox/broadcasts/broadcasts-queries.ts';
import { listCopied } from '../../outbox/changes/copies-queries.ts';
import { findTimesAhead } from '../../outbox/delivery/clocks.ts';
import type { Runtime } from '../../runtime.ts';
import { clampFutureTimes } from '../../senders/settings/settings-rules.ts';
import { secondsSinceBackup } from '../backups/backups.ts';
import { countStatesBySchool, listDue, listSchoolIDs } from './health-queries.ts';

/**
 * This many schools have a metric label of their own. A monitoring system stores a separate series for each label, so
 * the number is limited.
 */
const mostLabelled = 100;
/** The label of all other schools. */
const others = 'others';

type LabelOf = ((schoolID: number) => string) & { all: readonly string[] };

/**
 * The label is the school's id, because everybody who reaches the port can read the metrics, and the name of a school
 * is not for everybody. `schoolIDs` is sorted with the oldest first, so later schools do not change the labels of the
 * first ones.
 */
export function labelSchools(schoolIDs: readonly number[]): LabelOf {
  const labels = new Map(schoolIDs.slice(0, mostLabelled).map((id) => [id, String(id)]));
  const all = [...labels.values(), ...(schoolIDs.length > mostLabelled ? [others] : [])];
  return Object.assign((schoolID: number) => labels.get(schoolID) ?? others, { all });
}

/**
 * In milliseconds: the time of two checks by a proxy that checks every 5 s (see deploy/Caddyfile), with their
 * timeouts.
 */
const drainTime = 12_000;
/** In milliseconds. If there was no check for this long, no proxy uses the answer. */
const watchTime = 30_000;

/**
 * Connection draining: before a web process stops, it reports that it is not ready but still answers requests, until
 * the proxy has noticed. If there were no recent checks, there is no proxy and the process does not wait.
 */
export function createReadiness(
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
  drainFor = drainTime,
): Readiness {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isDraining = false;
  return {
    ask: () => {
      checkedAt = now().getTime();
      return !isDraining;
    },
    drain: async () => {
      isDraining = true;
      if (now().getTime() - checkedAt < watchTime) await sleep(drainFor);
    },
  };
}

/** In bytes. With less free space, the next change or checkpoint of SQLite may fail. */
const leastRoom = 8 * 1024 * 1024;

/** Whether a change can still be stored. The disk of a PostgreSQL server cannot be checked from here. */
export async function hasRoom({ config, machine }: Pick<Deps, 'config' | 'machine'>): Promise<boolean> {
  if (config.databaseUrl) return true;
  return ((await machine.freeBytes(config.dataDir)) ?? leastRoom) >= leastRoom;
}

/** Metrics of the program: its version, the free space of its data folder, and the age of the last backup. */
export function programMetrics(deps: Pick<Deps, 'config' | 'machine' | 'now'>): Registry {
  const registry = new Registry();
  const registers = [registry];
  const info = { name: 'qasid_info', help: 'Always 1; its label is the version.', labelNames: ['version'] };
  new Gauge({ ...info, registers }).set({ version }, 1);
  new Gauge({
    name: 'qasid_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    registers,
    async collect() {
      this.set((await deps.machine.freeBytes(deps.config.dataDir)) ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'qasid_backup_age_seconds',
    help: 'Age of the last good backup; NaN if there is none.',
    registers,
    async collect() {
      this.set((await secondsSinceBackup(deps)) ?? Number.NaN);
    },
  });
  return registry;
}

/** Metrics are counted at most once in this many milliseconds. */
const countEvery = 15_000;

const oldestHelp = 'How long the oldest due message has waited; 0 if no message is due.';
const lateHelp = 'The longest time for which a campus has had a due message without sending any message.';

const schoolLateHelp =
  'The same for the campuses of one school; 0 if no message is late or the school is suspended.';

const copyHelp = 'Campuses that send nothing until a person decides, because their data is a copy.';

type Due = Awaited<ReturnType<typeof listDue>>[number];

/**
 * Leaves out messages that wait for the end of quiet hours or because of a slow pace, because they are not late.
 * Times that were set by a wrong clock are corrected first.
 */
function withoutPlannedWaits(due: readonly Due[], at: Date): Due[] {
  const now = at.toISOString();
  return due
    .map((row) => ({ ...row, ...clampFutureTimes(row, row.timeZone, at) }))
    .filter(({ nextAt, runsAt, kind }) => nextAt <= now && (kind !== 'run' || runsAt <= now));
}

/**
 * The time since which messages are late: when the oldest message became due or when the campus's last message was
 * claimed, whichever is later.
 */
const lateSince = ({ oldest, servedAt }: { oldest: string; servedAt: string }): string =>
  oldest > servedAt ? oldest : servedAt;

/** Seconds since the earliest of these instants. 0 if there are none. */
const longestSince = (at: Date, instants: string[]): number =>
  instants.reduce((most, one) => Math.max(most, (at.getTime() - Date.parse(one)) / 1000), 0);

/** The gauge of all messages by state. `collect` is called before each scrape. */
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
    // Sets every state. Otherwise a state without messages would keep its last value.
    for (const state of messageStates) messages.set({ state }, 0);
    for (const { status, count } of counts) messages.set({ state: status }, count);
  };
  return { count, reset: () => messages.reset() };
}

/** The gauges of each school. `collect` is called before each scrape. */
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
  const still = new Gauge({ name, help: schoolLateHelp, labelNames, registers, collect });
  const reset = (): void => {
    messages.reset();
    still.reset();
  };
  const count = async (due: readonly Due[], at: Date): Promise<void> => {
    const labelOf = labelSchools(await listSchoolIDs(store.db));
    const counts = await countStatesBySchool(store.db);
    // Reset first. Otherwise removed schools and states without messages would keep their last values.
    reset();
    for (const { schoolID, status, count } of counts)
      messages.inc({ school: labelOf(schoolID), state: status }, count);
    for (const school of labelOf.all) {
      const ofSchool = due.filter(({ schoolID }) => labelOf(schoolID) === school);
      still.set({ school }, longestSince(at, ofSchool.map(lateSince)));
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
  const still = gaugeOf('qasid_standstill_seconds', lateHelp);
  const copied = gaugeOf('qasid_copy_undecided', copyHelp);

  let aheadSince: Date | undefined;
  const countNow = async () => {
    const at = now();
    await messages.count();
    const due = withoutPlannedWaits(await listDue(store.db, at.toISOString()), at);
    const { broadcasts } = await findTimesAhead(store.db, at);
    // If a wrong clock set the time of a message too late, the time at which it should have been due is unknown. The
    // time at which this was noticed first is used instead.
    if (broadcasts.length === 0) aheadSince = undefined;
    else if (!aheadSince || aheadSince > at) aheadSince = at;
    const aheadFrom = aheadSince ? [aheadSince.toISOString()] : [];
    oldest.set(longestSince(at, [...aheadFrom, ...due.map(({ oldest }) => oldest)]));
    still.set(longestSince(at, [...aheadFrom, ...due.map(lateSince)]));
    copied.set((await listCopied(store.db)).length);
    await schools.count(due, at);
  };

  let counted: { at: number; done: Promise<void> } | undefined;
  /**
   * Counts everything. If the database is unavailable, these metrics are missing, but the metrics of the process
   * remain.
   */
  const count = (): Promise<void> => {
    const at = now().getTime();
    // The absolute value is used. Otherwise counting would stop after the clock was set back.
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
