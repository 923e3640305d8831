/** What an owner asks at the end of a day: how much came in, who still owes, and the list behind each figure. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Locator, Page } from '@playwright/test';
import { makeBill } from '../support/campus.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

/** A range that contains every day of these tests. */
const always = 'from=2020-01-01&to=2199-12-31';

const bill = (name: string, more: object = {}) =>
  makeBill({ name, total: 6500, amountAfterDueDate: 7500, dueDate: '2020-01-10', ...more });

/**
 * Two children of a family, one of whom has paid a part; a child with an Urdu name who owes all; and one who has paid.
 */
async function addSchool(clerk: Clerk): Promise<void> {
  const family = { number: '0321-7400001' };
  const billing = await addBilling(clerk, {
    bills: [
      bill('Eman Tariq', { ...family, regNum: '74001' }),
      bill('Hafsa Tariq', { ...family, regNum: '74002' }),
      bill('ثنا قریشی', { number: '0321-7400002', regNum: '74003' }),
      bill('Omar Butt', { number: '0321-7400003', regNum: '74004', total: 1000.5, amountAfterDueDate: null }),
    ],
  });
  const { items } = await clerk.ask<{ items: { id: number; name: string }[] }>(
    'GET',
    `/Groups/${billing}/Contacts`,
  );
  const receive = (name: string, amount: number): Promise<unknown> => {
    const billID = items.find((one) => one.name === name)?.id;
    const body = { clientID: name, amount, method: 'cash', allocations: [{ billID, amount }] };
    return clerk.ask('POST', '/Payments', body);
  };
  await receive('Eman Tariq', 500.25);
  await receive('Omar Butt', 1000.5);
}

const figureOf = (page: Page, row: string, figure: string): Locator =>
  page.getByRole('link', { name: new RegExp(`^${row}, ${figure}: `) });
const rowsOf = (page: Page): Locator => page.getByRole('table').getByRole('row');

/** Presses Export and returns the name of the file and its rows. */
async function takeExcel(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const book = read(await readFile(await file.path()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  return { name: file.suggestedFilename(), rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) };
}

test('A figure of a report opens its list by keyboard, and the list adds up to the figure.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  await addSchool(clerk);
  await page.goto(`/reports?${always}`);
  await expect(figureOf(page, 'Total', 'Billed')).toHaveText('23,500.50');
  await expect(figureOf(page, 'Total', 'Collected')).toHaveText('1,500.75');
  const owed = figureOf(page, 'Total', 'Outstanding');
  await expect(owed).toHaveText('21,999.75');

  await owed.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Outstanding', exact: true })).toBeVisible();
  await expect(page.getByText('3 entries · 21,999.75')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(rowsOf(page).filter({ hasText: 'ثنا قریشی' })).toContainText('7,500');
  // The list has its own address.
  await page.reload();
  await expect(page.getByText('3 entries · 21,999.75')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(owed).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'ثنا قریشی' }).press('Enter');
  await expect(page).toHaveURL(/panel=family/);
});

test('The defaulters report lists the families that owe most first, with a link to each family.', async ({
  page,
  clerk,
}) => {
  await addSchool(clerk);
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Defaulters' }).click();
  await expect(page.getByRole('heading', { name: 'Defaulters' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(4);
  const first = rowsOf(page).nth(1);
  await expect(first.getByRole('rowheader')).toHaveText('Eman Tariq, Hafsa Tariq');
  await expect(first).toContainText('14,499.75');
  await expect(rowsOf(page).nth(2)).toContainText('never');
  await first.getByRole('link', { name: /^Eman Tariq, Hafsa Tariq$/ }).click();
  await expect(page).toHaveURL(/panel=family/);
});

test('A report is printed and exported completely, with its days in the file name.', async ({
  page,
  clerk,
}) => {
  await addSchool(clerk);
  const printed = await watchPrinter(page);
  await page.goto(`/reports?report=day-book&by=method&${always}`);
  await expect(figureOf(page, 'Cash', 'Received')).toHaveText('1,500.75');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(async () => (await printed())[0]).toContain('Day book');
  expect((await printed())[0]).toContain('1,500.75');

  const table = await takeExcel(page);
  expect(table.name).toBe('Day book (2020-01-01, 2199-12-31).xlsx');
  expect(table.rows[0]).toEqual(['Campus', 'Method', 'Received', 'Returned', 'Net']);
  expect(table.rows[1]?.slice(1)).toEqual(['Cash', 1500.75, 0, 1500.75]);
  expect(table.rows[2]?.slice(2)).toEqual([1500.75, 0, 1500.75]);

  await figureOf(page, 'Cash', 'Received').click();
  await expect(page.getByText('2 entries · 1,500.75')).toBeVisible();
  const list = await takeExcel(page);
  expect(list.name).toBe('Day book - Cash, Received (2020-01-01, 2199-12-31).xlsx');
  expect(list.rows.slice(1, 3).map((row) => [row[3], row[12]])).toEqual([
    ['Eman Tariq', 500.25],
    ['Omar Butt', 1000.5],
  ]);
  expect(list.rows[3]?.[12]).toBe(1500.75);
});

test('A printed report keeps its amounts on the paper, however many children a family has.', async ({
  page,
  clerk,
}) => {
  const names = ['Ayesha', 'Bilal', 'Daniyal', 'Eman', 'Fatima', 'Hafsa', 'Ibrahim', 'Khadija', 'Muhammad'];
  const bills = names.map((name, at) =>
    bill(`${name} Tariq Mehmood Chaudhry`, { number: '0321-7400001', regNum: `7400${at}` }),
  );
  await addBilling(clerk, { bills });
  const printed = await watchPrinter(page);
  await page.goto('/reports?report=defaulters');
  await expect(rowsOf(page).nth(1)).toContainText('67,500');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(async () => (await printed())[0]).toContain('67,500');
  await page.emulateMedia({ media: 'print' });
  // The width of A4 without its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  const paper = page.locator('[data-paper] table');
  await expect(paper.getByRole('cell', { name: '67,500' }).first()).toBeInViewport({ ratio: 1 });
  expect(await paper.evaluate((table) => table.getBoundingClientRect().right)).toBeLessThanOrEqual(703);
});

test('The days of a report are part of its address, and an empty report says so.', async ({
  page,
  clerk,
}) => {
  await addSchool(clerk);
  await page.goto('/reports?report=day-book');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('1/1/2020');
  await from.press('Enter');
  await expect(page).toHaveURL(/from=2020-01-01/);
  const to = page.getByRole('textbox', { name: 'To' });
  await to.fill('2 Jan 2020');
  await to.press('Enter');
  await expect(page).toHaveURL(/to=2020-01-02/);
  await expect(page.getByRole('heading', { name: 'There are no records to show' })).toBeVisible();
  await to.fill('1 Jan 2019');
  await to.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The first day is after the last day.');
});

test('On a phone reports are chosen from a field, and each row is a card.', async ({ page, clerk }) => {
  await addSchool(clerk);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/reports?${always}`);
  const names = page.getByRole('combobox', { name: 'Reports' });
  await expect(names).toHaveValue('Collected and outstanding');
  await names.click();
  await page.getByRole('option', { name: 'Ageing' }).click();
  await expect(figureOf(page, 'Total', 'Over 90 days')).toHaveText('21,999.75');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});
