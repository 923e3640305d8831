/**
 * When the browser deletes remembered data: a session ended elsewhere, or a right was taken away. Some data are never
 * remembered.
 */
import type { Page } from '@playwright/test';
import { addBilling, expect, makeBill, test } from './spec/desk.ts';
import { readStoredData } from './stored-data.ts';

const namesIn = async (page: Page): Promise<unknown[]> => {
  const { seen } = await readStoredData(page);
  return [...new Set(seen.map(({ queryKey }) => queryKey[0]))];
};
/**
 * The number of remembered lists of messages and sends. The count of waiting messages is not among them, because
 * everyone with the view right sees it.
 */
const listsIn = async (page: Page): Promise<number> => {
  const { seen } = await readStoredData(page);
  return seen.filter(({ queryKey }) => queryKey[0] === 'outbox' && queryKey[1] !== 'count').length;
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('A session that was ended elsewhere leaves no remembered data in the browser.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  await addBilling(clerk, { name: 'Of a session that ends' });
  await page.goto('/send-messages');
  await expect(page.getByText('Of a session that ends').first()).toBeVisible();
  await expect.poll(() => namesIn(page)).toContain('groups');

  await page.goto('about:blank');
  await clerk.ask('POST', '/Account/Logout', {});
  await page.goto('/send-messages');
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect.poll(() => readStoredData(page)).toEqual({ sessions: [], seen: [] });
  complaintsOfPage.splice(0);
});

test('When a right is taken away, the data that it showed are deleted from the browser.', async ({
  page,
  clerk,
  beside,
}) => {
  const id = await addBilling(clerk, { bills: [makeBill({ name: 'Eman', number: '0300-5000001' })] });
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', { message: 'Please pay.', groupIDs: [id] });
  await page.goto('/outbox');
  await expect(page.getByRole('region', { name: 'Sends' }).getByRole('link').first()).toBeVisible();
  await expect.poll(() => listsIn(page)).toBeGreaterThan(0);

  await page.goto('about:blank');
  await beside.updateTable('membership').set({ outbox: 0 }).where('campusID', '=', clerk.campusID).execute();
  await page.goto('/send-messages');
  await expect(heading(page, 'Today')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Messages/ })).toHaveCount(0);
  await expect.poll(() => listsIn(page)).toBe(0);
  await expect.poll(() => namesIn(page)).toContain('groups');
});

test('Tokens, API keys, sessions and the rights of people are never stored in the browser.', async ({
  page,
  clerk,
}) => {
  const rights = { view: true, add: false, edit: false, delete: false, outbox: false };
  const { key } = await clerk.ask<{ key: string }>('POST', '/Keys', { name: 'A program', rights });
  for (const address of ['/settings', '/settings?part=people', '/settings?part=keys', '/whatsapp-number']) {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  }
  await page.goto('/send-messages');
  await expect.poll(() => namesIn(page)).toContain('groups');
  const names = await namesIn(page);
  for (const secret of [
    'session',
    'ownSessions',
    'guesses',
    'twoFactor',
    'people',
    'apiKeys',
    'connection',
    'trail',
  ])
    expect(names).not.toContain(secret);
  const all = JSON.stringify(await readStoredData(page));
  for (const secret of [clerk.token, key]) expect(all).not.toContain(secret);
});
