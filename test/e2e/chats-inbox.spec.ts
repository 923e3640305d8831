/** Chats as an inbox: a parent is answered from Today, and several one after the other by keyboard. */
import type { Locator, Page } from '@playwright/test';
import { ask, expect, tell, test } from './fixtures.ts';
import { countClicks } from './presses.ts';

const listOf = (page: Page): Locator => page.getByRole('region', { name: 'Chats', exact: true });
const rowOf = (page: Page, name: RegExp): Locator => listOf(page).getByRole('button', { name });
const threadOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat', exact: true });
const fieldOf = (page: Page): Locator => threadOf(page).getByRole('textbox', { name: 'Write a message' });
const filter = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Which chats' }).getByRole('button', { name });

type Family = { name: string; number: string; regNum: string };

/** Families with an unpaid bill that have received a message and written since. */
async function haveWritten(page: Page, billing: string, families: readonly Family[]): Promise<void> {
  await tell(page, 'PUT', '/Demo/Pace', { pace: 'instant' });
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name: billing, month: 5, year: 2048, description: 'Fees', campusID: cId };
  const contacts = families.map((family) => ({
    ...family,
    status: 'unpaid',
    total: 12_500,
    month: 5,
    year: 2048,
  }));
  await tell(page, 'POST', '/Groups/Save', { group, contacts });
  for (const { name, number } of families)
    await tell(page, 'POST', '/Demo/Reply', { number, message: `Question of ${name}` });
}

test('A parent is answered from Today with two clicks beside typing, and no longer waits.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const sana = { name: 'Sana Inbox', number: '0300-8850001', regNum: '85001' };
  await haveWritten(page, 'Inbox one', [sana]);
  await page.goto('/send-messages');
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: /^Sana Inbox\s*Question of Sana Inbox/ }).click();
  await expect(page).toHaveURL(/\/chats\?chat=/);
  // After a click the field has the focus.
  await expect(fieldOf(page)).toBeFocused();
  await expect(threadOf(page).getByRole('log').getByText('Question of Sana Inbox')).toBeVisible();
  await expect(rowOf(page, /Sana Inbox/)).toContainText('Rs. 12,500');
  await page.keyboard.type('On the tenth');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Message sent successfully.')).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(2);
  await expect(threadOf(page).getByRole('button', { name: /^Mark not answered/ })).toBeVisible();
  await expect(rowOf(page, /Sana Inbox/)).toContainText('On the tenth');
});

test('Conversations in the inbox are opened, answered and left by keyboard alone.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const families = [1, 2, 3].map((at) => ({
    name: `Keys ${at}`,
    number: `0300-885001${at}`,
    regNum: `8501${at}`,
  }));
  await haveWritten(page, 'Inbox by keyboard', families);
  await page.goto('/chats');
  await expect(rowOf(page, /Keys 3/)).toBeVisible();
  const opened = listOf(page).locator('[aria-current="true"]');
  await page.keyboard.press('j');
  await expect(opened).toContainText('Keys 3');
  await page.keyboard.press('j');
  await expect(opened).toContainText('Keys 2');
  await page.keyboard.press('k');
  await expect(opened).toContainText('Keys 3');
  // Marked as answered without a reply, and on to the next.
  await expect(threadOf(page).getByRole('button', { name: /^Mark answered/ })).toBeVisible();
  await page.keyboard.press('e');
  await expect(opened).toContainText('Keys 2');
  await expect(filter(page, 'To answer')).toContainText(/To answer \d/);
  await expect(rowOf(page, /Keys 3/)).not.toHaveAttribute('data-waits');

  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Shukriya');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Message sent successfully.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).not.toBeFocused();
  await expect(threadOf(page)).toBeVisible();
  await expect(rowOf(page, /Keys 2/)).not.toHaveAttribute('data-waits');

  // A new message of a parent waits again, and `/` searches families and messages.
  await tell(page, 'POST', '/Demo/Reply', { number: families[2]?.number, message: 'One thing more' });
  await expect(rowOf(page, /Keys 3/)).toHaveAttribute('data-waits');
  await page.keyboard.press('/');
  await page.keyboard.type('thing more');
  await expect(listOf(page).getByTestId('conversations').getByRole('button')).toHaveCount(1);
  await expect(rowOf(page, /Keys 3.*One thing more/)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('Quick answers can be added and deleted, and are filled with the family’s values.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const hina = { name: 'Hina Quick', number: '0300-8850021', regNum: '85021' };
  await haveWritten(page, 'Inbox quick', [hina]);
  await page.goto('/chats');
  await rowOf(page, /Hina Quick/).click();
  await threadOf(page).getByRole('button', { name: 'Change the quick answers' }).click();
  const sheet = page.getByRole('dialog', { name: 'Quick answers' });
  await sheet.getByRole('button', { name: 'Add a quick answer' }).click();
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet.getByText('Title is required.')).toBeVisible();
  await sheet.getByLabel('Title').fill('Open now');
  await sheet.getByRole('textbox', { name: 'Message' }).fill('{{name}}: {{total}}');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet.getByText('Open now', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await threadOf(page)
    .getByRole('list', { name: 'Quick answers' })
    .getByRole('button', { name: 'Open now' })
    .click();
  await expect(fieldOf(page)).toBeFocused();
  await expect(threadOf(page).getByTestId('filled')).toContainText('Hina Quick: 12,500');
  await page.keyboard.press('Enter');
  await expect(threadOf(page).getByRole('log').getByText('Hina Quick: 12,500')).toBeVisible();

  await threadOf(page).getByRole('button', { name: 'Change the quick answers' }).click();
  await sheet.getByRole('button', { name: 'Delete Open now' }).click();
  await expect(sheet.getByText('Open now', { exact: true })).toHaveCount(0);
});

test('On a phone the chat list, the conversation and the family are separate pages.', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  const noor = { name: 'Noor Phone', number: '0300-8850031', regNum: '85031' };
  await haveWritten(page, 'Inbox phone', [noor]);
  await page.goto('/chats');
  await rowOf(page, /Noor Phone/).click();
  await expect(listOf(page)).toBeHidden();
  await expect(threadOf(page).getByRole('log').getByText('Question of Noor Phone')).toBeVisible();
  await threadOf(page).getByRole('button', { name: 'Show the family' }).click();
  await expect(page).toHaveURL(/side=family/);
  await page.goBack();
  await expect(threadOf(page)).toBeVisible();
  await threadOf(page).getByRole('button', { name: 'Back to chats' }).click();
  await expect(rowOf(page, /Noor Phone/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
