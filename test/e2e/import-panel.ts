/** The import in the Billing panel, as a person uses it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { groupWords } from '#shared/words/bills.ts';
import { checkWords, columnWords, importWords, saveWords } from '#shared/words/import-screen.ts';

export const panelOf = (page: Page): Locator =>
  page.getByRole('region', { name: groupWords.panel, exact: true });

export const importOf = (page: Page): Locator =>
  page.getByRole('region', { name: importWords.title, exact: true });

export const fileInput = (page: Page): Locator => importOf(page).locator('input[type=file]');

export const chooseFile = (page: Page, path: string): Promise<void> => fileInput(page).setInputFiles(path);

type FigureName = 'rows' | 'add' | 'update' | 'left' | 'other' | 'students' | 'families' | 'rupees';

/** A figure of the check, such as the rows of the file. */
export const figureOf = (page: Page, name: FigureName): Locator =>
  page.getByTestId('check-totals').locator(`[data-figure=${name}]`);

/** The check shows problems first; this shows all rows. */
export const showAllRows = (page: Page): Promise<void> =>
  page
    .getByRole('group', { name: checkWords.outcomes })
    .getByRole('button', { name: new RegExp(`^${checkWords.all} [\\d,]+$`) })
    .click();

/** The line of the check with this text. */
export const lineOf = (page: Page, text: string | RegExp): Locator =>
  importOf(page).getByTestId('problem-line').filter({ hasText: text });

export type Outcome = 'checked' | 'refused' | 'columns';

/**
 * Waits until the chosen file is checked, with the columns as they were found. Also ends at a sentence that refuses the
 * file, or at the columns when they must be chosen first.
 */
export async function waitForCheck(page: Page, timeout: number): Promise<Outcome> {
  const ends = Date.now() + timeout;
  const refused = importOf(page).getByRole('alert').first();
  const checked = page.getByTestId('check-totals');
  const toCheck = page.getByRole('button', { name: columnWords.check, exact: true });
  await refused.or(checked).or(toCheck).first().waitFor({ timeout });
  if (await checked.isVisible()) return 'checked';
  if (await refused.isVisible()) return 'refused';
  if (await toCheck.isDisabled()) return 'columns';
  await toCheck.click();
  await refused
    .or(checked)
    .first()
    .waitFor({ timeout: Math.max(1, ends - Date.now()) });
  return (await checked.isVisible()) ? 'checked' : 'refused';
}

/** What the page says after a save: the counts, or the toast beside a new billing of which no row was refused. */
const savedOf = (
  page: Page,
  { added, skipped }: { added: number; skipped: number },
  counts: string,
): Locator =>
  page
    .getByTestId('import-counts')
    .filter({ hasText: counts })
    .or(page.getByText(saveWords.savedRows({ added, skipped }), { exact: true }))
    .first();

/** Names the new billing, saves the accepted rows and waits for the result. */
export async function saveChecked(page: Page, { name, timeout }: { name: string; timeout: number }) {
  const panel = panelOf(page);
  await panel.getByLabel(groupWords.name, { exact: true }).fill(name);
  await panel.getByLabel(groupWords.description, { exact: true }).fill('Imported');
  await panel.getByRole('button', { name: /^Save [\d,]+ bills?$/ }).click();
  await page
    .getByTestId('import-counts')
    .or(page.getByText(/bills? (?:is|are) saved/))
    .first()
    .waitFor({ timeout });
}

/** A sheet as a text file; the first line holds the headings. */
export const sheet = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

export const headings = 'RegistrationNumber,Name,Mobile,TotalAmount,DueDate,VoucherMonth,VoucherYear';

/** This many correct vouchers; `from` keeps the rows of different tests apart. */
export const rowsFrom = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const n = from + at;
    return `R${n},Pupil ${n},0300-${1_000_000 + n},${1000 + n},25/03/2027,3,2027`;
  });

export async function openPanel(page: Page, signIn: () => Promise<void>): Promise<void> {
  await signIn();
  await page.goto('/send-messages?panel=new-billing');
  await expect(fileInput(page)).toBeAttached();
}

export async function fillDetails(page: Page, name: string): Promise<void> {
  await panelOf(page).getByLabel(groupWords.name, { exact: true }).fill(name);
  await panelOf(page).getByLabel(groupWords.description).fill('For a test');
}

export const saveButton = (page: Page): Locator =>
  panelOf(page).getByRole('button', { name: /^Save [\d,]+ bills?$/ });

export async function expectCounts(page: Page, counts: [number, number, number, number]): Promise<void> {
  const [added, updated, skipped, refused] = counts;
  const text = `Added${added}Updated${updated}Skipped${skipped}Refused${refused}`;
  await expect(savedOf(page, { added, skipped }, text)).toBeVisible({ timeout: 30_000 });
}

/** Chooses these rows as a file and waits for their check. */
export async function checkRows(page: Page, name: string, rows: string[]): Promise<void> {
  await fileInput(page).setInputFiles(sheet(name, [headings, ...rows]));
  expect(await waitForCheck(page, 30_000)).toBe('checked');
}

/** Imports these rows as a new billing and leaves its result on the screen. */
export async function importRows(page: Page, name: string, rows: string[]): Promise<void> {
  await checkRows(page, `${name}.csv`, rows);
  await fillDetails(page, name);
  await saveButton(page).click();
  await expectCounts(page, [rows.length, 0, 0, 0]);
}
