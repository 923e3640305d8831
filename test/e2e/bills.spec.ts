/** The bills of a billing: opened, chosen, marked as paid, ten thousand of them, printed, and with a picture. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ask, expect, tell, test } from './fixtures.ts';

type NewBill = Record<string, unknown>;
const ayesha: NewBill = {
  regNum: 'GC-1',
  name: 'Ayesha Khan',
  number: '0300-1234567, 0321-7654321',
  total: 12_500,
  dueDate: '2026-11-05',
  head1: 'Tuition Fee',
  amount1: 11_000,
  head2: 'Van',
  amount2: 1_600.5,
};
const others = (count: number): NewBill[] =>
  Array.from({ length: count }, (_, index) => ({
    regNum: `R-${index + 1}`,
    name: `Student ${index + 1}`,
    number: `0300${String(2_000_000 + index)}`,
    total: 1000 + index,
    status: index % 4 === 3 ? 'paid' : 'unpaid',
  }));

/** Each billing has its own year, because a student has one bill a month and other tests have theirs. */
let year = 2039;

/** Saves a billing with these bills and opens it. */
async function openBilling(page: Page, contacts: NewBill[], search = ''): Promise<number> {
  year += 1;
  const group = { id: 0, name: `Fees of ${year}`, month: 11, year, description: 'Fee', campusID: 1 };
  const { id } = await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts });
  await page.goto(`/send-messages?billing=${id}${search}`);
  await expect(cardsOf(page).first()).toBeVisible();
  return id;
}

const cardsOf = (page: Page): Locator => page.getByTestId('bill-card');
const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const openCard = (page: Page, name: string) =>
  cardOf(page, name).getByRole('button', { name, exact: true }).click();
const familyOf = (page: Page): Locator => page.getByRole('region', { name: 'Family', exact: true });
const billOf = (page: Page): Locator => page.getByRole('region', { name: 'Bill', exact: true });
/** Opens the child's bill within its family. */
const unfold = (page: Page, name: string) =>
  familyOf(page)
    .getByRole('button', { name: new RegExp(`^Bill of ${name},.*${year}`) })
    .first()
    .click();
const boxOf = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });
const choiceOf = (page: Page): Locator => page.getByRole('region', { name: 'Chosen bills' });
const figures = (page: Page): Locator => page.getByRole('list', { name: 'Figures' });

test('A bill shows all its details, is marked as paid and back, and other browsers follow.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const nameless = { regNum: 'GC-3', total: 700 };
  const billing = await openBilling(page, [ayesha, ...others(1), nameless]);
  const colleague = await page.context().newPage();
  await colleague.goto(`/send-messages?billing=${billing}&status=unpaid`);
  await expect(cardsOf(colleague)).toHaveCount(3);

  await openCard(page, 'Ayesha Khan');
  const [family, bill] = [familyOf(page), billOf(page)];
  await expect(page).toHaveURL(/panel=family&member=\d+/);
  await expect(family.getByText('Rs. 12,500', { exact: true })).toBeVisible();
  await unfold(page, 'Ayesha Khan');
  for (const text of [
    'Reg GC-1',
    'Rs. 12,500',
    '5 Nov 2026 · Overdue',
    'Tuition Fee',
    'Rs. 11,000',
    'Rs. 12,600.50',
  ]) {
    await expect(bill.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(
    bill.getByText('The heads add up to Rs. 12,600.50, but the total is Rs. 12,500.'),
  ).toBeVisible();
  await expect(bill.getByText('Expiry')).toHaveCount(0);
  await expect(bill.getByRole('button', { name: 'Chat with 0321-7654321' })).toBeVisible();
  await expect(bill.getByText('Nothing was sent about this bill yet.')).toBeVisible();

  await family.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(/Ayesha Khan.* is marked as paid\./)).toBeVisible();
  await expect(cardOf(page, 'Ayesha Khan').getByText('paid', { exact: true })).toBeVisible();
  await expect(figures(page)).toContainText('2 unpaid');
  await expect(cardOf(colleague, 'Ayesha Khan')).toHaveCount(0);
  await expect(colleague.getByRole('button', { name: 'Paid 1' })).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(family.getByRole('button', { name: 'Mark as paid' })).toBeVisible();
  await expect(cardOf(colleague, 'Ayesha Khan')).toBeVisible();
  await expect(figures(page)).toContainText('3 unpaid');

  // A bill without a name or a number is marked as paid like any other.
  await family.getByRole('button', { name: 'Next bill' }).click();
  await expect(family.getByText('Reg R-1', { exact: true })).toBeVisible();
  await family.getByRole('button', { name: 'Next bill' }).click();
  await expect(family.getByText('No number')).toBeVisible();
  await family.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('The bill is marked as paid.')).toBeVisible();
  await expect(cardsOf(colleague)).toHaveCount(2);

  // The address of the page leads back to the bill.
  await page.reload();
  await expect(familyOf(page).getByText('Reg GC-3')).toBeVisible();
});

test('Bills are chosen by click, keyboard and filter, and actions apply to the chosen bills only.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const billing = await openBilling(page, others(40));
  const ids = (await ask<{ items: { id: number }[] }>(page, `/Groups/${billing}/Contacts`)).items.map(
    ({ id }) => id,
  );

  await cardOf(page, 'Student 2').hover();
  await boxOf(page, 'Student 2').check();
  await boxOf(page, 'Student 5').click({ modifiers: ['Shift'] });
  await expect(choiceOf(page).getByText('4 bills', { exact: true })).toBeVisible();
  await cardOf(page, 'Student 5').getByRole('button', { name: 'Student 5', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(boxOf(page, 'Student 6')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(familyOf(page).getByText('Reg R-6')).toBeVisible();

  // Escape first ends the choice and then closes the panel.
  await page.keyboard.press('Escape');
  await expect(choiceOf(page)).toHaveCount(0);
  await expect(familyOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(familyOf(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose bills' }).click();
  await cardOf(page, 'Student 1').click({ position: { x: 20, y: 60 } });
  await expect(choiceOf(page).getByText('1 bill', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Unpaid / }).click();
  await choiceOf(page).getByRole('button', { name: 'Choose all 30' }).click();
  await expect(choiceOf(page).getByText('30 bills', { exact: true })).toBeVisible();
  // A waiting reminder is skipped for paid bills, and waits again for all when that is undone.
  const sendAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
  const reminder = { groupIDs: [billing], message: 'Due: {{name}}', status: 'unpaid', media: '', sendAt };
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', reminder);
  const waiting = async () => (await ask<{ pending: number }>(page, '/Outbox/Count')).pending;
  expect(await waiting()).toBe(30);
  await choiceOf(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('30 bills are marked as paid.')).toBeVisible();
  expect(await waiting()).toBe(0);
  await expect(choiceOf(page)).toHaveCount(0);
  await expect(figures(page)).toContainText('0 unpaid');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(figures(page)).toContainText('30 unpaid');
  expect(await waiting()).toBe(30);
  await openCard(page, 'Student 2');
  await familyOf(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(/Student 2.* is marked as paid\./)).toBeVisible();
  expect(await waiting()).toBe(29);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(waiting).toBe(30);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^All / }).click();
  await boxOf(page, 'Student 3').check();
  await boxOf(page, 'Student 1').check();
  const planned = page.waitForRequest(/\/Chat\/Plan/);
  await choiceOf(page).getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('region', { name: 'Send Messages' })).toBeVisible();
  expect((await planned).postDataJSON()).toMatchObject({ contactIDs: [ids[0], ids[2]], groupIDs: [] });
});

test('A message from a filtered billing is for the bills that are shown.', async ({ page, signIn }) => {
  await signIn();
  const billing = await openBilling(page, others(8), '&q=Student%201');
  const plan = async () => {
    const planned = page.waitForRequest(/\/Chat\/Plan/);
    await page.getByRole('button', { name: 'Send message', exact: true }).click();
    return (await planned).postDataJSON();
  };
  await expect(cardsOf(page)).toHaveCount(1);
  const [first] = await ask<number[]>(page, `/Groups/${billing}/ContactIDs?search=Student%201`);
  expect(await plan()).toMatchObject({ contactIDs: [first], groupIDs: [], status: 'all' });
  await expect(page.getByText('1 chosen bill').first()).toBeVisible();

  await page.goto(`/send-messages?billing=${billing}&q=Student&status=unpaid`);
  await expect(cardsOf(page)).toHaveCount(6);
  expect(await plan()).toMatchObject({ groupIDs: [], status: 'unpaid' });
  await expect(page.getByText('6 chosen bills').first()).toBeVisible();

  await page.goto(`/send-messages?billing=${billing}&status=overdue`);
  expect(await plan()).toMatchObject({ contactIDs: [], groupIDs: [billing], status: 'overdue' });
});

test('Of ten thousand bills few cards are in the page, and only the visible pages are requested.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await openBilling(page, others(10_000));
  const requested: string[] = [];
  const requestedPaid: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith('/Contacts')) return;
    (searchParams.get('status') === 'paid' ? requestedPaid : requested).push(searchParams.get('from') ?? '');
  });
  // Drags the scrollbar to the end.
  const { most, stops } = await page.getByTestId('billing').evaluate(async (scroller) => {
    const seen = { most: 0, stops: 0 };
    for (let step = 1; step <= 30; step++) {
      const began = performance.now();
      scroller.scrollTop = (scroller.scrollHeight * step) / 30;
      await new Promise(requestAnimationFrame);
      seen.most = Math.max(seen.most, document.querySelectorAll('[data-testid=bill-card]').length);
      if (performance.now() - began > 100) seen.stops++;
    }
    return seen;
  });
  await expect(cardOf(page, 'Student 10000')).toBeVisible();
  expect(most).toBeLessThanOrEqual(120);
  expect(await cardsOf(page).count()).toBeLessThanOrEqual(120);
  // Where a busy machine pauses while scrolling, pages are requested as if the clerk had stopped there. The first page
  // may be requested again, because it is told of everything that happened while it opened.
  expect(requested.filter((from) => from !== '0').length).toBeLessThanOrEqual(1 + 2 * stops);
  expect(requested).toContain('9800');

  // Another filter begins at the top with its own count. The old cards stay until the new ones are there.
  let letGo = (): void => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/Contacts\?.*status=paid/, (route) => isLetGo.then(() => route.continue()));
  await page.getByRole('button', { name: /^Paid / }).click();
  // The list and the cards change together.
  await expect(page.locator('[data-old]')).toHaveCount(2);
  expect(await cardsOf(page).count()).toBeGreaterThan(0);
  letGo();
  await expect(cardOf(page, 'Student 4')).toBeVisible();
  await expect(page.locator('[data-old]')).toHaveCount(0);
  expect([...new Set(requestedPaid)]).toEqual(['0']);
});

test('The printed list of a billing has every bill of the filter, with the amount payable today first, and the sums.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.context().addInitScript(() => {
    const prints = { times: 0 };
    Object.assign(window, { prints, print: () => void prints.times++ });
  });
  const late = { total: 9000.5, amountAfterDueDate: 10_000, dueDate: '2024-11-10', expiryDate: '2049-01-10' };
  const urdu = { regNum: 'GC-2', name: 'محمد احمد', ...late };
  await openBilling(page, [ayesha, urdu, ...others(1300)], '&status=unpaid');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Print list' }).click();
  const paper = await opening;
  await paper.waitForFunction(() => 'prints' in window && (window.prints as { times: number }).times === 1);
  const unpaid = 2 + 975;
  // Each bill asks for its index, and every fourth one is paid.
  const unpaidSum = others(1300).reduce((sum, bill, index) => sum + (bill.status === 'paid' ? 0 : index), 0);
  await expect(paper.getByText(`${unpaid} bills`, { exact: true })).toBeVisible();
  // The title tells two papers of one billing apart.
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(/ · Unpaid$/);
  await expect(paper.getByRole('row')).toHaveCount(1 + unpaid + 3);
  await expect(paper.getByRole('row').nth(1)).toHaveText(/^1GC-1Ayesha Khan.*12,50012,5005 Nov 2026unpaid$/);
  await expect(paper.getByRole('row').nth(2)).toHaveText(/10,0009,000\.5010 Nov 202410 Jan 2049unpaid$/);
  const payable = await paper
    .getByRole('row', { name: /^Payable today / })
    .getByRole('cell')
    .first()
    .innerText();
  const sum = 12_500 + 10_000 + 975 * 1000 + unpaidSum;
  expect(payable).toBe(sum.toLocaleString('en-US'));
  await expect(paper.getByText('محمد احمد')).toHaveAttribute('dir', 'auto');
  await expect(paper.getByRole('row', { name: /^Total / })).toContainText(/[\d,]+\.50$/);
  await paper.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const ink = await paper
    .getByRole('cell', { name: 'GC-1' })
    .evaluate((cell) => getComputedStyle(cell).color);
  expect(ink).toBe('rgb(0, 0, 0)');
  await expect(paper.getByRole('button', { name: 'Print' })).toBeHidden();
  // All of it is printed, not only what the screen shows.
  expect(await paper.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(15_000);
});

test('A member is edited and gets a picture.', async ({ page, signIn, complaintsOfPage }) => {
  await signIn();
  await openBilling(page, [ayesha]);
  await openCard(page, 'Ayesha Khan');
  await familyOf(page).getByRole('button', { name: 'Edit Member' }).click();
  const form = page.getByRole('region', { name: 'Edit Member' });
  const file = form.locator('input[type=file]');
  // The server looks into the file, whatever its name: this is no picture.
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') });
  await expect(form.getByRole('alert')).toContainText('Only images');
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('415')]);
  const colour = { width: 60, height: 60, channels: 3, background: '#0b6e5f' } as const;
  const buffer = await sharp({ create: colour }).png().toBuffer();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(form.locator('img')).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await form.getByRole('button', { name: 'Delete picture' }).click();
  await expect(form.locator('img')).toHaveCount(0);
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(form.locator('img')).toBeVisible();

  await form.getByLabel('Name').fill(' ');
  await form.getByText('More fields').click();
  await form.getByLabel('Due date', { exact: true }).fill('soon');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter the details properly.')).toBeVisible();
  await expect(form.getByText('Name is required.')).toBeVisible();
  await expect(form.getByText('Write a day such as 5 Nov 2026.')).toBeVisible();
  await form.getByLabel('Name').fill('Ayesha Noor');
  await form.getByLabel('Due date', { exact: true }).fill('12/11/2026');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Member updated successfully.')).toBeVisible();
  await unfold(page, 'Ayesha Noor');
  await expect(billOf(page).getByText('12 Nov 2026')).toBeVisible();
  await expect(billOf(page).locator('img')).toBeVisible();
  await expect(cardOf(page, 'Ayesha Noor')).toContainText('12 Nov 2026');
});

test('Unsaved changes of a member are not lost without a question.', async ({ page, signIn }) => {
  await signIn();
  await openBilling(page, [ayesha, ...others(1)]);
  await openCard(page, 'Ayesha Khan');
  await familyOf(page).getByRole('button', { name: 'Edit Member' }).click();
  const form = page.getByRole('region', { name: 'Edit Member' });
  const name = form.getByLabel('Name');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await name.fill('Ayesha N');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => form.getByRole('button', { name: 'Back to the family' }).click(),
    () => page.goBack(),
    () => openCard(page, 'Student 1'),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toContainText('This member is not saved.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
    await expect(name).toHaveValue('Ayesha N');
  }
  // Without changes there is no question.
  await name.fill('Ayesha Khan');
  await page.keyboard.press('Escape');
  await expect(familyOf(page)).toBeVisible();
  await familyOf(page).getByRole('button', { name: 'Edit Member' }).click();
  await name.fill('Ayesha N');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Yes, leave it!' }).click();
  await expect(familyOf(page).getByText('Ayesha Khan').first()).toBeVisible();
});
