/**
 * Questions that a file cannot answer itself are asked once. They are answered by keyboard, on a phone, in dark
 * colours.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { letterNames } from '#shared/sheets/sheet-words.ts';
import { groupWords } from '#shared/words/bills.ts';
import { checkWords, columnWords, issueWords, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { row, tinyWorkbook } from '../sheets/tiny-workbook.ts';
import { ask, expect, test } from './fixtures.ts';
import {
  chooseFile,
  expectCounts,
  figureOf,
  fileInput,
  fillDetails,
  headings,
  importOf,
  importRows,
  lineOf,
  openPanel,
  panelOf,
  saveButton,
  sheet,
  showAllRows,
  waitForCheck,
} from './import-panel.ts';

test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

const patience = 30_000;

const answerOf = (page: Page, question: string | RegExp, answer: string | RegExp) =>
  importOf(page).getByRole('group', { name: question }).getByRole('button', { name: answer });

/** Presses an answer by keyboard and checks that the button fits the page. */
async function press(page: Page, question: string | RegExp, answer: string | RegExp): Promise<void> {
  const button = answerOf(page, question, answer);
  await button.focus();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Enter');
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });

test('A file with unknown letters asks for its encoding and shows words of the file.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const name = Buffer.from([0xdd, 0xc7, 0xd8, 0xe3, 0xc0]);
  const text = 'RegistrationNumber,Name,Mobile,TotalAmount,DueDate\nQ1,';
  const end = ',0300-1000901,500,25/03/2027\n';
  await fileInput(page).setInputFiles(
    file('letters.csv', Buffer.concat([Buffer.from(text), name, Buffer.from(end)])),
  );
  const urdu = answerOf(page, columnWords.letters, letterNames['windows-1256']);
  await expect(urdu).toHaveAttribute('aria-pressed', 'true', { timeout: patience });
  await expect(urdu).toContainText('فاطمہ');
  await press(page, columnWords.letters, letterNames['windows-1252']);
  await expect(answerOf(page, columnWords.letters, letterNames['windows-1252'])).toBeFocused();
  await expect(urdu).toHaveAttribute('aria-pressed', 'false');
  await press(page, columnWords.letters, letterNames['windows-1256']);
  await expect(urdu).toHaveAttribute('aria-pressed', 'true');
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(page.getByTestId('cell-name')).toContainText('فاطمہ');
});

test('Dates that look swapped are asked about once, before anything can be saved.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  // The days of May as a program with US locale writes them.
  const days = ['05/11/2027', '05/09/2027', '05/12/2027'];
  const rows = days.map((day, at) => `Q1${at},Pupil ${at},0300-100091${at},500,${day},5,2027`);
  await fileInput(page).setInputFiles(sheet('swapped.csv', [headings, ...rows]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  const due = page.getByTestId('cell-dueDate').first();
  await expect(due).toContainText('5 Nov 2027');
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByText(checkWords.answerFirst)).toBeVisible();
  await press(page, /look swapped: 5 Nov 2027 → 11 May 2027/, checkWords.swapAll);
  await expect(due).toContainText('11 May 2027');
  const swap = answerOf(page, /look swapped/, checkWords.swapAll);
  await expect(swap).toBeFocused();
  await expect(swap).toHaveAttribute('aria-pressed', 'true');
  await expect(saveButton(page)).toBeEnabled();
  await press(page, /look swapped/, checkWords.keepDays);
  await expect(due).toContainText('5 Nov 2027');
  await expect(saveButton(page)).toBeEnabled();
});

test('A bill without a usable number or a due date is kept with a warning.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  const rows = ['Q21,Ali,N/A,500,25/03/2027,3,2027', 'Q22,Sana,0300-1000922,500,,3,2027'];
  await fileInput(page).setInputFiles(sheet('kept.csv', [headings, ...rows]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await showAllRows(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'No mobile number' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'DueDate is empty' })).toBeVisible();
  await expect(saveButton(page)).toHaveText('Save 2 bills');
});

test('An unused column is ignored in later files only after a person says so.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  const odd = `${headings},House`;
  const open = async (id: string) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/send-messages?panel=new-billing');
    const line = `Q3${id},Ali,0300-100093${id},500,25/03/2027,3,2027,x`;
    await fileInput(page).setInputFiles(sheet('odd.csv', [odd, line]));
  };
  const save = async (name: string) => {
    // On a phone the rows leave no room for the fields above.
    await page.setViewportSize({ width: 1280, height: 800 });
    await fillDetails(page, name);
    await saveButton(page).click();
    await expectCounts(page, [1, 0, 0, 0]);
  };
  await open('1');
  expect(await waitForCheck(page, patience)).toBe('checked');
  await save('Passed over');
  await open('2');
  const leave = importOf(page).getByRole('button', { name: columnWords.leaveUnused });
  await expect(leave).toBeVisible({ timeout: patience });
  await leave.focus();
  await page.keyboard.press('Enter');
  await expect(importOf(page).getByText(columnWords.byHand)).toBeVisible();
  await page.getByRole('button', { name: columnWords.check }).click();
  await save('Left unused');
  await open('3');
  await expect(page.getByTestId('check-totals')).toBeVisible({ timeout: patience });
});

test('Fee columns are proposed as fee heads and remembered after one press.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  const open = async (id: string) => {
    await page.goto('/send-messages?panel=new-billing');
    const lines = ['Reg No,Name,Mobile,Tuition Fee,Transport,Total,Due Date'];
    lines.push(`Q5${id},Ali,0300-100095${id},4000,1500,5500,25/03/2027`);
    await fileInput(page).setInputFiles(sheet('fees.csv', lines));
  };
  await open('1');
  const proposal = importOf(page).getByText(columnWords.feesAre('Tuition Fee, Transport'));
  await expect(proposal).toBeVisible({ timeout: patience });
  await expect(page.getByLabel(columnWords.fieldOf('Transport'))).toHaveValue('fee');
  const keep = importOf(page).getByRole('button', { name: columnWords.keepFees });
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect(proposal).toBeHidden();
  await page.getByRole('button', { name: columnWords.check }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillDetails(page, 'Fees as headings');
  await saveButton(page).click();
  await expectCounts(page, [1, 0, 0, 0]);
  await open('2');
  await expect(page.getByTestId('check-totals')).toBeVisible({ timeout: patience });
});

test('Of two columns that may be the total one is proposed, and the person’s choice is remembered.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const open = async (id: string) => {
    await page.goto('/send-messages?panel=new-billing');
    const lines = ['Reg No,Name,Mobile,Total Fee,Net Payable,Due Date'];
    lines.push(`Q6${id},Ali,0300-100096${id},4000,5500,25/03/2027`);
    await fileInput(page).setInputFiles(sheet('rivals.csv', lines));
  };
  await open('1');
  const which = columnWords.rivals('Total');
  const net = answerOf(page, which, columnWords.rivalOf('Net Payable', 'E'));
  await expect(net).toContainText('5500', { timeout: patience });
  await expect(importOf(page).getByText(columnWords.rivalsHint('Net Payable', false))).toBeVisible();
  await expect(net).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel(columnWords.fieldOf('Net Payable'))).toHaveValue('total');
  await press(page, which, columnWords.rivalOf('Total Fee', 'D'));
  await expect(answerOf(page, which, columnWords.rivalOf('Total Fee', 'D'))).toBeFocused();
  await expect(page.getByLabel(columnWords.fieldOf('Net Payable'))).toHaveValue('');
  await page.getByRole('button', { name: columnWords.check }).click();
  await expect(page.getByTestId('cell-total')).toContainText('4,000');
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillDetails(page, 'Two totals');
  await saveButton(page).click();
  await expectCounts(page, [1, 0, 0, 0]);
  await open('2');
  await expect(page.getByTestId('cell-total')).toContainText('4,000', { timeout: patience });
});

test('Hidden rows are reported and can be left out together.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  const cells = (line: string) => line.split(',');
  const rows = ['Q41,Ali,0300-1000941,500', 'Q42,Sana,0300-1000942,500'];
  const xml =
    row(1, 'Reg No', 'Name', 'Mobile', 'Total') +
    rows.map((line, at) => row(at + 2, ...cells(line))).join('');
  const bytes = tinyWorkbook([{ name: 'S', rows: xml.replace('<row r="3"', '<row r="3" hidden="1"') }]);
  await fileInput(page).setInputFiles({
    name: 'hidden.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  });
  expect(await waitForCheck(page, patience)).toBe('checked');
  await press(page, checkWords.hidden(1), checkWords.hiddenOut);
  await expect(saveButton(page)).toHaveText('Save 1 bill');
  await press(page, checkWords.hidden(1), checkWords.hiddenIn);
  await expect(saveButton(page)).toHaveText('Save 2 bills');
});

test('A second sheet of a workbook with its own invoice numbers becomes its own billing.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const rowsOf = (total: number) =>
    row(1, 'Reg No', 'Invoice No', 'Name', 'Mobile', 'Total', 'Voucher Month', 'Voucher Year') +
    [1, 2, 3]
      .map((n) => row(n + 1, `Q7${n}`, `S-${n}`, `Pupil ${n}`, `0300-100097${n}`, `${total}`, '3', '2027'))
      .join('');
  const bytes = tinyWorkbook([
    { name: 'Tuition', rows: rowsOf(9000) },
    { name: 'Van', rows: rowsOf(2000) },
  ]);
  const check = async (name: string) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/send-messages?panel=new-billing');
    const mimeType = 'application/octet-stream';
    await fileInput(page).setInputFiles({ name: 'fees.xlsx', mimeType, buffer: Buffer.from(bytes) });
    const sheets = importOf(page).getByLabel(columnWords.sheet);
    await sheets.selectOption({ label: columnWords.sheetRows(name, 4) }, { timeout: patience });
    expect(await waitForCheck(page, patience)).toBe('checked');
  };
  const save = async (name: string) => {
    // On a phone the rows leave no room for the fields above.
    await page.setViewportSize({ width: 1280, height: 800 });
    await fillDetails(page, name);
    await saveButton(page).click();
    await expectCounts(page, [3, 0, 0, 0]);
  };
  await check('Tuition');
  await save('Tuition of two');
  await check('Van');
  await expect(importOf(page).getByText('This file was imported before')).toHaveCount(0);
  const question = checkWords.series(3, ['"Tuition of two" (Mar 2027)']);
  await expect(page.getByText(checkWords.answerFirst)).toBeVisible();
  await press(page, question, checkWords.oneSeries);
  await expect(page.getByRole('button', { name: 'Refused 3', exact: true })).toBeVisible();
  await press(page, question, checkWords.ownNumbers);
  await expect(answerOf(page, question, checkWords.ownNumbers)).toHaveAttribute('aria-pressed', 'true');
  await expect(saveButton(page)).toHaveText('Save 3 bills');
  await save('Van of two');
  await check('Van');
  await expect(importOf(page).getByText(/This file was imported before, into "Van of two"/)).toBeVisible();
});

const reported = (name: string): string => join(import.meta.dirname, '../vouchers/reported', name);

test('Amounts with a lone dot are asked about once, with the sums of both readings.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  await chooseFile(page, reported('r02-dot-thousands.csv'));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(figureOf(page, 'add')).toHaveText('0');
  const question = /Total Amount: 4 amounts can be read two ways/;
  await press(page, question, /Dots divide decimals: Rs\. 24\.50/);
  await expect(figureOf(page, 'rupees')).toContainText('24.5');
  await press(page, question, /Dots divide thousands: Rs\. 1,274,500/);
  await expect(figureOf(page, 'rupees')).toContainText('1,274,500');
  await expect(answerOf(page, question, /thousands/)).toHaveAttribute('aria-pressed', 'true');
  await expect(saveButton(page)).toHaveText('Save 4 bills');
});

test('A single number of another country is asked about and kept by one press.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  const rows = ['0300-1000951', '0300-1000952', '971501234567'].map(
    (number, at) => `Q5${at},Pupil ${at},${number},500,25/03/2027,3,2027`,
  );
  await fileInput(page).setInputFiles(sheet('foreign.csv', [headings, ...rows]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(lineOf(page, issueWords.foreign)).toContainText('a number of another country');
  await press(page, issueWords.foreign, 'Keep 1 as it is');
  // On a phone an answered line becomes one short line without its answers.
  await expect(answerOf(page, issueWords.foreign, 'Keep 1 as it is')).toBeHidden();
  await expect(saveButton(page)).toHaveText('Save 3 bills');
});

test('A due date without a year is read with the year of its voucher, and without one the year is asked for.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  await chooseFile(page, reported('r08-no-year.csv'));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await showAllRows(page);
  await expect(page.getByTestId('cell-dueDate').first()).toContainText('10 Nov 2026');
  await expect(saveButton(page)).toHaveText('Save 3 bills');
  await page.goto('/send-messages?panel=new-billing');
  const rows = ['Q61,Ali,0300-1000961,500,10-Nov', 'Q62,Sana,0300-1000962,500,25/03/2027'];
  await fileInput(page).setInputFiles(
    sheet('no-year.csv', ['RegistrationNumber,Name,Mobile,TotalAmount,DueDate', ...rows]),
  );
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(lineOf(page, '10-Nov')).toContainText('has no year');
});

test('A row whose total, paid and outstanding amounts contradict is refused until it is left out or corrected.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const rows = ['Q81,Ali,0300-1000981,1000,400,600', 'Q82,Sana,0300-1000982,1000,400,700'];
  await fileInput(page).setInputFiles(
    sheet('contradiction.csv', ['RegistrationNumber,Name,Mobile,TotalAmount,Paid,Outstanding', ...rows]),
  );
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(figureOf(page, 'left')).toHaveText('1');
  await expect(lineOf(page, issueWords.outstandingDiffers)).toContainText('but 700 is outstanding');
  await press(page, issueWords.outstandingDiffers, 'Leave 1 out');
  await expect(figureOf(page, 'left')).toHaveText('1');
  await expect(saveButton(page)).toHaveText('Save 1 bill');
});

test('A second billing of the same month and name gets only the bills that the first billing does not have.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = [1, 2].map((n) => `Q9${n},Pupil ${n},0300-100099${n},500,25/03/2027,3,2027`);
  await importRows(page, 'March pairs', rows);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/send-messages?panel=new-billing');
  const more = 'Q93,Pupil 3,0300-1000993,500,25/03/2027,3,2027';
  await fileInput(page).setInputFiles(sheet('March again.csv', [headings, ...rows, more]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(figureOf(page, 'add')).toHaveText('1');
  await expect(figureOf(page, 'left')).toHaveText('2');
  await expect(lineOf(page, issueWords.elsewhere)).toContainText('March pairs');
  await press(page, issueWords.elsewhere, 'Leave 2 out');
  await page.setViewportSize({ width: 1280, height: 800 });
  // A name that differs a little is no other billing, so a person is asked.
  await fillDetails(page, 'march 2027 PAIRS');
  await saveButton(page).click();
  const question = page.getByRole('dialog').filter({ hasText: 'March pairs' });
  await question.getByRole('button', { name: commonWords.cancel }).click();
  await expect(page.getByTestId('import-counts')).toHaveCount(0);
  await saveButton(page).click();
  await question.getByRole('button', { name: groupWords.second([]).confirm }).click();
  await expectCounts(page, [1, 0, 2, 0]);
});

test('A sheet with several months becomes a billing for each month with one save, also where an answer is lost.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const months = [7, 8, 8, 9, 9, 9, 9, 9];
  const rows = months.map(
    (month, at) => `Q8${at},Pupil ${at},0300-100088${at},500,10/0${month}/2028,${month},2028`,
  );
  await fileInput(page).setInputFiles(sheet('Messy.csv', [headings, ...rows]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await press(page, /^This sheet has bills of 3 months/, checkWords.makeBillings(3));
  await expect(lineOf(page, 'The month column says')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillDetails(page, 'September 2028, Messy');
  let saves = 0;
  await page.context().route('**/api/Imports/Bills**', async (route) => {
    saves += 1;
    if (saves !== 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await panelOf(page)
    .getByRole('button', { name: saveWords.saveMonths('8 bills', 3) })
    .click();
  await expect(importOf(page)).toContainText(saveWords.savedSoFar(['September 2028, Messy']));
  await panelOf(page).getByRole('button', { name: saveWords.again }).click();
  await expectCounts(page, [8, 0, 0, 0]);
  // The month whose answer was lost is asked for again, and its billing is made once.
  expect(saves).toBe(4);
  await page.context().unrouteAll();
  await expect(page.getByTestId('import-billings').getByRole('listitem')).toHaveText([
    'September 2028, Messy: 5 rows',
    'July 2028, Messy: 1 row',
    'August 2028, Messy: 2 rows',
  ]);
  const groups = await ask<{ name: string; month: number; bills: number }[]>(page, '/Groups');
  const made = groups.filter(({ name }) => name.endsWith(', Messy'));
  expect(made.map(({ month, bills }) => [month, bills])).toEqual([
    [9, 5],
    [8, 2],
    [7, 1],
  ]);
});
