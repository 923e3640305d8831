/** Puts the parts together and runs them until told to stop. Tests start the program here with their own provider. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { setUpWithPassword, setupToken } from './auth/setup/actions.ts';
import { adoptFormerFolder } from './backups/actions.ts';
import { createBackupMaker } from './backups/backup-process.ts';
import { backUpBeforeUpdate } from './backups/before-update.ts';
import { refuseLostData } from './backups/refuse-lost-data.ts';
import { type BackupWatch, watchBackups } from './backups/worker.ts';
import { type MoneyWatch, watchMoney } from './billing/audit/worker.ts';
import type { Config } from './config.ts';
import type { OpenPool } from './db/open-postgres.ts';
import type { SqliteOutside } from './db/open-sqlite.ts';
import { openStore } from './db/open-store.ts';
import { explainStart, StartFailure } from './db/start-failure.ts';
import type { Store } from './db/store.ts';
import { furnishCampus } from './demo/actions.ts';
import type { BackupMaker, Deps, Machine, PaperMaker, Readiness, Redraw, Vault } from './deps.ts';
import { readUpload, recordFiles } from './files/actions.ts';
import { makePrivate } from './files/private.ts';
import { createRedraw } from './files/redraw.ts';
import { createReadiness } from './health/actions.ts';
import { addressWith } from './installation/actions.ts';
import { createClockWatch, notingTimes } from './installation/clock.ts';
import { thisMachine } from './installation/machine.ts';
import { createBus } from './live/bus.ts';
import { openLog } from './log/open-log.ts';
import type { Loop } from './loop.ts';
import { createProviderCache } from './numbers/provider-cache/actions.ts';
import { openVault } from './numbers/secrets/actions.ts';
import { resumeAfterApproval } from './outbox/broadcasts/actions.ts';
import { decideEveryCopy, detectCopy } from './outbox/copies/actions.ts';
import { receiptsWorker } from './outbox/receipts/worker.ts';
import { sendingWorker } from './outbox/worker/worker.ts';
import { createDocuments } from './papers/documents/actions.ts';
import { createPaperMaker } from './papers/engine/paper-maker.ts';
import { type PapersWatch, watchPapers } from './papers/worker.ts';
import { remindersWorker } from './reminders/runs/worker.ts';
import { postponeAfterCopy } from './reminders/switches/actions.ts';
import { computer, type Runtime } from './runtime.ts';
import { keepLastGood } from './settings-file.ts';
import { approvalsWorker } from './templates/approvals/worker.ts';
import { trailWorker } from './trail/chain/worker.ts';
import { webhookWorker } from './webhooks/dispatch/worker.ts';
import { mediaWorker } from './webhooks/media/worker.ts';
import type { Providers, Reach } from './whatsapp/port.ts';
import { createProviders } from './whatsapp/providers.ts';
import { createReach } from './whatsapp/reach.ts';

/** A program that does nothing by itself: it does not listen, and its workers are not started. */
export type Opened = {
  deps: Deps;
  app: FastifyInstance;
  /** None where the role is `web`. */
  workers: Loop[];
  /** ADMIN_PASSWORD is set, and there is a school already: it is nobody's. */
  isPasswordIgnored: boolean;
  stop: () => Promise<void>;
};

export type Running = {
  deps: Deps;
  /** How a browser on this machine reaches it. */
  address: string;
  /** How other computers of the network reach it; none where it listens for this one only. */
  elsewhere: string[];
  /** The one-time link to the set-up page, while there is no school. */
  setupLink: string | undefined;
  isPasswordIgnored: boolean;
  stop: () => Promise<void>;
};

/** What tests put in the place of the outside world. */
export type Outside = Pick<SqliteOutside, 'openDatabase' | 'aside' | 'checkpoint'> & {
  runtime?: Partial<Runtime>;
  openPool?: OpenPool;
  /** That of `runtime`. */
  now?: () => Date;
  providers?: Providers;
  reach?: Reach;
  redraw?: Redraw;
  backups?: BackupMaker;
  papers?: PaperMaker;
  log?: FastifyBaseLogger;
  readiness?: Readiness;
  machine?: Machine;
  restart?: () => void;
};

type Inside = { log: FastifyBaseLogger; vault: Vault; runtime: Runtime; backups: BackupMaker };

function workersOf(deps: Deps): Loop[] {
  const sending = sendingWorker(deps);
  return [
    sending,
    receiptsWorker(deps, sending.isBusy),
    webhookWorker(deps),
    mediaWorker(deps),
    approvalsWorker(deps, resumeAfterApproval),
    trailWorker(deps),
    remindersWorker(deps),
  ];
}

function assemble(
  config: Config,
  store: Store,
  { runtime, log, vault, backups, ...outside }: Omit<Outside, 'runtime'> & Inside,
): { deps: Deps; workers: Loop[] } {
  const workers: Loop[] = [];
  const bus = createBus(runtime, store.notify, (name) => {
    for (const worker of workers) if (name === undefined || worker.name === name) worker.wake();
  });
  const { now } = runtime;
  const clock = createClockWatch(runtime);
  const surroundings = {
    runtime: { ...runtime, fetch: notingTimes(runtime, clock) },
    reach: outside.reach ?? createReach(runtime),
    readFile: (url: string) => readUpload(config.uploadsDir, url),
    cache: createProviderCache(store.db, now),
    now,
  };
  const papers = outside.papers ?? createPaperMaker(runtime);
  const deps: Deps = {
    config,
    runtime,
    store,
    bus,
    providers: { ...createProviders(surroundings, config), ...outside.providers },
    vault,
    redraw: outside.redraw ?? createRedraw(runtime),
    backups,
    papers,
    documents: createDocuments({ config, store, runtime, papers, now, log }),
    machine: outside.machine ?? thisMachine,
    clock,
    restart: outside.restart,
    now,
    log,
    wake: bus.wake,
    readiness: outside.readiness ?? createReadiness(runtime),
  };
  if (config.role !== 'web') workers.push(...workersOf(deps));
  return { deps, workers };
}

type Listening = Pick<Running, 'address' | 'elsewhere'>;

async function listen(
  app: FastifyInstance,
  { config: { host, port, publicUrl }, machine }: Deps,
): Promise<Listening> {
  try {
    const address = new URL(await app.listen({ host, port }));
    if (address.hostname === '0.0.0.0' || address.hostname === '[::]') address.hostname = 'localhost';
    const isEverywhere = host === '0.0.0.0' || host === '::';
    // What colleagues type in where it listens on every address of this computer: theirs, not `localhost`.
    const elsewhere =
      isEverywhere && !publicUrl
        ? machine.addresses().map((own) => addressWith(own, Number(address.port)))
        : [];
    return { address: address.origin, elsewhere };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${port} is taken by another program. Set PORT to a free one, for example PORT=${port + 1}.`,
      );
    if (code === 'EACCES')
      throw new StartFailure(`Port ${port} may not be used by this user. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartFailure(`HOST ${host} is not an address of this computer.`);
    throw error;
  }
}

/** Milliseconds for which a PostgreSQL that is not there yet is waited for. */
const databaseWait = 60_000;

/** The store, opened and brought up to date, and what is made of it. */
async function assembleOn(config: Config, outside: Outside) {
  const { openDatabase, aside, checkpoint, openPool, now } = outside;
  const runtime = { ...computer, ...outside.runtime, ...(now ? { now } : {}) };
  const log = outside.log ?? openLog(config.logLevel);
  if (!config.databaseUrl && !config.isNew) await refuseLostData(config.dataDir);
  const patience = { longest: databaseWait, say: (line: string) => log.warn(line) };
  const backups = outside.backups ?? createBackupMaker(runtime);
  const beforeUpdate =
    config.backups === 'off' ? undefined : () => backUpBeforeUpdate({ backups, config, runtime, log });
  const around = { patience, runtime, openPool, openDatabase, aside, checkpoint, beforeUpdate };
  const store = await openStore(config, around);
  // The key is made after the database, so that a first start that is cut off leaves no key without one.
  const vault = await openVault(config, runtime).catch(async (error) => {
    await store.close();
    throw error;
  });
  await makePrivate(config);
  keepLastGood(config.dataDir);
  return assemble(config, store, { ...outside, runtime, log, vault, backups });
}

/** Everything but listening and working. */
export async function open(config: Config, outside: Outside = {}): Promise<Opened> {
  const { deps, workers } = await assembleOn(config, outside);
  const { store } = deps;
  let app: FastifyInstance | undefined;
  const stop = async () => {
    // A worker has no requests, and a process alone has nobody who could take them.
    if (config.role === 'web') await deps.readiness.drain();
    // Told first, so that no round begins while requests come to their end.
    const rested = Promise.all(workers.map((worker) => worker.stop()));
    await app?.close();
    await rested;
    await deps.backups.stop();
    await deps.papers.stop();
    await deps.bus.close();
    await store.close();
  };
  try {
    await detectCopy(store, deps);
    await adoptFormerFolder(deps);
    if (config.role !== 'worker') await recordFiles(deps);
    if (config.copy) await decideEveryCopy({ ...deps, copyDecided: postponeAfterCopy }, config.copy);
    app = await buildApp(deps);
    const { adminPassword: password, demo } = config;
    const isTaken =
      password === undefined || (await setUpWithPassword(deps, { password, demo }, furnishCampus));
    return { deps, app, workers, isPasswordIgnored: !isTaken, stop };
  } catch (error) {
    await stop();
    throw explainStart(error, store.place);
  }
}

export async function start(config: Config, outside: Outside = {}): Promise<Running> {
  const opened = await open(config, outside);
  const { deps, app, workers, isPasswordIgnored } = opened;
  let nights: BackupWatch | undefined;
  let books: MoneyWatch | undefined;
  let papers: PapersWatch | undefined;
  const stop = async () => {
    const watched = Promise.all([nights?.stop(), books?.stop(), papers?.stop()]);
    await opened.stop();
    await watched;
  };
  try {
    const listening = await listen(app, deps);
    for (const worker of workers) await worker.start(deps.log);
    if (config.role !== 'web' && config.backups !== 'off') nights = watchBackups(deps);
    if (config.role !== 'web') books = watchMoney(deps);
    if (config.role !== 'web') papers = watchPapers(deps);
    // What others are told to open is not here.
    if (config.role === 'worker')
      return { deps, ...listening, setupLink: undefined, isPasswordIgnored: false, stop };
    const token = await setupToken(deps);
    const address = config.publicUrl ?? listening.address;
    const setupLink = token && `${address}/setup?token=${token}`;
    return { deps, address, elsewhere: listening.elsewhere, setupLink, isPasswordIgnored, stop };
  } catch (error) {
    await stop();
    throw explainStart(error, deps.store.place);
  }
}
