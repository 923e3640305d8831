/** A clerk imports files, and things go wrong on the way. */
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import {
  checkWords,
  columnWords,
  historyWords,
  importWords,
  saveWords,
  studentWords,
} from '#shared/words/import-screen.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { ask, expect, test } from './fixtures.ts';
import {
  expectCounts,
  figureOf,
  fileInput,
  fillDetails as fill,
  headings,
  importOf,
  openPanel,
  panelOf,
  rowsFrom,
  saveButton as save,
  sheet,
  showAllRows,
  waitForCheck,
} from './import-panel.ts';

const vouchers = resolve(import.meta.dirname, '../vouchers');
const patience = 30_000;
type Listed = { id: number; name: string; bills: number };

/** Imports a file as a new billing and leaves its result on the screen. */
async function importFile(page: Page, name: string, file: ReturnType<typeof sheet>): Promise<void> {
  await fileInput(page).setInputFiles(file);
  expect(await waitForCheck(page, patience)).toBe('checked');
  await fill(page, name);
  await save(page).click();
  await expect(page.getByText(/bills? (?:is|are) saved/)).toBeVisible({ timeout: patience });
}

const findBilling = async (page: Page, name: string): Promise<Listed[]> =>
  (await ask<Listed[]>(page, '/Groups')).filter((group) => group.name === name);

test('A column that was mapped by hand is remembered for the next file.', { tag: '@proof' }, async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const odd = headings.replace('Name,', 'Bacha,');
  await fileInput(page).setInputFiles(sheet('mapped.csv', [odd, ...rowsFrom(100, 3)]));
  await expect(importOf(page).getByText(columnWords.unknownAre('Bacha'))).toBeVisible({ timeout: patience });
  await page.getByLabel(columnWords.fieldOf('Bacha')).selectOption({ label: 'Name' });
  await expect(importOf(page).getByText(columnWords.byHand)).toBeVisible();
  await page.getByRole('button', { name: columnWords.check }).click();
  await expect(page.getByTestId('cell-name').first()).toContainText('Pupil 100');
  await fill(page, 'Mapped');
  await save(page).click();
  await expectCounts(page, [3, 0, 0, 0]);

  await page.goto('/send-messages?panel=new-billing');
  await fileInput(page).setInputFiles(sheet('next.csv', [odd, ...rowsFrom(110, 2)]));
  await expect(page.getByTestId('cell-name').first()).toContainText('Pupil 110', { timeout: patience });
  await importOf(page).getByRole('button', { name: 'Columns' }).click();
  await expect(importOf(page).getByText(columnWords.remembered)).toBeVisible();
});

test('A bad cell is corrected in place, a row is left out, and the counts agree with the file.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const [first = '', ...others] = rowsFrom(200, 5);
  const bad = first.replace(',1200,', ',twelve hundred,');
  const badToo = 'R290,Pupil 290,0300-1000290,much,25/03/2027,3,2027';
  await fileInput(page).setInputFiles(sheet('mend.csv', [headings, bad, ...others, badToo]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await showAllRows(page);
  const row = page.getByTestId('checked-row').first();
  await expect(row).toContainText('Refused');
  await expect(row.getByRole('listitem')).toContainText('twelve hundred');

  // Escape discards the typed text and closes nothing.
  const cell = row.getByTestId('cell-total');
  await cell.getByRole('button').click();
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  await expect(cell).toContainText('twelve hundred');
  // By keyboard: Enter opens the cell and saves what was typed.
  await page.keyboard.press('Enter');
  await page.keyboard.type('1200');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('To add');
  await expect(cell).toContainText('1,200');
  await expect(cell.locator('s')).toHaveText('twelve hundred');

  await page.getByRole('button', { name: checkWords.leaveOut(4) }).click();
  await expect(page.getByTestId('checked-row').nth(2)).toContainText('Left out');
  await page.getByRole('button', { name: checkWords.takeIn(4) }).click();
  await expect(page.getByTestId('checked-row').nth(2)).toContainText('To add');
  await page.getByRole('button', { name: checkWords.leaveOut(3) }).click();
  await expect(save(page)).toHaveText('Save 4 bills');
  await expect(figureOf(page, 'rows')).toHaveText('6');
  await expect(figureOf(page, 'rupees')).toHaveText('Rs. 4,809');

  // The filter and the search show the rows that they name.
  await page.getByRole('button', { name: /^Refused 1$/ }).click();
  await expect(page.getByTestId('checked-row')).toHaveCount(1);
  await page.getByRole('button', { name: /^All 6$/ }).click();
  await page.getByLabel(checkWords.search).fill('Pupil 203');
  await expect(page.getByTestId('checked-row')).toHaveCount(1);

  await fill(page, 'Mended');
  await save(page).click();
  await expect(page.getByText('Group added successfully.')).toBeVisible();
  await expectCounts(page, [4, 0, 1, 1]);
  await page.getByRole('button', { name: saveWords.openBilling }).click();
  await expect(page.getByTestId('bill-card')).toHaveCount(4);
});

test('When a corrected row disappears from the filter, the focus moves to the next row, or to the filter after the last row.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const [good = '', ...others] = rowsFrom(280, 3);
  const bad = others.map((row) => row.replace(/,\d{4},/, ',much,'));
  await fileInput(page).setInputFiles(sheet('keyboard.csv', [headings, good, ...bad]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await page.getByRole('button', { name: /^Refused 2$/ }).click();
  const rows = page.getByTestId('checked-row');
  await expect(rows).toHaveCount(2);
  const fixCell = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('1200');
    await page.keyboard.press('Enter');
  };
  await rows.first().getByTestId('cell-total').getByRole('button').focus();
  await fixCell();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Pupil 282');
  await expect(rows.first().getByTestId('cell-total').getByRole('button')).toBeFocused();
  await fixCell();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole('group', { name: checkWords.outcomes }).locator(':focus')).toHaveCount(1);
});

test('A second import of the same rows adds nothing, and a corrected row changes its bill.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  const rows = rowsFrom(300, 4);
  await importFile(page, 'Twice', sheet('once.csv', [headings, ...rows]));
  await page.getByRole('button', { name: 'Add members' }).click();
  const corrected = rows.map((row) => row.replace(',1302,', ',1350,'));
  await fileInput(page).setInputFiles(sheet('again.csv', [headings, ...corrected]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(page.getByRole('button', { name: /^Unchanged 3$/ })).toBeVisible();
  await page.getByRole('button', { name: /^To change 1$/ }).click();
  await expect(page.getByTestId('checked-row')).toHaveCount(1);
  const changed = page.getByTestId('checked-row').getByTestId('cell-total');
  await expect(changed).toContainText('1,350');
  await expect(changed.locator('s')).toHaveText('1,302');
  await page.getByRole('button', { name: 'Change 1 bill' }).click();
  await expect(page.getByText('Members added successfully.')).toBeVisible();
  await expectCounts(page, [0, 1, 3, 0]);
  expect((await findBilling(page, 'Twice'))[0]?.bills).toBe(4);
});

test('A save whose answer is lost can be repeated and saves once.', async ({ page, signIn, program }) => {
  await openPanel(page, signIn);
  await fileInput(page).setInputFiles(sheet('lost.csv', [headings, ...rowsFrom(400, 20)]));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await fill(page, 'Lost');
  let saves = 0;
  await page.context().route('**/api/Imports/Bills**', async (route) => {
    saves += 1;
    if (saves > 1) return route.continue();
    // The server saves it, and the page never gets the answer.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await save(page).click();
  await expect(importOf(page).getByRole('alert')).toContainText(connectionWords.unreachable);
  await expect(importOf(page).getByRole('alert')).toContainText(saveWords.unclear);
  expect(await findBilling(page, 'Lost')).toMatchObject([{ bills: 20 }]);
  await page.getByRole('button', { name: saveWords.again }).click();
  await expectCounts(page, [20, 0, 0, 0]);
  expect(saves).toBe(2);
  expect(await findBilling(page, 'Lost')).toMatchObject([{ bills: 20 }]);
  expect(program.complaints()).toBe('');
});

test('The reading of a file can be cancelled.', async ({ page, signIn }) => {
  // The worker is held back until the reading is cancelled.
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/import-file\.worker.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await openPanel(page, signIn);
  await fileInput(page).setInputFiles(join(vouchers, 'good/october-2026-10k.xlsx'));
  await importOf(page).getByRole('button', { name: importWords.cancel }).click();
  letGo();
  await expect(fileInput(page)).toBeAttached();
  await importFile(page, 'After cancel', sheet('after.csv', [headings, ...rowsFrom(500, 2)]));
  await expectCounts(page, [2, 0, 0, 0]);
});

test('A worker that hangs is stopped with a message, and the panel stays usable.', async ({
  page,
  signIn,
}) => {
  // A worker that never answers takes the place of the real one.
  await page.route(/import-file\.worker.*\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'self.onmessage = () => { for (;;) {} };' }),
  );
  await openPanel(page, signIn);
  await page.clock.install();
  await fileInput(page).setInputFiles(sheet('hangs.csv', [headings, ...rowsFrom(600, 2)]));
  await expect(importOf(page).getByText(importWords.reading('hangs.csv'))).toBeVisible();
  await fill(page, 'Still usable');
  await page.clock.fastForward(31_000);
  await expect(importOf(page).getByRole('alert')).toContainText(fileFailures.tooSlow(30));
  await page.unroute(/import-file\.worker.*\.js/);
  await fileInput(page).setInputFiles(sheet('fine.csv', [headings, ...rowsFrom(610, 2)]));
  expect(await waitForCheck(page, patience)).toBe('checked');
});

test('If no row of a file can be saved, Save stays disabled and the page says why.', async ({
  page,
  signIn,
}) => {
  await openPanel(page, signIn);
  await fileInput(page).setInputFiles(
    sheet('none.csv', [headings, ...rowsFrom(650, 2).map((row) => row.replace(/,16\d\d,/, ',many,'))]),
  );
  expect(await waitForCheck(page, patience)).toBe('checked');
  await fill(page, 'Nothing to save');
  await expect(panelOf(page).getByText(checkWords.noneToSave)).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(panelOf(page).getByText(checkWords.noneToSave)).toBeVisible();
  expect(await findBilling(page, 'Nothing to save')).toEqual([]);
});

test('Saving a billing without a file shows the toast of the specification.', async ({ page, signIn }) => {
  await openPanel(page, signIn);
  await fill(page, 'Nothing in it');
  await panelOf(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Please enter the details properly.')).toBeVisible();
});

test('An import is undone from its history, unless a message was sent about its bills.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await openPanel(page, signIn);
  await importFile(page, 'To undo', sheet('undo.csv', [headings, ...rowsFrom(700, 3)]));
  await page.getByRole('button', { name: 'Add members' }).click();
  await fileInput(page).setInputFiles(sheet('more.csv', [headings, ...rowsFrom(710, 2)]));
  await page.getByRole('button', { name: 'Add 2 bills' }).click({ timeout: patience });
  await expectCounts(page, [2, 0, 0, 0]);
  await page.getByRole('button', { name: saveWords.done }).click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: historyWords.title }).click();
  const imports = page.getByRole('region', { name: historyWords.title }).getByTestId('import');
  await expect(imports).toHaveCount(2);
  await expect(imports.first()).toContainText('more.csv');
  await expect(imports.first()).toContainText(historyWords.added(2));
  await imports.first().getByRole('button', { name: historyWords.undo }).click();
  await page.getByRole('button', { name: historyWords.confirm }).click();
  await expect(page.getByText(historyWords.done(2, 0))).toBeVisible();
  await expect(imports.first()).toContainText('Undone by');
  await expect(imports.first().getByRole('button', { name: historyWords.undo })).toHaveCount(0);
  await expect(page.getByTestId('bill-card')).toHaveCount(3);

  const billing = page.url();
  await page.getByTestId('desk-main').getByRole('button', { name: 'Send message' }).click();
  const panel = page.getByRole('region', { name: 'Send Messages' });
  await panel.getByRole('textbox', { name: 'Message' }).fill('Fee of {{name}} is due.');
  await panel.getByRole('button', { name: /^Send WhatsApp to 3$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send WhatsApp to 3$/ })
    .click();
  await expect(page.getByText('WhatsApp messages are being processed.')).toBeVisible();
  // After sending, the page shows the send.
  await page.waitForURL(/\/outbox\?run=/);
  await page.goto(billing);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: historyWords.title }).click();
  await imports.nth(1).getByRole('button', { name: historyWords.undo }).click();
  await page.getByRole('button', { name: historyWords.confirm }).click();
  await expect(imports.nth(1).getByRole('alert')).toBeVisible();
  // A message that has failed meanwhile does not hold its bill, so there may be fewer than three.
  await expect(imports.nth(1).getByRole('listitem').first()).toContainText(/Pupil 70[0-2]/);
  expect((await findBilling(page, 'To undo'))[0]?.bills).toBe(3);
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('A roster is imported through the same steps and has its own history.', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/students');
  await page.getByRole('button', { name: studentWords.import }).first().click();
  const roster = [
    'Reg No,Student Name,Father Name,Class,Section,Mobile',
    'S1,Ayesha Khan,Imran Khan,Five,A,0300-1234567',
    'S2,محمد احمد,احمد علی,Five,B,0301-1234567',
    'S3,Hira Iqbal,Iqbal Shah,Six,A,0302-1234567',
    'S4,Nobody Knows,Where,,,0303-1234567',
  ];
  await fileInput(page).setInputFiles(sheet('roster.csv', roster));
  expect(await waitForCheck(page, patience)).toBe('checked');
  await expect(figureOf(page, 'students')).toHaveText('3');
  await page.getByRole('button', { name: 'Save 3 students' }).click();
  await expectCounts(page, [3, 0, 0, 1]);
  await page.getByRole('button', { name: saveWords.done }).click();
  await expect(page.getByRole('button', { name: /^Five\s*2$/ })).toBeVisible();

  await page.getByRole('button', { name: historyWords.title }).click();
  await expect(page.getByTestId('import')).toContainText('roster.csv');
  await page.getByRole('button', { name: historyWords.undo }).click();
  await page.getByRole('button', { name: historyWords.confirm }).click();
  await expect(page.getByText(historyWords.done(3, 0))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Five\s*2$/ })).toHaveCount(0);
});
