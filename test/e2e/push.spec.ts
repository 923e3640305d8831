/** An administrator sets up push payments, the demo biller pays, and the family pane shows it at once. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makeBill } from '../support/campus.ts';
import { addBilling, expect, openFamily, test } from './spec/desk.ts';

const bill = (name: string, invNo: string, more: object = {}) =>
  makeBill({
    ...{ name, invNo, total: 6500, amountAfterDueDate: 7500 },
    ...{ dueDate: '2099-11-10', expiryDate: '2099-11-25', ...more },
  });

const isWide = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

async function expectSound(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}

/** PUSH_PICTURES names a folder for screenshots. */
async function draw(page: Page, name: string): Promise<void> {
  const folder = process.env.PUSH_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('Push payments are set up, the demo biller pays, and the desk shows the payment at once.', {
  tag: '@proof',
}, async ({ page, clerk, browsing, complaintsOfPage }) => {
  const billing = await addBilling(clerk, {
    bills: [
      bill('Ayesha Khan', '88100000001'),
      bill('Bilal Khan', '88100000002', { expiryDate: '2026-01-25' }),
    ],
  });
  await page.goto('/settings?part=billers');
  const push = page.getByRole('region', { name: 'Push from a biller' });
  await expect(push).toContainText('never tried with a real biller');
  await expect(push.getByRole('button', { name: 'Set up' })).toBeHidden();
  await draw(page, 'push-none');
  await clerk.ask('POST', '/MoneyAccounts', {
    kind: 'biller',
    title: '1Bill of the school',
    prefix: '100422',
  });
  await push.getByRole('button', { name: 'Set up' }).click();

  const form = page.getByRole('form', { name: 'Push from a biller' });
  await form.getByLabel('Money account').selectOption({ label: '1Bill of the school' });
  await expect(form).toContainText('Numbers: 100422, then the voucher number');
  await form.getByLabel('User name').fill('1link');
  await form.getByRole('textbox', { name: 'Password' }).fill('short');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Use at least 12 characters.');
  // The browser reports the refusal too.
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('400')]);
  await form.getByRole('button', { name: 'Create one' }).click();
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue(/^\w{20}$/);
  await expectSound(page);
  await draw(page, 'push-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(push).toContainText('On');
  const address = push.getByRole('textbox', { name: 'Bill inquiry' });
  await expect(address).toHaveValue(/^\/push\/[\w-]{22}\/api\/1\.0\/Payments\/BillInquiry$/);
  const before = await address.inputValue();
  await push.getByRole('button', { name: 'Renew the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
  await expect(address).not.toHaveValue(before);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectSound(page);
  await draw(page, 'push-set-up');

  const desk = await browsing.newPage();
  await desk.goto(`/send-messages?billing=${billing}`);
  await openFamily(desk, 'Ayesha Khan');
  const card = desk.getByRole('article', { name: 'Ayesha Khan', exact: true });
  await expect(card).toContainText('unpaid');

  await push.getByRole('link', { name: 'Try it with the demo biller' }).click();
  await page.getByRole('textbox', { name: 'Consumer number' }).fill('10042288100000001');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Answer to the biller' });
  await expect(answer).toContainText('Ayesha Khan');
  await expect(answer).toContainText('10 Nov 2099');
  await expect(answer.getByRole('textbox', { name: 'Amount' })).toHaveValue('6500');
  await draw(page, 'biller-asked');
  await answer.getByRole('button', { name: 'Pay' }).click();
  await expect(answer.getByRole('status')).toHaveText('The payment is recorded');
  await expect(card).not.toContainText('unpaid');
  await expect(card).toContainText('paid');
  await draw(desk, 'desk-paid');
  await answer.getByRole('button', { name: 'Report it again' }).click();
  await expect(answer.getByRole('status')).toHaveText('This was reported before: nothing was recorded again');
  await answer.getByText('The full answer').first().click();
  await expect(answer).toContainText('"response_Code": "03"');
  await expectSound(page);
  await draw(page, 'biller-paid');

  await page.getByRole('textbox', { name: 'Consumer number' }).fill('10042288100000002');
  await page.keyboard.press('Enter');
  await expect(answer).toContainText('This number cannot be paid in an app');
  await page.getByRole('textbox', { name: 'Consumer number' }).fill('100422123');
  await page.keyboard.press('Enter');
  await expect(answer).toContainText('No bill has this number');

  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isWide(page)).toBe(false);
  await draw(page, 'biller-phone');
  await page.goto('/settings?part=billers');
  await expect(push).toContainText('On');
  await expect.poll(() => isWide(page)).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await draw(page, 'push-phone-dark');
  await page.goto('/demo-biller');
  await expect(page.getByRole('heading', { name: 'Demo biller' })).toBeVisible();
  await draw(page, 'biller-phone-dark');
  expect(complaintsOfPage).toEqual([]);
});
