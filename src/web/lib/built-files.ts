/** Starts the service worker of the built files (decision 0073), and removes it if its cached page is outdated. */

/** Browsers offer service workers only over https and on localhost. Elsewhere only the HTTP cache is used. */
const service = (): ServiceWorkerContainer | undefined =>
  import.meta.env.PROD ? navigator.serviceWorker : undefined;

/** Whether the cached page differs from the server's page. False if the server is unreachable or not ready. */
async function isCachedPageOld(): Promise<boolean> {
  const cached = await (await caches.match('/'))?.text();
  const served = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  return cached !== undefined && served !== undefined && cached !== served;
}

/**
 * Removes the worker if the cached page is old and the browser finds no newer worker. This happens if the server runs
 * a version without a worker, or no longer runs Qasid.
 */
async function removeIfOutdated(registration: ServiceWorkerRegistration): Promise<void> {
  if (!(await isCachedPageOld())) return;
  await registration.update().catch(() => {});
  // A newer worker that is being installed or activated replaces the old page itself.
  const { installing, waiting, active } = registration;
  if (installing || waiting || active?.state === 'activating' || !(await isCachedPageOld())) return;
  await dropBuiltFiles();
}

/** Keeps the built files, so that the next opening does not wait for the network. */
export async function keepBuiltFiles(): Promise<void> {
  const registration = await service()?.register('/service-worker.js', { updateViaCache: 'none' });
  if (registration) await removeIfOutdated(registration);
}

/** Removes the worker and its cache, so that everything comes from the server again. */
export async function dropBuiltFiles(): Promise<void> {
  const registration = await service()?.getRegistration();
  if (!registration) return;
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
