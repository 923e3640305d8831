/** Section 2 of the specification: the right-hand sidebars. This product shows one panel at a time. */
import type { Page } from '@playwright/test';
import {
  addBilling,
  addTemplate,
  editMember,
  expect,
  leaveWaiting,
  makeBill,
  picture,
  test,
} from './desk.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('2 · Send Messages: Select Group (multi-select), Select template, Message textarea, Send WhatsApp button', async ({
  page,
  clerk,
}) => {
  const months = [
    { name: 'November 2026', month: 11 },
    { name: 'October 2026', month: 10 },
  ];
  for (const { name, month } of months) await addBilling(clerk, { name, month });
  await addTemplate(clerk, { title: 'Fee reminder', message: 'Please pay by {{dueDate}}.' });
  await page.goto('/send-messages?panel=send');
  const send = panel(page, 'Send Messages');
  await send.getByRole('combobox', { name: 'Select Group' }).click();
  for (const { name } of months) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Tab');
  for (const { name } of months) await expect(send.getByText(name, { exact: true })).toBeVisible();
  await send.getByRole('combobox', { name: 'Select template' }).click();
  await page.getByRole('option', { name: 'Fee reminder', exact: true }).click();
  const message = send.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('Please pay by {{dueDate}}.');
  await expect(message).toHaveJSProperty('tagName', 'TEXTAREA');
  // Improved: the button also says how many get the message.
  await expect(send.getByRole('button', { name: /^Send WhatsApp/ })).toBeEnabled();
});

test('3 · Only templates whose sendOn is empty are offered', async ({ page, clerk }) => {
  await addTemplate(clerk, { title: 'Fee reminder' });
  await addTemplate(clerk, { title: 'Welcome', sendOn: 'Admission' });
  await page.goto('/send-messages?panel=send');
  await panel(page, 'Send Messages').getByRole('combobox', { name: 'Select template' }).click();
  await expect(page.getByRole('option')).toHaveText(['Fee reminder']);
});

test('2, 6 · Send Messages: Message textarea disabled unless add or edit right', async ({ page, as }) => {
  for (const [right, isEnabled] of Object.entries({ add: true, edit: true, delete: false })) {
    await as({ view: true, [right]: true });
    await page.goto('/send-messages?panel=send');
    const message = panel(page, 'Send Messages').getByRole('textbox', { name: 'Message' });
    await expect(message).toBeEnabled({ enabled: isEnabled });
  }
});

test('2 · Send Messages: a Clear Outbox button shown only when the pending count is above 0', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk, { bills: 110 });
  await page.goto('/send-messages?panel=send');
  const send = panel(page, 'Send Messages');
  const clear = send.getByRole('button', { name: 'Clear Outbox' });
  await expect(send.getByRole('button', { name: /^Send WhatsApp/ })).toBeVisible();
  await expect(clear).toHaveCount(0);
  expect(await leaveWaiting(clerk, id)).toBeGreaterThan(0);
  await expect(clear).toBeVisible();
});

test('2 · Edit Member: avatar upload with a delete option, Name, Contacts (numbers separated by comma), Save', async ({
  page,
  clerk,
}) => {
  const bill = makeBill({ name: 'Ayesha Khan', number: '0300-1234567, 0321-7654321' });
  const id = await addBilling(clerk, { bills: [bill] });
  await page.goto(`/send-messages?billing=${id}`);
  await editMember(page, 'Ayesha Khan');
  const edit = panel(page, 'Edit Member');
  await expect(edit.getByLabel('Name', { exact: true })).toHaveValue('Ayesha Khan');
  await expect(edit.getByLabel('Contacts')).toHaveValue('0300-1234567, 0321-7654321');
  await expect(edit.getByText('separated by comma')).toBeVisible();
  await expect(edit.getByRole('button', { name: 'Upload picture' })).toBeVisible();
  await edit.locator('input[type=file]').setInputFiles(picture);
  await expect(edit.getByRole('button', { name: 'Delete picture' })).toBeVisible();
  await edit.getByLabel('Contacts').fill('0300-1234567, 0333-1112223');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Member updated successfully.')).toBeVisible();
  type Page = { items: { name: string; number: string; avatar: string }[] };
  const { items } = await clerk.ask<Page>('GET', `/Groups/${id}/Contacts`);
  expect(items[0]).toMatchObject({ name: 'Ayesha Khan', number: '0300-1234567, 0333-1112223' });
  expect(items[0]?.avatar).toMatch(/^\/files\//);
});

test('2 · Add Members: Upload File (xls/xlsx, or text file of numbers) or Clear, and Add', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk);
  await page.goto(`/send-messages?billing=${id}&panel=add-members`);
  const add = panel(page, 'Add Members');
  await expect(add.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  const file = add.getByLabel('Upload File');
  for (const type of ['.xls', '.xlsx', '.txt'])
    await expect(file).toHaveAttribute('accept', new RegExp(`\\${type}(,|$)`));
  const numbers = { name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from('0300-7654321\n') };
  await file.setInputFiles(numbers);
  await add.getByRole('button', { name: 'Clear', exact: true }).click();
  await file.setInputFiles(numbers);
  // Improved: the button says how many bills it adds.
  await add.getByRole('button', { name: 'Add 1 bill', exact: true }).click();
  await expect(page.getByText('Members added successfully.')).toBeVisible();
});

test('2 · Billing: Month buttons Jan to Dec, Year select, Description, Import Excel (or Clear), Save', async ({
  page,
  clerk,
}) => {
  await page.goto('/send-messages');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const billing = panel(page, 'Billing');
  const months = billing.getByRole('group', { name: 'Month' }).getByRole('button');
  await expect(months).toHaveText('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '));
  await months.nth(1).click();
  await expect(months.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await billing.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: '2027' }).click();
  await billing.getByLabel('Name', { exact: true }).fill('February, Girls');
  await billing.getByLabel('Description').fill('Monthly fee');
  await expect(billing.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await billing
    .getByLabel('Import Excel')
    .setInputFiles({ name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from('0300-7654321\n') });
  await expect(billing.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
  // Improved: the button says how many bills it saves.
  await billing.getByRole('button', { name: 'Save 1 bill', exact: true }).click();
  await expect(page.getByText('Group added successfully.')).toBeVisible();
  expect(await clerk.ask('GET', '/Groups')).toMatchObject([
    { name: 'February, Girls', description: 'Monthly fee', month: 2, year: 2027 },
  ]);
});

test('2 · Templates: search, a table with media and message columns, single-row select that fills the message and media', async ({
  page,
  clerk,
}) => {
  const media = 'https://school.example/voucher.png';
  await addTemplate(clerk, { title: 'Fee due', message: 'The fee is due.', media });
  await addTemplate(clerk, { title: 'Eid', message: 'Eid mubarak.' });
  await page.goto('/send-messages?panel=send');
  await panel(page, 'Send Messages').getByRole('button', { name: 'Templates', exact: true }).click();
  const list = panel(page, 'Templates');
  for (const name of ['Media', 'Message'])
    await expect(list.getByRole('columnheader', { name, exact: true })).toBeVisible();
  const rows = list.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  await list.getByRole('searchbox', { name: 'Search templates' }).fill('FEE');
  await expect(rows).toHaveText([/The fee is due\./]);
  await rows.getByRole('button', { name: /^Fee due/ }).click();
  const send = panel(page, 'Send Messages');
  await expect(send.getByRole('textbox', { name: 'Message' })).toHaveValue('The fee is due.');
  await expect(page.getByTestId('preview')).toContainText('school.example');
  // One template at a time: the next replaces the text and media of the first.
  await send.getByRole('button', { name: 'Templates', exact: true }).click();
  await expect(rows.filter({ hasText: 'Fee due' }).getByRole('button', { pressed: true })).toBeVisible();
  await rows.getByRole('button', { name: /^Eid/ }).click();
  await expect(send.getByRole('textbox', { name: 'Message' })).toHaveValue('Eid mubarak.');
  await expect(page.getByTestId('preview')).not.toContainText('school.example');
});

test('2 · Tables with no rows show ‘There are no records to show’', async ({ page, clerk }) => {
  const none = 'There are no records to show';
  await page.goto('/send-messages?panel=templates');
  await expect(panel(page, 'Templates').getByText(none)).toBeVisible();
  const id = await addBilling(clerk);
  await page.goto(`/send-messages?billing=${id}&status=paid`);
  await expect(page.getByTestId('desk-main').getByText(none)).toBeVisible();
  await page.goto('/outbox?status=failed');
  await expect(page.getByRole('main').getByText(none)).toBeVisible();
  await page.goto('/send-messages?panel=send');
  await page.getByRole('combobox', { name: 'Select Group' }).fill('no such billing');
  await expect(page.getByRole('listbox').or(page.getByText(none)).first()).toContainText(none);
});
