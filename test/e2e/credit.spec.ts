/** Credit of a family at the counter and in its pane: paid ahead, offered, used by keyboard, and returned by a void. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeBill } from '../support/campus.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Voucher, registration/ });
const saveOf = (page: Page, name = /^Save and print/): Locator => page.getByRole('button', { name });
const nowOf = (page: Page): Locator => page.getByRole('textbox', { name: 'To pay now', exact: true });
const number = '0321-7500001';

type Listed = { items: { id: number; name: string; status: string }[] };
type Found = { families: { latest: number; credit: number }[] };

const found = async (clerk: Clerk, text: string) =>
  (await clerk.ask<Found>('GET', `/Payments/Find?text=${encodeURIComponent(text)}`)).families[0];

/** A family of two children, one without a registration number, with this credit. */
async function addFamily(clerk: Clerk, credit: number): Promise<number> {
  const due = { total: 6500, amountAfterDueDate: 7500, dueDate: '2026-01-10', number };
  const billing = await addBilling(clerk, {
    bills: [
      makeBill({ name: 'Rida Saeed', regNum: '75001', invNo: '99000075001', ...due }),
      makeBill({ name: 'Umar Saeed', regNum: null, invNo: '99000075002', ...due }),
    ],
  });
  if (credit > 0) {
    const body = { clientID: randomUUID(), amount: credit, method: 'cash', allocations: [] };
    const family = await found(clerk, 'Umar Saeed');
    await clerk.ask('POST', '/Payments', { ...body, billID: family?.latest });
  }
  return billing;
}

const statusesOf = async (clerk: Clerk, billing: number): Promise<string[]> =>
  (await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`)).items.map(({ status }) => status);

async function scan(page: Page, text: string): Promise<void> {
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(saveOf(page)).toBeEnabled();
}

test('Credit is offered at the counter and used by keyboard, with new money or alone, and comes back by a void.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const billing = await addFamily(clerk, 8000);
  const printed = await watchPrinter(page);
  await page.goto('/counter');
  await scan(page, '75001');
  await expect(page.getByText('Credit Rs. 8,000', { exact: false }).first()).toBeVisible();
  // Credit is offered and used only on request.
  await expect(nowOf(page)).toHaveValue('15,000');
  await page.keyboard.press('F8');
  await expect(page.getByRole('checkbox', { name: /^Use credit Rs. 8,000/ })).toBeChecked();
  // The credit belongs to the second child. What is left of it pays for the sibling only on request.
  await expect(nowOf(page)).toHaveValue('7,500');
  await expect(page.getByRole('row').nth(2)).toContainText('credit 7,500');
  await page.getByRole('checkbox', { name: 'Also for siblings' }).press('Space');
  await expect(nowOf(page)).toHaveValue('7,000');
  await expect(page.getByRole('row').nth(1)).toContainText('credit 500');
  // Without the second child, credit covers the rest and no new money is needed.
  await page.getByRole('checkbox', { name: /^Bill of Umar Saeed/ }).press('Space');
  await expect(nowOf(page)).toHaveValue('0');
  await expect(page.getByText('Rs. 500 of the credit will be left.')).toBeVisible();
  await expect(saveOf(page, /^Use credit/)).toBeEnabled();
  await fieldOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rs. 7,500 of the credit was used.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Receipt 1' })).toBeVisible();
  await expect.poll(() => statusesOf(clerk, billing)).toEqual(['paid', 'unpaid']);
  expect(await printed()).toEqual([]);

  await scan(page, '99000075002');
  await page.keyboard.press('F8');
  await expect(nowOf(page)).toHaveValue('7,000');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Receipt 2: Rs. 7,000 received. Rs. 500 of the credit was used.'),
  ).toBeVisible();
  await expect.poll(() => statusesOf(clerk, billing)).toEqual(['paid', 'paid']);

  // The first payment was a mistake. The void says which bills are owed again.
  await page.getByRole('list', { name: 'Receipts of the day' }).getByRole('button').nth(1).press('Enter');
  await page.getByRole('button', { name: 'Void', exact: true }).press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('listitem')).toHaveText([/Rida Saeed · Rs. 7,500/, /Umar Saeed · Rs. 500/]);
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Typed twice');
  await expect(sheet.getByRole('button', { name: 'Void' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => statusesOf(clerk, billing)).toEqual(['unpaid', 'partial']);
});

test('Credit that another clerk used meanwhile is refused.', async ({ page, clerk, complaintsOfPage }) => {
  await addFamily(clerk, 500);
  await page.goto('/counter');
  await scan(page, '75001');
  await page.keyboard.press('F8');
  await page.getByRole('checkbox', { name: /^Bill of Umar Saeed/ }).press('Space');
  await page.getByRole('checkbox', { name: 'Also for siblings' }).press('Space');
  // The other clerk's request arrives first, and this page has no event of it yet.
  await page.route('**/api/Payments?*', async (route) => {
    const request = route.request();
    if (request.method() === 'POST')
      await clerk.ask('POST', '/Payments/Allocate', { credits: request.postDataJSON().credits });
    await route.continue();
  });
  await saveOf(page).press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'This credit, or a part of it, is already used' }),
  ).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(nowOf(page)).toHaveValue('7,000');
});

test('A family that owes nothing pays in advance, and its panel offers to use the credit.', async ({
  page,
  clerk,
}) => {
  const printed = await watchPrinter(page);
  const billing = await addFamily(clerk, 0);
  await page.goto('/counter');
  await scan(page, '75001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 1: Rs. 15,000 received.')).toBeVisible();
  await scan(page, '75001');
  await expect(page.getByText('Nothing is owed today.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Type the amount that was paid.' })).toBeVisible();
  await page.keyboard.press('F4');
  await page.keyboard.type('9000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 2: Rs. 9,000 received.')).toBeVisible();
  await expect.poll(async () => (await printed()).at(-1)).toContain('Advance9,000');

  const { items } = await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`);
  const billID = items.find(({ name }) => name === 'Umar Saeed')?.id ?? 0;
  const fine = { clientID: randomUUID(), kind: 'fine', amount: 200, reason: 'Lost card' };
  await clerk.ask('POST', `/GroupContacts/${billID}/Adjust`, fine);
  await page.goto(`/send-messages?billing=${billing}&panel=family&member=${billID}`);
  const pane = page.getByRole('region', { name: 'Family', exact: true });
  await expect(pane).toContainText('Credit Rs. 9,000');
  await pane.getByRole('button', { name: 'Use credit', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Also for siblings' }).press('Space');
  await expect(nowOf(page)).toHaveValue('0');
  const use = page
    .getByRole('form', { name: 'Receive payment' })
    .getByRole('button', { name: /^Use credit/ });
  await expect(use).toBeEnabled();
  await use.press('Enter');
  await expect(page.getByText('Rs. 200 of the credit was used.')).toBeVisible();
  await expect.poll(() => statusesOf(clerk, billing)).toEqual(['paid', 'paid']);
});

test('On a phone the credit in the family pane and at the counter fits the screen.', async ({
  page,
  clerk,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const billing = await addFamily(clerk, 500);
  const { items } = await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`);
  await page.goto(`/send-messages?panel=family&member=${items[0]?.id}`);
  await expect(page.getByRole('button', { name: 'Use credit', exact: true })).toBeInViewport();
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Use credit', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /^Use credit/ })).toBeChecked();
  expect(await width()).toBeLessThanOrEqual(360);
  // A payment begins with what the pane says is payable.
  const payable = await page.getByText('Payable today').locator('..').locator('b').textContent();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receive payment', exact: true }).click();
  await expect(nowOf(page)).toHaveValue((payable ?? '').replace('Rs. ', ''));
});
