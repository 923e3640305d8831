/** Section 2 of the specification: the routes, the left sidebar and the main window. */
import type { Page } from '@playwright/test';
import { addBilling, expect, makeBill, test } from './desk.ts';

const billings = (page: Page) => page.getByRole('region', { name: 'Billings', exact: true });
const members = (page: Page) => page.getByRole('region', { name: 'Bills', exact: true });
const main = (page: Page) => page.getByTestId('desk-main');

test('2 · Route send-messages: the single screen; the left-sidebar code navigates back to /send-messages', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk);
  await page.goto('/');
  await expect(page).toHaveURL(/\/send-messages$/);
  await expect(page.getByRole('heading', { name: 'Send messages', level: 1 })).toBeAttached();
  await page.goto(`/send-messages?billing=${id}`);
  await members(page).getByRole('button', { name: 'Back to billings' }).click();
  await expect(page).toHaveURL(/\/send-messages$/);
  await page.goto('/outbox');
  await page.getByRole('navigation').getByRole('link', { name: 'Billings', exact: true }).click();
  await expect(page).toHaveURL(/\/send-messages$/);
});

test('2 · Route /outbox: linked from the screen; the link is shown only if the user has the global right outbox', async ({
  page,
  as,
}) => {
  const toOutbox = page.locator('a[href="/outbox"]');
  await as({ view: true, add: true, outbox: true });
  await page.goto('/send-messages');
  await billings(page).getByRole('link', { name: 'Open outbox' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(page.getByRole('heading', { name: 'Outbox', exact: true })).toBeVisible();
  await as({ view: true, add: true, edit: true, delete: true });
  await page.goto('/send-messages');
  await expect(billings(page)).toBeVisible();
  await expect(toOutbox).toHaveCount(0);
  // A person who types the address learns why the page is empty.
  await page.goto('/outbox');
  await expect(page.getByText('You do not have the right to see the outbox.')).toBeVisible();
});

test('2, 4 · Left sidebar: shown only if the user has add, edit or delete right', async ({ page, as }) => {
  for (const right of ['add', 'edit', 'delete']) {
    await as({ view: true, [right]: true });
    await page.goto('/send-messages');
    await expect(billings(page), right).toBeVisible();
  }
  // Improved: a person who may only view finds the billings in the main window.
  await as({ view: true, outbox: true });
  await page.goto('/send-messages');
  await expect(main(page).getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  await expect(billings(page)).toHaveCount(0);
});

test('2 · Left sidebar: title Billings, with a search box (case-insensitive substring match), an Upload badge (only with add right), a new-message icon and an outbox icon', async ({
  page,
  clerk,
  as,
}) => {
  await addBilling(clerk, { name: 'November, Girls', month: 11 });
  await addBilling(clerk, { name: 'October, Boys', month: 10 });
  await page.goto('/send-messages');
  const sidebar = billings(page);
  await expect(sidebar.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  const rows = sidebar.getByRole('listitem');
  await expect(rows).toHaveText([/November, Girls/, /October, Boys/]);
  await sidebar.getByRole('searchbox', { name: 'Search billings' }).fill('BER, gir');
  await expect(rows).toHaveText([/November, Girls/]);
  await expect(sidebar.getByRole('link', { name: 'Open outbox' })).toBeVisible();
  await sidebar.getByRole('button', { name: 'New message' }).click();
  await expect(page.getByRole('region', { name: 'Send Messages' })).toBeVisible();
  await page.keyboard.press('Escape');
  await sidebar.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Month' })).toBeVisible();
  await as({ view: true, edit: true, delete: true, outbox: true });
  await page.goto('/send-messages');
  await expect(rows).toHaveCount(2);
  await expect(sidebar.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
});

test('2 · Clicking a billing opens its member list: title Billing, a Back arrow (closes the chat and returns to the billings list), a search-member box, an Upload badge (adds members; needs add right) and a list headed Bills with a count', async ({
  page,
  clerk,
  as,
}) => {
  const id = await addBilling(clerk, {
    bills: [makeBill({ name: 'Ayesha Khan' }), makeBill({ name: 'Bilal Raza' }), makeBill({ name: 'Hira' })],
  });
  await page.goto('/send-messages');
  await billings(page)
    .getByRole('button', { name: /^Nov\s*2026/ })
    .click();
  const list = members(page);
  await expect(list.getByRole('heading', { name: 'Billing', exact: true })).toBeVisible();
  await expect(list.getByRole('heading', { name: /^Bills\s*3$/ })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText([/Ayesha Khan/, /Bilal Raza/, /Hira/]);
  await list.getByRole('searchbox', { name: 'Search members' }).fill('bilal');
  await expect(list.getByRole('listitem')).toHaveText([/Bilal Raza/]);
  await expect(list.getByRole('heading', { name: /^Bills\s*1$/ })).toBeVisible();
  await list.getByRole('button', { name: /^Bilal Raza/ }).click();
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Back to billings' }).click();
  await expect(billings(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toHaveCount(0);

  await page.goto(`/send-messages?billing=${id}`);
  await list.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Add Members' })).toBeVisible();
  await as({ view: true, edit: true, delete: true });
  await page.goto(`/send-messages?billing=${id}`);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
});

test('2, 9 · The member list loads progressively: it shows 200 more entries when scrolled within 700 px of the end, and resets when scrolled back up', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk, { bills: 450 });
  await page.goto(`/send-messages?billing=${id}`);
  const list = page.getByTestId('member-list');
  const entries = list.getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  /** Scrolls so that this many pixels remain below the visible part. */
  const scrollTo = (left: number) =>
    list.evaluate((rows, left) => {
      const scroller = rows.parentElement;
      scroller?.scrollTo(0, scroller.scrollHeight - scroller.clientHeight - left);
    }, left);
  const rowHeight = (await entries.first().boundingBox())?.height ?? 0;
  const shown = () => list.evaluate((rows, height) => rows.clientHeight / height, rowHeight);
  expect(await shown()).toBe(200);
  await scrollTo(701);
  // Only a later first row shows that the page has handled the scroll.
  await expect(entries.first()).not.toHaveAttribute('data-row', '0');
  expect(await shown()).toBe(200);
  await scrollTo(700);
  await expect.poll(shown).toBe(400);
  await scrollTo(0);
  await expect.poll(shown).toBe(450);
  await list.evaluate((rows) => rows.parentElement?.scrollTo(0, 0));
  await expect.poll(shown).toBe(200);
});

test('2 · Main window: the opened billing’s name and description', async ({ page, clerk }) => {
  await addBilling(clerk, { name: 'November, Girls', description: 'Monthly fee, all sections' });
  await page.goto('/send-messages');
  await billings(page)
    .getByRole('button', { name: /November, Girls/ })
    .first()
    .click();
  await expect(main(page).getByRole('heading', { name: 'November, Girls', exact: true })).toBeVisible();
  await expect(main(page).getByText('Monthly fee, all sections')).toBeVisible();
});

test('2, 9 · A card per bill with: Reg (regNum), consumer name, status badge, total shown as Rs. amount, Due date and Expiry date in short day-month-year form (en-UK)', async ({
  page,
  clerk,
}) => {
  const billFields = { regNum: '00017', name: 'Ayesha Khan', status: 'paid', total: 12_500 };
  const id = await addBilling(clerk, {
    bills: [
      makeBill({ ...billFields, dueDate: '2026-11-05', expiryDate: '2027-02-28' }),
      makeBill({ name: 'Bilal Raza', total: 1_250.5, dueDate: '2049-01-09' }),
      makeBill({ name: 'Hira', dueDate: '2024-05-01' }),
    ],
  });
  await page.goto(`/send-messages?billing=${id}`);
  const cards = main(page).getByRole('article');
  await expect(cards).toHaveCount(3);
  const [first, second, third] = [cards.nth(0), cards.nth(1), cards.nth(2)];
  await expect(first).toContainText('Reg 00017');
  await expect(first.getByRole('heading', { name: 'Ayesha Khan' })).toBeVisible();
  await expect(first.getByText('paid', { exact: true })).toBeVisible();
  await expect(first).toContainText('Rs. 12,500');
  await expect(first.getByText(/^Due/)).toBeVisible();
  await expect(first.getByText('5 Nov 2026', { exact: true })).toBeVisible();
  await expect(first.getByText(/^Expiry/)).toBeVisible();
  await expect(first.getByText('28 Feb 2027', { exact: true })).toBeVisible();
  await expect(second).toContainText('Rs. 1,250.50');
  await expect(second).toContainText('9 Jan 2049');
  // Improved: an unpaid bill after its due date says that it is overdue.
  await expect(third).toContainText(/Overdue.*Due\s*1 May 2024/);
});

test('2 · Status badge: red if status is unpaid, otherwise green', async ({ page, clerk }) => {
  const statuses = ['unpaid', 'paid', 'waived'];
  const id = await addBilling(clerk, { bills: statuses.map((status) => makeBill({ status })) });
  await page.goto(`/send-messages?billing=${id}`);
  for (const status of statuses) {
    const badge = main(page).getByRole('article').getByText(status, { exact: true });
    const color = await badge.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    expect(red > green, `${status} is ${color}`).toBe(status === 'unpaid');
  }
});

test('2 · Main window: empty state shows a Send New Message prompt', async ({ page, clerk }) => {
  expect(await clerk.ask('GET', '/Groups')).toEqual([]);
  await page.goto('/send-messages');
  await expect(main(page).getByRole('heading', { name: 'Send New Message' })).toBeVisible();
  await main(page).getByRole('button', { name: 'Send New Message' }).click();
  await expect(page.getByRole('region', { name: 'Send Messages' })).toBeVisible();
});
