/** What of a message is not right any more is said before it goes, with the way to mend it. */
import type { Locator, Page } from '@playwright/test';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { outdatedWords, sendWords, sheetWords } from '#shared/words/sending.ts';
import { addBilling, addTemplate, type Clerk, expect, makeBill, test } from './spec/desk.ts';

const panelOf = (page: Page): Locator => page.getByRole('region', { name: sendWords.title, exact: true });
const messageOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const noteOf = (page: Page): Locator => page.getByTestId('outdated');
const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: sheetWords.title });
const sendButton = (place: Locator): Locator => place.getByRole('button', { name: /^Send WhatsApp/ });

const { total, payable, payableUntil, dueDate } = sendWords.placeholders;
const text = 'Dear parent of {{name}}: Rs. {{total}} by {{dueDate}}';
const used = [payable, payableUntil];

/** Two families are late, one is in time. */
async function write(page: Page, clerk: Clerk): Promise<void> {
  const today = dayIn('Asia/Karachi', new Date());
  const late = { dueDate: addDays(today, -3), expiryDate: addDays(today, 20) };
  const inTime = { dueDate: addDays(today, 3), expiryDate: addDays(today, 20) };
  const billing = await addBilling(clerk, {
    bills: [late, late, inTime].map((days) => makeBill({ total: 5000, amountAfterDueDate: 5500, ...days })),
  });
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  await messageOf(page).fill(text);
}

const line = [
  outdatedWords.amount(outdatedWords.families(2, 3), total, undefined),
  outdatedWords.day(outdatedWords.families(2, 3), dueDate, undefined),
  outdatedWords.use(used),
].join(' ');

test('The send panel reports a past due date and an outdated amount in the text, and one press corrects them.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  await write(page, clerk);
  await expect(noteOf(page)).toContainText(line);
  // It keeps nobody from sending.
  await sendButton(panelOf(page)).click();
  await expect(sheetOf(page)).toContainText(line);
  await expect(sendButton(sheetOf(page))).toBeEnabled();
  await page.keyboard.press('Escape');

  await noteOf(page)
    .getByRole('button', { name: outdatedWords.replace(used) })
    .click();
  await expect(messageOf(page)).toHaveValue('Dear parent of {{name}}: Rs. {{payable}} by {{payableUntil}}');
  await expect(noteOf(page)).toHaveCount(0);
  await expect(page.getByTestId('preview')).toContainText('Rs. 5,500 by ');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(messageOf(page)).toHaveValue(text);
  await expect(noteOf(page)).toContainText(line);
});

test('One press chooses a template without outdated values, and Undo restores the text.', async ({
  page,
  clerk,
}) => {
  const message = 'Please pay Rs. {{payable}} for {{name}} by {{payableUntil}}.';
  await addTemplate(clerk, { title: 'Pay now', message });
  await write(page, clerk);
  await noteOf(page)
    .getByRole('button', { name: outdatedWords.take('Pay now') })
    .click();
  await expect(messageOf(page)).toHaveValue(message);
  await expect(noteOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(messageOf(page)).toHaveValue(text);
});
