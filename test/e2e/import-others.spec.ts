/** Imports with other people in between: somebody saves first, signs out, or lacks a right. */
import type { BrowserContext, Page } from '@playwright/test';
import { groupWords } from '#shared/words/bills.ts';
import { importFailures, importWords, saveWords } from '#shared/words/import-screen.ts';
import { ask, expect, password, test } from './fixtures.ts';
import {
  checkRows,
  expectCounts,
  fillDetails,
  importOf,
  importRows,
  openPanel,
  rowsFrom,
  saveButton,
} from './import-panel.ts';

type Listed = { name: string; bills: number };

const billsOf = async (page: Page, name: string): Promise<number | undefined> =>
  (await ask<Listed[]>(page, '/Groups')).find((group) => group.name === name)?.bills;

test('Rows that somebody else saved meanwhile are refused by name, and the others are saved.', async ({
  page,
  context,
  signIn,
}) => {
  await openPanel(page, signIn);
  const rows = rowsFrom(3000, 5);
  await checkRows(page, 'mine.csv', rows);
  await fillDetails(page, 'Mine');
  const other = await context.newPage();
  await other.goto('/send-messages?panel=new-billing');
  await importRows(other, 'Theirs', rows.slice(0, 2));
  await saveButton(page).click();
  await expect(importOf(page).getByRole('alert')).toContainText(saveWords.refusedMeanwhile);
  await page.getByRole('button', { name: /^Refused 2$/ }).click();
  await expect(page.getByTestId('checked-row')).toHaveCount(2);
  await expect(page.getByTestId('checked-row').first()).toContainText('Theirs');
  expect(await billsOf(page, 'Mine')).toBeUndefined();
  await saveButton(page).click();
  await expectCounts(page, [3, 0, 0, 2]);
});

test('The same file saved in two tabs makes one billing.', async ({ page, context, signIn }) => {
  await openPanel(page, signIn);
  const other = await context.newPage();
  await other.goto('/send-messages?panel=new-billing');
  for (const tab of [page, other]) {
    await checkRows(tab, 'both.csv', rowsFrom(3100, 4));
    await fillDetails(tab, 'Both');
  }
  await other.getByRole('button', { name: /^Save 4/ }).click();
  await expectCounts(other, [4, 0, 0, 0]);
  await saveButton(page).click();
  // This tab may know the other billing already. Then it asks first.
  const another = page.getByRole('button', { name: groupWords.second([]).confirm });
  const refused = importOf(page).getByRole('alert');
  await expect(another.or(refused)).toBeVisible();
  if (await another.isVisible()) await another.click();
  await expect(refused).toContainText('into Both. Open that billing');
  const named = (await ask<Listed[]>(page, '/Groups')).filter(({ name }) => name === 'Both');
  expect(named).toMatchObject([{ bills: 4 }]);
});

/** Signs out in another tab of the same browser. */
const signOutElsewhere = async (context: BrowserContext): Promise<void> => {
  const tab = await context.newPage();
  await tab.goto('/');
  await tab.evaluate(async () => {
    const { token } = await (await fetch('/api/Account/Session')).json();
    await fetch('/api/Account/Logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  });
  await tab.close();
};

test('A session that ends before the save says that nothing was saved.', async ({
  page,
  context,
  signIn,
  complaintsOfPage,
}) => {
  // The live stream would end the session on the page at once. Without it, the save finds out.
  await page.route('**/api/Live?**', (route) => route.abort());
  await openPanel(page, signIn);
  await checkRows(page, 'out.csv', rowsFrom(3200, 3));
  await fillDetails(page, 'Signed out');
  await signOutElsewhere(context);
  await saveButton(page).click();
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(importFailures.signedOut);
  expect(await billsOf(page, 'Signed out')).toBeUndefined();
  complaintsOfPage.splice(0);
});

test('A person without the add right sees why there is no import.', async ({ page, signIn }) => {
  await signIn();
  await page.route(/\/api\/Account\/Session(\?|$)/, async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: { ...session, rights: { ...session.rights, add: false } } });
  });
  for (const address of ['/send-messages?panel=new-billing', '/students?panel=import']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: importWords.noRight })).toBeVisible();
    await expect(page.locator('input[type=file]')).toHaveCount(0);
  }
});
