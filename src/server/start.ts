/** Assembles the program and runs it until it is stopped. Tests also use it, with their own provider. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { setUpWithPassword, setupToken } from './auth/setup/setup.ts';
import type { Config } from './config.ts';
import { fillNewCampus } from './demo/demo.ts';
import type { BackupMaker, Deps, Machine, PaperMaker, Readiness, Redraw, Vault } from './deps.ts';
import { type MoneyWatch, watchMoney } from './ledger/audit/worker.ts';
import type { Loop, Watch } from './loop.ts';
import { createBackupMaker } from './operations/backups/backup-process.ts';
import { adoptFormerFolder } from './operations/backups/backups.ts';
import { backUpBeforeUpdate } from './operations/backups/before-update.ts';
import { refuseLostData } from './operations/backups/refuse-lost-data.ts';
import { type BackupWatch, watchBackups } from './operations/backups/worker.ts';
import { createReadiness } from './operations/health/health.ts';
import { createClockWatch, notingTimes } from './operations/installation/clock.ts';
import { addressWith } from './operations/installation/installation.ts';
import { thisMachine } from './operations/installation/machine.ts';
import { resumeAfterApproval } from './outbox/broadcasts/broadcasts.ts';
import { decideEveryCopy, detectCopy } from './outbox/changes/copies.ts';
import { sendingWorker } from './outbox/delivery/worker.ts';
import { receiptsWorker } from './outbox/receipts/worker.ts';
import { createDocuments } from './papers/documents/documents.ts';
import { createPaperMaker } from './papers/engine/paper-maker.ts';
import { type PapersWatch, watchPapers } from './papers/worker.ts';
import type { OpenPool } from './platform/db/open-postgres.ts';
import type { SqliteOutside } from './platform/db/open-sqlite.ts';
import { openStore } from './platform/db/open-store.ts';
import { explainStart, StartFailure } from './platform/db/start-failure.ts';
import type { Store } from './platform/db/store.ts';
import { readUpload, recordFiles } from './platform/files/files.ts';
import { makePrivate } from './platform/files/private.ts';
import { createRedraw } from './platform/files/redraw.ts';
import { createBus } from './platform/live/bus.ts';
import { openLog } from './platform/log/open-log.ts';
import { remindersWorker } from './reminders/runs/worker.ts';
import { postponeAfterCopy } from './reminders/switches/switches.ts';
import { computer, type Runtime } from './runtime.ts';
import { createProviderCache } from './senders/provider-cache/provider-cache.ts';
import { openVault } from './senders/secrets/secrets.ts';
import { keepLastGood } from './settings-file.ts';
import { approvalsWorker } from './templates/approvals/worker.ts';
import { trailWorker } from './trail/chain/worker.ts';
import { webhookWorker } from './webhooks/dispatch/worker.ts';
import { mediaWorker } from './webhooks/media/media.ts';
import { watchRetention } from './webhooks/retention/worker.ts';
import type { Providers, Reach } from './whatsapp/port.ts';
import { createProviders } from './whatsapp/providers.ts';
import { createReach } from './whatsapp/reach.ts';

/** An assembled program that does not listen yet. Its workers are not started. */
export type Opened = {
  deps: Deps;
  app: FastifyInstance;
  /** Empty when the role is `web`. */
  workers: Loop[];
  /** True if ADMIN_PASSWORD is ignored, because a school exists already. */
  isPasswordIgnored: boolean;
  stop: () => Promise<void>;
};

export type Running = {
  deps: Deps;
  /** The address for a browser on this computer. */
  address: string;
  /** The addresses for other computers of the network. Empty when the program listens only for this computer. */
  elsewhere: string[];
  /** The one-time link to the set-up page, while there is no school. */
  setupLink: string | undefined;
  isPasswordIgnored: boolean;
  stop: () => Promise<void>;
};

/** Parts that tests can replace. */
export type Outside = Pick<SqliteOutside, 'openDatabase' | 'openReadConnection' | 'checkpoint'> & {
  runtime?: Partial<Runtime>;
  openPool?: OpenPool;
  /** The same as `runtime.now`. */
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
  const providerDeps = {
    runtime: { ...runtime, fetch: notingTimes(runtime, clock) },
    reach: outside.reach ?? createReach(runtime),
    readFile: (url: string) => readUpload(config.uploadsDir, url),
    cache: createProviderCache(store.db, now),
    now,
  };
  const papers = outside.papers ?? createPaperMaker({ runtime, log });
  const deps: Deps = {
    config,
    runtime,
    store,
    bus,
    providers: { ...createProviders(providerDeps, config), ...outside.providers },
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
    // Other computers cannot use `localhost`. So if the program listens on all addresses, it shows those of this
    // computer.
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

/** Milliseconds to wait for a PostgreSQL server that is still starting. */
const databaseWait = 60_000;

/** Opens and migrates the store, and creates everything that depends on it. */
async function assembleOn(config: Config, outside: Outside) {
  const { openDatabase, openReadConnection, checkpoint, openPool, now } = outside;
  const runtime = { ...computer, ...outside.runtime, ...(now ? { now } : {}) };
  const log = outside.log ?? openLog(config.logLevel);
  if (!config.databaseUrl && !config.isNew) await refuseLostData(config.dataDir);
  const patience = { longest: databaseWait, say: (line: string) => log.warn(line) };
  const backups = outside.backups ?? createBackupMaker(runtime);
  const beforeUpdate =
    config.backups === 'off' ? undefined : () => backUpBeforeUpdate({ backups, config, runtime, log });
  const openOptions = {
    patience,
    runtime,
    openPool,
    openDatabase,
    openReadConnection,
    checkpoint,
    beforeUpdate,
  };
  const store = await openStore(config, openOptions);
  // The key is created after the database. An interrupted first start then leaves no key without a database.
  const vault = await openVault(config, runtime).catch(async (error) => {
    await store.close();
    throw error;
  });
  await makePrivate(config);
  keepLastGood(config.dataDir);
  return assemble(config, store, { ...outside, runtime, log, vault, backups });
}

/** Does everything except listening and starting the workers. */
export async function open(config: Config, outside: Outside = {}): Promise<Opened> {
  const { deps, workers } = await assembleOn(config, outside);
  const { store } = deps;
  let app: FastifyInstance | undefined;
  const stop = async () => {
    // Only a web process drains. A worker gets no requests, and for a single process no other process could take them.
    if (config.role === 'web') await deps.readiness.drain();
    // The workers are stopped first, so that no new round begins while requests finish.
    const workersStopped = Promise.all(workers.map((worker) => worker.stop()));
    await app?.close();
    await workersStopped;
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
    const isPasswordUsed =
      password === undefined || (await setUpWithPassword(deps, { password, demo }, fillNewCampus));
    return { deps, app, workers, isPasswordIgnored: !isPasswordUsed, stop };
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
  let retention: Watch | undefined;
  const stop = async () => {
    const watched = Promise.all([nights?.stop(), books?.stop(), papers?.stop(), retention?.stop()]);
    await opened.stop();
    await watched;
  };
  try {
    const listening = await listen(app, deps);
    for (const worker of workers) await worker.start(deps.log);
    if (config.role !== 'web' && config.backups !== 'off') nights = watchBackups(deps);
    if (config.role !== 'web') books = watchMoney(deps);
    if (config.role !== 'web') papers = watchPapers(deps);
    if (config.role !== 'web') retention = watchRetention(deps);
    // A worker serves no pages, so it shows no links.
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
