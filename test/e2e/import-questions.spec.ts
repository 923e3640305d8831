/** What a file cannot tell by itself is asked once, and answered by keyboard, on a phone, in the dark. */
import type { Page } from '@playwright/test';
import { columnWords } from '#shared/words/importing.ts';
import { letterNames } from '#shared/words/sheets.ts';
import { expect, test } from './fixtures.ts';
import { fileInput, importOf, openPanel, waitForCheck } from './import-panel.ts';

test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

const patience = 30_000;

const answerOf = (page: Page, question: string | RegExp, answer: string | RegExp) =>
  importOf(page).getByRole('group', { name: question }).getByRole('button', { name: answer });

/** Presses an answer by keyboard; nothing of the question stands out of the page. */
async function press(page: Page, question: string | RegExp, answer: string | RegExp): Promise<void> {
  const button = answerOf(page, question, answer);
  await button.focus();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Enter');
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });

test('how letters are written is shown with words of the file, and chosen', async ({ page, signIn }) => {
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
