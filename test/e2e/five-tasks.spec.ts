/**
 * The most frequent tasks of a fee desk, from Today: with few mouse clicks, and by keyboard alone. Importing a month is
 * in import-desk.spec.ts, and reminding the unpaid in send-desk.spec.ts.
 */
import type { Page } from '@playwright/test';
import { familyWords } from '#shared/words/family.ts';
import { findWords } from '#shared/words/find.ts';
import { billWords } from '#shared/words/screen.ts';
import { mendWords } from '#shared/words/sends.ts';
import { todayWords } from '#shared/words/today.ts';
import { countClicks, tabTo } from './presses.ts';
import { addBilling, addTemplate, type Clerk, expect, makeBill, test } from './spec/desk.ts';

const boxOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const findField = (page: Page) => page.getByRole('combobox', { name: findWords.label });
const found = (page: Page, name: string) =>
  page.getByRole('dialog', { name: findWords.title }).getByRole('option', { name: new RegExp(name) });
const paidButton = (page: Page) =>
  boxOf(page, familyWords.title).getByRole('button', { name: billWords.markPaid, exact: true });

async function statusOf(clerk: Clerk, billing: number, name: string): Promise<string | undefined> {
  type Listed = { items: { name: string; status: string }[] };
  const { items } = await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`);
  return items.find((bill) => bill.name === name)?.status;
}

/** A month of three children, one of whom is searched for. */
async function november(clerk: Clerk): Promise<number> {
  const bills = ['Eman Tariq', 'Hafsa Naveed', 'Bilal Ahmed'].map((name, at) =>
    makeBill({ name, number: `0300-770000${at}` }),
  );
  return addBilling(clerk, { bills });
}

/** A reminder that one family did not get, because one digit of its number is wrong. */
async function remindedAmiss(clerk: Clerk): Promise<void> {
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  const bill = (number: string) => makeBill({ name: 'Daniyal', regNum: 'R-1', number });
  await addBilling(clerk, { name: 'October 2026', month: 10, bills: [bill('0300-1039601')] });
  const billing = await addBilling(clerk, { bills: [bill('0300-1039600')] });
  await addTemplate(clerk, { title: 'Fee reminder', message: 'Dear {{name}}, please pay.' });
  const send = { message: 'Dear {{name}}, please pay.', groupIDs: [billing], status: 'unpaid' };
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', send);
  type Run = { counts: { failed: number } };
  await expect.poll(async () => (await clerk.ask<Run[]>('GET', '/Outbox/Runs'))[0]?.counts.failed).toBe(1);
}

async function openToday(page: Page): Promise<void> {
  await page.goto('/send-messages');
  await expect(page.getByRole('heading', { name: todayWords.title, exact: true })).toBeVisible();
}

test('A child is found from Today and marked as paid in three clicks.', async ({ page, clerk }) => {
  const billing = await november(clerk);
  await openToday(page);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: findWords.title, exact: true }).click();
  await page.keyboard.type('iman tar');
  await found(page, 'Eman Tariq').first().click();
  await paidButton(page).click();
  await expect.poll(() => statusOf(clerk, billing, 'Eman Tariq')).toBe('paid');
  expect(await clicks()).toBeLessThanOrEqual(3);
  expect(await statusOf(clerk, billing, 'Hafsa Naveed')).toBe('unpaid');
});

test('A child is found from Today and marked as paid by keyboard alone.', async ({ page, clerk }) => {
  const billing = await november(clerk);
  await openToday(page);
  await page.keyboard.press('Control+k');
  await expect(findField(page)).toBeFocused();
  await page.keyboard.type('iman tar');
  await expect(found(page, 'Eman Tariq').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(paidButton(page)).toBeVisible();
  await tabTo(page, paidButton(page));
  await page.keyboard.press('Enter');
  await expect.poll(() => statusOf(clerk, billing, 'Eman Tariq')).toBe('paid');
});

test('A parent is answered from Today by keyboard alone.', async ({ page, clerk }) => {
  await november(clerk);
  await clerk.ask('POST', '/Demo/Reply', { number: '0300-7700001', message: 'Is Friday a holiday?' });
  await openToday(page);
  const unread = boxOf(page, todayWords.unread).getByRole('link', { name: /Is Friday a holiday/ });
  await expect(unread).toBeVisible();
  await tabTo(page, unread);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chats\?chat=/);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await tabTo(page, field);
  await page.keyboard.type('Yes, it is');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Yes, it is')).toBeVisible();
});

test('A wrong number is corrected and the message sent again in three clicks.', async ({ page, clerk }) => {
  await remindedAmiss(clerk);
  await openToday(page);
  const clicks = await countClicks(page);
  await boxOf(page, todayWords.toMend).getByRole('link').first().click();
  const number = page.getByRole('textbox', { name: mendWords.numberOf('Daniyal') });
  await expect(number).toHaveValue('0300-1039601');
  await page.getByRole('button', { name: mendWords.correctOf('Daniyal') }).click();
  await expect(page.getByTestId('mended')).toContainText(mendWords.correctedTo('0300-1039601'));
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('A wrong number is corrected and the message sent again by keyboard alone.', async ({ page, clerk }) => {
  await remindedAmiss(clerk);
  await openToday(page);
  const line = boxOf(page, todayWords.toMend).getByRole('link').first();
  await expect(line).toBeVisible();
  await tabTo(page, line);
  await page.keyboard.press('Enter');
  const number = page.getByRole('textbox', { name: mendWords.numberOf('Daniyal') });
  await expect(number).toBeVisible();
  await tabTo(page, number);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('mended')).toContainText(mendWords.correctedTo('0300-1039601'));
});
