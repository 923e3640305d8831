/** Each family's own voucher, from the switch in Send Messages to the PDF on the parent's phone. */

import { sendWords, sheetWords } from '#shared/words/sending.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { picturesOf } from '../support/papers.ts';
import { addBilling, expect, makeBill, test } from './spec/desk.ts';

test('A family’s vouchers are attached to a send, previewed and opened on its phone.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  await page.addInitScript(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      if (file instanceof Blob && file.type === 'application/pdf') Object.assign(window, { shown: file });
      return make(file);
    };
  });
  const number = '0300-7611001';
  const child = (name: string, invNo: string) =>
    makeBill({ name, invNo, number, dueDate: '2099-11-10', expiryDate: '2099-11-25' });
  const billing = await addBilling(clerk, {
    bills: [child('Ayesha Khan', '87000000001'), child('Bilal Khan', '87000000002')],
  });
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  const panel = page.getByRole('region', { name: sendWords.title, exact: true });
  await panel.getByRole('textbox', { name: 'Message' }).fill('Fee of {{name}}: Rs. {{payable}}');
  await panel.getByRole('checkbox', { name: mediaWords.attachPaper.voucher }).check();
  const name = 'Fee-Nov-2026-Ayesha-Khan-and-1-more.pdf';
  const seen = page.getByTestId('preview').getByRole('button', { name });
  await expect(seen).toBeVisible();
  /** The PDF that the new tab gets. */
  const open = async (paper: typeof seen): Promise<Buffer> => {
    await Promise.all([page.waitForEvent('popup'), paper.click()]);
    await page.waitForFunction(() => (window as unknown as { shown?: Blob }).shown);
    const bytes = await page.evaluate(async () => {
      const { shown } = window as unknown as { shown?: Blob };
      return Array.from(new Uint8Array((await shown?.arrayBuffer()) ?? new ArrayBuffer(0)));
    });
    return Buffer.from(bytes);
  };
  const looked = await open(seen);
  expect(await picturesOf(looked)).toHaveLength(2);

  await panel.getByRole('button', { name: /^Send WhatsApp/ }).click();
  const sheet = page.getByRole('dialog', { name: sheetWords.title });
  await expect(sheet.getByText(mediaWords.voucher)).toBeVisible();
  await sheet.getByRole('button', { name: /^Send WhatsApp/ }).click();
  await expect(page.getByText('WhatsApp messages are being processed.')).toBeVisible();

  await page.goto(`/demo-phone?number=${encodeURIComponent('+923007611001')}`);
  const arrived = page.getByTestId('demo-phone').getByRole('button', { name });
  await expect(arrived).toBeVisible({ timeout: 20_000 });
  expect((await open(arrived)).equals(looked)).toBe(true);
});
