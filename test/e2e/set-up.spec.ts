/** The first page of a new installation: the printed link, the form, and the demonstration school. */
import { expect, test } from './fixtures.ts';

test.use({ extraEnv: {} });

test('The printed link sets up a school once.', { tag: '@proof' }, async ({
  page,
  program,
  complaintsOfPage,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Open the set-up link' })).toBeVisible();
  // The link has the address 127.0.0.1, which no other computer reaches.
  await expect(page.getByText('Open that link on this computer.')).toBeVisible();

  await page.goto('/setup?token=an-older-one');
  await expect(page.getByText('This set-up link is not valid.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'School' })).toHaveCount(0);
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('403')]);

  await page.goto(program.setupLink ?? '');
  await page.getByRole('textbox', { name: 'School' }).fill('City School');
  await page.getByRole('textbox', { name: 'Campus' }).fill('Girls Campus');
  await page.getByLabel('Your name').fill('Sadia Malik');
  await page.getByLabel('User name').fill('sadia');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('alert')).toContainText('This password is too common');
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('422')]);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByLabel('Add a demonstration school').check();
  await page.getByRole('button', { name: 'Set up' }).click();

  await expect(page.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /bills/ })).toHaveCount(6);

  // A reload keeps the session, signing out ends it, and the link no longer works.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto(program.setupLink ?? '');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
