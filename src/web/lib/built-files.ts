/** Starts the service worker of the built files (decision 0073), and removes it where it would keep an old app. */

/** Browsers offer service workers only over https and on localhost. Elsewhere the HTTP cache must do. */
const service = (): ServiceWorkerContainer | undefined =>
  import.meta.env.PROD ? navigator.serviceWorker : undefined;

/** Whether the cached page differs from the server's. A server that is unreachable or not ready counts as unchanged. */
async function isKeptOld(): Promise<boolean> {
  const kept = await (await caches.match('/'))?.text();
  const served = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  return kept !== undefined && served !== undefined && kept !== served;
}

/**
 * Removes the worker if the cached page is old and the browser finds no newer worker. The server may be a version
 * without a worker, or no longer Qasid.
 */
async function takeAwayIfStuck(registration: ServiceWorkerRegistration): Promise<void> {
  if (!(await isKeptOld())) return;
  await registration.update().catch(() => {});
  // If a newer worker is coming or is just taking over, it will replace the old page itself.
  const { installing, waiting, active } = registration;
  if (installing || waiting || active?.state === 'activating' || !(await isKeptOld())) return;
  await dropBuiltFiles();
}

/** Keeps the built files, so that the next opening does not wait for the network. */
export async function keepBuiltFiles(): Promise<void> {
  const registration = await service()?.register('/service-worker.js', { updateViaCache: 'none' });
  if (registration) await takeAwayIfStuck(registration);
}

/** Removes the worker and its cache, so that everything comes from the server again. */
export async function dropBuiltFiles(): Promise<void> {
  const registration = await service()?.getRegistration();
  if (!registration) return;
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
