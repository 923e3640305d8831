/** A family whose parent has answered, opened from the chats: what it owes stands there, and is marked and reminded of. */
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

/** The list of bills is as wide as what is in it. */
const overhang = (page: Page): Promise<number> =>
  chatOf(page)
    .getByRole('list')
    .filter({ has: page.getByRole('button', { name: /^Open bill of/ }) })
    .evaluate((list) => list.scrollWidth - list.clientWidth);

test('a chat opened from the chats knows the family’s bills of every billing', async ({ page, signIn }) => {
  await signIn();
  const older = await addBilling(page, 'Family in May', 5, [ali]);
  const newer = await addBilling(page, 'Family in June', 6, [ali, { ...sana, total: 7000 }]);
  await tell(page, 'POST', '/MessageTemplate', {
    title: 'Family reminder',
    message: '{{name}}: {{total}} of {{month}}\nTogether {{total}}',
  });
  // Other journeys make billings too: these are known by what was told of them.
  const told = { media: '', message: 'Fees are due', contacts: '', contactIDs: [], whatsapp: true };
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', { ...told, groupIDs: [older, newer] });
  await tell(page, 'POST', '/Demo/Reply', { number, message: 'Fee paid' });
  await page.goto('/send-messages?panel=chat');
  await page
    .getByRole('button', { name: /Fee paid/ })
    .first()
    .click();
  const bills = chatOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Open bill of/ }) });
  await expect(bills).toHaveText([
    /Ali Raza.*Reg 81001.*unpaid.*Family in June/,
    /Sana Raza.*Reg 81002.*unpaid.*Family in June/,
    /Ali Raza.*Reg 81001.*unpaid.*Family in May/,
  ]);
  expect(await overhang(page)).toBe(0);

  // A text is filled from the newest of them.
  await chatOf(page).getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('option', { name: /^Family reminder/ }).click();
  await expect(page.getByTestId('filled')).toContainText('Together 19,500');
  await expect(page.getByTestId('filled')).toContainText('Sana Raza: 7,000 of June');

  await chatOf(page).getByRole('button', { name: 'Mark as paid: Ali Raza, Family in June' }).click();
  await expect(bills).toHaveText([
    /Sana Raza.*unpaid.*Family in June/,
    /Ali Raza.*unpaid.*Family in May/,
    /Ali Raza.*paid.*Family in June/,
  ]);
  await expect(page.getByTestId('filled')).not.toContainText('Together 19,500');
  const { items } = await ask<{ items: { status: string }[] }>(page, `/Groups/${newer}/Contacts`);
  expect(items.map(({ status }) => status)).toEqual(['paid', 'unpaid']);

  await chatOf(page).getByRole('button', { name: 'Open bill of Ali Raza, Family in May' }).click();
  await expect(page).toHaveURL(new RegExp(`panel=bill&billing=${older}&member=\\d+$`));
  await expect(
    page.getByRole('region', { name: 'Bill', exact: true }).getByText('Ali Raza').first(),
  ).toBeVisible();
  await page.goBack();
  await expect(bills).toHaveCount(3);
});

test('a text with values is not sent to a number without a bill, and nothing is left out for it', async ({
  page,
  signIn,
}) => {
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
  test(`the bill above a chat fits its panel at ${width} pixels`, async ({ page, signIn }) => {
    await signIn();
    await page.setViewportSize({ width, height: 800 });
    const child = { ...ali, regNum: `812-${width}`, number: `0300-88${String(width).padStart(5, '0')}` };
    const id = await addBilling(page, `Fits in ${width}`, 7, [child]);
    const { items } = await ask<{ items: { id: number; number: string }[] }>(page, `/Groups/${id}/Contacts`);
    const { id: member, number: own } = items[0] ?? { id: 0, number: '' };
    await page.goto(`/send-messages?billing=${id}&panel=chat&chat=${own}&member=${member}`);
    await expect(chatOf(page).getByRole('button', { name: 'Open bill of Ali Raza' })).toBeVisible();
    expect(await overhang(page)).toBe(0);
  });
