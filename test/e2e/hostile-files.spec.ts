/**
 * A hostile file harms only itself: it is refused or cleaned with a sentence, the page goes on, and the server gets no
 * call.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { fileFailures, fileKinds } from '#shared/sheets/sheet-words.ts';
import { groupWords } from '#shared/words/bills.ts';
import { columnWords, fieldWords, importWords } from '#shared/words/import-screen.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile, figureOf, fileInput, importOf, panelOf, waitForCheck } from './import-panel.ts';

const folder = resolve(import.meta.dirname, '../vouchers/hostile');

/** Milliseconds from choosing the file to the sentence or the rows. */
const patience = 10_000;

const refused: Record<string, string> = {
  'empty.xlsx': fileFailures.empty,
  'pdf-as.xls': fileFailures.notASheet(fileKinds.pdf),
  'png-as.xlsx': fileFailures.notASheet(fileKinds.image),
  'docx-as.xlsx': fileFailures.notASheet(fileKinds.word),
  'html-as.xls': fileFailures.webPage,
  'password.xls': fileFailures.password,
  'password.xlsx': fileFailures.password,
  'trunc50.xlsx': fileFailures.damaged,
  'trunc95.xls': fileFailures.damaged,
  'lie-big-local.xlsx': fileFailures.damaged,
  'bomb-attr-1g.xlsx': fileFailures.tooMuchInside,
  'bomb-sst1-400m.xlsx': fileFailures.tooMuchInside,
  'cols-bomb.xlsx': fileFailures.tooMuchInside,
  'deep-xml.xlsx': fileFailures.tooMuchInside,
  'redos-tag.xlsx': fileFailures.tooMuchInside,
  'xls-fatloop.xls': fileFailures.damaged,
  'huge-ref.xlsx': fileFailures.noSheet,
  'far-cols.xlsx': fileFailures.noHeader,
  'merge-bomb.xlsx': fileFailures.noHeader,
  'lol-sst.xlsx': fileFailures.noHeader,
  'xxe-sst.xlsx': fileFailures.noHeader,
};

/** A row may hold column names, but none of them is known. */
const unknownColumns: Record<string, string> = {
  'formula-inject.xlsx': columnWords.required(fieldWords.regNum ?? ''),
};

/** Files that are readable in spite of their names or empty rows, with their number of rows. */
const readable: Record<string, number> = {
  'csv-as.xls': 20,
  'csv-as.xlsx': 20,
  'xlsx-as.xls': 20,
  'fuzz41.xls': 20,
  'empty-rows-1m.xlsx': 1,
  'proto-header.xlsx': 1,
};

/** The API calls that were made during the work. The live stream is left out, because it reconnects by itself. */
async function callsDuring(page: Page, work: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/Live') calls.push(pathname.slice('/api'.length));
  };
  page.on('request', note);
  await work();
  page.off('request', note);
  return calls;
}

/** The page accepts typed text, and the file can be removed. */
async function expectAlive(page: Page, file: string): Promise<void> {
  const name = panelOf(page).getByLabel(groupWords.name, { exact: true });
  await name.fill(file);
  await expect(name).toHaveValue(file);
  const clear = importOf(page).getByRole('button', { name: importWords.clear, exact: true });
  if (await clear.isVisible()) await clear.click();
  await expect(fileInput(page)).toBeAttached();
}

/** Chooses the file, checks what comes of it and that the page still works. Returns the calls that were made. */
async function tryFile(
  page: Page,
  file: string,
  look: (outcome: string) => Promise<void>,
): Promise<string[]> {
  const calls = await callsDuring(page, async () => {
    await chooseFile(page, join(folder, file));
    await look(await waitForCheck(page, patience));
  });
  await expectAlive(page, file);
  return calls;
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto('/send-messages?panel=new-billing');
  await expect(fileInput(page)).toBeAttached();
});

test.afterEach(({ program }) => {
  expect(program.complaints()).toBe('');
});

test('Every hostile file is in one of the lists of this test.', () => {
  const listed = Object.keys({ ...refused, ...unknownColumns, ...readable });
  expect(listed.sort()).toEqual(readdirSync(folder).sort());
});

// All in one tab, so that what one file leaves behind would harm the next.
test('Hostile files are refused with a sentence, and no call reaches the server.', async ({ page }) => {
  test.setTimeout(patience * Object.keys(refused).length);
  for (const [file, sentence] of Object.entries(refused)) {
    await test.step(file, async () => {
      const calls = await tryFile(page, file, async (outcome) => {
        expect.soft(outcome, file).toBe('refused');
        await expect.soft(importOf(page).getByRole('alert'), file).toContainText(sentence);
      });
      expect.soft(calls, file).toEqual([]);
    });
  }
});

test('Files without a known column open the column mapping, and no call reaches the server.', async ({
  page,
}) => {
  for (const [file, sentence] of Object.entries(unknownColumns)) {
    const calls = await tryFile(page, file, async (outcome) => {
      expect.soft(outcome, file).toBe('columns');
      await expect.soft(importOf(page), file).toContainText(sentence);
    });
    expect.soft(calls, file).toEqual([]);
  }
});

test('Odd but readable files are read, whatever their name or their empty rows.', async ({ page }) => {
  for (const [file, rows] of Object.entries(readable)) {
    await test.step(file, async () => {
      const calls = await tryFile(page, file, async (outcome) => {
        expect.soft(outcome, file).toBe('checked');
        await expect.soft(figureOf(page, 'rows'), file).toHaveText(String(rows));
      });
      // Only files that were read are compared with stored bills.
      expect
        .soft(
          [...new Set(calls)].filter((call) => call !== '/Classes'),
          file,
        )
        .toEqual(['/Imports/CheckBills']);
    });
  }
});
