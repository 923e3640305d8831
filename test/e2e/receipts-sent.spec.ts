/** A receipt by message: the payment is taken at the counter, and the receipt is sent and read on the phone. */
import { mediaWords, reminderWords, templateWords } from '#shared/words/templates.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, expect, makeBill, test } from './spec/desk.ts';

test('A receipt from the counter is sent once as a message, shows its state, and arrives on the phone.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const number = '0321-7411001';
  await addBilling(clerk, {
    bills: [
      makeBill({ name: 'Eman Tariq', number, invNo: '99000074001', total: 6000, dueDate: '2099-01-10' }),
      makeBill({ name: 'Hafsa Tariq', number, invNo: '99000074002', total: 5000, dueDate: '2099-01-10' }),
    ],
  });
  await watchPrinter(page);
  await page.goto('/templates');
  await page.getByRole('button', { name: templateWords.new, exact: true }).first().click();
  const form = page.getByRole('region', { name: templateWords.newPanel, exact: true });
  await form.getByRole('textbox', { name: templateWords.name }).fill('Receipt');
  const message =
    'Thank you. Receipt {{receiptNo}}: {{received}}, {{method}}\n{{name}}: {{received}}, left {{balance}}';
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  const preview = form.getByTestId('template-preview');
  await expect(form.getByText(/^This bill has no/).first()).toBeVisible();
  await form.getByRole('combobox', { name: templateWords.sendOn }).fill('payment');
  await page.getByRole('option', { name: reminderWords.when('paid') }).click();
  await expect(preview).toContainText('Receipt 1042: ');
  await form.getByRole('checkbox', { name: mediaWords.attachPaper.receipt }).check();
  await expect(preview).toContainText('Receipt-1042-');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Reminders/ })).toContainText('No reminder is on');
  await page.getByRole('button', { name: /^Reminders/ }).click();
  await expect(page.getByRole('region', { name: 'Receipt', exact: true })).toContainText('does not run');

  await page.goto('/counter');
  await expect(page.getByRole('textbox', { name: /^Voucher, registration/ })).toBeFocused();
  await page.keyboard.type('99000074001');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save and print/ })).toBeEnabled();
  await page.keyboard.press('F4');
  await page.keyboard.type('8000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 1: Rs. 8,000 received.')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send receipt' });
  await page.screenshot({ path: test.info().outputPath('before.png') });
  await send.click();
  const sent = page.getByRole('list', { name: 'Receipt by message' });
  await expect(sent.getByRole('listitem')).toContainText('0321-7411001');
  await expect(send).toBeHidden();
  // The state of the message updates itself.
  await expect(sent.getByText(/^(Read|Delivered)$/)).toBeVisible({ timeout: 20_000 });
  await page.screenshot({ path: test.info().outputPath('after.png') });
  await page.setViewportSize({ width: 360, height: 780 });
  await sent.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('narrow.png') });

  await page.goto(`/demo-phone?number=${encodeURIComponent('+923217411001')}`);
  const phone = page.getByTestId('demo-phone');
  await expect(phone).toContainText('Receipt 1: 8,000, Cash');
  await expect(phone).toContainText('Receipt-1-Eman-Tariq.pdf');
  await expect(phone).toContainText('Eman Tariq: 6,000, left 0');
  await expect(phone).toContainText('Hafsa Tariq: 2,000, left 3,000');
});
