/** Real files through the real page: what the sheet holds is what is stored. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, expect, test } from './fixtures.ts';

const vouchers = resolve(import.meta.dirname, '../vouchers');
type Truth = { rows: number; total: number; afterDue: number; dueDate: string; expiryDate: string };
type Contact = Record<string, string | number | null>;
const expected: Record<string, Truth> = JSON.parse(
  readFileSync(join(vouchers, 'good/expected.json'), 'utf8'),
);

async function chooseFile(page: Page, file: string): Promise<void> {
  await page.goto('/send-messages?panel=new-billing');
  await page.locator('input[type=file]').setInputFiles(join(vouchers, file));
}

/** Saves what was read under this name and answers what the server has of it. */
async function saveAs(page: Page, name: string) {
  const panel = page.getByRole('region', { name: 'Billing', exact: true });
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Description').fill('Imported');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Group added successfully.')).toBeVisible({ timeout: 30_000 });
  const groups = await ask<{ group: { name: string }; contacts: Contact[] }[]>(page, '/Groups/LoadData');
  return groups.find(({ group }) => group.name === name)?.contacts ?? [];
}

const sum = (bills: Contact[], field: string): number =>
  bills.reduce((all, bill) => all + Number(bill[field] ?? 0), 0);

for (const file of [
  'november-2026.xlsx',
  'november-2026.xls',
  'november-2026.csv',
  'october-2026-10k.xlsx',
]) {
  test(`${file} is stored with the right count, amounts and dates`, async ({ page, signIn }) => {
    const truth = expected[file.split('.')[0] ?? ''] as Truth;
    await signIn();
    await chooseFile(page, `good/${file}`);
    await expect(
      page
        .getByRole('region', { name: 'Billing', exact: true })
        .getByText(`${truth.rows.toLocaleString('en-US')} bills`),
    ).toBeVisible({ timeout: 30_000 });
    const bills = await saveAs(page, file);
    expect(bills.length).toBe(truth.rows);
    expect(sum(bills, 'total')).toBe(truth.total);
    expect(sum(bills, 'amountAfterDueDate')).toBe(truth.afterDue);
    expect(new Set(bills.map(({ dueDate }) => dueDate))).toEqual(new Set([truth.dueDate]));
    expect(new Set(bills.map(({ expiryDate }) => expiryDate))).toEqual(new Set([truth.expiryDate]));
    expect(bills[0]?.regNum).toBe('00001');
  });
}

test('numbers.txt is stored as plain numbers', async ({ page, signIn }) => {
  await signIn();
  await chooseFile(page, 'good/numbers.txt');
  const bills = await saveAs(page, 'numbers');
  const numbers = readFileSync(join(vouchers, 'good/numbers.txt'), 'utf8').split(/\r?\n/).filter(Boolean);
  expect(bills.map(({ number }) => number)).toEqual(numbers);
});
