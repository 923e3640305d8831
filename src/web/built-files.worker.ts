/**
 * Service worker: caches the built files of one version, including the page, and nothing else (decision 0073). It is
 * built separately into `dist/web`, and `vite.config.ts` adds the list of files.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asked = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type OfScope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: ((kind: 'install' | 'activate', act: (event: Lasting) => void) => void) &
    ((kind: 'fetch', act: (event: Asked) => void) => void);
};

// Makes this a module for the compiler only; browsers load it as a script.
export {};

/** `first`: the files that opening Qasid needs. `files`: all files. */
declare const built: { version: string; entry: string; first: string[]; files: string[]; notScreens: RegExp };

const worker = self as unknown as OfScope;
const page = '/';
const ownFiles = new Set(built.files);
const ofOwn = { cacheName: built.version };

/** Caches all files or none, because a page without its files or from another version would be worse than none. */
async function keepFirst(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok || !(await answer.clone().text()).includes(`"${built.entry}"`))
    throw new Error('Qasid has been updated meanwhile.');
  const own = await caches.open(built.version);
  await own.addAll(built.first);
  await own.put(page, answer);
}

/**
 * Workers of two versions change the cache one after the other, so that a late file cannot bring back a deleted
 * version.
 */
const inOrder = (change: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks.request('built-files', change);

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== built.version).map((name) => caches.delete(name)));
}

const pageOr = async (request: Request): Promise<Response> =>
  (await caches.match(page, ofOwn)) ?? fetch(request);

/** If a newer worker or the page has deleted this cache meanwhile, it is not created again. */
async function keepFile(path: string, answer: Response): Promise<void> {
  if (await caches.has(built.version)) await (await caches.open(built.version)).put(path, answer);
}

/** A file that is not cached yet is cached when it is first requested. */
async function fileOr(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path, ofOwn);
  if (kept) return kept;
  const answer = await fetch(request);
  // A full browser keeps what it has.
  if (answer.ok) {
    const copy = answer.clone();
    inOrder(() => keepFile(path, copy)).catch(() => {});
  }
  return answer;
}

worker.addEventListener('install', (event) => {
  // The next opening uses the newer version, even while a page of the older version is open.
  event.waitUntil(keepFirst().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(inOrder(dropOthers).then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!built.notScreens.test(pathname)) event.respondWith(pageOr(request));
  } else if (ownFiles.has(pathname)) event.respondWith(fileOr(pathname, request));
});
