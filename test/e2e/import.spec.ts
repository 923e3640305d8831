/** Real files through the real page: the stored bills equal the sheet, and the final counts equal the file. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { saveWords } from '#shared/words/import-screen.ts';
import { chooseFile, figureOf, waitForCheck } from './import-panel.ts';
import { type Clerk, expect, test } from './spec/desk.ts';

const vouchers = resolve(import.meta.dirname, '../vouchers');
type Truth = { rows: number; total: number; afterDue: number; dueDate: string; expiryDate: string };
type Contact = Record<string, string | number | null>;
type Loaded = { group: { id: number; name: string; month: number; year: number }; contacts: Contact[] };
const expected: Record<string, Truth> = JSON.parse(
  readFileSync(join(vouchers, 'good/expected.json'), 'utf8'),
);

async function openFile(page: Page, file: string): Promise<void> {
  await page.goto('/send-messages?panel=new-billing');
  await chooseFile(page, join(vouchers, file));
  expect(await waitForCheck(page, 30_000)).toBe('checked');
}

/** Saves the checked file under this name and returns what the server has stored. */
async function saveAs(
  page: Page,
  clerk: Clerk,
  { name, rows }: { name: string; rows: number },
): Promise<Loaded> {
  const panel = page.getByRole('region', { name: 'Billing', exact: true });
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Description').fill('Imported');
  await panel.getByRole('button', { name: `Save ${rows.toLocaleString('en-US')} bills` }).click();
  await expect(page.getByText('Group added successfully.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(saveWords.savedRows({ added: rows, skipped: 0 }))).toBeVisible();
  const groups = await clerk.ask<Loaded[]>('GET', '/Groups/LoadData');
  const saved = groups.find(({ group }) => group.name === name);
  if (!saved) throw new Error(`${name} was not saved`);
  return saved;
}

const sum = (bills: Contact[], field: string): number =>
  bills.reduce((all, bill) => all + Number(bill[field] ?? 0), 0);

// The main journey imports the .xls of November.
for (const file of ['november-2026.csv', 'october-2026-10k.xlsx']) {
  test(`${file} is stored with the right count, amounts and dates.`, async ({ page, clerk }) => {
    const truth = expected[file.split('.')[0] ?? ''] as Truth;
    await openFile(page, `good/${file}`);
    await expect(figureOf(page, 'rows')).toHaveText(truth.rows.toLocaleString('en-US'));
    await expect(figureOf(page, 'rupees')).toHaveText(`Rs. ${truth.total.toLocaleString('en-US')}`);
    const { group, contacts: bills } = await saveAs(page, clerk, { name: file, rows: truth.rows });
    // Month and year come from the file, because nobody chose others.
    expect(group).toMatchObject({ month: file.startsWith('october') ? 10 : 11, year: 2026 });
    expect(bills.length).toBe(truth.rows);
    expect(sum(bills, 'total')).toBe(truth.total);
    expect(sum(bills, 'amountAfterDueDate')).toBe(truth.afterDue);
    expect(new Set(bills.map(({ dueDate }) => dueDate))).toEqual(new Set([truth.dueDate]));
    expect(new Set(bills.map(({ expiryDate }) => expiryDate))).toEqual(new Set([truth.expiryDate]));
    expect(bills[0]?.regNum).toBe('00001');
  });
}

test('numbers.txt is stored as plain numbers.', async ({ page, clerk }) => {
  await openFile(page, 'good/numbers.txt');
  const numbers = readFileSync(join(vouchers, 'good/numbers.txt'), 'utf8').split(/\r?\n/).filter(Boolean);
  const { contacts } = await saveAs(page, clerk, { name: 'numbers', rows: numbers.length });
  expect(contacts.map(({ number }) => number)).toEqual(numbers);
});
