/** A whole day at the counter without a mouse: fifty families, a bounced cheque, a void payment and the day close. */
import type { Locator, Page } from '@playwright/test';
import type { NewBill } from '#shared/calls/bills.ts';
import type { DayBook, OpenFamily } from '#shared/calls/payments.ts';
import { counterMethods } from '#shared/money/ledger.ts';
import { formatAmount, formatMoney, toRupees } from '#shared/money/money.ts';
import { wayWords } from '#shared/words/counter.ts';
import { makeBill } from '../support/campus.ts';
import { countClicks, tabTo } from './presses.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

const familiesOfDay = 50;
const lateFee = 500_00;
const say = (paisa: number): string => formatMoney(toRupees(paisa), 'Rs.');
const amountOf = (paisa: number): string => formatAmount(toRupees(paisa));

type Way = (typeof counterMethods)[number];
/** Amounts in paisa. */
type Visit = {
  receiptNo: number;
  number: string;
  bills: NewBill[];
  /** What the clerk types: a voucher number, a registration, a name or a phone number. */
  typed: string;
  way: Way;
  charged: number;
  paid: number;
};

const first = ['Zainab', 'Hamdan', 'Farhana', 'Waleed', 'Nimra', 'Umair', 'Mehwish'];
const last = ['Lodhi', 'Bugti', 'Sherwani', 'Gilani', 'Makhdoom', 'Pirzada', 'Khokhar', 'Jamali'];
const ways: readonly Way[] = ['cash', 'cash', 'bank', 'cash', 'wallet', 'cash', 'cheque', 'cash', 'online'];

/** The visit with this number, counted from 0. One to three children; some bills are late, some are paid in part. */
function visitOf(at: number): Visit {
  const number = `0321-76${String(at).padStart(5, '0')}`;
  const name = `${first[at % first.length]} ${last[Math.floor(at / first.length)]}`;
  const isLate = at % 6 === 0;
  const totals = Array.from({ length: 1 + (at % 3) }, (_, child) => 1_500_00 + at * 19_25 + child * 502_75);
  const bills = totals.map((total, child) =>
    makeBill({
      ...{ number, name: child === 0 ? name : `${name} ${['', 'Junior', 'Third'][child]}` },
      ...{ regNum: `58${100 + at}${child}`, invNo: `990058${100 + at}${child}` },
      ...{ total: toRupees(total), dueDate: isLate ? '2026-01-10' : '2099-01-10' },
      amountAfterDueDate: isLate ? toRupees(total + lateFee) : null,
    }),
  );
  const charged = totals.reduce((sum, total) => sum + total + (isLate ? lateFee : 0), 0);
  const typed = [bills[0]?.invNo, bills.at(-1)?.regNum, name, number][at % 4] ?? '';
  // A part is more than the first child asks where there are several children.
  const paid = at % 7 === 3 ? Math.floor(charged * 0.6) : charged;
  return { receiptNo: at + 1, number, bills, typed, way: ways[at % ways.length] ?? 'cash', charged, paid };
}

const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Voucher, registration/ });
const wholeOf = (page: Page): Locator => page.getByRole('textbox', { name: 'To pay now', exact: true });
const sheetOf = (page: Page): Locator => page.getByRole('dialog');

async function serve(page: Page, { receiptNo, typed, way, charged, paid }: Visit): Promise<void> {
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save and print/ })).toBeEnabled();
  await expect(wholeOf(page)).toHaveValue(amountOf(charged));
  if (paid < charged) {
    await page.keyboard.press('F4');
    await page.keyboard.type(String(toRupees(paid)));
  }
  for (let press = 0; press < counterMethods.indexOf(way); press += 1) await page.keyboard.press('F2');
  // The reference is typed at once.
  if (way !== 'cash') await page.keyboard.type(`REF ${receiptNo}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Receipt ${receiptNo}: ${say(paid)} received.`)).toBeVisible();
}

/** Opens a receipt from the list of the day. The latest receipt is at the top. */
async function openReceipt(page: Page, { receiptNo }: Visit): Promise<void> {
  const rows = page.getByRole('list', { name: 'Receipts of the day' }).getByRole('button');
  await tabTo(page, rows.nth(familiesOfDay - receiptNo));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Receipt ${receiptNo}`, exact: true })).toBeInViewport();
}

/** Presses this button of the opened receipt, and gives the reason. */
async function takeBack(page: Page, what: string, reason: string): Promise<void> {
  await tabTo(
    page,
    page.getByRole('region', { name: 'Receipt', exact: true }).getByRole('button', { name: what }),
  );
  await page.keyboard.press('Enter');
  await tabTo(page, sheetOf(page).getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type(reason);
  await expect(sheetOf(page).getByRole('button', { name: what })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
}

const sumOf = (visits: readonly Visit[]): number => visits.reduce((sum, { paid }) => sum + paid, 0);

async function balanceOf(clerk: Clerk, { number }: Visit): Promise<number> {
  const { families } = await clerk.ask<{ families: OpenFamily[] }>(
    'GET',
    `/Payments/Find?text=${encodeURIComponent(number)}`,
  );
  expect(families).toHaveLength(1);
  return families[0]?.balance ?? Number.NaN;
}

test('A clerk serves fifty families in a day without a mouse, and the day book is right to the paisa.', async ({
  page,
  clerk,
}) => {
  const visits = Array.from({ length: familiesOfDay }, (_, at) => visitOf(at));
  await addBilling(clerk, { bills: visits.flatMap(({ bills }) => bills) });
  const printed = await watchPrinter(page);
  await page.goto('/counter');
  const clicks = await countClicks(page);

  for (const visit of visits) {
    await serve(page, visit);
    await expect.poll(async () => (await printed()).length).toBe(visit.receiptNo);
  }
  const papers = await printed();
  for (const { receiptNo, bills, paid, charged } of visits) {
    expect(papers[receiptNo - 1]).toContain(bills[0]?.name);
    expect(papers[receiptNo - 1]).toContain(`Left to pay${say(charged - paid)}`);
  }

  // A cheque bounces, and a payment in cash was typed by mistake.
  const bounced = visits.findLast(({ way }) => way === 'cheque') as Visit;
  await openReceipt(page, bounced);
  await takeBack(page, 'Cheque bounced', 'No funds');
  const wrong = visits.findLast(({ way, paid, charged }) => way === 'cash' && paid < charged) as Visit;
  await openReceipt(page, wrong);
  await takeBack(page, 'Void', 'Typed twice');

  // The next voucher is scanned without a look at where the focus is.
  await page.keyboard.type(wrong.bills[0]?.invNo ?? '');
  await page.keyboard.press('Enter');
  await expect(wholeOf(page)).toHaveValue(amountOf(wrong.charged));
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();

  // What the test has counted itself.
  const counted = visits.filter((visit) => visit !== wrong);
  const cash = sumOf(counted.filter(({ way }) => way === 'cash'));
  const net = sumOf(counted) - bounced.paid;
  const book = await clerk.ask<DayBook>('GET', '/Payments/DayBook');
  expect(book).toMatchObject({
    ...{ count: familiesOfDay - 1, sum: toRupees(sumOf(counted)) },
    ...{ returned: toRupees(bounced.paid), net: toRupees(net) },
    ways: counterMethods.map((method) => {
      const own = counted.filter(({ way }) => way === method);
      return { method, count: own.length, sum: toRupees(sumOf(own)) };
    }),
    returns: [{ receiptNo: bounced.receiptNo, kind: 'bounced', amount: toRupees(bounced.paid) }],
    cash: [{ expected: toRupees(cash), counts: [] }],
  });
  const shown = page.getByRole('region', { name: 'Day book' });
  await expect(shown).toContainText(`${familiesOfDay - 1} receipts${say(sumOf(counted))}`);
  for (const { method, count, sum } of book.ways)
    await expect(shown).toContainText(`${wayWords[method]}, ${count}${formatAmount(sum ?? 0)}`);
  await expect(shown).toContainText(`−${amountOf(bounced.paid)}`);
  await expect(shown).toContainText(amountOf(net));
  for (const visit of [...visits.filter(({ paid, charged }) => paid < charged), bounced, wrong]) {
    const isOwed = visit === bounced || visit === wrong;
    expect(await balanceOf(clerk, visit)).toBe(toRupees(isOwed ? visit.charged : visit.charged - visit.paid));
  }

  // The day close: the cash is there to the paisa.
  await tabTo(page, shown.getByRole('button', { name: 'Count cash' }));
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toContainText(say(cash));
  await expect(sheetOf(page).getByRole('textbox', { name: 'Counted amount' })).toBeFocused();
  await page.keyboard.type(String(toRupees(cash)));
  await expect(sheetOf(page).getByRole('status')).toHaveText('the same as received');
  await expect(sheetOf(page).getByRole('button', { name: 'Save count' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(shown).toContainText(`Counted ${say(cash)}`);
  await tabTo(page, page.getByRole('button', { name: 'Print day book' }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await printed()).at(-1)).toContain(`Left after returns: ${say(net)}`);
  expect((await printed()).at(-1)).toMatch(/No funds/);
  expect(await clicks()).toBe(0);
});
