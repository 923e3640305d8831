/**
 * Service worker: keeps the built files of one version, the page among them, and nothing else (decision 0074). Written by
 * itself into `dist/web`, with what it holds put before it by `vite.config.ts`.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asked = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type OfScope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: ((kind: 'install' | 'activate', act: (event: Lasting) => void) => void) &
    ((kind: 'fetch', act: (event: Asked) => void) => void);
};

// A module for the compiler alone: browsers take it as a script.
export {};

/** `first`: what opening Qasid needs. `files`: all there are. */
declare const built: { version: string; entry: string; first: string[]; files: string[]; notScreens: RegExp };

const worker = self as unknown as OfScope;
const page = '/';
const ownFiles = new Set(built.files);
const ofOwn = { cacheName: built.version };

/** All or nothing: a page without its files, or one of another version, would be worse than none. */
async function keepFirst(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok || !(await answer.clone().text()).includes(`"${built.entry}"`))
    throw new Error('Qasid has been updated meanwhile.');
  const own = await caches.open(built.version);
  await own.addAll(built.first);
  await own.put(page, answer);
}

/** Workers of two versions change what is kept one after the other: a dropped version must not come back by a late file. */
const inOrder = (change: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks.request('built-files', change);

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== built.version).map((name) => caches.delete(name)));
}

const pageOr = async (request: Request): Promise<Response> =>
  (await caches.match(page, ofOwn)) ?? fetch(request);

/** Where the own were dropped meanwhile, by a newer worker or by the page, they are not begun anew. */
async function keepFile(path: string, answer: Response): Promise<void> {
  if (await caches.has(built.version)) await (await caches.open(built.version)).put(path, answer);
}

/** One that has not been asked for before is kept as it comes. */
async function fileOr(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path, ofOwn);
  if (kept) return kept;
  const answer = await fetch(request);
  // A browser without room keeps what it has.
  if (answer.ok) {
    const copy = answer.clone();
    inOrder(() => keepFile(path, copy)).catch(() => {});
  }
  return answer;
}

worker.addEventListener('install', (event) => {
  // The next opening is of the newer version, also while a page of the older one stands open.
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
