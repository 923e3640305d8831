/**
 * Seen data are shown at the next opening, even without a connection. They belong to one person and are deleted at
 * sign-out.
 */
import type { Page } from '@playwright/test';
import { signedInCookie } from '#shared/limits.ts';
import { commonWords, sessionWords } from '#shared/words/screen.ts';
import { makeBill } from '../support/campus.ts';
import { ask, expect, tell, test } from './fixtures.ts';
import { readStoredData } from './stored-data.ts';

/** No API call is answered any more, although the page itself loads. */
const cutOff = (page: Page): Promise<unknown> => page.route('**/api/**', (route) => route.abort());

async function addBilling(page: Page, name: string): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, campusID: cId, name, description: 'Monthly fee', month: 11, year: 2026 };
  const contacts = [makeBill(), makeBill(), makeBill()];
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

const storedBillings = async (page: Page): Promise<number> =>
  (await readStoredData(page)).seen.filter(({ queryKey }) => queryKey[0] === 'groups').length;

test('A second opening without a connection shows the data of the last visit and says that it may be old.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  const billing = await addBilling(page, 'Seen before');
  await page.goto(`/send-messages?billing=${billing}`);
  await expect(page.getByTestId('bill-card')).toHaveCount(3);
  await expect.poll(() => storedBillings(page)).toBeGreaterThan(0);
  await expect.poll(async () => JSON.stringify((await readStoredData(page)).seen)).toContain('Seen before');
  // Each answer is stored separately, a little after it came.
  const storedBills = async () =>
    (await readStoredData(page)).seen.filter(({ queryKey: [what, of] }) => what === 'bills' && of === billing)
      .length;
  await expect.poll(storedBills).toBeGreaterThan(1);

  await cutOff(page);
  await page.reload();
  await expect(page.getByTestId('bill-card')).toHaveCount(3);
  await expect(page.getByText('You see the data of')).toBeVisible();

  // The connection is back, and the page goes on.
  await page.unroute('**/api/**');
  await expect(page.getByText('You see the data of')).toBeHidden();
  complaintsOfPage.splice(0);
});

test('No token is remembered in the browser, and signing out deletes everything.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await addBilling(page, 'To be forgotten');
  await page.goto('/send-messages');
  await expect(page.getByText('To be forgotten').first()).toBeVisible();
  await expect.poll(() => storedBillings(page)).toBeGreaterThan(0);
  expect(JSON.stringify(await readStoredData(page))).not.toMatch(/"token":"[^"]/);

  await page.getByRole('button', { name: sessionWords.account }).click();
  await page.getByRole('menuitem', { name: sessionWords.signOut, exact: true }).click();
  await expect(page.getByLabel(sessionWords.userName)).toBeVisible();
  await expect.poll(() => readStoredData(page)).toEqual({ sessions: [], seen: [] });
});

test('After another person has signed in, the page shows nothing of the person before, even without a connection.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  await addBilling(page, 'Of the former');
  await page.goto('/send-messages');
  await expect(page.getByText('Of the former').first()).toBeVisible();
  await expect.poll(async () => JSON.stringify((await readStoredData(page)).seen)).toContain('Of the former');

  // As after another person's sign-in that this page does not know of.
  const url = new URL('/', page.url()).href;
  await page.context().addCookies([{ name: signedInCookie, value: 'another', url }]);
  await cutOff(page);
  await page.reload();
  await expect(page.getByRole('button', { name: commonWords.tryAgain })).toBeVisible();
  await expect(page.getByText('Of the former')).toHaveCount(0);
  complaintsOfPage.splice(0);
});
