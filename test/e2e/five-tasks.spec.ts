/**
 * The most frequent tasks of a fee desk, from Today: with few mouse clicks, and by keyboard alone. Importing a month is
 * in import-desk.spec.ts, and reminding the unpaid in send-desk.spec.ts.
 */
import type { Page } from '@playwright/test';
import { billWords } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';
import { fixWords, outboxWords, wholeSendWords } from '#shared/words/outbox.ts';
import { commonWords, findWords, todayWords } from '#shared/words/screen.ts';
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

/** October's reminder, which one family did not get, because one digit of its number is wrong. */
async function remindedAmiss(clerk: Clerk): Promise<void> {
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  const bill = (number: string) => makeBill({ name: 'Daniyal', regNum: 'R-1', number });
  await addBilling(clerk, { name: 'September 2026', month: 9, bills: [bill('0300-1039601')] });
  const bills = [bill('0300-1039600'), makeBill({ name: 'Eman Tariq', number: '0300-7700002' })];
  const billing = await addBilling(clerk, { name: 'October 2026', month: 10, bills });
  await addTemplate(clerk, { title: 'Fee reminder', message: 'Dear {{name}}, please pay.' });
  const send = { message: 'Dear {{name}}, please pay.', groupIDs: [billing], status: 'unpaid' };
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', send);
  type Run = { counts: { failed: number } };
  await expect.poll(async () => (await clerk.ask<Run[]>('GET', '/Outbox/Runs'))[0]?.counts.failed).toBe(1);
}

/** The place in the rail, and the line of October's reminder in the list of sends. */
const messagesPlace = (page: Page) =>
  page
    .getByRole('navigation', { name: commonWords.product })
    .getByRole('link', { name: new RegExp(`^${outboxWords.place}`) });
const octoberSend = (page: Page) =>
  page
    .getByRole('region', { name: outboxWords.broadcasts })
    .getByRole('link', { name: /Fee reminder.*October 2026/ });

/** The list says what became of the reminder, and its page who did not get it, and why. */
async function expectOutcome(page: Page): Promise<void> {
  await expect(page.getByTestId('send')).toContainText('October 2026');
  await expect(page.getByRole('navigation', { name: wholeSendWords.figures })).toContainText(/Sent\s*1/);
  await expect(page.getByTestId('mend-row')).toHaveCount(1);
  await expect(page.getByTestId('mend-row')).toContainText('Daniyal');
}

/** A family with two children. The bill of one child is overdue. */
async function twoToPay(clerk: Clerk): Promise<void> {
  const number = '0300-7700001';
  const late = { dueDate: '2024-11-10', total: 6500, amountAfterDueDate: 7500 };
  const bills = [
    makeBill({ name: 'Eman Tariq', number, ...late }),
    makeBill({ name: 'Hafsa Tariq', number, total: 12_150, dueDate: '2049-11-10' }),
  ];
  await addBilling(clerk, { bills });
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
  const toAnswer = boxOf(page, todayWords.toAnswer).getByRole('link', { name: /Is Friday a holiday/ });
  await expect(toAnswer).toBeVisible();
  await tabTo(page, toAnswer);
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
  await boxOf(page, todayWords.failures).getByRole('link').first().click();
  const number = page.getByRole('textbox', { name: fixWords.numberOf('Daniyal') });
  await expect(number).toHaveValue('0300-1039601');
  await page.getByRole('button', { name: fixWords.correctOf('Daniyal') }).click();
  await expect(page.getByTestId('mended')).toContainText(fixWords.correctedTo('0300-1039601'));
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('A wrong number is corrected and the message sent again by keyboard alone.', async ({ page, clerk }) => {
  await remindedAmiss(clerk);
  await openToday(page);
  const line = boxOf(page, todayWords.failures).getByRole('link').first();
  await expect(line).toBeVisible();
  await tabTo(page, line);
  await page.keyboard.press('Enter');
  const number = page.getByRole('textbox', { name: fixWords.numberOf('Daniyal') });
  await expect(number).toBeVisible();
  await tabTo(page, number);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('mended')).toContainText(fixWords.correctedTo('0300-1039601'));
});

test('A clerk sees from Today in two clicks whether a reminder was sent and who did not get it.', async ({
  page,
  clerk,
}) => {
  await remindedAmiss(clerk);
  await openToday(page);
  const clicks = await countClicks(page);
  await messagesPlace(page).click();
  await expect(octoberSend(page)).toContainText('1 failed');
  await octoberSend(page).click();
  await expectOutcome(page);
  expect(await clicks()).toBeLessThanOrEqual(2);
});

test('A clerk sees by keyboard alone whether a reminder was sent and who did not get it.', async ({
  page,
  clerk,
}) => {
  await remindedAmiss(clerk);
  await openToday(page);
  await tabTo(page, messagesPlace(page));
  await page.keyboard.press('Enter');
  await expect(octoberSend(page)).toBeVisible();
  await tabTo(page, octoberSend(page));
  await page.keyboard.press('Enter');
  await expectOutcome(page);
});

test('A clerk sees from Today with one click and the typed name what a family must pay today.', async ({
  page,
  clerk,
}) => {
  await twoToPay(clerk);
  await openToday(page);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: findWords.title, exact: true }).click();
  await page.keyboard.type('iman tar');
  await expect(found(page, 'Eman Tariq').first()).toContainText('Rs. 19,650');
  expect(await clicks()).toBeLessThanOrEqual(1);
});

test('A clerk sees by keyboard alone what a family must pay today.', async ({ page, clerk }) => {
  await twoToPay(clerk);
  await openToday(page);
  await page.keyboard.press('Control+k');
  await expect(findField(page)).toBeFocused();
  await page.keyboard.type('iman tar');
  await expect(found(page, 'Eman Tariq').first()).toContainText('Rs. 19,650');
});

test('A clerk reads from Today with two clicks and the typed name the messages to a family.', async ({
  page,
  clerk,
}) => {
  await remindedAmiss(clerk);
  await openToday(page);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: findWords.title, exact: true }).click();
  await page.keyboard.type('iman tar');
  await found(page, 'Eman Tariq').first().click();
  const messages = boxOf(page, familyWords.messages);
  await expect(messages).toContainText('Fee reminder');
  await expect(messages).toContainText('Dear Eman Tariq, please pay.');
  expect(await clicks()).toBeLessThanOrEqual(2);
});

test('A clerk reads by keyboard alone the messages to a family.', async ({ page, clerk }) => {
  await remindedAmiss(clerk);
  await openToday(page);
  await page.keyboard.press('Control+k');
  await expect(findField(page)).toBeFocused();
  await page.keyboard.type('iman tar');
  await expect(found(page, 'Eman Tariq').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('log').getByText('Dear Eman Tariq, please pay.')).toBeVisible();
});
