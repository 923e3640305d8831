/** The service worker: Qasid opens from what the browser keeps, and the next opening after an update is of the new version. */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { commonWords } from '#shared/words/screen.ts';
import { expect, type Program, password, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** What stands before Qasid here: as it is, updated to other files, or gone back to a version that knows of no worker. */
type Version = 'built' | 'updated' | 'before workers';
type Front = { address: string; turnTo: (version: Version) => void; close: () => Promise<unknown> };

const isText = (type: string | undefined): boolean => /html|javascript/.test(type ?? '');

/** Entry script and page of an updated Qasid have other names; the old names are gone. */
const updated = (body: string): string =>
  body
    .replaceAll(/\bindex-(?=[\w-]{8}\.(?:js|css))/g, 'newer-')
    .replace('"version":"qasid-', '"version":"qasid-newer-')
    .replace('<html ', '<html data-version="updated" ');

function answerAs(version: Version, { address }: Program): Server {
  let now = version;
  const server = createServer((asked, answer) => {
    const url = asked.url ?? '/';
    if (now === 'updated' && url.startsWith('/assets/index-')) return void answer.writeHead(404).end();
    // As an older Qasid answers every address that it does not know: by its page.
    const path =
      now === 'before workers' && url === '/service-worker.js' ? '/' : url.replace('/newer-', '/index-');
    // Never "as you have it": that is said of the files behind, not of the version that stands here.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...kept } = asked.headers;
    const headers = { ...kept, 'accept-encoding': 'identity' };
    const passOn = async (came: IncomingMessage): Promise<void> => {
      const { 'content-length': _length, ...said } = came.headers;
      answer.writeHead(came.statusCode ?? 500, said);
      if (!isText(said['content-type'])) return void came.pipe(answer);
      const body = await text(came);
      const other = now === 'before workers' ? updated(body).replace('"updated"', '"former"') : updated(body);
      answer.end(now === 'built' ? body : other);
    };
    const passed = ask(new URL(path, address), { method: asked.method ?? 'GET', headers }, (came) => {
      passOn(came).catch(() => answer.destroy());
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
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
const keptNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** What the browser keeps of Qasid, by path. */
const keptPaths = (page: Page): Promise<string[]> =>
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
  await expect.poll(() => keptPaths(page)).toContain('/');
}

test('Qasid opens from what the browser keeps, which is built files alone', async ({
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
  expect((await keptPaths(page)).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  // A browser that kept the worker itself would keep the app of its day.
  const worker = await page.request.get(`${front.address}/service-worker.js`);
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  // What is no screen comes from the server, also where somebody goes there.
  expect((await page.goto(`${front.address}/healthz`))?.fromServiceWorker()).toBe(false);

  // The computer that Qasid runs on is off: it opens all the same, and says so.
  await front.close();
  await openDesk(page, front);
  await expect(page.getByText('You see what was here on')).toBeVisible();
  complaintsOfPage.splice(0);
});

test('the next opening after an update is of the new version, and nothing of the old one is kept', async ({
  page,
  program,
  complaintsOfPage,
}) => {
  const front = await standBefore(program);
  await signInAt(page, front.address);
  const [before] = await keptNames(page);

  front.turnTo('updated');
  await openDesk(page, front);
  // The worker of the new version has come with this opening, and stays.
  await expect.poll(() => keptNames(page)).toEqual([before?.replace('qasid-', 'qasid-newer-')]);
  await openDesk(page, front);
  expect(await versionOf(page)).toBe('updated');
  expect((await keptPaths(page)).filter((path) => path.startsWith('/assets/index-'))).toEqual([]);
  await front.close();
  complaintsOfPage.splice(0);
});

test('a worker that would keep an old app goes: a version without one is not stood in the way of', async ({
  page,
  program,
  complaintsOfPage,
}) => {
  const front = await standBefore(program);
  await signInAt(page, front.address);

  front.turnTo('before workers');
  await page.goto(`${front.address}/send-messages`);
  await expect.poll(() => keptNames(page)).toEqual([]);
  await openDesk(page, front);
  expect(await versionOf(page)).toBe('former');
  await expect(page.getByRole('button', { name: commonWords.tryAgain })).toHaveCount(0);
  await front.close();
  complaintsOfPage.splice(0);
});
