/** Section 8 of the specification: every toast, the question before a delete, and the effect of a failure. */
import type { Locator, Page } from '@playwright/test';
import {
  addBilling,
  addStudents,
  type Clerk,
  editMember,
  expect,
  leaveWaiting,
  makeBill,
  sendFrom,
  test,
  toastOf,
} from './desk.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const list = { name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from('0321-7654321\n') };
const save = (place: Locator) => place.getByRole('button', { name: 'Save', exact: true }).click();
const agree = (page: Page) => page.getByRole('button', { name: 'Yes, delete it!' }).click();

/** An action that ends with the toast, in a campus with one billing and one member. */
type Way = (desk: { page: Page; clerk: Clerk; billing: number }) => Promise<unknown>;

async function openMember(page: Page, billing: number): Promise<Locator> {
  await page.goto(`/send-messages?billing=${billing}`);
  await editMember(page, 'Ayesha Khan');
  return panel(page, 'Edit Member');
}

async function openDetails(page: Page, billing: number): Promise<Locator> {
  await page.goto(`/send-messages?billing=${billing}&panel=edit-billing`);
  const form = panel(page, 'Billing').filter({ has: page.getByRole('group', { name: 'Month' }) });
  await form.getByLabel('Description').fill('Changed');
  return form;
}

const failures: Record<string, Way> = {
  'Please enter the details properly.': async ({ page, billing }) => {
    const form = await openDetails(page, billing);
    await form.getByLabel('Description').fill('');
    await save(form);
  },
  'Please enter the contacts.': async ({ page, billing }) => {
    await page.goto(`/send-messages?billing=${billing}&panel=add-members`);
    await panel(page, 'Add Members').getByRole('button', { name: 'Add', exact: true }).click();
  },
  'Please select the groups': async ({ page }) => {
    await page.goto('/send-messages?panel=send');
    await panel(page, 'Send Messages')
      .getByRole('button', { name: /^Send WhatsApp/ })
      .click();
  },
  'Please enter message': async ({ page, billing }) => {
    await page.goto(`/send-messages?panel=send&to=${billing}`);
    await panel(page, 'Send Messages')
      .getByRole('button', { name: /^Send WhatsApp/ })
      .click();
  },
  'Please fill the form correctly.': async ({ page, clerk }) => {
    await addStudents(clerk);
    await page.goto('/students?panel=send');
    await panel(page, 'Send to Classes')
      .getByRole('button', { name: /^Send WhatsApp/ })
      .click();
  },
};

const successes: Record<string, Way> = {
  'Group added successfully.': async ({ page }) => {
    await page.goto('/send-messages?panel=new-billing');
    const form = panel(page, 'Billing');
    await form.getByLabel('Import Excel').setInputFiles(list);
    await form.getByLabel('Name', { exact: true }).fill('December 2026');
    await form.getByLabel('Description').fill('Monthly fee');
    await form.getByRole('button', { name: 'Save 1 bill', exact: true }).click();
  },
  'Group updated successfully.': async ({ page, billing }) => save(await openDetails(page, billing)),
  'Group deleted successfully.': async ({ page, billing }) => {
    const form = await openDetails(page, billing);
    await form.getByRole('button', { name: 'Delete billing' }).click();
    await agree(page);
  },
  'Members added successfully.': async ({ page, billing }) => {
    await page.goto(`/send-messages?billing=${billing}&panel=add-members`);
    await page.getByLabel('Upload File').setInputFiles(list);
    await page.getByRole('button', { name: 'Add 1 bill', exact: true }).click();
  },
  'Member updated successfully.': async ({ page, billing }) => {
    const form = await openMember(page, billing);
    await form.getByLabel('Name', { exact: true }).fill('Ayesha Iqbal');
    await save(form);
  },
  'Member removed successfully.': async ({ page, billing }) => {
    const form = await openMember(page, billing);
    await form.getByRole('button', { name: 'Remove member' }).click();
    await agree(page);
  },
  'Message sent successfully.': async ({ page, billing }) => {
    await page.goto(`/send-messages?billing=${billing}`);
    await panel(page, 'Bills')
      .getByRole('button', { name: /^Ayesha Khan/ })
      .click();
    const chat = panel(page, 'Chat');
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Thank you.');
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
  },
  'WhatsApp messages are being processed.': async ({ page, billing }) => {
    await page.goto(`/send-messages?panel=send&to=${billing}`);
    const send = panel(page, 'Send Messages');
    await send.getByRole('textbox', { name: 'Message' }).fill('The fee is due.');
    await sendFrom(send);
  },
  'Outbox cleared.': async ({ page, clerk }) => {
    await leaveWaiting(clerk, await addBilling(clerk, { bills: 110, month: 12 }));
    await page.goto('/send-messages?panel=send');
    await page.getByRole('button', { name: 'Clear Outbox' }).click();
  },
};

const addOne = (clerk: Clerk) => addBilling(clerk, { bills: [makeBill({ name: 'Ayesha Khan' })] });

for (const [text, way] of Object.entries(failures)) {
  test(`8 · Error toast (title ‘Error!’, danger style, top center): ‘${text}’`, async ({ page, clerk }) => {
    await way({ page, clerk, billing: await addOne(clerk) });
    const toast = toastOf(page, text);
    await expect(toast.getByText(text, { exact: true })).toBeVisible();
    await expect(toast.getByText('Error!', { exact: true })).toBeVisible();
    const line = await toast.evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    const [red = 0, green = 0, blue = 0] = (line.match(/[\d.]+/g) ?? []).map(Number);
    expect(Math.min(red - green, red - blue), `it is marked ${line}`).toBeGreaterThan(60);
    await expectTopCenter(page, toast);
  });
}

/** Waits until the toast has stopped moving. */
async function expectTopCenter(page: Page, toast: Locator): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await expect(async () => {
    const box = await toast.boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(20);
    expect(box?.y).toBeLessThan(100);
  }).toPass({ timeout: 3000 });
}

for (const [text, way] of Object.entries(successes)) {
  test(`8 · Success toast: ‘${text}’`, async ({ page, clerk }) => {
    await way({ page, clerk, billing: await addOne(clerk) });
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText('Error!')).toHaveCount(0);
  });
}

test('8 · Delete confirmation: title ‘Are you sure?’, text ‘You won’t be able to revert this!’, confirm button ‘Yes, delete it!’', async ({
  page,
  clerk,
}) => {
  const billing = await addOne(clerk);
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  const expectQuestion = async () => {
    await expect(question.getByText("You won't be able to revert this!", { exact: true })).toBeVisible();
    await expect(question.getByRole('button', { name: 'Yes, delete it!', exact: true })).toBeVisible();
    // Our own text stands below that of the specification.
    await expect(question.locator('p').first()).toHaveText("You won't be able to revert this!");
    // Nothing is deleted without agreement.
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
  };
  const member = await openMember(page, billing);
  await member.getByRole('button', { name: 'Remove member' }).click();
  await expectQuestion();
  const details = await openDetails(page, billing);
  await details.getByRole('button', { name: 'Delete billing' }).click();
  await expectQuestion();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete billing' }).click();
  await expectQuestion();
  expect(await clerk.ask('GET', '/Groups')).toMatchObject([{ id: billing, bills: 1 }]);
});

test('8 · Server error handling: failures are swallowed and the busy flag is reset', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  const form = await openMember(page, await addOne(clerk));
  let isBroken = true;
  await page.route('**/api/GroupContacts/*', (route) =>
    isBroken && route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: 'no' })
      : route.continue(),
  );
  await form.getByLabel('Name', { exact: true }).fill('Ayesha Iqbal');
  await save(form);
  // Improved: a failure is reported, and the typed values can still be saved.
  await expect(toastOf(page, 'Error!')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Ayesha Iqbal');
  isBroken = false;
  await save(form);
  await expect(page.getByText('Member updated successfully.')).toBeVisible();
  // The browser itself reports the failed call.
  expect(complaintsOfPage.splice(0).join()).toContain('500');
});
