/** Typed or chosen values in a panel survive a closed list, a closed panel and a reload. */
import type { Locator, Page } from '@playwright/test';
import { allRights } from '#shared/people/rights.ts';
import { leaveGroup, leaveMember } from '#shared/words/bills.ts';
import { columnWords, leaveConfirmation, saveWords } from '#shared/words/import-screen.ts';
import { headings, rowsFrom, sheet } from './import-panel.ts';
import { addBilling, editMember, expect, hire, hold, makeBill, signInAs, test } from './spec/desk.ts';
import { makeImportsOlder } from './stored-data.ts';

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('Escape in an open list closes only the list.', async ({ page, clerk }) => {
  const id = await addBilling(clerk, { bills: [makeBill({ name: 'Ayesha Khan' })] });
  const closesListAlone = async (region: string, list: string) => {
    await panel(page, region).getByRole('combobox', { name: list }).click();
    const options = page.getByRole('listbox', { name: list });
    await expect(options).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(options).toBeHidden();
    await expect(panel(page, region)).toBeVisible();
  };
  await page.goto('/send-messages?panel=new-billing');
  await closesListAlone('Billing', 'Year');
  await page.goto('/send-messages?panel=send');
  await closesListAlone('Send Messages', 'Select Group');
  await page.goto(`/send-messages?billing=${id}`);
  await editMember(page, 'Ayesha Khan');
  await panel(page, 'Edit Member').getByText('More fields').click();
  await closesListAlone('Edit Member', 'Status');
  // Without an open list, Escape closes the panel.
  await page.keyboard.press('Escape');
  await expect(panel(page, 'Edit Member')).toHaveCount(0);
});

test('A new billing keeps its fields and its file through Close, Escape and Back, and its fields through a reload.', async ({
  page,
  clerk,
}) => {
  await page.goto('/send-messages');
  const form = panel(page, 'Billing');
  const open = () => page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  const name = form.getByLabel('Name', { exact: true });
  const totals = page.getByTestId('check-totals');
  const expectDraft = async () => {
    await expect(name).toHaveValue('Fees of spring');
    await expect(form.getByLabel('Description')).toHaveValue('With the bus');
    await expect(form.getByRole('button', { name: 'Aug', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  };
  await open();
  await form.getByRole('button', { name: 'Aug', exact: true }).click();
  await name.fill('Fees of spring');
  await form.getByLabel('Description').fill('With the bus');
  await form.getByLabel('Import Excel').setInputFiles(sheet('spring.csv', [headings, ...rowsFrom(1, 2)]));
  await expect(totals).toBeVisible();

  const leave: [string, () => Promise<unknown>][] = [
    ['Close', () => form.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
  ];
  for (const [way, go] of leave) {
    await form.getByRole('heading', { name: 'Billing', exact: true }).click();
    await go();
    await expect(form, way).toHaveCount(0);
    await open();
    await expectDraft();
    await expect(form.getByText('spring.csv'), way).toBeVisible();
    await expect(totals, way).toBeVisible();
  }
  await page.reload();
  await expectDraft();
  await form.getByRole('button', { name: 'Continue with spring.csv' }).click();
  await form.getByRole('button', { name: 'Save 2 bills' }).click();
  await expect(page.getByText(saveWords.savedRows({ added: 2, skipped: 0 }))).toBeVisible();
  // A saved billing is no longer a draft.
  await page.goto('/send-messages?panel=new-billing');
  await expect(name).toHaveValue('');
  await expect(form.getByLabel('Import Excel')).toBeAttached();
  await expect(form.getByText('spring.csv')).toHaveCount(0);
  expect(await clerk.ask('GET', '/Groups')).toMatchObject([{ name: 'Fees of spring', month: 8, bills: 2 }]);
});

test('A chosen file is not offered again after Clear, and a changed one can be continued after leaving it.', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk);
  await page.goto(`/send-messages?billing=${id}&panel=add-members`);
  const add = panel(page, 'Add Members');
  const choose = () =>
    add.getByLabel('Upload File').setInputFiles(sheet('more.csv', [headings, ...rowsFrom(5, 1)]));
  const reopen = async () => {
    await add.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(add).toHaveCount(0);
    await page.goBack();
  };
  await choose();
  await expect(page.getByTestId('check-totals')).toBeVisible();
  await reopen();
  await expect(page.getByTestId('check-totals')).toBeVisible();
  await add.getByRole('button', { name: 'Clear', exact: true }).click();
  await reopen();
  await expect(add.getByLabel('Upload File')).toBeAttached();
  await expect(add.getByText('more.csv')).toHaveCount(0);
  await choose();
  await page.getByTestId('cell-total').first().getByRole('button').click();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cell-total').first()).toContainText('77');
  await add.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: leaveConfirmation.confirm }).click();
  await expect(add).toHaveCount(0);
  await page.goBack();
  await expect(page.getByTestId('check-totals')).toHaveCount(0);
  const offer = add.getByRole('button', { name: 'Continue with more.csv' });
  await offer.click();
  await expect(page.getByTestId('cell-total').first()).toContainText('77');
  await add.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: leaveConfirmation.confirm }).click();
  await expect(add).toHaveCount(0);
  await page.goBack();
  await expect(offer).toBeVisible();
  // After seven days it is no longer offered.
  await makeImportsOlder(page, 8 * 86_400_000);
  await reopen();
  await expect(add.getByLabel('Upload File')).toBeAttached();
  await expect(offer).toHaveCount(0);
});

test('An import that was left is continued in another window with its columns and answers, and only by its person.', {
  tag: '@proof',
}, async ({ page, clerk, program, beside, campusID }) => {
  await page.goto('/send-messages?panel=new-billing');
  const form = panel(page, 'Billing');
  const lines = [headings.replace('Name', 'Bacha'), ...rowsFrom(20, 3)];
  await form.getByLabel('Import Excel').setInputFiles(sheet('fee list dec.csv', lines));
  await page.getByLabel(columnWords.fieldOf('Bacha')).selectOption({ label: 'Name' });
  await page.getByRole('button', { name: columnWords.check, exact: true }).click();
  await page.getByTestId('cell-total').first().getByRole('button').click();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cell-total').first()).toContainText('77');
  await form.getByLabel('Name', { exact: true }).fill('Fees of December');
  await form.getByRole('button', { name: 'Dec', exact: true }).click();
  await expect(form.getByRole('button', { name: 'Dec', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByTestId('cell-total').first()).toContainText('77');

  // A new window has the storage of the browser but not that of the closed window.
  const next = await page.context().newPage();
  await page.close();
  const later = panel(next, 'Billing');
  const offer = later.getByRole('button', { name: 'Continue with fee list dec.csv' });
  await signInAs(next, program, await hire({ program, beside, campusID }, allRights));
  await next.goto('/send-messages?panel=new-billing');
  await expect(later.getByLabel('Import Excel')).toBeAttached();
  await expect(offer).toHaveCount(0);
  await signInAs(next, program, clerk);
  await next.goto('/send-messages?panel=new-billing');
  await offer.click();
  await expect(next.getByTestId('cell-total').first()).toContainText('77');
  await expect(later.getByLabel('Name', { exact: true })).toHaveValue('Fees of December');
  await expect(later.getByRole('button', { name: 'Dec', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await later.getByLabel('Description').fill('With the bus');
  await later.getByRole('button', { name: 'Save 3 bills' }).click();
  await expect(next.getByText(saveWords.savedRows({ added: 3, skipped: 0 }))).toBeVisible();
  await next.goto('/send-messages?panel=new-billing');
  await expect(later.getByLabel('Import Excel')).toBeAttached();
  await expect(offer).toHaveCount(0);
  expect(await clerk.ask('GET', '/Groups')).toMatchObject([
    { name: 'Fees of December', month: 12, bills: 3, total: 77 + 1021 + 1022 },
  ]);
});

test('An edited billing cannot be left without a question.', async ({ page, clerk }) => {
  const id = await addBilling(clerk, { name: 'November 2026' });
  await page.goto(`/send-messages?billing=${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit billing' }).click();
  const form = panel(page, 'Billing');
  const question = page.getByRole('dialog');
  await form.getByLabel('Description').fill('Changed');
  const slips: (() => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.goBack(),
  ];
  for (const slip of slips) {
    await slip();
    await expect(question).toContainText(leaveGroup.text);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel('Description')).toHaveValue('Changed');
  }
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Group updated successfully.')).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('Once the changes are saved, the question about unsaved changes and the panel close.', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk, {
    bills: [makeBill({ name: 'Ayesha Khan' }), makeBill({ name: 'Bilal Shah', number: '0300-5000002' })],
  });
  await page.goto(`/send-messages?billing=${id}`);
  const form = panel(page, 'Edit Member');
  const other = page.getByRole('article', { name: 'Bilal Shah', exact: true });
  const question = page.getByRole('dialog', { name: leaveMember.title });
  const goElsewhere = async (): Promise<void> => {
    await other.getByRole('button', { name: 'Bilal Shah', exact: true }).click();
    await expect(question).toContainText(leaveMember.text);
  };
  await editMember(page, 'Ayesha Khan');
  await form.getByLabel('Name', { exact: true }).fill('Ayesha Iqbal');
  await goElsewhere();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  const letGo = await hold(page, '**/api/GroupContacts/*');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await goElsewhere();
  letGo();
  await expect(question).toBeHidden();
  await expect(form).toHaveCount(0);
  await expect(panel(page, 'Family')).toContainText('Bilal Shah');
  await expect(page.getByRole('article', { name: 'Ayesha Iqbal', exact: true })).toBeVisible();
});
