/**
 * The service worker: Qasid opens from the browser's cache, and the next opening after an update runs the new version.
 */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { commonWords } from '#shared/words/screen.ts';
import { expect, type Program, password, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The server before Qasid shows the version as built, an updated version with other files, or an older version without
 * a service worker.
 */
type Version = 'built' | 'updated' | 'before workers';
type Front = { address: string; turnTo: (version: Version) => void; close: () => Promise<unknown> };

const isText = (type: string | undefined): boolean => /html|javascript/.test(type ?? '');

/** In an updated Qasid the entry script and page have other names, and the old names are gone. */
const updated = (body: string): string =>
  body
    .replaceAll(/\bindex-(?=[\w-]{8}\.(?:js|css))/g, 'newer-')
    .replace('"version":"qasid-', '"version":"qasid-newer-')
    .replace('<html ', '<html data-version="updated" ');

function answerAs(version: Version, { address }: Program): Server {
  let now = version;
  const server = createServer((request, answer) => {
    const url = request.url ?? '/';
    if (now === 'updated' && url.startsWith('/assets/index-')) return void answer.writeHead(404).end();
    // An older Qasid answers every unknown address with its page.
    const path =
      now === 'before workers' && url === '/service-worker.js' ? '/' : url.replace('/newer-', '/index-');
    // Never answers 304: the tags belong to the built files and not to the version that is shown here.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...forwarded } = request.headers;
    const headers = { ...forwarded, 'accept-encoding': 'identity' };
    const passOn = async (came: IncomingMessage): Promise<void> => {
      const { 'content-length': _length, ...received } = came.headers;
      answer.writeHead(came.statusCode ?? 500, received);
      if (!isText(received['content-type'])) return void came.pipe(answer);
      const body = await text(came);
      const other = now === 'before workers' ? updated(body).replace('"updated"', '"former"') : updated(body);
      answer.end(now === 'built' ? body : other);
    };
    const passed = ask(new URL(path, address), { method: request.method ?? 'GET', headers }, (came) => {
      passOn(came).catch(() => answer.destroy());
    });
    passed.on('error', () => answer.destroy());
    request.pipe(passed);
  });
  const turnTo = (next: Version): void => {
    now = next;
  };
  return Object.assign(server, { turnTo });
}

async function standBefore(program: Program): Promise<Front> {
  const server = answerAs('built', program) as Server & Pick<Front, 'turnTo'>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, turnTo: server.turnTo, close };
}

const versionOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset.version);
const desk = (page: Page) => page.getByRole('heading', { name: 'Billings', exact: true });
const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** The paths in the browser's caches. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });

async function openDesk(page: Page, { address }: Front): Promise<void> {
  await page.goto(`${address}/send-messages`);
  await expect(desk(page)).toBeVisible();
}

async function signInAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(desk(page)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => cachedPaths(page)).toContain('/');
}

test('Qasid opens from the service worker’s cache, which contains only built files, even while the server is off.', async ({
  page,
  program,
  complaintsOfPage,
}) => {
  const front = await standBefore(program);
  await signInAt(page, front.address);
  await page.goto(`${front.address}/students`);
  await expect(page.getByRole('heading', { name: 'Students' }).first()).toBeVisible();
  await page.goto(`${front.address}/send-messages`);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect((await cachedPaths(page)).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual(
    [],
  );
  // If the browser cached the worker itself, it would keep an old app.
  const worker = await page.request.get(`${front.address}/service-worker.js`);
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  // Everything that is no screen comes from the server.
  expect((await page.goto(`${front.address}/healthz`))?.fromServiceWorker()).toBe(false);

  // The server is off. The page still opens and says so.
  await front.close();
  await openDesk(page, front);
  await expect(page.getByText('You see the data of')).toBeVisible();
  complaintsOfPage.splice(0);
});

test('After an update the next opening runs the new version, and the old cache is deleted.', async ({
  page,
  program,
  complaintsOfPage,
}) => {
  const front = await standBefore(program);
  await signInAt(page, front.address);
  const [before] = await cacheNames(page);

  front.turnTo('updated');
  await openDesk(page, front);
  // The new worker arrives with this opening.
  await expect.poll(() => cacheNames(page)).toEqual([before?.replace('qasid-', 'qasid-newer-')]);
  await openDesk(page, front);
  expect(await versionOf(page)).toBe('updated');
  expect((await cachedPaths(page)).filter((path) => path.startsWith('/assets/index-'))).toEqual([]);
  await front.close();
  complaintsOfPage.splice(0);
});

test('After a return to a version without a service worker, the old cache is deleted and the page loads that version.', async ({
  page,
  program,
  complaintsOfPage,
}) => {
  const front = await standBefore(program);
  await signInAt(page, front.address);

  front.turnTo('before workers');
  await page.goto(`${front.address}/send-messages`);
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await openDesk(page, front);
  expect(await versionOf(page)).toBe('former');
  await expect(page.getByRole('button', { name: commonWords.tryAgain })).toHaveCount(0);
  await front.close();
  complaintsOfPage.splice(0);
});
