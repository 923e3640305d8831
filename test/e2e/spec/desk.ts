/**
 * Each test of the specification gets its own campus and a clerk who is signed in without a password. Tests leave
 * nothing for each other, and no sign-in waits for the rate limit.
 */
import { randomUUID } from 'node:crypto';
// The types of reply cookies come from the plugin that reads them.
import type {} from '@fastify/cookie';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { NewBill } from '#shared/calls/bills.ts';
import { noPace } from '#shared/calls/senders.ts';
import { signedInCookie } from '#shared/limits.ts';
import { allRights, noRights, type Rights } from '#shared/people/rights.ts';
import { addMembership } from '../../../src/server/auth/auth-queries.ts';
import { sessionCookie } from '../../../src/server/auth/door.ts';
import type { Db } from '../../../src/server/platform/db/store.ts';
import { openBeside } from '../../support/beside.ts';
import { insertUser, makeBill } from '../../support/campus.ts';
import { openCampus as addCampus } from '../../support/schools.ts';
import { test as base, editMember, editOf, expect, openFamily, type Program } from '../fixtures.ts';

export { editMember, editOf, expect, makeBill, noRights, openFamily };

/** A picture as a clerk chooses it from a folder. */
export const picture = {
  name: 'face.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b6e5f' } })
    .png()
    .toBuffer(),
};

/** Where a call goes, and who makes it. */
type Place = { program: Program; beside: Db; campusID: number };

export type Clerk = {
  token: string;
  campusID: number;
  /** Calls the API and returns the body; `db` and `cID` are added. A string body is sent as JSON lines. */
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Returns only the status of the call. */
  statusOf: (method: string, path: string, body?: unknown) => Promise<number>;
};

export async function hire({ program, beside, campusID }: Place, rights: Partial<Rights>): Promise<Clerk> {
  const { token, userID } = await insertUser(beside, `clerk-${randomUUID()}`, new Date());
  await addMembership(beside, { userID, campusID, rights: { ...noRights, ...rights } });
  const call = (method: string, path: string, body: unknown): Promise<Response> => {
    const url = `${program.address}/api${path}${path.includes('?') ? '&' : '?'}db=main&cID=${campusID}`;
    const authorization = `Bearer ${token}`;
    if (body === undefined) return fetch(url, { method, headers: { authorization } });
    const isLines = typeof body === 'string';
    const headers = { authorization, 'content-type': isLines ? 'application/x-ndjson' : 'application/json' };
    return fetch(url, { method, headers, body: isLines ? body : JSON.stringify(body) });
  };
  return {
    token,
    campusID,
    ask: async (method, path, body) => {
      const answer = await call(method, path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    statusOf: async (method, path, body) => {
      const answer = await call(method, path, body);
      await answer.text();
      return answer.status;
    },
  };
}

/** Signs the page in as this clerk. */
export async function signInAs(page: Page, { address }: Program, { token }: Clerk): Promise<void> {
  const both = { domain: new URL(address).hostname, sameSite: 'Strict' } as const;
  await page.context().addCookies([
    { ...both, name: sessionCookie, value: token, path: '/api/Account', httpOnly: true },
    { ...both, name: signedInCookie, value: '1', path: '/' },
  ]);
}

export async function openCampus(beside: Db): Promise<number> {
  const { id: schoolID } = await beside.selectFrom('school').select('id').executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  return (await addCampus(beside, { schoolID, name: 'Girls Campus', now })).id;
}

type Fixtures = {
  campusID: number;
  /** A clerk with all rights who is signed in on the page. */
  clerk: Clerk;
  /** Signs the page in as another clerk with only these rights in the same campus. */
  as: (rights: Partial<Rights>) => Promise<Clerk>;
};

export const test = base.extend<Fixtures, { beside: Db; browsing: BrowserContext }>({
  // An element that cannot be clicked within this time never can; the default would wait four minutes.
  actionTimeout: 30_000,
  beside: [
    async ({ program }, use) => {
      const beside = openBeside(program.dataDir);
      await use(beside);
      await beside.destroy();
    },
    { scope: 'worker' },
  ],
  browsing: [
    async ({ browser, program }, use) => {
      const browsing = await browser.newContext({ baseURL: program.address });
      await use(browsing);
      await browsing.close();
    },
    { scope: 'worker' },
  ],
  // A new context for each test would load and compile the whole app again. Each test has another clerk in any case.
  context: async ({ browsing }, use) => {
    await use(browsing);
    for (const page of browsing.pages()) await page.close();
    await browsing.clearCookies();
  },
  campusID: async ({ beside }, use) => use(await openCampus(beside)),
  as: async ({ page, program, beside, campusID }, use) =>
    use(async (rights) => {
      const clerk = await hire({ program, beside, campusID }, rights);
      await signInAs(page, program, clerk);
      return clerk;
    }),
  clerk: async ({ as }, use) => use(await as(allRights)),
});

type Billing = {
  name?: string;
  description?: string;
  month?: number;
  year?: number;
  bills?: number | NewBill[];
};

/** Saves a billing with this many bills, or with these bills, and returns its id. */
export async function addBilling(clerk: Clerk, billing: Billing = {}): Promise<number> {
  const { bills = 1, ...fields } = billing;
  const head = { name: 'November 2026', description: 'Monthly fee', month: 11, year: 2026, ...fields };
  const contacts = typeof bills === 'number' ? Array.from({ length: bills }, () => makeBill()) : bills;
  const group = { id: 0, campusID: clerk.campusID, ...head };
  return (await clerk.ask<{ id: number }>('POST', '/Groups/Save', { group, contacts })).id;
}

export const addTemplate = (clerk: Clerk, template: object): Promise<{ id: number }> =>
  clerk.ask('POST', '/MessageTemplate', { title: 'Fee due', message: 'The fee is due.', ...template });

/** Imports two students of two classes, as the page imports a roster. */
export async function addStudents(clerk: Clerk): Promise<void> {
  const lines = [
    { saveID: randomUUID(), file: { name: 'roster.csv', sha256: 'a'.repeat(64) } },
    { regNum: 'S1', name: 'Hira Iqbal', class: 'Ten', section: 'Blue', number: '0304-7000001' },
    { regNum: 'S2', name: 'Omar Iqbal', class: 'Five', section: 'Green', number: '0304-7000002' },
  ];
  await clerk.ask('POST', '/Imports/Students', lines.map((line) => JSON.stringify(line)).join('\n'));
}

/** Makes messages that keep waiting and returns how many. */
export async function leaveWaiting(clerk: Clerk, groupID: number): Promise<number> {
  // At this pace only the first message goes before the send is paused.
  await clerk.ask('PUT', '/Sender/Pace', { ...noPace, perMinute: 1 });
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', { message: 'To wait', groupIDs: [groupID] });
  await clerk.ask('POST', '/Outbox/Pause', {});
  return (await clerk.ask<{ pending: number }>('GET', '/Outbox/Count')).pending;
}

/** Holds the next such call back and returns how to release it. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, (route) => isLetGo.then(() => route.continue()), { times: 1 });
  return letGo;
}

/** An error toast with this text. */
export const toastOf = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text });

/** Presses Send WhatsApp in this panel and again in the sheet before sending. */
export async function sendFrom(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: /^Send WhatsApp/ }).click();
  await panel
    .page()
    .getByRole('dialog', { name: 'Check before sending' })
    .getByRole('button', { name: /^Send WhatsApp/ })
    .click();
}
