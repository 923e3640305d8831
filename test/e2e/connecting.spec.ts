/** A campus is connected on the guided page: to a fake WhatsApp, by hand, and not at all. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Connection } from '#shared/calls/connection.ts';
import { allRights } from '#shared/people/rights.ts';
import { demoWords } from '#shared/words/chats.ts';
import {
  changeWay,
  connectWords,
  findingWords,
  leaveConnecting,
  senderWords,
  settingWords,
  wayWords,
} from '#shared/words/whatsapp-number.ts';
import { expect } from './spec/desk.ts';
import { test } from './with-graph.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: keyof typeof settingWords) =>
  page.getByLabel(settingWords[name].label, { exact: true });
const way = (page: Page, name: keyof typeof wayWords) =>
  page.getByRole('radio', { name: wayWords[name].label });
const findings = (page: Page) => page.getByRole('list', { name: connectWords.findings });

async function typeIn(page: Page, values: Partial<Record<keyof typeof settingWords, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await field(page, name as keyof typeof settingWords).fill(value);
}

test('The guided page connects WhatsApp, shows test findings and never shows a secret.', {
  tag: '@proof',
}, async ({ page, clerk, graph }) => {
  const { token, ...others } = graph.values;
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  await expect(way(page, 'cloud')).toBeChecked();
  await typeIn(page, others);
  await button(page, connectWords.connect).click();
  await expect(page.getByText(connectWords.needed)).toHaveCount(1);
  await expect(field(page, 'token')).toBeFocused();
  await field(page, 'token').fill('EAAnotTheToken');
  await button(page, connectWords.connect).click();
  await expect(page.getByText(connectWords.connected)).toBeVisible();
  await expect(findings(page).getByRole('listitem').first()).toContainText(connectWords.states.bad);

  await button(page, connectWords.change).click();
  await expect(field(page, 'phoneNumberID')).toHaveValue(others.phoneNumberID);
  await expect(field(page, 'token')).toHaveValue('');
  await expect(field(page, 'token')).toHaveAttribute('placeholder', connectWords.stored);
  await field(page, 'token').fill(token);
  await button(page, connectWords.connect).click();
  const { host } = new URL(graph.url);
  await expect(findings(page)).toContainText(findingWords.reachedTest(host));
  await expect(findings(page)).toContainText(findingWords.number('+924235761999', 'Example School'));
  await expect(findings(page)).toContainText(findingWords.limit(250));
  await expect(findings(page)).toContainText(findingWords.hookWaiting.cloud);

  const { webhook } = await clerk.ask<Connection>('GET', '/Sender/Connection');
  await expect(page.getByLabel(connectWords.hookUrl, { exact: true })).toHaveValue(webhook.url);
  await expect(page.getByLabel(connectWords.hookWord, { exact: true })).toHaveValue(webhook.verifyToken);
  expect(await page.content()).not.toContain(token);
  expect(await page.content()).not.toContain(others.appSecret);
  await expect(page.getByText(`+924235761999 · Example School`).first()).toBeVisible();
  for (const address of ['/send-messages', '/students', '/whatsapp-number']) {
    await page.goto(address);
    await expect(page.getByTestId('test-sender')).toHaveText(demoWords.testSender(host));
    await expect(page.getByTestId('demo-note')).toHaveCount(0);
  }
});

test('The webhook finding turns good once WhatsApp calls it, and a test message can be sent.', async ({
  page,
  clerk,
  graph,
}) => {
  const { version: _version, ...cloud } = graph.values;
  const { webhook } = await clerk.ask<Connection>('PUT', '/Sender/Connection', { way: 'cloud', cloud });
  await page.goto('/whatsapp-number');
  await expect(findings(page)).toContainText(findingWords.hookWaiting.cloud);
  await graph.hooks.subscribe(webhook);
  graph.phone('+923001234567').writes('Is this the school?');
  await expect(findings(page)).toContainText(findingWords.hookReached.cloud);
  await expect(page.getByLabel(connectWords.hookUrl, { exact: true })).toBeHidden();

  await button(page, 'Send a test').click();
  await page.getByLabel('Your own number').fill('0300-1234567');
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => graph.accepted.map(({ to }) => to)).toContain('+923001234567');
});

test('Sending by hand needs no settings, and a linked phone shows a warning about a ban.', async ({
  page,
  clerk,
}) => {
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  await way(page, 'assisted').check();
  await expect(page.getByText(connectWords.assisted)).toBeVisible();
  await button(page, connectWords.connect).click();
  await expect(page.getByText(`${senderWords.provider} ${wayWords.assisted.says}`)).toBeVisible();
  await expect(page.getByTestId('demo-note')).toHaveCount(0);
  await expect(page.getByTestId('test-sender')).toHaveCount(0);

  const waha = { url: 'http://192.0.2.7:3001', apiKey: 'the-api-key' };
  await button(page, connectWords.change).click();
  await way(page, 'waha').check();
  await expect(page.getByText(connectWords.ban)).toBeVisible();
  await typeIn(page, waha);
  await expect(field(page, 'session')).toHaveValue('default');
  await button(page, connectWords.cancel).click();
  await expect(page.getByText(connectWords.ban)).toHaveCount(0);
  expect((await clerk.ask<Connection>('GET', '/Sender/Connection')).way).toBe('assisted');
});

test('Typed connection settings are not lost without a question.', async ({ page, clerk }) => {
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  await field(page, 'appID').fill('12345');
  await page.getByRole('link', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog')).toContainText(leaveConnecting.text);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'appID')).toHaveValue('12345');
  await page.getByRole('link', { name: /^Messages/ }).click();
  await page.getByRole('button', { name: leaveConnecting.confirm }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  expect((await clerk.ask<Connection>('GET', '/Sender/Connection')).way).toBe('demo');
});

test('A change of the sending way is confirmed after the number of waiting messages is shown.', async ({
  page,
  clerk,
  graph,
}) => {
  const { version: _version, ...cloud } = graph.values;
  await clerk.ask('PUT', '/Sender/Connection', { way: 'cloud', cloud });
  await clerk.ask('PUT', '/Sender/Connection', { way: 'assisted' });
  await clerk.ask('POST', '/Chat/SendWhatsApp', { contacts: '0300-1234567', message: 'Later', media: '' });
  await page.goto('/whatsapp-number');
  await button(page, connectWords.change).click();
  await way(page, 'demo').check();
  await button(page, connectWords.connect).click();
  await expect(page.getByRole('dialog')).toContainText(changeWay.waiting(1));
  await page.getByRole('dialog').getByRole('button', { name: connectWords.cancel }).click();
  await expect(way(page, 'demo')).toBeChecked();
  await button(page, connectWords.connect).click();
  await page.getByRole('button', { name: changeWay.confirm }).click();
  await expect(page.getByTestId('demo-note')).toBeVisible();
});

test('A person without the admin right sees the connection and cannot change it.', async ({
  page,
  clerk,
  as,
}) => {
  await clerk.ask('PUT', '/Sender/Connection', { way: 'assisted' });
  await as({ ...allRights, admin: false });
  await page.goto('/whatsapp-number');
  await expect(
    page.getByText(`${senderWords.provider} ${wayWords.assisted.says} · ${senderWords.readOnly}`),
  ).toBeVisible();
  await expect(button(page, connectWords.change)).toHaveCount(0);
});

test('axe finds no problem on the connection guide and on a connected number, on a desktop and on a phone.', async ({
  page,
  clerk,
  graph,
}) => {
  const { version: _version, ...cloud } = graph.values;
  const look = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const width of [1440, 360]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        found.push(...violations.map(({ id, nodes }) => `${width} ${colorScheme} ${id} ${nodes[0]?.html}`));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    return found;
  };
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  await button(page, connectWords.connect).click();
  await expect(page.getByText(connectWords.needed).first()).toBeVisible();
  expect(await look()).toEqual([]);
  await way(page, 'waha').check();
  expect(await look()).toEqual([]);
  await clerk.ask('PUT', '/Sender/Connection', { way: 'cloud', cloud: { ...cloud, token: 'EAAwrong' } });
  await page.reload();
  await expect(findings(page)).toContainText(connectWords.states.bad);
  expect(await look()).toEqual([]);
});
