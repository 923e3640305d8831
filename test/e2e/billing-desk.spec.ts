/** An opened billing: searched, sorted, as cards and as a table, chosen by keys, and on a phone. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { NewBill } from '#shared/calls/bills.ts';
import { addBilling, type Clerk, expect, leaveWaiting, makeBill, test } from './spec/desk.ts';

const tariq = '0321-1023858';
const due = { dueDate: '2024-11-10', total: 6500, amountAfterDueDate: 7500 };
const family: NewBill[] = [
  makeBill({ regNum: '101', name: 'Eman Chaudhry', number: tariq, ...due }),
  makeBill({ regNum: '102', name: 'Hafsa Chaudhry', number: tariq, total: 9000, status: 'paid' }),
  makeBill({ regNum: '103', name: 'محمد ابراہیم', number: '0300-1027716', ...due, total: 8000 }),
  makeBill({ regNum: '104', name: 'Usman Ghani', number: null, ...due, invNo: 'NOV-900' }),
];

async function addRoster(clerk: Clerk): Promise<void> {
  const father = { fatherName: 'Tariq Chaudhry', section: 'A' };
  const lines = [
    { saveID: randomUUID(), file: { name: 'roster.csv', sha256: 'b'.repeat(64) } },
    { ...father, regNum: '101', name: 'Eman Chaudhry', class: '10' },
    { ...father, regNum: '102', name: 'Hafsa Chaudhry', class: '9' },
    { regNum: '103', name: 'محمد ابراہیم', class: '9', section: 'B' },
  ];
  await clerk.ask('POST', '/Imports/Students', lines.map((line) => JSON.stringify(line)).join('\n'));
}

const cards = (page: Page): Locator => page.getByTestId('bill-card');
const rows = (page: Page): Locator => page.getByTestId('bill-row');
const members = (page: Page): Locator => page.getByTestId('member-list').getByRole('listitem');
const head = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name }).getByRole('button', { name });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Chosen bills' });
const inOrder = (names: readonly string[]) => names.map((name) => new RegExp(name));
const [eman, hafsa, ibrahim, usman] = ['Eman Chaudhry', 'Hafsa Chaudhry', 'محمد ابراہیم', 'Usman Ghani'];

test('A bill card shows class, family, the amount payable today and the state of the last message.', async ({
  page,
  clerk,
}) => {
  await addRoster(clerk);
  const id = await addBilling(clerk, { bills: family });
  await leaveWaiting(clerk, id);
  await page.goto(`/send-messages?billing=${id}`);
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await expect(card(eman)).toContainText('Reg 101 · 10-A');
  await expect(card(eman)).toContainText(/Payable today\s*Rs\. 7,500\s*Overdue/);
  await expect(card(eman)).toContainText(/Total\s*Rs\. 6,500/);
  await expect(card(eman).getByRole('img', { name: '1 brother or sister in this billing' })).toBeVisible();
  await expect(card(hafsa)).toContainText(/Paid\s*Rs\. 9,000/);
  await expect(card(hafsa)).toContainText(/(Waiting|Sending|Sent|Delivered|Read) \d+ \w{3}/);
  await expect(card(usman)).toContainText('No number');
  await expect(members(page).first()).toContainText('10-A · Tariq Chaudhry');
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect(figures).toContainText('Payable today Rs. 22,500');
  await figures.getByRole('button', { name: '3 unpaid' }).click();
  await expect(page).toHaveURL(/status=unpaid/);
  await expect(cards(page)).toHaveText(inOrder([eman, ibrahim, usman]));
});

test('One search and one class filter narrow the member list and the cards together.', async ({
  page,
  clerk,
}) => {
  await addRoster(clerk);
  const id = await addBilling(clerk, { bills: family });
  await page.goto(`/send-messages?billing=${id}`);
  await expect(cards(page)).toHaveCount(4);
  const search = page.getByRole('searchbox', { name: 'Search members' });
  for (const [text, names] of [
    ['Iman', [eman]],
    ['Mohammed', [ibrahim]],
    ['tariq', [eman, hafsa]],
    ['9-b', [ibrahim]],
    ['nov-900', [usman]],
    ['1023858', [eman, hafsa]],
  ] as const) {
    await page.keyboard.press('/');
    await search.fill(text);
    await expect(cards(page), text).toHaveText(inOrder(names));
    await expect(members(page), text).toHaveText(inOrder(names));
    await expect(page.getByText(/bills? match(es)? “/)).toContainText(text);
    await page.keyboard.press('Escape');
    await search.blur();
  }
  await search.fill('');
  await page.getByRole('button', { name: 'Class', exact: true }).click();
  await page.getByRole('menuitem', { name: /^9-A/ }).click();
  await expect(cards(page)).toHaveText(inOrder([hafsa]));
  await expect(members(page)).toHaveText(inOrder([hafsa]));
  await page.getByRole('button', { name: '9-A', exact: true }).click();
  await page.getByRole('menuitem', { name: 'All classes' }).click();
  await expect(cards(page)).toHaveCount(4);
});

test('A bill that is opened in the member list or in the cards is scrolled into view in the other one.', async ({
  page,
  clerk,
}) => {
  const bills = Array.from({ length: 420 }, (_, at) =>
    makeBill({ regNum: String(1000 + at), name: `Child ${at + 1}`, number: `0300-${2_000_000 + at}` }),
  );
  const id = await addBilling(clerk, { bills });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/send-messages?billing=${id}`);
  const card = (name: string): Locator => page.getByRole('article', { name, exact: true });
  const member = (name: string): Locator => members(page).getByRole('button', { name });
  await expect(cards(page).first()).toBeVisible();
  // The list has 200 members at first, and the last card is of the 420th.
  await page.getByTestId('billing').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await card('Child 420').getByRole('button').first().click();
  await expect(member('Child 420')).toHaveAttribute('aria-current', 'true');
  await expect(member('Child 420')).toBeInViewport();
  await expect(card('Child 420')).toBeInViewport();
  // And back: the member is far above the cards in sight.
  await member('Child 415').click();
  await expect(card('Child 415')).toBeInViewport();
  await page
    .getByTestId('member-list')
    .locator('..')
    .evaluate((element) => element.scrollTo(0, 60 * 48));
  await member('Child 63').click();
  await expect(card('Child 63')).toHaveAttribute('data-open', 'true');
  await expect(card('Child 63')).toBeInViewport();
});

test('The bills table sorts by its headings, keeps its columns and is restored as it was left.', async ({
  page,
  clerk,
}) => {
  await addRoster(clerk);
  const id = await addBilling(clerk, { bills: family });
  const next = await addBilling(clerk, { name: 'December 2026', month: 12, bills: 2 });
  await page.goto(`/send-messages?billing=${id}`);
  await expect(cards(page)).toHaveCount(4);
  await page.keyboard.press('v');
  await expect(rows(page)).toHaveText(inOrder([eman, hafsa, ibrahim, usman]));
  await expect(page).toHaveURL(/as=table/);
  // The list is hidden, and its search stands above the table.
  await expect(page.getByTestId('member-list')).toBeHidden();
  await expect(page.getByRole('searchbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show list' }).click();
  await expect(page.getByTestId('member-list')).toBeVisible();
  await page.getByRole('button', { name: 'Hide list' }).click();

  await head(page, 'Class').click();
  await expect(rows(page)).toHaveText(inOrder([hafsa, ibrahim, eman, usman]));
  await head(page, 'Name').click({ modifiers: ['Shift'] });
  await head(page, 'Class').click({ modifiers: ['Shift'] });
  await expect(rows(page)).toHaveText(inOrder([eman, ibrahim, hafsa, usman]));
  await expect(page).toHaveURL(/sort=-class(%2C|,)name/);
  await expect(page.getByRole('columnheader', { name: 'Class' })).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Payable today').click();
  await head(page, 'Payable today').click();
  await expect(rows(page).last()).toContainText(hafsa);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Father' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Father' })).toHaveCount(0);
  await page.reload();
  await expect(rows(page).last()).toContainText(hafsa);
  await expect(page.getByRole('columnheader', { name: 'Father' })).toHaveCount(0);
  // The view is a habit of the clerk: the next billing opens the same way.
  await page.goto(`/send-messages?billing=${next}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: 'Payable today' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  // The printed list has the same order.
  await page.goto(`/send-messages?billing=${id}&sort=-name`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Print list' })).toHaveAttribute('href', /sort=-name/);
});

test('Bills are chosen in the table by keys and ranges, summed up and marked as paid.', async ({
  page,
  clerk,
}) => {
  const id = await addBilling(clerk, {
    bills: [...family, ...Array.from({ length: 6 }, () => makeBill(due))],
  });
  await page.goto(`/send-messages?billing=${id}&as=table`);
  await expect(rows(page)).toHaveCount(10);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 bill');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText(/2 bills\s*1 family · payable today.*Rs\. 7,500/);
  await rows(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText(/4 bills\s*3 families · payable today.*Rs\. 22,500/);
  // The range begins at the focused row.
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Choose all bills of the list' }).click();
  await expect(bar(page)).toContainText('10 bills');
  await bar(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('9 bills are marked as paid.')).toBeVisible();
  await expect(rows(page).getByText('unpaid', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page).getByText('unpaid', { exact: true })).toHaveCount(9);

  await rows(page).first().getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('region', { name: 'Send Messages' })).toBeVisible();
});

test('A table of ten thousand bills keeps few rows in the page and scrolls to the right last one.', async ({
  page,
  clerk,
}) => {
  const bills = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ regNum: `R-${at + 1}`, name: `Student ${at + 1}`, number: `0300${2_000_000 + at}` },
    ...{ total: 1000 + at, status: 'unpaid' },
  }));
  const id = await addBilling(clerk, { bills });
  await page.goto(`/send-messages?billing=${id}&as=table&sort=-total`);
  await expect(rows(page).first()).toContainText('R-10000');
  const most = await page.getByTestId('billing').evaluate(async (scroller) => {
    let seen = 0;
    for (let step = 1; step <= 30; step++) {
      scroller.scrollTop = (scroller.scrollHeight * step) / 30;
      await new Promise(requestAnimationFrame);
      seen = Math.max(seen, document.querySelectorAll('[data-testid=bill-row]').length);
    }
    return seen;
  });
  expect(most).toBeLessThanOrEqual(120);
  await expect(rows(page).last()).toContainText('Student 1');
  await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '10001');
});

test('On a phone a bill card has its amount at the right, and the table has two lines a row.', async ({
  page,
  clerk,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await addBilling(clerk, { bills: family });
  await page.goto(`/send-messages?billing=${id}&as=cards`);
  const card = page.getByRole('article', { name: eman, exact: true });
  const box = async (part: Locator) => (await part.boundingBox())!;
  const name = await box(card.getByRole('heading'));
  const amount = await box(card.getByText('Rs. 7,500'));
  expect(amount.x).toBeGreaterThan(name.x + 100);
  expect(Math.abs(amount.y - name.y)).toBeLessThan(12);
  const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  expect(await isWithin()).toBe(true);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  await expect(rows(page)).toHaveCount(4);
  await rows(page).first().getByRole('checkbox').check();
  await expect(bar(page)).toContainText(/1 bill.*·\s*Rs\. 7,500/);
  await expect(bar(page).getByRole('button', { name: 'Send message' })).toBeVisible();
  expect(await isWithin()).toBe(true);
  await page.getByRole('button', { name: 'Class and order' }).click();
  await page.getByRole('menuitem', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
});
