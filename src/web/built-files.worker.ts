/**
 * Service worker: caches the built files of one version, including the page, and nothing else (decision 0073). It is
 * built separately into `dist/web`, and `vite.config.ts` adds the list of files.
 */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type WorkerScope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: ((kind: 'install' | 'activate', act: (event: ExtendableEvent) => void) => void) &
    ((kind: 'fetch', act: (event: FetchEvent) => void) => void);
};

// The empty export makes this file a module for the compiler. Browsers load it as a script.
export {};

/** `first`: the files that opening Qasid needs. `files`: all files. */
declare const built: { version: string; entry: string; first: string[]; files: string[]; notScreens: RegExp };

const worker = self as unknown as WorkerScope;
const page = '/';
const ownFiles = new Set(built.files);
const inOwnCache = { cacheName: built.version };

/** Caches all these files or none. A cached page does not work if its files are missing or from another version. */
async function cacheFirstFiles(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok || !(await answer.clone().text()).includes(`"${built.entry}"`))
    throw new Error('The server already has another version of Qasid.');
  const own = await caches.open(built.version);
  await own.addAll(built.first);
  await own.put(page, answer);
}

/**
 * Workers of two versions change the cache one after the other. Otherwise a file that arrives late could create the
 * cache of a deleted version again.
 */
const inOrder = (change: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks.request('built-files', change);

async function deleteOtherVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== built.version).map((name) => caches.delete(name)));
}

const cachedPageOr = async (request: Request): Promise<Response> =>
  (await caches.match(page, inOwnCache)) ?? fetch(request);

/** Caches a file, unless a newer worker or the page has deleted this cache meanwhile. */
async function cacheFile(path: string, answer: Response): Promise<void> {
  if (await caches.has(built.version)) await (await caches.open(built.version)).put(path, answer);
}

/** Answers from the cache. If the file is not cached yet, it is fetched and then cached. */
async function cachedFileOr(path: string, request: Request): Promise<Response> {
  const cached = await caches.match(path, inOwnCache);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    // If the browser has no room for the file, the file is fetched again next time.
    inOrder(() => cacheFile(path, copy)).catch(() => {});
  }
  return answer;
}

worker.addEventListener('install', (event) => {
  // The next opening uses the newer version, even while a page of the older version is open.
  event.waitUntil(cacheFirstFiles().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(inOrder(deleteOtherVersions).then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!built.notScreens.test(pathname)) event.respondWith(cachedPageOr(request));
  } else if (ownFiles.has(pathname)) event.respondWith(cachedFileOr(pathname, request));
});
