/** A family that has answered: its bills stand beside the chat, where they are marked as paid and filled into texts. */
import type { Locator, Page } from '@playwright/test';
import { ask, expect, tell, test } from './fixtures.ts';

const chatOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat', exact: true });
const number = '0300-8810001';
const ali = { name: 'Ali Raza', number, regNum: '81001' };
const sana = { name: 'Sana Raza', number, regNum: '81002' };

async function addBilling(page: Page, name: string, month: number, children: object[]): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month, year: 2048, description: 'Fees', campusID: cId };
  const plain = { status: 'unpaid', total: 12_500, month, year: 2048 };
  const contacts = children.map((child) => ({ ...plain, ...child }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

test('A chat knows the family’s bills of every billing.', async ({ page, signIn }) => {
  await signIn();
  const older = await addBilling(page, 'Family in May', 5, [ali]);
  const newer = await addBilling(page, 'Family in June', 6, [ali, { ...sana, total: 7000 }]);
  await tell(page, 'POST', '/MessageTemplate', {
    title: 'Family reminder',
    message: '{{name}}: {{total}} of {{month}}\nTogether {{total}}',
  });
  // Other tests make billings too; the bills here are known by the messages about them.
  const send = { media: '', message: 'Fees are due', contacts: '', contactIDs: [], whatsapp: true };
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', { ...send, groupIDs: [older, newer] });
  await tell(page, 'POST', '/Demo/Reply', { number, message: 'Fee paid' });
  // An older address of the page: the conversation with a number.
  await page.goto(`/send-messages?panel=chat&chat=${encodeURIComponent('+923008810001')}`);
  await expect(chatOf(page).getByText('Fee paid')).toBeVisible();

  // The text is filled from the newest bills.
  await chatOf(page).getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('option', { name: /^Family reminder/ }).click();
  await expect(page.getByTestId('filled')).toContainText('Together 19,500');
  await expect(page.getByTestId('filled')).toContainText('Sana Raza: 7,000 of June');

  const family = page.getByRole('region', { name: 'Family', exact: true });
  const bills = family.getByRole('button', { name: /^Bill of/ });
  await family.getByRole('tab', { name: 'Family' }).click();
  await expect(family.getByText('Rs. 32,000')).toBeVisible();
  await expect(bills).toHaveText([/Jun 2048.*12,500/, /May 2048.*12,500/, /Jun 2048.*7,000/]);
  await family.getByRole('button', { name: 'Bill of Ali Raza, Jun 2048' }).click();
  await family.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(family.getByText('Rs. 19,500')).toBeVisible();
  await expect(bills).toHaveText([/Jun 2048.*paid/, /May 2048.*12,500/, /Jun 2048.*7,000/]);
  // The page shows the change before the server has answered.
  const statuses = async () => {
    const { items } = await ask<{ items: { status: string }[] }>(page, `/Groups/${newer}/Contacts`);
    return items.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(['paid', 'unpaid']);

  await family.getByRole('tab', { name: /^Chat/ }).click();
  await expect(page.getByTestId('filled')).toContainText('Sana Raza: 7,000 of June');
  await expect(page.getByTestId('filled')).not.toContainText('Together 19,500');
});

test('A text with placeholders is not sent to a number without a bill.', async ({ page, signIn }) => {
  await signIn();
  await page.goto(`/send-messages?panel=chat&chat=${encodeURIComponent('+923008810002')}`);
  await chatOf(page).getByRole('textbox', { name: 'Write a message' }).fill('Fee: {{total}}');
  await expect(chatOf(page).getByText(/^No bill with this number was found/)).toBeVisible();
  await chatOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/^No bill with this number was found/)).toBeVisible();
  const found = await ask<{ items: unknown[] }>(page, '/Outbox?search=8810002');
  expect(found.items).toEqual([]);
});

for (const width of [1440, 1024, 360])
  test(`The family pane fits at ${width} pixels.`, async ({ page, signIn }) => {
    await signIn();
    await page.setViewportSize({ width, height: 800 });
    const child = { ...ali, regNum: `812-${width}`, number: `0300-88${String(width).padStart(5, '0')}` };
    const id = await addBilling(page, `Fits in ${width}`, 7, [child]);
    const { items } = await ask<{ items: { id: number }[] }>(page, `/Groups/${id}/Contacts`);
    await page.goto(`/send-messages?billing=${id}&panel=bill&member=${items[0]?.id ?? 0}`);
    const family = page.getByRole('region', { name: 'Family', exact: true });
    await expect(family.getByText('Ali Raza').first()).toBeVisible();
    expect(await family.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
  });
