/** The service worker of the built files (decision 0074): it is begun here, and taken away where it would keep an old app. */

/** A browser has it over https and on this very computer; elsewhere its own cache must do. */
const service = (): ServiceWorkerContainer | undefined =>
  import.meta.env.PROD ? navigator.serviceWorker : undefined;

/** Whether the page that is kept is another one than the server's. A server that is not reached, or not ready, has none. */
async function isKeptOld(): Promise<boolean> {
  const kept = await (await caches.match('/'))?.text();
  const served = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  return kept !== undefined && served !== undefined && kept !== served;
}

/**
 * Where the kept page is old and the browser finds no newer worker, the worker goes: the server may be of a version
 * without one, or not be Qasid any more.
 */
async function takeAwayIfStuck(registration: ServiceWorkerRegistration): Promise<void> {
  if (!(await isKeptOld())) return;
  await registration.update().catch(() => {});
  // A newer worker is on its way; one that takes over right now has not dropped the old page yet.
  const { installing, waiting, active } = registration;
  if (installing || waiting || active?.state === 'activating' || !(await isKeptOld())) return;
  await dropBuiltFiles();
}

/** Keeps what was built for the next opening, which then waits for no network. */
export async function keepBuiltFiles(): Promise<void> {
  const registration = await service()?.register('/service-worker.js', { updateViaCache: 'none' });
  if (registration) await takeAwayIfStuck(registration);
}

/** From here on everything comes from the server again. */
export async function dropBuiltFiles(): Promise<void> {
  const registration = await service()?.getRegistration();
  if (!registration) return;
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
