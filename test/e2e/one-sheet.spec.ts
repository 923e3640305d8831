/** A fee sheet as a school keeps it brings the bills and the children with one save. */
import { firstHourSheet } from '../sheets/first-hour.ts';
import { fileInput, lineOf, saveButton, waitForCheck } from './import-panel.ts';
import { expect, test } from './spec/desk.ts';

const patience = 30_000;

test('A fee sheet brings bills and children, and a later sheet shows what differs.', async ({ page, clerk }) => {
  await page.goto('/send-messages?panel=new-billing');
  const file = { name: 'fee list dec FINAL (2).xlsx', mimeType: '', buffer: Buffer.from(firstHourSheet('xlsx')) };
  await fileInput(page).setInputFiles(file);
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/one-1.png' });
  console.log(await waitForCheck(page, patience), clerk);
  await page.screenshot({ path: '/tmp/one-2.png' });
  expect(lineOf).toBeTruthy();
  expect(saveButton).toBeTruthy();
});
