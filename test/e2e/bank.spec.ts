/**
 * A bank file by keyboard: it is dropped, checked and saved, overlaps with the next file, is undone, and fits a phone.
 */
import type { Locator, Page } from '@playwright/test';
import { makeBill } from '../support/campus.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

const tabOf = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name} `) });
const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
const fileOf = (page: Page): Locator => page.getByLabel('Drop the bank’s file here, or choose it');
const saveOf = (page: Page): Locator => page.getByRole('button', { name: /^Save \d/ });

/** The bills were due long ago, so that no day of the file lies in the future. */
const bill = (name: string, invNo: string, more: object = {}) =>
  makeBill({ name, invNo, total: 6500, amountAfterDueDate: 7500, dueDate: '2026-01-10', ...more });

async function addBills(clerk: Clerk): Promise<number> {
  await clerk.ask('POST', '/MoneyAccounts', { kind: 'bank', title: 'HBL 0042-7901' });
  return addBilling(clerk, {
    bills: [
      bill('Eman Tariq', '99000074001', { regNum: '74001' }),
      bill('ثنا قریشی', '99000074002', { regNum: '74002' }),
      bill('Omar Butt', '99000074003', { regNum: '74003' }),
      bill('Hira Aslam', '99000074004', { regNum: '74004' }),
    ],
  });
}

const heads = 'Txn Date,Narration,Reference,Debit,Credit';
const eman = '05/01/2026,IBFT 99000074001 TARIQ HBL MOBILE,FT1,,6500';
const sana = '16/01/2026,RAAST 99000074002,FT2,,7500';
const omar = '16/01/2026,CASH DEP 99000074003,FT3,,5000';
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([heads, ...lines].join('\r\n')),
});

type Listed = { items: { name: string; status: string }[] };
const statusOf = async (clerk: Clerk, billing: number, name: string): Promise<string | undefined> =>
  (await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`)).items.find((one) => one.name === name)
    ?.status;

/** Sets the file as the dialog of the browser does, on the focused field. */
async function drop(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await fileOf(page).focus();
  await fileOf(page).setInputFiles(file);
}

test('A bank file is posted by keyboard, an overlapping export counts nothing twice, and it can be undone.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  const billing = await addBills(clerk);
  await page.goto('/bank');
  await drop(page, csv('January.csv', eman, sana, omar, '17/01/2026,CHARGES,FT4,25,'));
  // Problems come first, and the tabs together hold the whole file.
  await expect(tabOf(page, 'Short')).toHaveAttribute('aria-selected', 'true');
  await expect(tabOf(page, 'Exact')).toContainText('Rs. 6,500');
  await expect(tabOf(page, 'Late')).toContainText('Rs. 7,500');
  await expect(tabOf(page, 'Not income')).toContainText('Rs. 25');
  await expect(page.getByText('4 rows, Rs. 19,025')).toBeVisible();
  await expect(rowsOf(page)).toHaveText([/99000074003.*5,000.*Omar Butt.*7,500.*2,500 short/]);
  await expect(saveOf(page)).toHaveText('Save 2 payments, Rs. 14,000');
  await tabOf(page, 'Short').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(saveOf(page)).toHaveText('Save 3 payments, Rs. 19,000');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved 3 payments, Rs. 19,000.' })).toBeVisible();
  await expect(tabOf(page, 'Seen before')).toContainText('3');
  expect(await statusOf(clerk, billing, 'Eman Tariq')).toBe('paid');
  expect(await statusOf(clerk, billing, 'ثنا قریشی')).toBe('paid');
  expect(await statusOf(clerk, billing, 'Omar Butt')).toBe('partial');

  await page.getByRole('button', { name: 'Another file' }).focus();
  await page.keyboard.press('Enter');
  await drop(page, csv('Overlapping.csv', sana, omar, '18/01/2026,FT 99000074004,FT5,,7500'));
  await expect(tabOf(page, 'Seen before')).toContainText('2');
  await expect(saveOf(page)).toHaveText('Save 1 payment, Rs. 7,500');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved 1 payment, Rs. 7,500.' })).toBeVisible();

  await page.getByRole('button', { name: 'Another file' }).focus();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo January.csv' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('3 payments become void');
  // A key that comes before the focus has moved into the dialog would not reach it.
  await expect(page.getByRole('dialog').locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone: 3 payments are void.')).toBeVisible();
  await expect(undo).toHaveCount(0);
  expect(await statusOf(clerk, billing, 'Eman Tariq')).toBe('unpaid');
  expect(await statusOf(clerk, billing, 'Hira Aslam')).toBe('paid');
  expect(complaintsOfPage).toEqual([]);
});

test('The columns of an unknown bank file are asked for only once, and a bill can be chosen by hand.', async ({
  page,
  clerk,
}) => {
  const billing = await addBills(clerk);
  await page.goto('/bank');
  const odd = (name: string, ...lines: string[]) => ({
    ...csv(name),
    buffer: Buffer.from(['When,How much,What', ...lines].join('\r\n')),
  });
  await drop(page, odd('Odd.csv', '05/01/2026,6500,SOMEBODY'));
  await page.getByLabel('What When contains').selectOption('Date');
  await page.getByLabel('What How much contains').selectOption('Amount');
  await page.getByLabel('What What contains').selectOption('Text');
  await page.getByRole('button', { name: 'Find the bills' }).click();
  await expect(tabOf(page, 'Unmatched')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Choose a bill' }).click();
  await page.getByRole('textbox', { name: /^Voucher number/ }).fill('99000074001');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Eman Tariq/ })
    .click();
  await expect(rowsOf(page)).toContainText('chosen by hand');
  await saveOf(page).click();
  await expect(tabOf(page, 'Seen before')).toContainText('1');
  expect(await statusOf(clerk, billing, 'Eman Tariq')).toBe('paid');
  await page.getByRole('button', { name: 'Another file' }).click();
  await drop(page, odd('Odd again.csv', '06/01/2026,6500,99000074002'));
  await expect(saveOf(page)).toHaveText('Save 1 payment, Rs. 6,500');
});

test('The status of a payment is confirmed once, and a bounced cheque takes back its receipt.', async ({
  page,
  clerk,
}) => {
  const billing = await addBills(clerk);
  await page.goto('/bank');
  const status = (name: string, ...lines: string[]) => ({
    ...csv(name),
    buffer: Buffer.from(['Date,Consumer No,Reference,Debit,Credit,Status', ...lines].join('\r\n')),
  });
  const paid = '05/01/2026,99000074001,CHQ 5510,,6500,SUCCESS';
  await drop(page, status('Status.csv', paid, '05/01/2026,99000074002,CHQ 5511,,6500,On its way'));
  await expect(page.getByLabel('Status: “SUCCESS”')).toHaveValue('in');
  await page.getByLabel('Status: “On its way”').selectOption('No money, do not count it');
  await page.getByRole('button', { name: 'Find the bills' }).click();
  await expect(saveOf(page)).toHaveText('Save 1 payment, Rs. 6,500');
  await saveOf(page).click();
  await expect(tabOf(page, 'Seen before')).toContainText('1');

  await page.getByRole('button', { name: 'Another file' }).click();
  await drop(page, status('Later.csv', paid, '07/01/2026,99000074001,CHQ 5510,6500,,SUCCESS'));
  await expect(tabOf(page, 'Taken back')).toHaveAttribute('aria-selected', 'true');
  await expect(rowsOf(page)).toContainText('Takes back receipt 1');
  await page.getByRole('button', { name: 'Cheque bounced' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cheque bounced' }).click();
  await expect(page.getByText('Receipt 1 is taken back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cheque bounced' })).toHaveCount(0);
  expect(await statusOf(clerk, billing, 'Eman Tariq')).toBe('unpaid');
});

test('A bank row whose bill somebody paid meanwhile is left out and reported.', async ({ page, clerk }) => {
  await addBills(clerk);
  await page.goto('/bank');
  await drop(page, csv('January.csv', eman, sana));
  await expect(saveOf(page)).toHaveText('Save 2 payments, Rs. 14,000');
  const { families } = await clerk.ask<{ families: { bills: { billID: number }[] }[] }>(
    'GET',
    '/Payments/Find?text=99000074001&day=2026-01-05',
  );
  const billID = families[0]?.bills[0]?.billID;
  const allocations = [{ billID, amount: 6500 }];
  const paid = { clientID: 'press', amount: 6500, method: 'cash', receivedOn: '2026-01-05', allocations };
  // The bill was entered later than this day, which the counter asks about.
  await clerk.ask('POST', '/Payments', { ...paid, confirmed: true });
  await saveOf(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'The result of one row changed' })).toBeVisible();
  await expect(tabOf(page, 'Already paid')).toContainText('1');
});

test('At 360 px a bank row can be taken as a part payment, and nothing is wider than the phone.', async ({
  page,
  clerk,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const billing = await addBills(clerk);
  await page.goto('/bank');
  await drop(page, csv('January.csv', eman, sana, omar));
  await page.getByRole('button', { name: 'Accept as part payment', exact: true }).click();
  await expect(saveOf(page)).toHaveText('Save 3 payments, Rs. 19,000');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await saveOf(page).click();
  await expect(tabOf(page, 'Seen before')).toContainText('3');
  expect(await statusOf(clerk, billing, 'Omar Butt')).toBe('partial');
});

test('A person without the edit right sees that bank files are not theirs, and only an administrator adds accounts.', async ({
  page,
  as,
}) => {
  await as({ view: true });
  await page.goto('/bank');
  await expect(page.getByRole('heading', { name: /^You need the right to edit bills/ })).toBeVisible();
  await as({ view: true, edit: true });
  await page.goto('/bank');
  await expect(page.getByText('Ask an administrator to add it in Settings.')).toBeVisible();
  await as({ view: true, edit: true, admin: true });
  await page.goto('/bank');
  await page.getByRole('link', { name: 'Add an account' }).click();
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('HBL 0042-7901');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account added.')).toBeVisible();
  await page.goto('/bank');
  await expect(fileOf(page)).toBeAttached();
});
