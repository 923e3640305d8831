/** The first hour of a school: its own sheet becomes bills and children, and a class that owes gets the first message. */
import type { Page } from '@playwright/test';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { columnWords } from '#shared/words/import-screen.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import { classNames, firstHourChildren, firstHourSheet, wrongNumber } from '../sheets/first-hour.ts';
import { ask, expect, test } from './fixtures.ts';
import { figureOf, fileInput, lineOf, panelOf, saveButton } from './import-panel.ts';
import { countClicks } from './presses.ts';

test.use({ extraEnv: {} });

const inClass = firstHourChildren.filter((child) => child.class === '5');
const digitsOf = (number: string): string => number.replace(/\D/g, '').slice(-10);
const numbersOf = (children: readonly { number: string }[]): string[] =>
  [...new Set(children.map(({ number }) => digitsOf(number)))].sort();

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'School' }).fill('City School');
  await page.getByRole('textbox', { name: 'Campus' }).fill('Girls Campus');
  await page.getByLabel('Your name').fill('Sadia Malik');
  await page.getByLabel('User name').fill('sadia');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Set up' }).click();
}

const chooseSheet = (page: Page, format: 'xls' | 'xlsx'): Promise<void> =>
  fileInput(page).setInputFiles({
    name: `fee list dec FINAL (2).${format}`,
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(firstHourSheet(format)),
  });

type Student = { regNum: string; name: string; fatherName: string; class: string; section: string };

test('A school’s own sheet becomes the first message to the unpaid of a class in 15 clicks at most.', {
  tag: '@proof',
}, async ({ page, program }) => {
  await setUp(page, program.setupLink ?? '');
  const upload = page.getByRole('button', { name: groupWords.upload, exact: true });
  await expect(upload).toBeVisible();
  const clicks = await countClicks(page);

  await upload.click();
  await chooseSheet(page, 'xls');
  await page.getByRole('button', { name: columnWords.check, exact: true }).click();
  await expect(figureOf(page, 'rows')).toHaveText('62', { timeout: 30_000 });
  await expect(figureOf(page, 'other')).toHaveText('2');
  await expect(lineOf(page, '3 classes are spelled in several ways')).toBeVisible();
  // One child has the admission number of another by mistake.
  const twice = lineOf(page, 'children share number');
  await twice.getByRole('textbox').fill(firstHourChildren[wrongNumber.at]?.regNum ?? '');
  await twice.getByRole('button', { name: /^Correct/ }).click();
  await expect(figureOf(page, 'add')).toHaveText('60');
  await panelOf(page).getByLabel(groupWords.description, { exact: true }).fill('Monthly fee');
  await saveButton(page).click();

  // The billing opens, and shows class and father without a reload.
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
  const students = await ask<{ items: Student[]; count: number }>(page, '/Students?take=100');
  const shown = ({ regNum, name, fatherName, class: name_, section }: Student) =>
    [regNum, name, fatherName, name_, section].join(' ');
  expect(students.items.map(shown).sort()).toEqual(firstHourChildren.map(shown).sort());
  const classes = await ask<{ name: string }[]>(page, '/Classes');
  expect(classes.map(({ name }) => name)).toEqual([...classNames]);

  await page.getByRole('button', { name: billWords.classes, exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^5\\s*${inClass.length}$`) }).click();
  await page.getByRole('button', { name: /^Unpaid/ }).click();
  await page.getByTestId('desk-main').getByRole('button', { name: groupWords.send, exact: true }).click();
  const panel = page.getByRole('region', { name: sendWords.title, exact: true });
  await panel.getByRole('combobox', { name: 'Select template' }).click();
  await page.getByRole('option', { name: 'Fee due, family', exact: true }).click();
  await panel.getByRole('button', { name: /^Send WhatsApp to/ }).click();
  const sheet = page.getByRole('dialog', { name: sheetWords.title });
  await sheet.getByRole('button', { name: /^Send WhatsApp to/ }).click();
  await expect(page.getByText('WhatsApp messages are being processed.')).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(15);

  const { items } = await ask<{ items: { number: string }[] }>(page, '/Outbox?take=100');
  expect(items.map(({ number }) => digitsOf(number)).sort()).toEqual(numbersOf(inClass));
});
