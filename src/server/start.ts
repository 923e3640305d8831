/** Puts the parts together and runs them until told to stop. Tests start the program here with their own provider. */
import { networkInterfaces } from 'node:os';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { setUpWithPassword, setupToken } from './auth/setup/actions.ts';
import type { Config } from './config.ts';
import { openStore } from './db/open-store.ts';
import { explainStart, StartFailure } from './db/start-failure.ts';
import type { Store } from './db/store.ts';
import { furnishCampus } from './demo/actions.ts';
import type { Deps, Readiness, Vault } from './deps.ts';
import { readUpload, recordFiles } from './files/actions.ts';
import { makePrivate } from './files/private.ts';
import { createReadiness } from './health/actions.ts';
import { createBus } from './live/bus.ts';
import { openLog } from './log/open-log.ts';
import type { Loop } from './loop.ts';
import { createProviderCache } from './numbers/provider-cache/actions.ts';
import { openVault } from './numbers/secrets/actions.ts';
import { resumeAfterApproval } from './outbox/broadcasts/actions.ts';
import { decideEveryCopy, detectCopy } from './outbox/copies/actions.ts';
import { receiptsWorker } from './outbox/receipts/worker.ts';
import { sendingWorker } from './outbox/worker/worker.ts';
import { approvalsWorker } from './templates/approvals/worker.ts';
import { webhookWorker } from './webhooks/dispatch/worker.ts';
import { mediaWorker } from './webhooks/media/worker.ts';
import type { Providers } from './whatsapp/port.ts';
import { createProviders } from './whatsapp/providers.ts';

export type Running = {
  deps: Deps;
  /** How a browser on this machine reaches it. */
  address: string;
  /** How other computers of the network reach it; none where it listens for this one only. */
  elsewhere: string[];
  /** The one-time link to the set-up page, while there is no school. */
  setupLink: string | undefined;
  stop: () => Promise<void>;
};

/** What tests put in the place of the outside world. */
export type Outside = {
  providers?: Providers;
  now?: () => Date;
  log?: FastifyBaseLogger;
  readiness?: Readiness;
};

function assemble(
  config: Config,
  store: Store,
  outside: Outside & { log: FastifyBaseLogger; vault: Vault },
): { deps: Deps; workers: Loop[] } {
  const workers: Loop[] = [];
  const bus = createBus(store.notify, () => {
    for (const worker of workers) worker.wake();
  });
  const now = outside.now ?? (() => new Date());
  const surroundings = {
    readFile: (url: string) => readUpload(config.uploadsDir, url),
    cache: createProviderCache(store.db, now),
    now,
  };
  const deps: Deps = {
    config,
    store,
    bus,
    providers: { ...createProviders(surroundings, config), ...outside.providers },
    vault: outside.vault,
    now,
    log: outside.log,
    wake: bus.wake,
    readiness: outside.readiness ?? createReadiness(now),
  };
  if (config.role !== 'web') {
    const sending = sendingWorker(deps);
    workers.push(
      sending,
      receiptsWorker(deps, sending.isBusy),
      webhookWorker(deps),
      mediaWorker(deps),
      approvalsWorker(deps, resumeAfterApproval),
    );
  }
  return { deps, workers };
}

/** What colleagues type in where it listens on every address of this computer: theirs, not `localhost`. */
function addressesElsewhere(port: string): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}

type Listening = Pick<Running, 'address' | 'elsewhere'>;

async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<Listening> {
  try {
    const address = new URL(await app.listen({ host, port }));
    if (address.hostname === '0.0.0.0' || address.hostname === '[::]') address.hostname = 'localhost';
    const isEverywhere = host === '0.0.0.0' || host === '::';
    const elsewhere = isEverywhere && !publicUrl ? addressesElsewhere(address.port || '80') : [];
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

export async function start(config: Config, outside: Outside = {}): Promise<Running> {
  const log = outside.log ?? openLog(config.logLevel);
  const vault = await openVault(config);
  const store = await openStore(config, { longest: databaseWait, say: (line) => log.warn(line) });
  await makePrivate(config);
  const { deps, workers } = assemble(config, store, { ...outside, log, vault });
  let app: FastifyInstance | undefined;
  const stop = async () => {
    // A worker has no requests, and a process alone has nobody who could take them.
    if (config.role === 'web') await deps.readiness.drain();
    // Told first, so that no round begins while requests come to their end.
    const rested = Promise.all(workers.map((worker) => worker.stop()));
    await app?.close();
    await rested;
    deps.bus.close();
    await store.close();
  };
  try {
    await detectCopy(store, deps);
    if (config.role !== 'worker') await recordFiles(deps);
    if (config.copy) await decideEveryCopy(deps, config.copy);
    app = await buildApp(deps);
    if (config.adminPassword)
      await setUpWithPassword(deps, { password: config.adminPassword, demo: config.demo }, furnishCampus);
    const listening = await listen(app, config);
    for (const worker of workers) await worker.start(log);
    // What others are told to open is not here.
    if (config.role === 'worker') return { deps, ...listening, setupLink: undefined, stop };
    const token = await setupToken(deps);
    const address = config.publicUrl ?? listening.address;
    const setupLink = token && `${address}/setup?token=${token}`;
    return { deps, address, elsewhere: listening.elsewhere, setupLink, stop };
  } catch (error) {
    await stop();
    throw explainStart(error, store.place);
  }
}
