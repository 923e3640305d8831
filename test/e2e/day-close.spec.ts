/** A clerk counts the cash at the end of the day by keyboard, and the printed book shows what is missing. */
import { randomUUID } from 'node:crypto';
import type { DayBook } from '#shared/calls/payments.ts';
import { cashWords } from '#shared/words/counter.ts';
import { closingWords } from '#shared/words/settings.ts';
import { makeBill } from '../support/campus.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, expect, test } from './spec/desk.ts';

test('A clerk counts the cash of the day by keyboard, and the printed book says what is missing.', async ({
  page,
  clerk,
}) => {
  const billing = await addBilling(clerk, { bills: [makeBill({ total: 15_000, amountAfterDueDate: null })] });
  const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
  const allocations = [{ billID: items[0]?.id, amount: 15_000 }];
  await clerk.ask('POST', '/Payments', {
    ...{ clientID: randomUUID(), amount: 15_000, method: 'cash', allocations },
  });
  const printed = await watchPrinter(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/counter');
  const cash = page.getByRole('list', { name: 'Cash of the day' });
  await expect(cash).toContainText('15,000');
  const sheet = page.getByRole('dialog', { name: 'Count cash' });

  // Rs. 500 are missing, and the clerk notes why.
  await cash.getByRole('button', { name: 'Count cash' }).press('Enter');
  await expect(sheet).toContainText('Received in cash, less what was given back: Rs. 15,000.');
  await expect(sheet.getByRole('textbox', { name: 'Counted amount' })).toBeFocused();
  await page.keyboard.type('14500');
  await expect(sheet.getByRole('status')).toHaveText('Rs. 500 less than received');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Change was given');
  await expect(sheet.getByRole('button', { name: 'Save count' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(cash).toContainText(
    /Counted Rs\. 14,500, \d\d:\d\d: Rs\. 500 less than received · Change was given/,
  );

  // The cash is counted again, and the book shows both counts.
  await cash.getByRole('button', { name: 'Count cash' }).press('Enter');
  await expect(sheet.getByRole('textbox', { name: 'Counted amount' })).toBeFocused();
  await page.keyboard.type('15,000');
  await expect(sheet.getByRole('status')).toHaveText('the same as received');
  await expect(sheet.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Save count' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(cash.getByText(/^Counted/)).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const book = await clerk.ask<DayBook>('GET', '/Payments/DayBook');
  expect(book.cash).toMatchObject([{ expected: 15_000, counts: [{ counted: 14_500 }, { counted: 15_000 }] }]);
  await page.getByRole('button', { name: 'Print day book' }).press('Enter');
  await expect
    .poll(async () => (await printed()).at(-1))
    .toMatch(/Rs\. 500 less than received.*Change was given.*the same as received/);
});

test('A clerk who is no owner counts without seeing what the cash should be.', async ({ page, as }) => {
  const clerk = await as({ view: true, add: true, edit: true, delete: true });
  const billing = await addBilling(clerk, { bills: [makeBill({ total: 700, amountAfterDueDate: null })] });
  const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
  const allocations = [{ billID: items[0]?.id, amount: 700 }];
  await clerk.ask('POST', '/Payments', { clientID: randomUUID(), amount: 700, method: 'cash', allocations });
  await page.goto('/counter');
  const cash = page.getByRole('list', { name: 'Cash of the day' });
  await expect(cash).toContainText(cashWords.hidden);
  await cash.getByRole('button', { name: 'Count cash' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Count cash' });
  await expect(sheet).toContainText(cashWords.countFirst);
  await expect(sheet.getByRole('textbox', { name: 'Counted amount' })).toBeFocused();
  await page.keyboard.type('690');
  await expect(sheet.getByRole('status')).toBeEmpty();
  await expect(sheet.getByRole('button', { name: 'Save count' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(cash).toContainText('Rs. 10 less than received');
});

test('An owner closes the books with a reason, and opens them again.', async ({ page, clerk }) => {
  await page.goto('/settings?part=money');
  const part = page.getByRole('form', { name: closingWords.title });
  const day = part.getByRole('textbox', { name: closingWords.until });
  await day.fill('31 Oct 2025');
  await day.press('Tab');
  await part.getByRole('textbox', { name: closingWords.reason }).fill('October is done');
  await part.getByRole('button', { name: closingWords.close }).click();
  await expect(page.getByText(closingWords.saved('31 Oct 2025'))).toBeVisible();
  await expect(part.getByRole('textbox', { name: closingWords.reason })).toHaveCount(0);
  await expect(day).toHaveValue('31 Oct 2025');
  const body = { clientID: randomUUID(), amount: 5, method: 'cash', receivedOn: '2025-10-31' };
  expect(await clerk.statusOf('POST', '/Payments', { ...body, regNum: '1', allocations: [] })).toBe(409);
  await day.fill('');
  await day.press('Tab');
  await part.getByRole('textbox', { name: closingWords.reason }).fill('A slip was found');
  await part.getByRole('button', { name: closingWords.open }).click();
  await expect(page.getByText(closingWords.opened)).toBeVisible();
});
