/** A campus without a provider: the clerk sends each message in her own WhatsApp and notes here what she did. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { ask, expect, type Program, tell, test } from './fixtures.ts';

function setProvider({ dataDir }: Program, provider: string): void {
  const db = new DatabaseSync(join(dataDir, 'qasid.db'), { timeout: 5000 });
  db.prepare('update sender set provider = ?').run(provider);
  db.close();
}

/** WhatsApp is not reachable here; the requested address is enough. */
const answerAsWhatsApp = (context: BrowserContext) =>
  context.route('https://wa.me/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
  );

async function sendTo(page: Page, name: string, numbers: string[], media = ''): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month: 12, year: 2049, description: 'Fees', campusID: cId };
  const contacts = numbers.map((number, index) => ({
    name: `${name} ${index + 1}`,
    number,
    regNum: `${name} ${index + 1}`,
    status: 'unpaid',
    total: 9500,
  }));
  const { id } = await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts });
  const text = {
    media,
    message: 'Dear *{{name}}*',
    contacts: '',
    whatsapp: true,
    userID: '',
    groupIDs: [id],
  };
  const { broadcastID } = await tell<{ broadcastID: number }>(page, 'POST', '/Chat/SendWhatsAppGroup', text);
  return broadcastID;
}

const states = async (page: Page, run: number): Promise<string[]> =>
  (await ask<{ items: { status: string }[] }>(page, `/Outbox?broadcastID=${run}`)).items
    .map(({ status }) => status)
    .reverse();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const isAsWideAsScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test.beforeEach(async ({ context, program, signIn }) => {
  await answerAsWhatsApp(context);
  await signIn();
  setProvider(program, 'assisted');
});
test.afterAll(({ program }) => setProvider(program, 'demo'));

test('A clerk sends by hand with mouse and keyboard, and later continues with the next message.', {
  tag: '@proof',
}, async ({ page }) => {
  const run = await sendTo(page, 'Hand', ['0300-4000001', '0300-4000002', '0300-4000003', '0300-4000004']);
  await page.goto(`/outbox?run=${run}`);
  await page.getByRole('link', { name: 'Send them by hand' }).click();
  await expect(page).toHaveURL(new RegExp(`/by-hand\\?run=${run}`));
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hand 1' })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'Hand 1' })).toBeVisible();

  const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Open in WhatsApp').click()]);
  await tab.waitForURL('https://wa.me/923004000001?text=Dear%20*Hand%201*');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  expect(await states(page, run)).toEqual(['sending', 'queued', 'queued', 'queued']);
  await expect(button(page, 'Sent')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hand 2' })).toBeVisible();
  await expect(button(page, 'Open in WhatsApp')).toBeFocused();

  const [second] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('o')]);
  await second.close();
  await expect(page.getByText('Did you send it?')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/You opened this chat .* Did you send it\?/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { name: 'Hand 3' })).toBeVisible();
  await button(page, 'Skip').click();
  await expect(page.getByText('2 of 4 done · 1 skipped')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hand 4' })).toBeVisible();

  await expect(button(page, 'Open in WhatsApp')).toBeFocused();
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('o')]);
  await button(page, 'Sent').click();
  // The message that was put back comes last.
  await expect(page.getByRole('heading', { name: 'Hand 2' })).toBeVisible();
  await expect(button(page, 'Open in WhatsApp')).toBeFocused();
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('o')]);
  await button(page, 'Sent').click();
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
  await expect(page.getByText('3 messages were sent by hand, 1 skipped.')).toBeVisible();
  expect(await states(page, run)).toEqual(['accepted', 'accepted', 'skipped', 'accepted']);
});

test('Sending by hand works on a phone, with a picture to attach and without a new tab.', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const media = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 40);
    canvas.getContext('2d')?.fillRect(0, 0, 40, 40);
    const body = new FormData();
    body.set('file', new File([await canvas.convertToBlob()], 'x.png', { type: 'image/png' }));
    const session = await (await fetch('/api/Account/Session')).json();
    const answer = await fetch(`/api/File/Upload?db=${session.db}&cID=${session.cId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      body,
    });
    return (await answer.json()).path[0] as string;
  });
  const run = await sendTo(page, 'Phone', ['0300-4100001'], media);
  await page.goto('/by-hand');
  await expect(page.getByRole('heading', { name: 'Phone 1' })).toBeVisible();
  await expect(page.getByText('Attach this file in WhatsApp yourself')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the file' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.(png|jpg)$/);
  expect(await isAsWideAsScreen(page)).toBe(true);
  await button(page, 'Menu').click();
  await page.getByRole('menuitem', { name: 'Switch to dark colours' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  expect(await violations(page)).toEqual([]);

  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(page, 'Open in WhatsApp').click();
  const link = page.getByRole('link', { name: 'Open the chat' });
  await expect(link).toHaveAttribute('href', 'https://wa.me/923004100001?text=Dear%20*Phone%201*');
  expect(await isAsWideAsScreen(page)).toBe(true);
  await button(page, 'Sent').click();
  await expect(page.getByText('Nothing waits to be sent by hand')).toBeVisible();
  expect(await states(page, run)).toEqual(['accepted']);
});

test('Sending by hand stops while the send is paused, and ends when it is cancelled.', async ({
  page,
  complaintsOfPage,
}) => {
  const run = await sendTo(page, 'Held', ['0300-4200001', '0300-4200002']);
  await page.goto(`/by-hand?run=${run}`);
  await expect(page.getByRole('heading', { name: 'Held 1' })).toBeVisible();
  await tell(page, 'POST', '/Outbox/Pause', { broadcastID: run });
  await expect(page.getByRole('heading', { name: 'This send is waiting' })).toBeVisible();
  await tell(page, 'POST', '/Outbox/Resume', { broadcastID: run });
  await expect(page.getByRole('heading', { name: 'Held 1' })).toBeVisible();
  // A chat is not opened when its message no longer waits.
  await page.route('**/api/Outbox/ByHand?**', (route) => route.abort());
  await tell(page, 'POST', '/Outbox/Cancel', { broadcastID: run });
  const popup = page.waitForEvent('popup');
  await button(page, 'Open in WhatsApp').click();
  await expect(page.getByText('This message is no longer waiting')).toBeVisible();
  const tab = await popup;
  await expect.poll(() => tab.isClosed()).toBe(true);
  await page.unroute('**/api/Outbox/ByHand?**');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing waits to be sent by hand' })).toBeVisible();
  // The browser reports the refused call and the aborted one too.
  expect(complaintsOfPage.splice(0).join()).toMatch(/409 \(Conflict\)/);
});
