/** A hostile file hurts only itself: it is refused with a sentence, and the page goes on. */
import { join, resolve } from 'node:path';
import { expect, test } from './fixtures.ts';

const vouchers = resolve(import.meta.dirname, '../vouchers');

for (const file of ['pdf-as.xls', 'password.xlsx', 'bomb-sst1-400m.xlsx', 'trunc50.xlsx', 'html-as.xls']) {
  test(`${file} is refused with a sentence and the page lives on`, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/send-messages?panel=new-billing');
    await page.locator('input[type=file]').setInputFiles(join(vouchers, 'hostile', file));
    await expect(page.getByRole('alert')).toContainText(/\w+ .*\./, { timeout: 30_000 });
    await page.locator('input[type=file]').setInputFiles(join(vouchers, 'good/numbers.txt'));
    await expect(page.getByText(/^50 /)).toBeVisible();
  });
}
