/** The family pane: opened from many places, used by keyboard and on a phone, with its numbers corrected in it. */
import type { Locator, Page } from '@playwright/test';
import { allRights } from '#shared/people/rights.ts';
import { ask, tell } from './fixtures.ts';
import { expect, test } from './spec/desk.ts';

const paneOf = (page: Page): Locator => page.getByRole('region', { name: 'Family', exact: true });
const chatOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat', exact: true });
const tabOf = (page: Page, name: string | RegExp): Locator => paneOf(page).getByRole('tab', { name });

type Child = { name: string; number: string; regNum: string };
type Listed = { items: { id: number; number: string; status: string }[] };

async function addBilling(page: Page, name: string, month: number, children: object[]): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month, year: 2026, description: 'Fees', campusID: cId };
  const plain = { status: 'unpaid', total: 6500, amountAfterDueDate: 7500, month, year: 2026 };
  const contacts = children.map((child) => ({ ...plain, ...child }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}
const billsOf = async (page: Page, billing: number) =>
  (await ask<Listed>(page, `/Groups/${billing}/Contacts`)).items;
const send = (page: Page, groupIDs: number[], message: string, more: object = {}) =>
  tell<{ broadcastID: number }>(page, 'POST', '/Chat/SendWhatsAppGroup', { groupIDs, message, ...more });

test.beforeEach(async ({ page, as }) => {
  await as(allRights);
  await page.goto('/send-messages');
});

test('The family pane opens from a card, the member list, Find and a conversation.', {
  tag: '@proof',
}, async ({ page }) => {
  const eman: Child = { name: 'Eman Paneel', number: '0321-8200001', regNum: '82001' };
  const hafsa: Child = { name: 'Hafsa Paneel', number: '0321-8200001', regNum: '82002' };
  const old = { ...eman, status: 'paid', dueDate: '2026-01-10' };
  for (const month of [1, 2, 3]) await addBilling(page, `Pane ${month}`, month, [old]);
  const billing = await addBilling(page, 'Pane now', 4, [
    { ...eman, dueDate: '2026-01-10' },
    { ...hafsa, total: 12_150, amountAfterDueDate: null, dueDate: '2049-01-10' },
  ]);

  // From the card: the amount of all children, each month with its reason, and paid months in one line.
  await page.goto(`/send-messages?billing=${billing}`);
  await page
    .getByRole('article', { name: eman.name, exact: true })
    .getByRole('button', { name: eman.name, exact: true })
    .click();
  await expect(page).toHaveURL(/panel=family&member=\d+$/);
  await expect(paneOf(page).getByText('Rs. 19,650')).toBeVisible();
  await expect(paneOf(page).getByRole('region', { name: eman.name })).toContainText('late fee 1,000');
  await expect(paneOf(page).getByRole('region', { name: hafsa.name })).toContainText('due 10 Jan 2049');
  await paneOf(page).getByRole('button', { name: '2 settled bills, Jan to Feb 2026 13,000 paid' }).click();
  await expect(paneOf(page).getByRole('button', { name: /^Bill of Eman Paneel,/ })).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(paneOf(page)).toHaveCount(0);

  // The member list of the specification opens the chat.
  await page.getByRole('button', { name: `${hafsa.name} ${hafsa.number}` }).click();
  await expect(chatOf(page)).toBeVisible();
  await expect(tabOf(page, /^Chat/)).toHaveAttribute('aria-selected', 'true');
  await tabOf(page, 'Family').click();
  await expect(paneOf(page).getByText('Rs. 19,650')).toBeVisible();

  // From Find.
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find a family/ }).fill('hafsa paneel');
  await expect(page.getByRole('option').first()).toContainText('Hafsa Paneel');
  await page.keyboard.press('Enter');
  await expect(paneOf(page).getByRole('region', { name: eman.name })).toBeVisible();

  // From a number, and from older addresses.
  await page.goto(`/send-messages?panel=chat&chat=${encodeURIComponent('+923218200001')}`);
  await expect(chatOf(page)).toBeVisible();
  await expect(paneOf(page).getByText('Family of', { exact: false }).first()).toBeVisible();
});

test('A corrected number changes the bills of every month and the waiting messages, and can be undone.', async ({
  page,
  complaintsOfPage,
}) => {
  const wrong = '0300-8210001';
  const ali: Child = { name: 'Ali Ghalat', number: wrong, regNum: '82101' };
  const before = await addBilling(page, 'Wrong before', 1, [{ ...ali, status: 'paid' }]);
  const billing = await addBilling(page, 'Wrong now', 2, [ali]);
  const sendAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
  const { broadcastID } = await send(page, [billing], 'Fee of {{name}}', { sendAt });
  const waiting = async () =>
    (await ask<Listed>(page, `/Outbox?broadcastID=${broadcastID}`)).items.map(({ number }) => number);
  const member = (await billsOf(page, billing))[0]?.id;
  await page.goto(`/send-messages?billing=${billing}&panel=family&member=${member}`);

  await paneOf(page).getByTitle('Numbers of the family').click();
  const label = paneOf(page).getByLabel(`What ${wrong} is for`);
  await label.fill('Mother');
  await label.press('Enter');
  await expect(paneOf(page).getByTitle('Numbers of the family')).toContainText(`mother ${wrong}`);
  await paneOf(page)
    .getByRole('button', { name: `Correct ${wrong}` })
    .click();
  const field = paneOf(page).getByLabel('Right number');
  await expect(field).toBeFocused();
  await field.fill('12');
  await field.press('Enter');
  await expect(paneOf(page).getByText('"12" is not a phone number.')).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('422')]);
  await field.fill('0321-8210002');
  await field.press('Enter');
  await expect(
    page.getByText('0321-8210002 is now their number. 1 waiting message goes to it.'),
  ).toBeVisible();
  await expect(paneOf(page).getByTitle('Numbers of the family')).toHaveText('mother 0321-8210002');
  expect(await waiting()).toEqual(['+923218210002']);
  for (const id of [before, billing]) expect((await billsOf(page, id))[0]?.number).toBe('0321-8210002');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(paneOf(page).getByTitle('Numbers of the family')).toHaveText(`mother ${wrong}`);
  expect(await waiting()).toEqual(['+923008210001']);
});

test('The family pane is used by keyboard alone: bill, chat, mark as paid, and back.', async ({ page }) => {
  const sana: Child = { name: 'Sana Kunji', number: '0321-8220001', regNum: '82201' };
  const billing = await addBilling(page, 'By keys', 1, [sana]);
  await page.goto(`/send-messages?billing=${billing}`);
  const card = page
    .getByRole('article', { name: sana.name, exact: true })
    .getByRole('button', { name: sana.name, exact: true });
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(paneOf(page)).toBeFocused();
  await page.keyboard.press('2');
  await expect(chatOf(page).getByRole('textbox', { name: 'Write a message' })).toBeFocused();
  await page.keyboard.type('12');
  await expect(chatOf(page).getByRole('textbox', { name: 'Write a message' })).toHaveValue('12');
  await tabOf(page, /^Chat/).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabOf(page, 'Family')).toBeFocused();
  await page.keyboard.press('2');
  await expect(chatOf(page)).toBeVisible();
  await tabOf(page, /^Chat/).focus();
  await page.keyboard.press('1');
  const row = paneOf(page).getByRole('button', { name: /^Bill of Sana Kunji,/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(paneOf(page).getByRole('region', { name: 'Bill', exact: true })).toContainText('Rs. 6,500');
  await paneOf(page).getByRole('button', { name: 'Mark as paid' }).focus();
  await page.keyboard.press('Enter');
  await expect(paneOf(page).getByText('Nothing open')).toBeVisible();
  await expect.poll(async () => (await billsOf(page, billing))[0]?.status).toBe('paid');
  await page.keyboard.press('Escape');
  await expect(paneOf(page)).toHaveCount(0);
  await expect(card).toBeFocused();
});

test('On a phone the family pane covers the screen and shows the state of each message.', async ({
  page,
}) => {
  await tell(page, 'PUT', '/Demo/Pace', { pace: 'instant' });
  const noor: Child = { name: 'Noor Fone', number: '0321-8230001', regNum: '82301' };
  const billing = await addBilling(page, 'On a phone', 1, [noor]);
  await send(page, [billing], 'Fee of {{name}} is due');
  const member = (await billsOf(page, billing))[0]?.id;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/send-messages?billing=${billing}&panel=family&member=${member}`);
  const messages = paneOf(page).getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Read');
  await expect(messages.getByText('0321-8230001')).toBeVisible();
  const { width } = (await paneOf(page).boundingBox()) ?? { width: 0 };
  expect(width).toBe(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const name of ['Call 0321-8230001', 'Edit Member', 'Close']) {
    const target = paneOf(page).getByRole(name.startsWith('Call') ? 'link' : 'button', { name });
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  }
});
