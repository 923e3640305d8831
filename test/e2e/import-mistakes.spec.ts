/** Mistakes around an import, and sheets that are corrected in Excel. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { read, utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import {
  checkWords,
  clearConfirmation,
  columnWords,
  historyWords,
  importFailures,
  importWords,
  leaveConfirmation,
  saveWords,
} from '#shared/words/import-screen.ts';
import { ask, expect, test } from './fixtures.ts';
import {
  checkRows,
  expectCounts,
  fileInput,
  fillDetails,
  headings,
  importOf,
  lineOf,
  openPanel,
  panelOf,
  rowsFrom,
  saveButton,
  sheet,
  waitForCheck,
} from './import-panel.ts';

const patience = 30_000;
type Listed = { name: string; bills: number };

const cell = (page: Page, field: string, row = 0) => page.getByTestId(`cell-${field}`).nth(row);

/** Opens a cell and types into it. */
async function type(page: Page, field: string, text: string, row = 0): Promise<void> {
  await cell(page, field, row).getByRole('button').click();
  await page.keyboard.type(text);
}

const billsOf = async (page: Page, name: string): Promise<number | undefined> =>
  (await ask<Listed[]>(page, '/Groups')).find((group) => group.name === name)?.bills;

test('Work on a checked file is not lost without a question.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: groupWords.upload }).click();
  await checkRows(page, 'slip.csv', rowsFrom(1000, 3));
  await type(page, 'total', '77');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'total').locator('s')).toHaveText('2000');

  const question = page.getByRole('dialog');
  const slips: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the panel’s cross', () => page.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Clear', () => page.getByRole('button', { name: importWords.clear, exact: true }).click()],
    ['another screen', () => page.getByRole('link', { name: 'Messages' }).first().click()],
    ['Back', () => page.goBack()],
  ];
  for (const [name, slip] of slips) {
    await panelOf(page).getByRole('heading', { name: groupWords.panel }).click();
    await slip();
    const { text } = name === 'Clear' ? clearConfirmation : leaveConfirmation;
    await expect(question, name).toContainText(text);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(cell(page, 'total'), name).toContainText('77');
  }
  // The browser itself asks before the window closes or reloads.
  const mayUnload = () =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await mayUnload()).toBe(false);

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await question.getByRole('button', { name: leaveConfirmation.confirm }).click();
  await expect(importOf(page)).toHaveCount(0);
  expect(await mayUnload()).toBe(true);

  // A file that was not changed is left without a question.
  await page.getByRole('button', { name: groupWords.upload }).click();
  await checkRows(page, 'look.csv', rowsFrom(1010, 2));
  await panelOf(page).getByRole('heading', { name: groupWords.panel }).click();
  await page.keyboard.press('Escape');
  await expect(importOf(page)).toHaveCount(0);
});

test('An edited cell keeps its text when it is scrolled out of view and when Save is pressed.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  await checkRows(page, 'long.csv', rowsFrom(2000, 600));
  await type(page, 'total', '4444', 1);
  const scroll = (top: number) =>
    importOf(page)
      .locator('[data-keeps-escape]')
      .evaluate((scroller, top) => scroller.scrollTo(0, top), top);
  await scroll(15_000);
  await expect(page.getByText('R2001', { exact: true })).toHaveCount(0);
  await scroll(0);
  await expect(cell(page, 'total', 1)).toContainText('4,444');
  await expect(cell(page, 'total', 1).locator('s')).toHaveText('3001');

  await fillDetails(page, 'Long');
  await type(page, 'total', '99');
  await saveButton(page).click();
  await expectCounts(page, [600, 0, 0, 0]);
  await expect(page.getByTestId('bill-card').nth(0)).toContainText('Rs. 99');
  await expect(page.getByTestId('bill-card').nth(1)).toContainText('Rs. 4,444');
});

test('A month that is chosen while the rows are compared is kept.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  let isHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  let goOn: () => void = () => undefined;
  const chosen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.context().route('**/api/Imports/CheckBills**', async (route) => {
    isHeld();
    await chosen;
    await route.continue();
  });
  await fileInput(page).setInputFiles(sheet('month.csv', [headings, ...rowsFrom(3300, 3)]));
  await held;
  await page.getByRole('button', { name: 'Feb', exact: true }).click();
  goOn();
  await expect(lineOf(page, 'The month column says March 2027')).toContainText('3');
  await expect(page.getByRole('button', { name: 'Feb', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

/** Drops files as a mouse would. Returns whether the page keeps the browser from opening them. */
const drop = (page: Page, selector: string, names: string[]): Promise<boolean> =>
  page.locator(selector).evaluate((element, names) => {
    const dataTransfer = new DataTransfer();
    for (const name of names) dataTransfer.items.add(new File(['R1'], name));
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return !element.dispatchEvent(event);
  }, names);

test('Several files and folders are refused, and a corrected file is read again.', async ({
  page,
  signIn,
}, info) => {
  await openPanel(page, signIn);
  const input = 'section[aria-label="Import"] input[type=file]';
  expect(await drop(page, input, ['one.csv', 'two.csv'])).toBe(true);
  await expect(importOf(page).getByRole('alert')).toContainText(importFailures.severalFiles);
  await page.evaluate(() => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true }) as FileSystemEntry;
  });
  expect(await drop(page, input, ['folder'])).toBe(true);
  await expect(importOf(page).getByRole('alert')).toContainText(importFailures.folder);
  // Without that, the browser would open a file that is dropped beside the field, and the page would be gone.
  expect(await drop(page, 'main', ['beside.csv'])).toBe(true);

  const path = info.outputPath('mended.csv');
  const { truncate, writeFile, rm } = await import('node:fs/promises');
  await writeFile(path, '');
  await truncate(path, 101 * 1024 * 1024);
  await fileInput(page).setInputFiles(path);
  await expect(importOf(page).getByRole('alert')).toContainText(fileFailures.tooLarge('100 MB'));
  await writeFile(path, [headings, ...rowsFrom(3400, 2)].join('\n'));
  await fileInput(page).setInputFiles(path);
  expect(await waitForCheck(page, patience)).toBe('checked');
  await rm(path);
});

test('A refused sheet that was corrected in Excel completes its billing, and changes nothing the next time.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const rows = rowsFrom(4000, 6);
  const bad = [...rows.slice(0, 4), ...rows.slice(4).map((row) => row.replace(/,(\d+),25/, ',none $1,25'))];
  await checkRows(page, 'fees.csv', bad);
  await fillDetails(page, 'Mended in Excel');
  await saveButton(page).click();
  await expectCounts(page, [4, 0, 0, 2]);
  await expect(importOf(page)).toContainText(saveWords.savedBut('fees.csv', 2));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: checkWords.download }).click(),
  ]);
  const book = read(await readFile(await download.path()), { cellNF: true, cellStyles: true });
  const first = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  for (const [place, value] of Object.entries(first)) {
    if (!place.startsWith('!') && String(value.v).startsWith('none ')) {
      utils.sheet_add_aoa(first, [[Number(String(value.v).replace('none ', ''))]], { origin: place });
    }
  }
  const mended = {
    name: download.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })),
  };

  // As a new billing it would double the month, so the page names the billing that it belongs to.
  await page.goto('/send-messages?panel=new-billing');
  await fileInput(page).setInputFiles(mended);
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(importOf(page)).toContainText(checkWords.inAnother(4));

  await page.goto('/send-messages');
  await page.getByText('Mended in Excel', { exact: true }).click();
  await page.getByRole('button', { name: groupWords.addMembers }).click();
  await fileInput(page).setInputFiles(mended);
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(page.getByText(saveWords.left([checkWords.same(4)]))).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 bills' }).click();
  await expect(page.getByText('Members added successfully.')).toBeVisible();
  await expectCounts(page, [2, 0, 4, 0]);
  expect(await billsOf(page, 'Mended in Excel')).toBe(6);
  await page.getByRole('button', { name: saveWords.done }).click();
  // The reload removes the toast.
  await page.reload();

  await page.getByRole('button', { name: groupWords.addMembers }).click();
  await fileInput(page).setInputFiles(mended);
  expect(await waitForCheck(page, patience)).toBe('checked');
  const importedBefore = /This file was imported before, into "Mended in Excel", by .+ on (.+)\.$/;
  const [, time = ''] =
    importedBefore.exec(
      await importOf(page)
        .getByRole('listitem')
        .filter({ hasText: 'This file was imported before' })
        .innerText(),
    ) ?? [];
  await importOf(page).getByRole('button', { name: 'Columns' }).waitFor();
  await panelOfMembers(page).getByRole('button', { name: saveWords.addNone, exact: true }).click();
  await expectCounts(page, [0, 0, 6, 0]);
  await expect(page.getByText('Members added successfully.')).toHaveCount(0);
  await page.getByRole('button', { name: saveWords.done }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: historyWords.title }).click();
  // The check and the history show times of the campus, wherever the browser is.
  await expect(page.getByTestId('import').nth(1)).toContainText(time);
});

const panelOfMembers = (page: Page) => page.getByRole('region', { name: billWords.addPanel, exact: true });

test('If the billing details are folded, a missing detail is named and gets the focus.', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(page, signIn);
  await checkRows(page, 'narrow.csv', rowsFrom(5000, 2));
  const fold = page.getByRole('button', { name: 'March 2027' });
  await fold.click();
  await panelOf(page).getByLabel(groupWords.description).fill('');
  await fold.click();
  await expect(page.getByText(groupWords.stillNeeded([groupWords.description]))).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText('Please enter the details properly.')).toBeVisible();
  await expect(panelOf(page).getByLabel(groupWords.description)).toBeFocused();
  await page.keyboard.type('All classes');
  await expect(page.getByText(groupWords.stillNeeded([groupWords.description]))).toHaveCount(0);
  await saveButton(page).click();
  await expectCounts(page, [2, 0, 0, 0]);
});

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
] as const) {
  test(`axe finds no problem in any step of an import in ${colorScheme} colours at ${width} px.`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await openPanel(page, signIn);
    const expectNoHindrance = async (step: string) => {
      const { violations } = await new AxeBuilder({ page }).include('section[tabindex]').analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        step,
      ).toEqual([]);
    };
    await expectNoHindrance('file');
    const [head = '', ...rows] = [headings, ...rowsFrom(width * 10, 3)];
    const lines = [
      `${head},Wozu ${width}`,
      `${rows[0]},x`,
      `${rows[1]?.replace('0300-', '')},y`,
      `R1,No,abc,z`,
    ];
    await fileInput(page).setInputFiles(sheet('axe.csv', lines));
    await page.getByRole('button', { name: columnWords.check }).waitFor();
    await expectNoHindrance('columns');
    await page.getByRole('button', { name: columnWords.check }).click();
    await page.getByTestId('checked-row').first().waitFor();
    await type(page, 'name', 'محمد');
    await expectNoHindrance('check');
    await page.keyboard.press('Enter');
    if (width <= 700) await page.getByRole('button', { name: 'March 2027' }).click();
    await fillDetails(page, `Axe ${width}`);
    await saveButton(page).click();
    await page.getByTestId('import-counts').waitFor();
    await expectNoHindrance('save');
    await page.goto('/send-messages?panel=imports');
    await page.getByTestId('import').first().waitFor();
    await expectNoHindrance('history');
  });
}
