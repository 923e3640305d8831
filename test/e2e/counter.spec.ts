/** A day at the counter: families served by keyboard alone, receipts printed, and a book that agrees to the paisa. */

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { DayBook } from '#shared/calls/payments.ts';
import type { VoucherSettings } from '#shared/money/voucher-settings.ts';
import { billWords } from '#shared/words/bills.ts';
import { billMoneyWords } from '#shared/words/counter.ts';
import { makeBill } from '../support/campus.ts';
import { pageSizesOf, sizesOf, watchPrinter } from './printer.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Voucher, registration/ });
const saveOf = (page: Page): Locator => page.getByRole('button', { name: /^Save and print/ });
const formOf = (page: Page, name: string): Locator =>
  page.getByRole('form', { name: `Family of ${name}`, exact: true });
const receiptsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Receipts of the day' }).getByRole('button');
const sheetOf = (page: Page): Locator => page.getByRole('dialog');

/** Due long ago: each asks what holds after its due date. */
const bill = (name: string, more: object = {}) =>
  makeBill({ name, total: 6500, amountAfterDueDate: 7500, dueDate: '2026-01-10', ...more });
const numbers = { tariq: '0321-7300001', sana: '0321-7300002', omar: '0321-7300003' };

/** Three families: one of two children, one with an Urdu name, one whose total has paisa. */
async function addFamilies(clerk: Clerk): Promise<number> {
  return addBilling(clerk, {
    bills: [
      bill('Eman Tariq', { number: numbers.tariq, regNum: '73001', invNo: '99000073001' }),
      bill('Hafsa Tariq', { number: numbers.tariq, regNum: '73002', invNo: '99000073002' }),
      bill('ثنا قریشی', { number: numbers.sana, regNum: '73003', invNo: '99000073003' }),
      bill('Omar Butt', {
        ...{ number: numbers.omar, regNum: '73004', invNo: '99000073004' },
        ...{ total: 1000.5, amountAfterDueDate: null },
      }),
    ],
  });
}

const bookOf = (clerk: Clerk): Promise<DayBook> => clerk.ask('GET', '/Payments/DayBook');
type Listed = { items: { id: number; name: string; status: string }[] };
const statusOf = async (clerk: Clerk, billing: number, name: string): Promise<string | undefined> =>
  (await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`)).items.find((one) => one.name === name)
    ?.status;

/** As a scanner types it. */
async function scan(page: Page, text: string): Promise<void> {
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(saveOf(page)).toBeEnabled();
}

test('A clerk works a day at the counter by keyboard alone, and the day book is right to the paisa.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  const billing = await addFamilies(clerk);
  const printed = await watchPrinter(page);
  await page.goto('/counter');

  // Two children on one receipt: the scanned voucher first. A doubled Enter receives once.
  await scan(page, '99000073002');
  const tariq = formOf(page, 'Hafsa Tariq');
  await expect(tariq.getByRole('row').nth(1)).toContainText('Hafsa Tariq');
  await expect(tariq.getByRole('row').nth(1)).toContainText('6,500, and 1,000 after 10 Jan');
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toHaveValue('15,000');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 1: Rs. 15,000 received.')).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue('');
  await expect.poll(async () => (await printed())[0]).toContain('Hafsa Tariq');
  expect((await printed())[0]).toContain('Eman Tariq');
  expect((await printed())[0]).toContain('Left to payRs. 0');
  expect(await statusOf(clerk, billing, 'Eman Tariq')).toBe('paid');

  // A part of it, by wallet with its reference; the answer is lost, and Enter again receives once.
  await scan(page, '99000073003');
  await page.keyboard.press('F4');
  await page.keyboard.type('2000.25');
  for (const _ of ['bank', 'online', 'wallet']) await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Reference' }).fill('TX-9');
  let isLost = false;
  await page.route('**/api/Payments?*', async (route) => {
    // The day's list is loaded from the same address.
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Press Enter again' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toHaveValue('2000.25');
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toBeDisabled();
  await saveOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 2: Rs. 2,000.25 received.')).toBeVisible();
  // The browser says itself that the answer was lost.
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  expect(await statusOf(clerk, billing, 'ثنا قریشی')).toBe('partial');
  await expect(receiptsOf(page)).toHaveCount(2);

  // By name, with a cheque that says its number; what is missing is said, and what was typed stays.
  await scan(page, 'omar butt');
  for (const _ of ['bank', 'online', 'wallet', 'cheque']) await page.keyboard.press('F2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Type the number of the cheque.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Cheque number' }).fill('000123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receipt 3: Rs. 1,000.50 received.')).toBeVisible();
  await expect.poll(() => statusOf(clerk, billing, 'Omar Butt')).toBe('paid');

  await expect.poll(async () => (await printed()).at(-1)).toContain('Receipt 3');

  // The cheque bounces: its bill is owed again. F9 prints the last receipt once more.
  await page.keyboard.press('F9');
  await expect.poll(async () => (await printed()).at(-1)).toContain('Duplicate');
  // The latest receipt is first once the list is loaded again.
  await expect(receiptsOf(page)).toHaveCount(3);
  await receiptsOf(page).first().press('Enter');
  await page.getByRole('button', { name: 'Cheque bounced' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Cheque bounced: receipt 3' })).toBeVisible();
  // A cheque that bounced needs no reason.
  await expect(sheetOf(page).getByRole('button', { name: 'Cheque bounced' })).toBeEnabled();
  await sheetOf(page).getByRole('combobox', { name: 'What happened' }).selectOption('Refund');
  await expect(page.getByRole('dialog', { name: 'Give money back: receipt 3' })).toBeVisible();
  await expect(sheetOf(page).getByRole('button', { name: 'Give back' })).toBeDisabled();
  await sheetOf(page).getByRole('combobox', { name: 'What happened' }).selectOption('Cheque bounced');
  await sheetOf(page).getByRole('textbox', { name: 'Reason' }).fill('No funds');
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect.poll(() => statusOf(clerk, billing, 'Omar Butt')).toBe('unpaid');

  // The wallet's was typed by mistake.
  await receiptsOf(page).nth(1).press('Enter');
  await expect(page.getByRole('heading', { name: 'Receipt 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Void', exact: true }).press('Enter');
  await sheetOf(page).getByRole('textbox', { name: 'Reason' }).fill('Typed twice');
  await expect(sheetOf(page).getByRole('button', { name: 'Void' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect.poll(() => statusOf(clerk, billing, 'ثنا قریشی')).toBe('unpaid');

  // What was entered: 15,000 in cash and 1,000.50 by a cheque that went back; the void one counts no more.
  const book = page.getByRole('region', { name: 'Day book' });
  await expect(book).toContainText('Rs. 16,000.50');
  await expect(book).toContainText('Cash, 1');
  await expect(book).toContainText('−1,000.50');
  expect(await bookOf(clerk)).toMatchObject({ count: 2, sum: 16_000.5, returned: 1000.5, net: 15_000 });
  await page.getByRole('button', { name: 'Print day book' }).press('Enter');
  await expect.poll(async () => (await printed()).at(-1)).toMatch(/^Day book.*16,000\.50.*15,000.*No funds/);
});

type Entered = { items: { accountID: number | null; method: string }[] };

test('The account that received the money is chosen by keyboard, and the computer remembers it for each way.', async ({
  page,
  clerk,
}) => {
  await addFamilies(clerk);
  const add = (kind: string, title: string) =>
    clerk.ask<{ id: number }>('POST', '/MoneyAccounts', { kind, title });
  await add('bank', 'HBL Main Road');
  const meezan = await add('bank', 'Meezan Fees');
  const wallet = await add('wallet', 'JazzCash');
  await watchPrinter(page);
  await page.goto('/counter');
  const account = page.getByRole('combobox', { name: 'Account' });
  const enteredLast = async () => (await clerk.ask<Entered>('GET', '/Payments')).items[0];

  // There is no cash desk to choose, and two banks.
  await scan(page, '99000073001');
  await expect(account).toHaveCount(0);
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Reference' })).toBeFocused();
  await expect(account).toHaveValue('');
  for (const _ of ['HBL', 'Meezan']) await page.keyboard.press('F3');
  await expect(account).toHaveValue(String(meezan.id));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 1:/)).toBeVisible();
  expect(await enteredLast()).toMatchObject({ accountID: meezan.id, method: 'bank' });
  await expect(receiptsOf(page).first()).toContainText('Bank · Meezan Fees');

  // It is remembered for this way after a reload. Another way has its own.
  await page.reload();
  await scan(page, '99000073003');
  await page.keyboard.press('F2');
  await expect(account).toHaveValue(String(meezan.id));
  for (const _ of ['online', 'wallet']) await page.keyboard.press('F2');
  // The only wallet needs no choice.
  await expect(account).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 2:/)).toBeVisible();
  expect(await enteredLast()).toMatchObject({ accountID: wallet.id, method: 'wallet' });

  // After the last account comes none, as for a cheque that is not paid in yet. Cash takes the focus back to the field.
  await scan(page, '99000073004');
  for (const _ of ['bank', 'online', 'wallet', 'cheque']) await page.keyboard.press('F2');
  await page.keyboard.press('F2');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('F3');
  await expect(account).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 3:/)).toBeVisible();
  expect(await enteredLast()).toMatchObject({ accountID: null, method: 'bank' });
});

test('A receipt is printed on the paper that the campus has chosen, by the server and by the browser alone.', async ({
  page,
  clerk,
  program,
}) => {
  await addFamilies(clerk);
  const printed = await watchPrinter(page);
  const settings = await clerk.ask<VoucherSettings>('GET', '/Vouchers/Settings');
  const papers = [
    { receiptSize: 'roll', invNo: '99000073003', says: 'prints on 80 mm', width: 80, height: 200 },
    { receiptSize: 'a5', invNo: '99000073004', says: 'prints on A5', width: 148, height: 210 },
  ] as const;
  for (const [at, { receiptSize, invNo, says, width, height }] of papers.entries()) {
    await clerk.ask('PUT', '/Vouchers/Settings', { ...settings, receiptSize });
    await page.goto('/counter');
    await scan(page, invNo);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Receipt ${at + 1}:`)).toBeVisible();
    await expect(page.getByText(says)).toBeVisible();
    await expect.poll(async () => (await printed()).length).toBe(1);
    expect(await pageSizesOf(page)).toEqual([{ width, height }]);
    const [{ id } = { id: 0 }] = (await clerk.ask<{ items: { id: number }[] }>('GET', '/Payments')).items;
    const paper = await fetch(
      `${program.address}/api/Payments/${id}/Receipt/Print?db=main&cID=${clerk.campusID}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' },
        body: '{}',
      },
    );
    expect(await sizesOf(await paper.bytes())).toMatchObject([{ width }]);
  }
});

test('A number key chooses between two matching families, and a payment by another clerk shows at once.', async ({
  page,
  clerk,
}) => {
  await addBilling(clerk, {
    bills: [
      bill('Zoya Mirza', { number: '0321-7400001', regNum: '74001' }),
      bill('Zoya Mirza', { number: '0321-7400002', regNum: '74002' }),
    ],
  });
  await watchPrinter(page);
  await page.goto('/counter');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('zoya mirza');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Press the number beside the family' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(saveOf(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  await expect(saveOf(page)).toHaveCount(0);
  await page.keyboard.type('nobody77');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody was found for “nobody77”.')).toBeVisible();
  await page.keyboard.press('Escape');

  // Someone else receives for the family that stands here: it is seen at once.
  await scan(page, '74001');
  type Found = { families: { bills: { billID: number }[] }[] };
  const { families } = await clerk.ask<Found>('GET', '/Payments/Find?text=74001');
  const billID = families[0]?.bills[0]?.billID ?? 0;
  const allocations = [{ billID, amount: 7500 }];
  const body = { clientID: randomUUID(), amount: 7500, method: 'cash', allocations };
  await clerk.ask('POST', '/Payments', body);
  await expect(page.getByText('Nothing is owed today.')).toBeVisible();
  await expect(receiptsOf(page)).toHaveCount(1);
});

test('On a phone a family is opened from its chat and its payment is received.', async ({ page, clerk }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const printed = await watchPrinter(page);
  const billing = await addFamilies(clerk);
  await page.goto(`/send-messages?panel=family&tab=chat&chat=${encodeURIComponent('+923217300003')}`);
  await page.getByRole('tab', { name: 'Family' }).click();
  await page.getByRole('button', { name: 'Receive payment' }).click();
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toBeFocused();
  await expect(page.getByText('Nothing stays open')).toBeVisible();
  await expect(saveOf(page)).toBeEnabled();
  await expect(saveOf(page)).toBeInViewport();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await saveOf(page).click();
  await expect(page.getByText('Receipt 1: Rs. 1,000.50 received.')).toBeVisible();
  await expect.poll(async () => (await printed()).length).toBe(1);
  expect(await statusOf(clerk, billing, 'Omar Butt')).toBe('paid');
  // The family stays open, and shows what was received.
  await expect(page.getByRole('region', { name: 'Omar Butt' })).toContainText('1,000.50');
  await expect(page.getByRole('form', { name: 'Receive payment' })).toHaveCount(0);
});

test('On a phone an incomplete field is scrolled into view, with the reason above the button.', async ({
  page,
  clerk,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await watchPrinter(page);
  await addBilling(clerk, {
    bills: [1, 2, 3, 4].map((child) =>
      bill(`Child ${child}`, { number: '0321-7600001', regNum: `7600${child}` }),
    ),
  });
  await page.goto('/counter');
  await expect(fieldOf(page)).toHaveAttribute('placeholder', /^Scan or type/);
  await scan(page, '76001');
  await page.getByRole('button', { name: 'Cheque', exact: true }).click();
  await expect(saveOf(page)).toBeEnabled();
  await page.getByRole('checkbox').first().scrollIntoViewIfNeeded();
  await saveOf(page).click();
  const number = page.getByRole('textbox', { name: 'Cheque number' });
  await expect(number).toBeFocused();
  await expect(number).toBeInViewport({ ratio: 0.9 });
  const alert = page.getByRole('alert').filter({ hasText: 'Type the number of the cheque.' });
  await expect(alert).toBeInViewport({ ratio: 0.9 });
  const boxes = await Promise.all([number, alert, saveOf(page)].map((one) => one.boundingBox()));
  // None of them covers another one.
  const edges = boxes.flatMap((box) => (box ? [box.y, box.y + box.height] : []));
  expect(edges).toEqual(edges.toSorted((one, other) => one - other));
  await number.fill('000123');
  await saveOf(page).click();
  await expect(page.getByText(/^Receipt 1:/)).toBeVisible();
});

test('The family pane shows the payments of a bill, and a waiver needs a reason.', async ({
  page,
  clerk,
}) => {
  const billing = await addFamilies(clerk);
  const { items } = await clerk.ask<Listed>('GET', `/Groups/${billing}/Contacts`);
  const billID = items.find(({ name }) => name === 'Eman Tariq')?.id ?? 0;
  const allocations = [{ billID, amount: 2500 }];
  const body = { clientID: randomUUID(), amount: 2500, method: 'bank', reference: 'HBL 1', allocations };
  await clerk.ask('POST', '/Payments', body);
  await page.goto(`/send-messages?billing=${billing}&panel=family&member=${billID}`);
  const pane = page.getByRole('region', { name: 'Family', exact: true });
  await pane.getByRole('button', { name: /^Bill of Eman Tariq/ }).click();
  const payments = pane.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText('Bank · Receipt 1');
  // The payments follow the amounts, before everything else about the bill.
  const opened = pane.getByRole('region', { name: billWords.billPanel });
  await expect(opened.getByText('Total Rs. 6,500, late +Rs. 1,000, Rs. 2,500 paid')).toBeVisible();
  const heads = await opened.getByRole('heading').allTextContents();
  expect(heads.indexOf(billMoneyWords.title)).toBeLessThan(heads.indexOf(billWords.contacts));
  await expect(payments).toContainText('Rs. 2,500');
  await payments.getByRole('button', { name: 'Add a fine or waiver' }).click();
  await sheetOf(page).getByRole('button', { name: 'Waive' }).click();
  await sheetOf(page).getByRole('textbox', { name: 'Amount' }).fill('1000');
  await sheetOf(page).getByRole('textbox', { name: 'Reason' }).fill('Paid a day late');
  await sheetOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(sheetOf(page)).toHaveCount(0);
  // 7,500 less 1,000 waived and 2,500 paid.
  await expect(pane.getByRole('button', { name: /^Bill of Eman Tariq/ })).toContainText('4,000');

  // That was a mistake: it is taken back with a reason, and stays in sight, crossed out.
  const adjustments = payments.getByRole('list', { name: 'Fines and waivers' });
  await expect(adjustments).toContainText('− Rs. 1,000');
  await expect(adjustments).toContainText('Paid a day late');
  await adjustments.getByRole('button', { name: 'Take back' }).press('Enter');
  await sheetOf(page).getByRole('textbox', { name: 'Reason' }).fill('The wrong child');
  await expect(sheetOf(page).getByRole('button', { name: 'Take back' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(pane.getByRole('button', { name: /^Bill of Eman Tariq/ })).toContainText('5,000');
  await expect(adjustments).toContainText('Taken back: The wrong child');
  await expect(adjustments.getByText('− Rs. 1,000')).toHaveCSS('text-decoration-line', 'line-through');
  await expect(adjustments.getByRole('button')).toHaveCount(0);
});

test('A person without the right to edit has no counter.', async ({ page, as }) => {
  await as({ view: true });
  await page.goto('/counter');
  await expect(page.getByText('You need the right to edit bills to receive money.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chats' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Counter' })).toHaveCount(0);
});

test('A counter that was left open overnight enters payments for the new day.', async ({ page, clerk }) => {
  await addFamilies(clerk);
  const day = 24 * 60 * 60 * 1000;
  await page.clock.install({ time: Date.now() - day });
  await page.goto('/counter');
  await expect(fieldOf(page)).toBeFocused();
  // A family stands there still, with what it was asked yesterday.
  await scan(page, '99000073004');
  await page.clock.fastForward(day);
  await expect(saveOf(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 1:/)).toBeVisible();
  await scan(page, '99000073003');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 2:/)).toBeVisible();
  const { items } = await clerk.ask<{ items: { createdAt: string; receivedOn: string }[] }>(
    'GET',
    '/Payments',
  );
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' });
  expect(items.map(({ receivedOn }) => receivedOn)).toEqual(
    items.map(({ createdAt }) => today.format(new Date(createdAt))),
  );
});
