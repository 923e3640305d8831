/** The main job: from a real spreadsheet to a parent's phone and back, as a clerk does it. */
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { ask, expect, test } from './fixtures.ts';

const sheet = resolve(import.meta.dirname, '../vouchers/good/november-2026.xls');
const text = 'Dear parent of {{name}}, the fee is Rs. {{total}}, due {{dueDate}}.';
/** The number of different phone numbers in the sheet, and its first bill, from expected.json. */
const families = 889;
const first = {
  reg: '00001',
  name: 'Hira Iqbal',
  number: '+923171007919',
  message: 'Dear parent of Hira Iqbal, the fee is Rs. 17,400, due 10 Nov 2026.',
};

async function importNovember(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Billing', exact: true });
  await panel.getByRole('button', { name: 'Nov' }).click();
  await panel.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: '2026' }).click();
  await panel.getByLabel('Name').fill('November 2026');
  await panel.getByLabel('Description').fill('Monthly fee, all sections');
  await panel.locator('input[type=file]').setInputFiles(sheet);
  const save = panel.getByRole('button', { name: 'Save 1,000 bills' });
  await expect(save).toBeVisible({ timeout: 30_000 });
  // Other tests may have left older bills of these children, so the page may ask about arrears.
  const bothAreOwed = page.getByRole('button', { name: checkWords.carryNone });
  if (await bothAreOwed.isVisible()) await bothAreOwed.click();
  await save.click({ timeout: 30_000 });
  await expect(page.getByText('Group added successfully.')).toBeVisible();
  await expect(page.getByText('1,000 bills are saved.')).toBeVisible();
}

async function sendToEveryone(page: Page): Promise<void> {
  await page.getByTestId('desk-main').getByRole('button', { name: 'Send message' }).click();
  const panel = page.getByRole('region', { name: 'Send Messages' });
  await panel.getByRole('combobox', { name: 'Select template' }).click();
  await page.getByRole('option', { name: 'Fee due', exact: true }).click();
  const message = panel.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(/\{\{name\}\}[\s\S]*\{\{payable\}\}[\s\S]*\{\{dueDate\}\}/);
  await message.fill(text);
  // The shortest message is shown first, filled with the values of its bill.
  await expect(panel.getByTestId('preview')).toContainText(
    /^Dear parent of .+, the fee is Rs\. [\d,]+, due \d/,
  );
  await panel.getByRole('button', { name: `Send WhatsApp to ${families}` }).click();
  const sheet = page.getByRole('dialog', { name: 'Check before sending' });
  await sheet.getByLabel(`Type ${families} to send`).fill(String(families));
  await sheet.getByRole('button', { name: `Send WhatsApp to ${families}` }).click();
  await expect(page.getByText('WhatsApp messages are being processed.')).toBeVisible();
}

test('A clerk imports a month, sends to every family, and reads a reply.', { tag: '@proof' }, async ({
  page,
  signIn,
  program,
}) => {
  await signIn();
  await importNovember(page);

  // The billing is open and shows some of its thousand cards.
  const cards = page.getByTestId('bill-card');
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  await expect(cards.first()).toContainText(first.name);
  await expect(cards.first()).toContainText('Rs. 17,400');
  await expect(cards.first()).toContainText('10 Nov 2026');
  await expect(cards.first()).toContainText('unpaid');
  expect(await cards.count()).toBeLessThanOrEqual(120);

  await sendToEveryone(page);

  // The send is shown. Its bar is there only while it runs, which may be over already.
  await expect(page.getByTestId('send')).toBeVisible();
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
  const figures = page.getByRole('navigation', { name: 'Who got it' });
  const [run] = await ask<{ broadcastID: number }[]>(page, '/Outbox/Runs');
  // Only this send: messages of other tests may stay unconfirmed forever.
  await page.goto(`/outbox?run=${run?.broadcastID}`);
  const settled = async () => {
    const { counts } = await ask<{ counts: Record<string, number> }>(
      page,
      `/Outbox?broadcastID=${run?.broadcastID}`,
    );
    const { delivered = 0, read = 0, failed = 0, ...others } = counts;
    return {
      settled: delivered + read + failed,
      others: Object.values(others).reduce((sum, count) => sum + count, 0),
    };
  };
  await expect.poll(settled, { timeout: 90_000 }).toEqual({ settled: families, others: 0 });
  // The page has updated itself.
  await expect(figures.getByRole('link', { name: /^(Waiting|Sending) / })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: / to mend$/ })).toBeVisible();
  await page.goto(`/outbox?run=${run?.broadcastID}&status=failed`);
  const rows = page.getByRole('row');
  const reasons = new RegExp(
    [makeReason('notOnWhatsApp'), makeReason('switchedOff')].map(sayReason).join('|'),
  );
  await expect(rows.filter({ hasText: 'Failed' }).first()).toContainText(reasons);
  for (const row of await rows.filter({ hasText: 'Failed' }).all()) {
    await expect(row).toContainText(reasons);
  }

  // The text has reached the right phone, and the parent answers.
  await page.goto(`/demo-phone?number=${encodeURIComponent(first.number)}`);
  const phone = page.getByTestId('demo-phone');
  await expect(phone.getByText(first.message)).toBeVisible();
  await phone.getByRole('textbox', { name: 'Reply as this parent' }).fill('Shukriya, kal jama karwa dunga.');
  await phone.getByRole('button', { name: 'Send reply' }).click();
  await expect(phone.getByRole('log').getByText('Shukriya, kal jama karwa dunga.')).toBeVisible();

  // The clerk reads the answer in the member's chat.
  await page.goto('/send-messages');
  await page.getByRole('button', { name: /^Nov\s*2026\s*November 2026/ }).click();
  await page.getByPlaceholder('Search members').filter({ visible: true }).fill(first.reg);
  await page.getByRole('button', { name: new RegExp(`${first.name}.*0317-1007919`) }).click();
  const chat = page.getByRole('region', { name: 'Chat' });
  await expect(chat.getByRole('log').getByText(first.message)).toBeVisible();
  await expect(chat.getByRole('log').getByText('Shukriya, kal jama karwa dunga.')).toBeVisible();
  expect(program.complaints()).toBe('');
});
