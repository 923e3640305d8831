/** A phone is linked through a gateway on the guided page, lost and unlinked. */
import type { Page } from '@playwright/test';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { callWords, chatWords, revokedWords } from '#shared/words/chats.ts';
import {
  connectWords,
  findingWords,
  settingWords,
  unlinkPhone,
  wayWords,
} from '#shared/words/whatsapp-number.ts';
import { startWaha, type Waha } from '../peers/waha.ts';
import { test as base, expect } from './spec/desk.ts';

const test = base.extend<object, { waha: Waha }>({
  waha: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern what it needs
    async ({}, use) => {
      const waha = await startWaha();
      await use(waha);
      await waha.stop();
    },
    { scope: 'worker' },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: keyof typeof settingWords) =>
  page.getByLabel(settingWords[name].label, { exact: true });

test('A phone is linked by its code, sends and receives, and is unlinked.', async ({ page, clerk, waha }) => {
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  await page.getByRole('radio', { name: wayWords.waha.label }).check();
  await field(page, 'url').fill(waha.url);
  await field(page, 'apiKey').fill('not the key');
  await field(page, 'session').fill('office');
  await button(page, connectWords.connect).click();
  const findings = page.getByRole('list', { name: connectWords.findings });
  await expect(findings).toContainText(connectWords.states.bad);

  await button(page, connectWords.change).click();
  await expect(field(page, 'apiKey')).toHaveAttribute('placeholder', connectWords.stored);
  await field(page, 'apiKey').fill(waha.apiKey);
  await button(page, connectWords.connect).click();
  const code = page.getByRole('img', { name: connectWords.qr });
  await expect(code).toBeVisible();
  await expect(findings).toContainText(findingWords.session.scan);
  waha.scan('office', '+924235761999');
  await expect(code).toHaveCount(0);
  await expect(findings).toContainText('+924235761999 · School Office');
  await expect(findings).toContainText(findingWords.hookReached.waha);

  await button(page, 'Send a test').click();
  await page.getByLabel('Your own number').fill('0300-1234567');
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => waha.sent.map(({ chatId }) => chatId)).toEqual(['923001234567@c.us']);

  // A message whose number WhatsApp hides can be read too.
  waha.writes('+923001234567', { text: 'Paid today', lid: '123456789012345', isHidden: true });
  await page.goto('/send-messages?panel=chat');
  await page.getByRole('button', { name: /123456789012345@lid/ }).click();
  await expect(page.getByRole('log')).toContainText(/Paid today\s*WhatsApp hides/);

  // What happens on the phones is shown while the chat is open.
  const parent = '923001112223@c.us';
  const idOf = (id: string): string => id.slice(id.lastIndexOf('_') + 1);
  const written = { from: parent, fromMe: false, timestamp: Math.floor(Date.now() / 1000) };
  const id = waha.writes(parent, { text: 'I paid 5000' });
  const gone = waha.writes(parent, { text: 'Sorry, wrong chat' });
  await page.getByRole('button', { name: /300.?1112223/ }).click();
  await expect(page.getByRole('log')).toContainText('Sorry, wrong chat');
  const edit = { ...written, id: `false_${parent}_3AE1`, body: 'I paid 50,000', editedMessageId: idOf(id) };
  waha.tell('office', 'message.edited', edit);
  const after = { ...written, id: `false_${parent}_3AE2` };
  waha.tell('office', 'message.revoked', { revokedMessageId: idOf(gone), after });
  waha.tell('office', 'call.received', { ...written, id: 'C1', isGroup: false });
  waha.tell('office', 'call.rejected', { ...written, id: 'C1', isGroup: false });
  waha.writesOnPhone(parent, 'Thank you, we have received it.');
  const items = page.getByRole('log').getByRole('listitem');
  await expect(items).toContainText([
    new RegExp(`I paid 50,000.*${chatWords.edited}`),
    revokedWords,
    callWords.theirs.missed,
    new RegExp(`Thank you.*${chatWords.fromPhone}`),
  ]);
  await expect(page.getByRole('button', { name: /300.?1112223.*Thank you/ })).toBeVisible();
  if (process.env.QASID_LOOK)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.screenshot({ path: `${process.env.QASID_LOOK}/chat-${width}.png` });
    }
  await page.goto('/whatsapp-number');

  // The server reports this state after a minute; the test does not wait for it.
  const reason = sayReason(makeReason('wahaStuck'));
  const stuck = { state: 'starting', qr: '', reason };
  await page.route(/\/api\/Sender\/Session\?/, (route) => route.fulfill({ json: stuck }));
  await page.reload();
  await expect(page.getByText(reason)).toBeVisible();
  await page.unrouteAll();
  await button(page, connectWords.startAgain).click();
  await expect(page.getByText(connectWords.phoneStates.working)).toBeVisible();

  await button(page, connectWords.unlink).click();
  await page.getByRole('button', { name: unlinkPhone.confirm }).click();
  await expect(button(page, connectWords.link)).toBeVisible();
  expect((await clerk.ask<{ provider: string }>('GET', '/Sender')).provider).toBe('waha');
});
