/** Templates: written with placeholders and a picture, found, chosen, changed and deleted. */
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ask, expect, tell, test } from './fixtures.ts';

/** A picture as a clerk chooses it from a folder. */
const picture = {
  name: 'voucher.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0b6e5f' } })
    .png()
    .toBuffer(),
};

const panelOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const listOf = (page: Page): Locator => panelOf(page, 'Templates');
const rowOf = (page: Page, title: string): Locator =>
  listOf(page).getByRole('row').filter({ hasText: title });
const preview = (page: Page): Locator => page.getByTestId('template-preview');
const sendPanel = (page: Page): Locator => panelOf(page, 'Send Messages');
const message = (panel: Locator): Locator => panel.getByRole('textbox', { name: 'Message' });

type Saved = { id: number };

async function addBilling(page: Page, name: string): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month: 12, year: 2049, description: 'Fees', campusID: cId };
  const bill = { number: '0300-1234567', status: 'unpaid', total: 12_500, dueDate: '2049-12-10' };
  const contacts = [
    { ...bill, name: 'عائشہ خان', regNum: `${name} 1` },
    { ...bill, name: 'Bilal Khan', regNum: `${name} 2`, invNo: `${name} 2`, number: '0321-7654321' },
  ];
  return (await tell<Saved>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

const addTemplate = (page: Page, template: object): Promise<Saved> =>
  tell<Saved>(page, 'POST', '/MessageTemplate', { message: 'Dear parent of {{name}}', ...template });

const takeValue = async (page: Page, panel: Locator, name: string): Promise<void> => {
  await panel.getByRole('button', { name: 'Insert a value' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(message(panel)).toBeFocused();
};

/** Gives the signed-in user only these rights on the page. The checks of the server have their own tests. */
async function withRights(page: Page, rights: Record<string, boolean>): Promise<void> {
  await page.route('**/api/Account/Session*', async (route) => {
    const answer = await route.fetch();
    const none = { view: true, add: false, edit: false, delete: false, outbox: false, admin: false };
    await route.fulfill({ json: { ...(await answer.json()), rights: { ...none, ...rights } } });
  });
}

test('A template with placeholders and a picture is written, found, chosen for a message, changed and deleted.', {
  tag: '@proof',
}, async ({ page, signIn, program }) => {
  await signIn();
  const id = await addBilling(page, 'December 2049');
  await page.goto(`/send-messages?billing=${id}&panel=send&to=${id}`);
  await message(sendPanel(page)).fill('Begun by hand');
  await sendPanel(page).getByRole('button', { name: 'Templates', exact: true }).click();

  // Back leads to the unchanged message.
  await expect(page).toHaveURL(/panel=templates&from=send/);
  await listOf(page).getByRole('button', { name: 'Back to the message' }).click();
  await expect(message(sendPanel(page))).toHaveValue('Begun by hand');
  await page.goBack();
  await expect(listOf(page)).toBeVisible();

  await listOf(page).getByRole('button', { name: 'New', exact: true }).click();
  const form = panelOf(page, 'New Template');
  await form.getByLabel('Title').fill('Voucher by picture');
  await message(form).fill('محترم والدین! ہے۔\n*Rs. *');
  // The placeholder is inserted at the cursor.
  await message(form).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(14, 14));
  await takeValue(page, form, 'Name');
  await expect(message(form)).toHaveValue('محترم والدین! {{name}}ہے۔\n*Rs. *');
  await page.keyboard.type(' ');
  await message(form).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(32, 32));
  await takeValue(page, form, 'Total');
  await expect(message(form)).toHaveValue('محترم والدین! {{name}} ہے۔\n*Rs. {{total}}*');
  await expect(form.getByText('42 of 4,096 characters')).toBeVisible();

  // The preview is the first bill of the newest billing: Urdu from right to left, the amount in bold.
  await expect(preview(page).locator('[dir=auto]').first()).toHaveText(
    /محترم والدین! \u2068عائشہ خان\u2069 ہے۔/,
  );
  await expect(preview(page).locator('[dir=auto]').first()).toHaveCSS('direction', 'rtl');
  await expect(preview(page).locator('strong')).toHaveText(/^Rs\. \u2068?12,500\u2069?$/);
  await expect(preview(page).locator('img')).toHaveCount(0);

  let letGo = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    '**/api/File/Upload*',
    async (route) => {
      await isHeld;
      await route.continue();
    },
    { times: 1 },
  );
  await form.locator('input[type=file]').setInputFiles(picture);
  await expect(form.getByText('Uploading…')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  letGo();
  await expect(preview(page).getByRole('img')).toBeVisible();
  await form.getByRole('button', { name: 'Delete media' }).click();
  await expect(preview(page).getByRole('img')).toHaveCount(0);
  await form.locator('input[type=file]').setInputFiles(picture);
  await expect(form.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();

  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template added successfully.')).toBeVisible();
  const row = rowOf(page, 'Voucher by picture');
  await expect(row.getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(listOf(page).getByRole('columnheader')).toHaveText(['Media', 'Message', 'Change']);

  // The search ignores case and covers titles and texts.
  const rows = listOf(page).locator('tbody tr');
  await listOf(page).getByPlaceholder('Search templates').fill('VOUCHER by');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/findTemplate=VOUCHER/);
  await listOf(page).getByPlaceholder('Search templates').fill('nothing like it');
  await expect(listOf(page).getByText('There are no records to show')).toBeVisible();
  await listOf(page).getByPlaceholder('Search templates').fill('محترم');
  await expect(rows).toHaveCount(1);

  // A chosen template fills the message and its media, and the preview is that of the family.
  await row.getByRole('button', { name: /^Voucher by picture/ }).click();
  await expect(message(sendPanel(page))).toHaveValue('محترم والدین! {{name}} ہے۔\n*Rs. {{total}}*');
  await expect(sendPanel(page).getByRole('combobox', { name: 'Select template' })).toHaveValue(
    'Voucher by picture',
  );
  const sent = page.getByTestId('preview');
  const media = sent.getByRole('img', { name: 'Media of this message' });
  await expect(media).toHaveAttribute('src', /^\/files\/\d+-[\w-]{24}\.(png|jpg)$/);
  await expect(media).toHaveJSProperty('naturalWidth', 320);
  await expect(sent).toContainText('عائشہ خان');

  // A change of a chosen template also changes the message.
  await sendPanel(page).getByRole('button', { name: 'Templates', exact: true }).click();
  await expect(row.getByRole('button', { pressed: true })).toBeVisible();
  const edit = listOf(page).getByRole('button', { name: 'Edit Voucher by picture' });
  await edit.click();
  const editing = panelOf(page, 'Edit Template');
  await message(editing).fill('Rs. {{total}} by {{dueDate}}');
  await expect(preview(page)).toContainText('Rs. 12,500 by 10 Dec 2049');
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template updated successfully.')).toBeVisible();
  await expect(edit).toBeFocused();
  await expect(row).toContainText('Rs. Total by Due date');
  await page.keyboard.press('Escape');
  await expect(message(sendPanel(page))).toHaveValue('Rs. {{total}} by {{dueDate}}');

  // The template is deleted only after the question of the specification.
  await sendPanel(page).getByRole('button', { name: 'Templates', exact: true }).click();
  await edit.click();
  await editing.getByRole('button', { name: 'Delete template' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText("You won't be able to revert this!");
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(editing).toBeVisible();
  await editing.getByRole('button', { name: 'Delete template' }).click();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Template deleted successfully.')).toBeVisible();
  await expect(row).toHaveCount(0);
  const left = await ask<{ title: string }[]>(page, '/MessageTemplate');
  expect(left.map(({ title }) => title)).not.toContain('Voucher by picture');
  expect(program.complaints()).toBe('');
});

test('A template for an occasion is not offered when sending.', async ({ page, signIn }) => {
  await signIn();
  await addTemplate(page, { title: 'Welcome letter', sendOn: 'Admission' });
  await addTemplate(page, { title: 'Picnic letter' });
  await page.goto('/send-messages?panel=send');
  await sendPanel(page).getByRole('combobox', { name: 'Select template' }).fill('letter');
  await expect(page.getByRole('option')).toHaveText(['Picnic letter']);
  await page.keyboard.press('Escape');
  await sendPanel(page).getByRole('button', { name: 'Templates', exact: true }).click();
  await expect(rowOf(page, 'Welcome letter')).toContainText('Send on Admission');
  await expect(rowOf(page, 'Welcome letter').getByRole('button')).toHaveAccessibleName('Edit Welcome letter');
  await expect(rowOf(page, 'Picnic letter').getByRole('button', { name: /^Picnic letter/ })).toBeVisible();

  // Without its occasion the template is offered.
  await listOf(page).getByRole('button', { name: 'Edit Welcome letter' }).click();
  await page.getByLabel('Send on').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rowOf(page, 'Welcome letter')
    .getByRole('button', { name: /^Welcome letter/ })
    .click();
  await expect(message(sendPanel(page))).toHaveValue('Dear parent of {{name}}');
});

test('A template that cannot be saved says why, and unsaved changes are not lost without a question.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  await page.getByRole('link', { name: 'Templates', exact: true }).click();
  await listOf(page).getByRole('button', { name: 'New', exact: true }).click();
  const form = panelOf(page, 'New Template');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert').getByText('Please enter the details properly.')).toBeVisible();
  await expect(form.getByText('Title is required.')).toBeVisible();
  await form.getByLabel('Title').fill('Slip');
  await save.click();
  await expect(page.getByRole('alert').getByText('Please enter message')).toBeVisible();
  await message(form).fill('Dear {{nmae}}');
  await expect(form.getByText('{{nmae}} is not a value that can be filled in.')).toBeVisible();
  await save.click();
  await expect(page.getByRole('alert').getByText('{{nmae}} is not a value')).toBeVisible();
  // With a picture WhatsApp accepts a shorter text.
  await message(form).fill('x'.repeat(5000));
  await expect(form.getByText('4,096 of 4,096 characters')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Insert a value' })).toBeDisabled();
  await form.locator('input[type=file]').setInputFiles(picture);
  await expect(
    form.getByText('WhatsApp accepts at most 1,024 below a picture, video or voucher.'),
  ).toBeVisible();
  // The server looks into the file, whatever its name: this is no picture.
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByRole('alert').getByText('Only images')).toBeVisible();
  await expect(form.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await form.getByLabel('Title').focus();
    await leave();
    await expect(question).toContainText('This template is not saved.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    // While the dialog closes, it still gets the keys.
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
    await expect(form.getByLabel('Title')).toHaveValue('Slip');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Yes, leave it!' }).click();
  await expect(listOf(page).getByText('Slip')).toHaveCount(0);
  // The browser itself reports the refused file.
  expect(complaintsOfPage.splice(0).every((one) => one.includes('status of 415'))).toBe(true);
});

test('A colleague’s change of a template appears at once and does not touch an open form.', async ({
  page,
  signIn,
  browser,
  program,
  complaintsOfPage,
}) => {
  await signIn();
  const { id } = await addTemplate(page, { title: 'Shared text' });
  await page.goto('/send-messages?panel=templates');
  await expect(rowOf(page, 'Shared text')).toBeVisible();
  const colleague = await browser.newPage({
    baseURL: program.address,
    storageState: await page.context().storageState(),
  });
  await colleague.goto('/send-messages');
  const change = { title: 'Shared text, changed', message: 'By a colleague' };
  await tell(colleague, 'PUT', `/MessageTemplate/${id}`, change);
  await expect(rowOf(page, 'Shared text, changed')).toContainText('By a colleague');

  await listOf(page).getByRole('button', { name: 'Edit Shared text, changed' }).click();
  const form = panelOf(page, 'Edit Template');
  await message(form).fill('Mine');
  await colleague.evaluate(async (id) => {
    const session = await (await fetch('/api/Account/Session')).json();
    await fetch(`/api/MessageTemplate/${id}?db=${session.db}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.token}` },
    });
  }, id);
  await expect(page.locator('tbody tr', { hasText: 'Shared text' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').getByText('This template was deleted in the meantime.')).toBeVisible();
  await expect(message(form)).toHaveValue('Mine');
  await colleague.close();
  expect(complaintsOfPage.splice(0).every((one) => one.includes('status of 404'))).toBe(true);
});

test('The buttons of templates follow the rights, and a person who may send may choose one.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTemplate(page, { title: 'For rights' });
  for (const add of [true, false])
    for (const edit of [true, false])
      for (const remove of [true, false]) {
        const held = JSON.stringify({ add, edit, remove });
        await withRights(page, { add, edit, delete: remove });
        await page.goto('/send-messages?panel=templates');
        const row = rowOf(page, 'For rights');
        await expect(row, held).toBeVisible();
        const counts = [
          await listOf(page).getByRole('button', { name: 'New', exact: true }).count(),
          await row.getByRole('button', { name: 'Edit For rights' }).count(),
          await row.getByRole('button', { name: 'Delete For rights' }).count(),
          await row.getByRole('button', { name: /^For rights/ }).count(),
          await page.getByRole('link', { name: 'Templates', exact: true }).count(),
        ];
        expect(counts, held).toEqual(
          [add, edit, remove && !edit, add || edit, add || edit || remove].map(Number),
        );
        if (edit) {
          await row.getByRole('button', { name: 'Edit For rights' }).click();
          await expect(page.getByRole('button', { name: 'Delete template' }), held).toHaveCount(
            Number(remove),
          );
        }
        await page.goto('/send-messages?panel=templates&template=new');
        const shown = panelOf(page, add ? 'New Template' : 'Edit Template');
        await expect(shown.getByText('This template is not here any more'), held).toHaveCount(Number(!add));
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
  // A person who may delete and not edit deletes in the row itself.
  await withRights(page, { delete: true });
  await page.goto('/send-messages?panel=templates');
  await page.getByRole('button', { name: 'Delete For rights' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(rowOf(page, 'For rights')).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds no problem on the panels of templates in ${scheme} colours.`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await signIn();
    await page.evaluate((value) => localStorage.setItem('mantine-color-scheme-value', value), scheme);
    const { id } = await addTemplate(page, {
      title: `فیس ${scheme}`,
      message: 'فیس {{heads}}',
      media: 'https://school.example/a.png',
      sendOn: 'Admission',
    });
    for (const place of ['', `&template=${id}`, '&template=new', '&findTemplate=zzz']) {
      await page.goto(`/send-messages?panel=templates${place}`);
      await expect(page.getByRole('heading', { name: /Templates?$/ })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        place,
      ).toEqual([]);
    }
  });
}
