/** Each worker gets its own Qasid, started as `npm start` starts it, on the engine that its project is named after. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { compileCache } from '../support/compile-cache.ts';
import { createDatabase, dropDatabase, startPostgres } from '../support/postgres.ts';

export { expect };

export const password = 'a good password';

export type Program = {
  address: string;
  dataDir: string;
  /** The one-time link that the program prints while there is no school. */
  setupLink: string | undefined;
  /** The standard error of the program, which is empty while it is healthy. */
  complaints: () => string;
};

type Place = { env: Record<string, string> & { DATA_DIR: string }; remove: () => Promise<void> };

async function placeFor(engine: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-e2e-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { env: { DATA_DIR: dataDir }, remove: removeFolder };
  const server = await startPostgres();
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  // The machine's pg_dump may be older than the server, which the program would warn about.
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(server.url, name),
    BACKUPS: 'off',
  };
  const remove = async () => {
    await dropDatabase(server.url, name);
    await server.stop();
    await removeFolder();
  };
  return { env, remove };
}

/** Reads what a started program prints; rejects when it does not start. `hasSetup`: it prints the set-up link too. */
async function printedBy(child: ChildProcess, hasSetup: boolean, complaints: () => string) {
  if (!child.stdout) throw new Error('the program has no output');
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    address ??= /^Qasid is ready: (\S+)/.exec(line)?.[1];
    const setupLink = /set up your school: (\S+)/.exec(line)?.[1];
    if (address && (setupLink || !hasSetup)) return { address, setupLink };
  }
  throw new Error(`Qasid did not start.\n${complaints()}`);
}

function run(env: Record<string, string>): ChildProcess {
  // Node would warn that the two variables contradict each other, and the output must be the program's own.
  const { FORCE_COLOR: _forced, NO_COLOR: _none, ...inherited } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...inherited, ...compileCache, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Calls the API as the person who is signed in on this page; `db` and `cID` are added. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (path) => {
    const session = await (await fetch('/api/Account/Session')).json();
    const place = `db=${session.db}&cID=${session.cId}`;
    const answer = await fetch(`/api${path}${path.includes('?') ? '&' : '?'}${place}`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    return answer.json();
  }, path);
}

/** Makes a call with a body as the person who is signed in on this page. */
export async function tell<T>(page: Page, method: string, path: string, body: unknown): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const session = await (await fetch('/api/Account/Session')).json();
      const answer = await fetch(`/api${path}?db=${session.db}&cID=${session.cId}`, {
        method,
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.status === 204 ? null : answer.json();
    },
    { method, path, body },
  );
}

/** Opens the family pane from a bill's card. */
export async function openFamily(page: Page, name: string): Promise<void> {
  const card = page.getByRole('article', { name, exact: true });
  await card.getByRole('button', { name, exact: true }).click();
  // A toast has a Close button too.
  await expect(page.getByRole('button', { name: 'Close', exact: true }).first()).toBeVisible();
}

/** The buttons in a family pane that open Edit Member. */
export const editOf = (page: Page): Locator => page.getByRole('button', { name: /^Edit( Member| [^b].*)?$/ });

/** Opens Edit Member for the bill with this name. */
export async function editMember(page: Page, name: string): Promise<void> {
  await openFamily(page, name);
  await editOf(page).first().click();
}

/** Fewer than the ten sign-ins that the server allows a name in a minute, because some tests sign in themselves. */
const signInsAMinute = 8;
const signIns: number[] = [];

async function waitForTurn(): Promise<void> {
  const before = signIns.at(-signInsAMinute);
  const wait = before === undefined ? 0 : before + 61_000 - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  signIns.push(Date.now());
}

type Fixtures = { signIn: (userName?: string) => Promise<void>; complaintsOfPage: string[] };
type WorkerFixtures = {
  extraEnv: Record<string, string>;
  program: Program;
  /** The cookies of signed-in people by user name, because signing in takes longer than most of a test. */
  sessions: Map<string, Cookie[]>;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  extraEnv: [{ ADMIN_PASSWORD: password }, { scope: 'worker', option: true }],

  program: [
    async ({ extraEnv }, use, workerInfo) => {
      const place = await placeFor(workerInfo.project.name);
      const child = run({ ...place.env, ...extraEnv });
      let text = '';
      child.stderr?.on('data', (chunk) => {
        text += chunk;
      });
      const complaints = () => text;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      try {
        const hasSetup = !extraEnv.ADMIN_PASSWORD;
        const dataDir = place.env.DATA_DIR;
        await use({ ...(await printedBy(child, hasSetup, complaints)), dataDir, complaints });
      } finally {
        child.kill('SIGTERM');
        await ended;
        await place.remove();
      }
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ program }, use) => use(program.address),

  complaintsOfPage: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern what it needs
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],

  signIn: async ({ page, context, sessions }, use) => {
    const desk = page.getByRole('heading', { name: 'Billings', exact: true });
    const name = page.getByLabel('User name');
    await use(async (userName = 'admin') => {
      // The person is still signed in, unless a test has signed out.
      await context.addCookies(sessions.get(userName) ?? []);
      if (!(await context.request.get('/api/Account/Session')).ok()) await context.clearCookies();
      await page.goto('/');
      await expect(desk.or(name)).toBeVisible();
      if (await desk.isVisible()) return;
      await waitForTurn();
      await name.fill(userName);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(desk).toBeVisible();
      sessions.set(userName, await context.cookies());
    });
  },
});
