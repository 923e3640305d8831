/**
 * A new month asks for open amounts of older months. The clerk sees which are carried, and decides where figures
 * differ.
 */

import { checkWords } from '#shared/words/import-screen.ts';
import { feeHeadWords } from '#shared/words/settings.ts';
import {
  expectCounts,
  fileInput,
  fillDetails,
  importOf,
  lineOf,
  saveButton,
  sheet,
  waitForCheck,
} from './import-panel.ts';
import { addBilling, expect, makeBill, test } from './spec/desk.ts';

const dueDate = '2026-10-10';
const child = (regNum: string, name: string, total: number) =>
  makeBill({ regNum, name, total, amountAfterDueDate: null, dueDate, month: 10, year: 2026 });

const header =
  'RegistrationNumber,Name,Mobile,TotalAmount,DueDate,VoucherMonth,VoucherYear,Head1,Amount1,Head2,Amount2';
const line = (regNum: string, name: string, { total, arrears }: { total: number; arrears: number }) =>
  `${regNum},${name},0300-1000${regNum},${total},10/11/2027,11,2027,Tuition,${total - arrears},Arrears,${arrears}`;

test('Older bills are carried if the arrears equal their open amount, or if the clerk confirms it.', {
  tag: '@proof',
}, async ({ page, as }) => {
  const clerk = await as({ view: true, add: true, edit: true, delete: true });
  const october = await addBilling(clerk, {
    name: 'October 2026',
    month: 10,
    bills: [child('801', 'Ali', 500), child('802', 'Sana', 700), child('803', 'Omar', 900)],
  });
  await page.goto('/send-messages?panel=new-billing');
  await fileInput(page).setInputFiles(
    sheet('november.csv', [
      header,
      line('801', 'Ali', { total: 1500, arrears: 500 }),
      line('802', 'Sana', { total: 1600, arrears: 600 }),
      line('803', 'Omar', { total: 1000, arrears: 0 }),
    ]),
  );
  expect(await waitForCheck(page, 30_000)).toBe('checked');
  await expect(
    importOf(page).getByText('The arrears of one bill are the open amounts of older bills'),
  ).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  const question = lineOf(page, /1 bill includes Rs\. 600 as arrears, and Rs\. 700 is open \(October 2026\)/);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: checkWords.carryAll }).press('Enter');
  await expect(saveButton(page)).toBeEnabled();
  await fillDetails(page, 'November 2027');
  await saveButton(page).click();
  await expectCounts(page, [3, 0, 0, 0]);
  const { items } = await clerk.ask<{ items: { name: string; status: string }[] }>(
    'GET',
    `/Groups/${october}/Contacts`,
  );
  expect(Object.fromEntries(items.map(({ name, status }) => [name, status]))).toEqual({
    ...{ Ali: 'carried', Sana: 'carried', Omar: 'unpaid' },
  });
});

test('A class of a fee head that a clerk sets in Settings is stored.', async ({ page, as }) => {
  const clerk = await as({ view: true, add: true, edit: true });
  await addBilling(clerk, {
    bills: [makeBill({ head1: 'Tuition Fee', amount1: 500, head2: 'Opening', amount2: 50, total: 550 })],
  });
  // The address from when the fee heads were on the page of the accounts.
  await page.goto('/settings?part=money');
  await expect(page.getByLabel(feeHeadWords.classOf('Tuition Fee'))).toHaveValue('tuition');
  await page.getByLabel(feeHeadWords.classOf('Opening')).selectOption('arrears');
  await expect(page.getByText(feeHeadWords.setByHand(feeHeadWords.classes.other))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(feeHeadWords.classOf('Opening'))).toHaveValue('arrears');
});
