/**
 * A month's file on the desk: the file comes first, fills in the billing, and each of its problems is answered by one
 * press.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { groupWords } from '#shared/words/bills.ts';
import { problemWords } from '#shared/words/import-problems.ts';
import { checkWords, importWords } from '#shared/words/import-screen.ts';
import { thousandRows, troubles } from '../sheets/thousand-rows.ts';
import {
  chooseFile,
  expectCounts,
  figureOf,
  fileInput,
  importOf,
  lineOf,
  panelOf,
  saveButton,
  sheet,
  waitForCheck,
} from './import-panel.ts';
import { countClicks, tabTo } from './presses.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

const patience = 30_000;
const heads = 'RegistrationNumber,Name,Mobile,TotalAmount,DueDate,VoucherMonth,VoucherYear';

type Cells = { name?: string; mobile?: string; total?: number; due?: string; month?: number };
const rowOf = (n: number, given: Cells = {}): string => {
  const { name = `Pupil ${n}`, mobile = `0300-10${10_000 + n}`, total = 1000 + n } = given;
  return `D${n},${name},${mobile},${total},${given.due ?? '10/11/2026'},${given.month ?? 11},2026`;
};
const clean = Array.from({ length: 6 }, (_, at) => rowOf(at));

const openNew = async (page: Page): Promise<void> => {
  await page.goto('/send-messages?panel=new-billing');
  await expect(fileInput(page)).toBeAttached();
};

async function check(page: Page, name: string, rows: string[]): Promise<void> {
  await openNew(page);
  await fileInput(page).setInputFiles(sheet(name, [heads, ...rows]));
  expect(await waitForCheck(page, patience)).toBe('checked');
}

const press = (page: Page, line: string | RegExp, answer: string | RegExp): Promise<void> =>
  lineOf(page, line).getByRole('button', { name: answer, exact: true }).click();

type Sum = [rows: number, add: number, update: number, left: number, other?: number];

/** Rows in the file = added + updated + left out + other lines, after every press. */
async function expectSum(page: Page, sum: Sum) {
  const [rows, add, update, left, other = 0] = sum;
  expect(add + update + left + other).toBe(rows);
  await expect(figureOf(page, 'rows')).toHaveText(String(rows));
  await expect(figureOf(page, 'add')).toHaveText(String(add));
  await expect(figureOf(page, 'update')).toHaveText(String(update));
  await expect(figureOf(page, 'left')).toHaveText(String(left));
  if (other === 0) await expect(figureOf(page, 'other')).toHaveCount(0);
  else await expect(figureOf(page, 'other')).toHaveText(String(other));
}

/** The text of the check, which does not include the focus. */
const shown = (page: Page): Promise<string> => importOf(page).innerText();

const october = (clerk: Clerk): Promise<number> =>
  addBilling(clerk, { name: 'October 2026', month: 10, description: 'Monthly fee, all sections' });

const field = (page: Page, name: string) => panelOf(page).getByLabel(name, { exact: true });

async function expectFilled(page: Page): Promise<void> {
  await expect(panelOf(page).getByRole('button', { name: 'Nov', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(field(page, groupWords.year)).toHaveValue('2026');
  await expect(field(page, groupWords.name)).toHaveValue('November 2026');
  await expect(field(page, groupWords.description)).toHaveValue('Monthly fee, all sections');
}

test('A clean month is imported from Today in four clicks at most, beside choosing the file.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  await october(clerk);
  await page.goto('/send-messages');
  await page.evaluate(() => {
    document.addEventListener('click', ({ isTrusted }) => {
      const { dataset } = document.body;
      if (isTrusted) dataset.clicks = String(Number(dataset.clicks ?? 0) + 1);
    });
  });
  await page.getByRole('button', { name: groupWords.upload, exact: true }).click();
  await fileInput(page).setInputFiles(sheet('Fee November 2026.csv', [heads, ...clean]));
  await expectFilled(page);
  await expect(panelOf(page).getByText(importWords.fromFile, { exact: true })).toHaveCount(3);
  await expect(panelOf(page).getByText(groupWords.asIn('October'))).toBeVisible();
  await expectSum(page, [6, 6, 0, 0]);
  await page.getByRole('button', { name: 'Save 6 bills' }).click();
  // The new billing opens by itself.
  await expect(page.getByTestId('bill-card')).toHaveCount(6);
  expect(Number(await page.evaluate(() => document.body.dataset.clicks))).toBeLessThanOrEqual(4);
  expect(await clerk.ask('GET', '/Groups')).toMatchObject([
    { name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee, all sections', bills: 6 },
    {},
  ]);
});

test('A clean month is imported by keyboard alone.', async ({ page, clerk }, info) => {
  await october(clerk);
  const { writeFile } = await import('node:fs/promises');
  const path = info.outputPath('Fee November 2026.csv');
  await writeFile(path, [heads, ...clean].join('\n'));
  // The listener starts first, because a key may reach the page before a later listener would.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  await page.goto('/send-messages');
  await expect(page.getByRole('button', { name: groupWords.upload, exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: groupWords.upload, exact: true }), 80);
  await page.keyboard.press('Enter');
  await expect(fileInput(page)).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(fileInput(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(path);
  await expectFilled(page);
  await expect(saveButton(page)).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expectCounts(page, [6, 0, 0, 0]);
  await expect(page.getByTestId('bill-card')).toHaveCount(6);
});

test('Month, name and description of a new billing are proposed from the file, and typed values win.', async ({
  page,
  clerk,
}) => {
  await october(clerk);
  await check(page, 'nov-26 girls.csv', clean);
  await expect(field(page, groupWords.name)).toHaveValue('November 2026, Girls');
  await expect(panelOf(page).getByRole('status').filter({ hasText: 'was read from' })).toContainText(
    'November was read from the month column (6 rows), the file’s name and 6 due dates.',
  );
  await field(page, groupWords.name).fill('Girls');
  await panelOf(page).getByRole('button', { name: 'Dec', exact: true }).click();
  await expect(lineOf(page, 'The month column says November 2026')).toBeVisible();
  await expect(field(page, groupWords.name)).toHaveValue('Girls');
  await expect(panelOf(page).getByText('The file says November 2026.')).toBeVisible();
  await expect(panelOf(page).getByText(importWords.fromFile, { exact: true })).toHaveCount(0);
  // Without the file its proposals are gone.
  await importOf(page).getByRole('button', { name: importWords.clear, exact: true }).click();
  await expect(field(page, groupWords.name)).toHaveValue('Girls');
  await expect(field(page, groupWords.description)).toHaveValue('');
  await field(page, groupWords.name).fill('');
  await fileInput(page).setInputFiles(sheet('فیس نومبر.csv', [heads, ...clean]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  // Another file proposes its own month.
  await expect(panelOf(page).getByRole('button', { name: 'Nov', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('A wrong month column is corrected for all rows by one press and undone by another.', async ({
  page,
  clerk,
}) => {
  const rows = [
    rowOf(0),
    ...[1, 2, 3, 4].map((n) => rowOf(n, { month: 10, ...(n === 2 && { name: 'ابراہیم چوہدری' }) })),
  ];
  await check(page, 'Fee November 2026.csv', rows);
  const line = lineOf(page, 'The month column says October 2026');
  await expect(line).toContainText('due dates are in November');
  // The first problem is selected and shows its rows, as they are and as they would be.
  const list = page.getByTestId('checked-row');
  await expect(list).toHaveCount(4);
  await expect(list.first().locator('s')).toHaveText('Oct 2026');
  await expect(list.first()).toContainText('Nov 2026');
  await expect(page.getByRole('columnheader', { name: 'Month in file' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: problemWords.proposed })).toBeVisible();
  await expect(importOf(page).getByText(checkWords.open(1))).toBeVisible();
  const before = await shown(page);
  await press(page, 'The month column', 'Use November 2026 for all 4');
  await expect(page.getByRole('columnheader', { name: problemWords.becomes })).toBeVisible();
  await expect(importOf(page).getByText(checkWords.open(1))).toHaveCount(0);
  await expectSum(page, [5, 5, 0, 0]);
  // A second press and Undo both restore the state before.
  await press(page, 'The month column', 'Use November 2026 for all 4');
  await expect.poll(() => shown(page)).toBe(before);
  await press(page, 'The month column', 'Keep October');
  await press(page, 'The month column', problemWords.undo);
  await expect.poll(() => shown(page)).toBe(before);
  await press(page, 'The month column', 'Use November 2026 for all 4');
  await field(page, groupWords.description).fill('Fees');
  await saveButton(page).click();
  await expectCounts(page, [5, 0, 0, 0]);
  const [{ id } = { id: 0 }] = await clerk.ask<{ id: number }[]>('GET', '/Groups');
  const { items } = await clerk.ask<{ items: { month: number }[] }>('GET', `/Groups/${id}/Contacts`);
  expect(items.map(({ month }) => month)).toEqual([11, 11, 11, 11, 11]);
});

test('Each problem of a file is one line with a proposed answer, and the sum stays that of the file.', async ({
  page,
  clerk,
}) => {
  const rows = [
    ...[0, 1, 2, 3, 4, 5].map((n) => rowOf(n)),
    rowOf(6, { mobile: '' }),
    rowOf(7, { due: '31/11/2026' }),
    rowOf(8, { due: '31/11/2026' }),
    rowOf(9, { mobile: '3001015939' }),
    rowOf(1, { total: 5000 }),
    ',Grand Total,,99999,,,',
  ];
  await check(page, 'Book1.csv', rows);
  await expectSum(page, [12, 8, 0, 3, 1]);
  // Texts of a sheet keep their own direction.
  const noDay = lineOf(page, /Due date .31\/11\/2026. is not a valid day/);
  await expect(noDay).toContainText('the others say 10 Nov 2026');
  await expect(lineOf(page, 'numbers repaired').or(lineOf(page, 'number repaired'))).toContainText(
    'as 3001015939 to 0300-1015939',
  );
  await press(page, 'Due date', 'Use 10 Nov 2026 for all 2');
  await expectSum(page, [12, 10, 0, 1, 1]);
  await press(page, /2 rows of/, problemWords.byHand({ kind: 'twice' } as never));
  // The two rows are shown side by side, and neither is proposed to be left out.
  const list = page.getByTestId('checked-row');
  await expect(list).toHaveCount(2);
  await press(page, 'No mobile', 'Keep 1 without a number');
  await press(page, 'total line', problemWords.show);
  await expect(list).toHaveCount(1);
  await expect(list).toContainText('Grand Total');
  // A typed number still belongs to the file's sum.
  await press(page, 'No mobile', problemWords.undo);
  await press(page, 'No mobile', 'Add numbers');
  await expect(list.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('0300-1999999');
  await page.keyboard.press('Enter');
  await expect(lineOf(page, 'No mobile')).toHaveCount(0);
  await field(page, groupWords.description).fill('Fees');
  await saveButton(page).click();
  await expectCounts(page, [10, 0, 1, 1]);
  const [{ id } = { id: 0 }] = await clerk.ask<{ id: number }[]>('GET', '/Groups');
  type Saved = { regNum: string; total: number; dueDate: string; number: string };
  const { items } = await clerk.ask<{ items: Saved[] }>('GET', `/Groups/${id}/Contacts`);
  expect(items.find(({ regNum }) => regNum === 'D1')?.total).not.toBe(5000);
  expect(items.find(({ regNum }) => regNum === 'D6')?.number).toBe('0300-1999999');
  expect(new Set(items.map(({ dueDate }) => dueDate))).toEqual(new Set(['2026-11-10']));
});

test('Names and numbers of checked rows stay on one line in a narrow window.', async ({ page, clerk }) => {
  expect(clerk.campusID).toBeGreaterThan(0);
  const long = 'Syeda Fatima-tuz-Zahra Bukhari Gillani';
  const rows = [
    rowOf(0, { name: long }),
    rowOf(1, { mobile: '"0300-1234567, 0321-7654321"' }),
    rowOf(2, { name: 'محمد ابراہیم چوہدری' }),
  ];
  await check(page, 'Fee November 2026.csv', rows);
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    for (const row of await page.getByTestId('checked-row').all()) {
      for (const cell of ['cell-name', 'cell-number']) {
        const lines = await row.getByTestId(cell).evaluate((of) => of.getBoundingClientRect().height);
        expect(lines, `${cell} at ${width}`).toBeLessThan(34);
      }
    }
  }
  await expect(page.getByTitle(long)).toBeVisible();
});

test('An import works on a phone in dark colours.', async ({ page, clerk }) => {
  expect(clerk.campusID).toBeGreaterThan(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await check(page, 'Fee November 2026.csv', [rowOf(0), rowOf(1, { month: 10 }), rowOf(2, { mobile: '' })]);
  await expect(page.getByRole('button', { name: groupWords.readFromFile('November 2026') })).toBeVisible();
  await expectSum(page, [3, 3, 0, 0]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  for (const button of await importOf(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    if (box && box.width > 0) expect(box.x + box.width, await button.innerText()).toBeLessThanOrEqual(360);
  }
  await press(page, 'The month column', 'Use November 2026');
  const { violations } = await new AxeBuilder({ page }).include('section[tabindex]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.getByRole('button', { name: groupWords.readFromFile('November 2026') }).click();
  await field(page, groupWords.description).fill('Fees');
  await saveButton(page).click();
  await expectCounts(page, [3, 0, 0, 0]);
});

test('The sums of messy sheets stay right after every answer.', async ({ page, clerk }) => {
  expect(clerk.campusID).toBeGreaterThan(0);
  const { join, resolve } = await import('node:path');
  for (const file of ['messy-20.xlsx', 'messy-1000.xls']) {
    await openNew(page);
    await chooseFile(page, join(resolve(import.meta.dirname, '../vouchers/messy'), file));
    expect(await waitForCheck(page, patience)).toBe('checked');
    const figures = ['rows', 'add', 'update', 'left'] as const;
    const sum = async () =>
      Promise.all(
        figures.map(async (name) => Number((await figureOf(page, name).innerText()).replaceAll(',', ''))),
      );
    const open = importOf(page).getByTestId('problem-line');
    const labels = await open.getByRole('button', { name: /^(Use|Keep|Leave) / }).allInnerTexts();
    expect(labels.length).toBeGreaterThan(2);
    // Some answers make other problems disappear.
    for (const name of labels) {
      const answer = open.getByRole('button', { name, exact: true, pressed: false }).first();
      if (await answer.isVisible()) await answer.click();
      await expect(saveButton(page)).toBeEnabled();
      const [rows = 0, add = 0, update = 0, left = 0] = await sum();
      expect(add + update + left, name).toBe(rows);
    }
  }
});

test('A sheet of 1,000 rows with 44 to decide is decided and saved in twelve clicks, beside typing.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  expect(clerk.campusID).toBeGreaterThan(0);
  expect(Object.values(troubles).reduce<number>((sum, count) => sum + count, 0)).toBe(44);
  await page.setViewportSize({ width: 1366, height: 768 });
  await openNew(page);
  await fileInput(page).setInputFiles(sheet('Fee November 2026.csv', thousandRows()));
  const clicks = await countClicks(page);
  expect(await waitForCheck(page, patience)).toBe('checked');
  const expectLeft = async (left: number) => {
    for (const name of ['rows', 'add', 'update', 'left'] as const)
      await expect(figureOf(page, name)).toBeInViewport();
    const add = 1000 - left;
    const say = (count: number): string => count.toLocaleString('en-US');
    await expect(figureOf(page, 'rows')).toHaveText('1,000');
    await expect(figureOf(page, 'add')).toHaveText(say(add));
    await expect(figureOf(page, 'update')).toHaveText('0');
    await expect(figureOf(page, 'left')).toHaveText(say(left));
  };
  await expectLeft(troubles.twice + troubles.paidDiffers);
  await press(page, /look swapped/, checkWords.swapAll);
  await expectLeft(12);
  await press(page, 'The month column', 'Use November 2026 for all 7');
  await expectLeft(12);
  await press(page, 'repeated rows', 'Keep one of each');
  await expectLeft(12);
  await press(page, 'Fees do not add up to the total', 'Keep 5 as they are');
  await expectLeft(12);
  // The numbers that were typed wrong are corrected one after the other, and the focus goes to the next by itself.
  await press(page, 'No mobile', 'Add numbers');
  const list = page.getByTestId('checked-row');
  for (let at = 0; at < troubles.wrongNumber; at += 1) {
    await expect(list.getByRole('textbox').first()).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(`0300-17000${10 + at}`);
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(troubles.wrongNumber + troubles.noNumber - at - 1);
  }
  await expectLeft(12);
  await press(page, 'No mobile', 'Keep 7 without a number');
  await expectLeft(12);
  // No column of these rows is surely the wrong one, so their line offers no correction.
  await press(page, 'Paid and outstanding differ', 'Leave 5 out');
  await expectLeft(12);
  await expect(importOf(page).getByText(checkWords.open(1))).toHaveCount(0);
  await field(page, groupWords.description).fill('Fees');
  await saveButton(page).click();
  await expectCounts(page, [988, 0, 12, 0]);
  expect(await clicks()).toBeLessThanOrEqual(12);
});
