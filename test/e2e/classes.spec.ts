/** Classes: the spellings of a sheet become one class, and a class is renamed, merged and moved, each with its undo. */
import type { Page } from '@playwright/test';
import { allRights } from '#shared/people/rights.ts';
import { classMenuWords, studentsWords } from '#shared/words/families.ts';
import { saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { figureOf, lineOf, showAllRows, waitForCheck } from './import-panel.ts';
import { countClicks } from './presses.ts';
import { expect, test } from './spec/desk.ts';

const places = (page: Page) => page.getByRole('region', { name: studentsWords.places, exact: true });
const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Adm No,Name,Father,Class,Section,Mobile', ...rows].join('\n')),
});
const untidy = ['5', '5', '5', 'Class 5', '5th', 'V', 'Nursery', 'KG', '10', 'پنجم'].map(
  (name, at) => `${2100 + at},Child ${at},Imran,${name},${at % 2 ? 'A' : 'B'},0300-470913${at}`,
);
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

async function importStudents(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.goto('/students?panel=import');
  await page.locator('input[type=file]').setInputFiles(file);
  await waitForCheck(page, 30_000);
}

const menu = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: classMenuWords.title(name) }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('Several spellings of a class are saved as one, and the next sheet does not ask.', async ({
  page,
  as,
}) => {
  await as(allRights);
  await importStudents(page, csv('one.csv', untidy));
  const question = lineOf(page, '5 spellings of class');
  await expect(question).toContainText(/5.” 3 times/);
  await expect(question.getByRole('button', { name: /^Use .?5/ })).toHaveAttribute('aria-pressed', 'true');
  await showAllRows(page);
  await shot(page, 'check');
  await question.getByRole('button', { name: 'Keep 5 classes' }).click();
  await expect(question.getByRole('button', { name: 'Keep 5 classes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await question.getByRole('button', { name: /^Use .?5/ }).click();
  await page.getByRole('button', { name: 'Save 10 students' }).click();
  await page.getByRole('button', { name: saveWords.done }).click();
  await expect(places(page).getByRole('button', { name: /^5\s*7$/ })).toBeVisible();
  await importStudents(
    page,
    csv(
      'two.csv',
      untidy.slice(3).map((row) => row.replace('Child', 'Kid')),
    ),
  );
  await expect(figureOf(page, 'rows')).toHaveText('7');
  await expect(lineOf(page, 'spellings of class')).toHaveCount(0);
});

test('A class is renamed, moved and merged, and each can be undone.', { tag: '@proof' }, async ({
  page,
  as,
}) => {
  await as(allRights);
  await importStudents(page, csv('one.csv', untidy));
  await page.getByRole('button', { name: 'Save 10 students' }).click();
  await page.getByRole('button', { name: saveWords.done }).click();
  await places(page).getByRole('button', { name: /^KG/ }).click();
  await shot(page, 'students');
  await menu(page, 'KG', classMenuWords.renameItem);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(classMenuWords.name).fill('Kachi');
  await shot(page, 'rename');
  await dialog.getByRole('button', { name: classMenuWords.rename, exact: true }).click();
  await expect(places(page).getByRole('button', { name: /^Kachi/ })).toBeVisible();
  await page.getByRole('button', { name: commonWords.undo }).click();
  await expect(places(page).getByRole('button', { name: /^KG/ })).toBeVisible();

  const names = places(page).locator('li > button');
  await menu(page, 'KG', classMenuWords.up);
  await expect(names).toHaveText([/^All/, /^KG/, /^[AB]|No section/, /^Nursery/, /^5/, /^10/]);

  await menu(page, 'KG', classMenuWords.mergeItem);
  await dialog.getByLabel(classMenuWords.into).selectOption({ label: '5' });
  await shot(page, 'merge');
  await dialog.getByRole('button', { name: classMenuWords.merge, exact: true }).click();
  await expect(places(page).getByRole('button', { name: /^5\s*8$/ })).toBeVisible();
  await expect(places(page).getByRole('button', { name: /^KG/ })).toHaveCount(0);
  await shot(page, 'merged');
  await page.getByRole('button', { name: commonWords.undo }).last().click();
  await expect(places(page).getByRole('button', { name: /^KG/ })).toBeVisible();

  // A whole class moves up with three presses: the menu, its item, and the button.
  const clicks = await countClicks(page);
  await menu(page, '5', classMenuWords.promoteItem);
  await expect(dialog.getByLabel(classMenuWords.toClass)).toHaveValue(/\d+/);
  await shot(page, 'promote');
  await dialog.getByRole('button', { name: /^Move \d+ students?$/ }).click();
  await expect(places(page).getByRole('button', { name: /^5\s*0$/ })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(4);
  await page.getByRole('button', { name: commonWords.undo }).last().click();
  await expect(places(page).getByRole('button', { name: /^5\s*[1-9]/ })).toBeVisible();
});
