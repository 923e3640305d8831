/** The recipients of a message while a clerk moves between billings: always the ones that are shown. */
import type { Locator, Page } from '@playwright/test';
import { sendWords } from '#shared/words/sending.ts';
import { addBilling, expect, test } from './spec/desk.ts';

const panelOf = (page: Page): Locator => page.getByRole('region', { name: sendWords.title, exact: true });
const chosen = (panel: Locator): Locator => panel.locator('.mantine-Pill-label');
const note = (panel: Locator): Locator => panel.getByRole('status').filter({ hasText: sendWords.elsewhere });

test('A message is for the opened billing, and a note appears when a person chooses another billing.', async ({
  page,
  clerk,
}) => {
  const november = await addBilling(clerk, { name: 'Kept November' });
  const december = await addBilling(clerk, { name: 'Kept December' });
  const billings = page.getByRole('region', { name: 'Billings', exact: true });
  const open = (name: string) =>
    billings
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .click();

  // The address alone names the billing.
  await page.goto(`/send-messages?billing=${november}&panel=send`);
  const panel = panelOf(page);
  await expect(chosen(panel)).toHaveText(['Kept November']);
  await expect(note(panel)).toHaveCount(0);
  await panel.getByRole('textbox', { name: 'Message' }).fill('Begun for November');

  // The message follows to another billing, and keeps its own when none is open.
  const write = () => page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back' }).click();
  await write();
  await expect(chosen(panel)).toHaveText(['Kept November']);
  await page.keyboard.press('Escape');
  await open('Kept December');
  await write();
  await expect(chosen(panel)).toHaveText(['Kept December']);
  await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue('Begun for November');

  // A person's own choice stays, with a note, also after a reload.
  await panel.getByRole('combobox', { name: sendWords.group }).press('Backspace');
  await expect(chosen(panel)).toHaveCount(0);
  await panel.getByRole('combobox', { name: sendWords.group }).click();
  await page.getByRole('option', { name: 'Kept November' }).click();
  await expect(chosen(panel)).toHaveText(['Kept November']);
  await expect(note(panel)).toContainText('It is for Kept November');
  await page.reload();
  await expect(chosen(panel)).toHaveText(['Kept November']);
  await note(panel)
    .getByRole('button', { name: /Write to.*Kept December/ })
    .click();
  await expect(chosen(panel)).toHaveText(['Kept December']);
  await expect(note(panel)).toHaveCount(0);

  // A message for a billing that is not the opened one.
  await page.goto(`/send-messages?billing=${december}&panel=send&to=${november}`);
  await expect(chosen(panel)).toHaveText(['Kept November']);
  await expect(note(panel)).toContainText('It is for Kept November');
});
