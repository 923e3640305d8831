/** The list of students: they are found, added, moved to another class and ended, by mouse and keyboard. */
import type { Page } from '@playwright/test';
import { allRights } from '#shared/people/rights.ts';
import { studentsWords } from '#shared/words/families.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { expect, test } from './spec/desk.ts';

const roster = [
  { regNum: 'S1', name: 'Ayesha Khan', fatherName: 'Imran Khan', class: 'Five', section: 'A' },
  { regNum: 'S2', name: 'محمد احمد', fatherName: 'احمد علی', class: 'Five', section: 'B' },
  { regNum: 'S3', name: 'Hira Iqbal', class: 'Six', section: 'A', number: '0302-1234567' },
];

const rows = (page: Page) => page.getByTestId('student-row');
const places = (page: Page) => page.getByRole('region', { name: studentsWords.places, exact: true });
const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('A student is found, added, moved to another class and ended by hand.', { tag: '@proof' }, async ({
  page,
  as,
}) => {
  await as(allRights);
  await page.goto('/students');
  await expect(page.getByRole('heading', { name: studentWords.none })).toBeVisible();
  for (const child of roster) {
    await page.getByRole('button', { name: studentsWords.add }).click();
    const form = panel(page, studentsWords.addTitle);
    await form.getByLabel(studentsWords.name, { exact: true }).fill(child.name);
    await form.getByLabel(studentsWords.fatherName).fill(child.fatherName ?? '');
    await form.getByLabel(studentsWords.regNum).fill(child.regNum);
    await form.getByRole('combobox', { name: studentsWords.class }).fill(child.class);
    await form.getByRole('combobox', { name: studentsWords.section }).fill(child.section);
    await form.getByLabel(studentsWords.number).fill(child.number ?? '');
    await form.getByRole('button', { name: commonWords.save, exact: true }).click();
    await expect(form).toBeHidden();
  }
  await expect(rows(page)).toHaveCount(3);

  // The search ignores spelling, and the address keeps it.
  const search = page.getByRole('searchbox', { name: studentsWords.search });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('mohammed');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('محمد احمد');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: commonWords.clearSearch }).click();

  // One class, then one of its sections.
  await places(page).getByRole('button', { name: /^Five/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await places(page)
    .getByRole('button', { name: /^A\s*1$/ })
    .click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: studentsWords.edit('Ayesha Khan') }).click();
  const edit = panel(page, studentsWords.editTitle);
  await edit.getByRole('combobox', { name: studentsWords.class }).fill('Six');
  await edit.getByRole('button', { name: commonWords.save, exact: true }).click();
  await expect(edit).toBeHidden();
  await places(page).getByRole('button', { name: /^Six/ }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: studentsWords.edit('Hira Iqbal') }).click();
  await edit.getByRole('button', { name: studentsWords.end }).click();
  await edit.getByRole('button', { name: studentsWords.endNow, exact: true }).click();
  await expect(page.getByText(studentsWords.ended('Hira Iqbal'))).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Left school/ }).click();
  await expect(rows(page)).toContainText('Hira Iqbal');
  await page.getByRole('button', { name: commonWords.undo }).click();
  await expect(page.getByText(studentsWords.noneLeft)).toBeVisible();
});

test('Missing student fields are named, and an unsaved student is not lost without a question.', async ({
  page,
  as,
}) => {
  await as(allRights);
  await page.goto('/students?panel=add');
  const form = panel(page, studentsWords.addTitle);
  await form.getByRole('button', { name: commonWords.save, exact: true }).click();
  await expect(form.getByText(studentsWords.needed)).toHaveCount(3);
  await form.getByLabel(studentsWords.name, { exact: true }).fill('Begun');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: studentsWords.leaveQuestion.title })).toBeVisible();
});
