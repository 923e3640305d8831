/** A file whose reading never ends: the page goes on, and ends it after a time or by Cancel. */
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { importWords } from '#shared/words/import-screen.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile, figureOf, fileInput, importOf } from './import-panel.ts';

const numbers = resolve(join(import.meta.dirname, '../vouchers/good/numbers.txt'));
const workerFile = /import-file\.worker[^/]*\.js$/;

/** Replaces the worker by one that is busy forever, as a hostile file would make it. */
async function chooseEndlessFile(page: Page): Promise<void> {
  await page.route(workerFile, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { for (;;); };' }),
  );
  await page.goto('/send-messages?panel=new-billing');
  await chooseFile(page, numbers);
  await expect(page.getByText(importWords.reading('numbers.txt'))).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(1);
}

async function expectToReadAgain(page: Page): Promise<void> {
  await page.unroute(workerFile);
  await page.reload();
  await chooseFile(page, numbers);
  await expect(figureOf(page, 'rows')).toHaveText('50', { timeout: 30_000 });
}

test('Reading a file is stopped with a message if it takes too long.', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn();
  await chooseEndlessFile(page);
  await page.clock.fastForward((readingSeconds - 20) * 1000);
  await expect(page.getByText(importWords.reading('numbers.txt'))).toBeVisible();
  await page.clock.fastForward(21_000);
  await expect(page.getByRole('alert')).toContainText(fileFailures.tooSlow(readingSeconds));
  await expect.poll(() => page.workers().length).toBe(0);
  await expectToReadAgain(page);
});

test('Cancel stops the endless reading of a file.', async ({ page, signIn }) => {
  await signIn();
  await chooseEndlessFile(page);
  await importOf(page).getByRole('button', { name: importWords.cancel, exact: true }).click();
  await expect(fileInput(page)).toBeAttached();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  await expectToReadAgain(page);
});
