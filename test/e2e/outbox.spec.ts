/** The outbox: messages are found, retried and cancelled, and other browsers see it. */
import type { Browser, Locator, Page } from '@playwright/test';
import { noPace } from '#shared/calls/senders.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { ask, expect, tell, test } from './fixtures.ts';

type Counts = { counts: Record<string, number> };

const setPace = (page: Page, pace: string) => tell(page, 'PUT', '/Demo/Pace', { pace });

/** Saves a billing with these numbers and sends a message to it. */
async function sendTo(
  page: Page,
  name: string,
  numbers: string[],
  more: object = {},
): Promise<{ billing: number; run: number }> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month: 12, year: 2049, description: 'Fees', campusID: cId };
  const contacts = numbers.map((number, index) => ({
    name: `${name} ${index + 1}`,
    number,
    regNum: `${name} ${index + 1}`,
    status: 'unpaid',
    total: 9500,
  }));
  const { id: billing } = await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts });
  const message = `${name}: dear parent of {{name}}`;
  const text = { media: '', message, contacts: '', whatsapp: true, userID: '', groupIDs: [billing], ...more };
  const { broadcastID } = await tell<{ broadcastID: number }>(page, 'POST', '/Chat/SendWhatsAppGroup', text);
  return { billing, run: broadcastID };
}

const countsOf = async (page: Page, run: number): Promise<Record<string, number>> =>
  (await ask<Counts>(page, `/Outbox?broadcastID=${run}&take=1`)).counts;

/** A paused send with most of its messages waiting, because the campus sends slowly. Messages in flight go on. */
async function sendAndPause(page: Page, name: string): Promise<{ run: number; pending: number }> {
  await setPace(page, 'natural');
  await tell(page, 'PUT', '/Sender/Pace', { ...noPace, perMinute: 60 });
  const numbers = Array.from({ length: 320 }, (_, index) => `0300-${String(4_000_001 + index)}`);
  const { run } = await sendTo(page, name, numbers);
  await tell(page, 'POST', '/Outbox/Pause', { broadcastID: run });
  await expect.poll(async () => (await countsOf(page, run)).sending, { timeout: 20_000 }).toBe(0);
  return { run, pending: (await countsOf(page, run)).pending ?? 0 };
}

const states = (page: Page) => page.getByRole('group', { name: 'Show messages' });
const rows = (page: Page) => page.getByTestId('outbox-row');
const bar = (page: Page) => page.getByTestId('run-bar');
/** In one send: the number of messages in a state, which links to them. */
const figure = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Who got it' }).getByRole('link', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last();

/** The next test file uses the same campus. */
test.afterEach(async ({ page }) => {
  await tell(page, 'PUT', '/Sender/Pace', noPace);
  await setPace(page, 'quick');
});

test('Failed messages are found by state, billing and text, and only the shown ones are retried.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  await setPace(page, 'instant');
  const { billing, run } = await sendTo(page, 'Alpha', ['0300-3000001', '0300-3000100', '0300-3000099']);
  const other = await sendTo(page, 'Beta', ['0300-3000200']);
  await expect.poll(async () => (await countsOf(page, run)).failed).toBe(2);

  await page.goto('/outbox');
  await page.getByRole('combobox', { name: 'Billing' }).click();
  await page.getByRole('option', { name: 'Alpha' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`billing=${billing}`));
  // Every filter is in sight where they do not fit in one row, so the counts in sight add up to that of all.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 200, height: 740 });
  const filters = await states(page).getByRole('button').all();
  for (const filter of filters) await expect(filter).toBeInViewport({ ratio: 1 });
  const texts = await states(page).getByRole('button').allTextContents();
  const [all = 0, ...others] = texts.map((text) => Number(text.replace(/\D/g, '')));
  expect(others.reduce((sum, count) => sum + count, 0)).toBe(all);
  if (size) await page.setViewportSize(size);
  await states(page).getByRole('button', { name: 'Failed 2' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Alpha 2' })).toContainText(
    sayReason(makeReason('notOnWhatsApp')),
  );
  await expect(rows(page).filter({ hasText: 'Alpha 3' })).toContainText(sayReason(makeReason('switchedOff')));

  await page.getByRole('searchbox', { name: 'Search name or number' }).fill('0300-3000099');
  await expect(rows(page)).toHaveCount(1);
  // The number is found as it is typed and shown as in the lists.
  await expect(rows(page)).toContainText('0300-3000099');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  // Only the shown failure is retried.
  await page.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(page.getByText('1 message is waiting again.')).toBeVisible();
  await expect(rows(page)).toContainText('2 tries');
  await page.getByRole('searchbox', { name: 'Search name or number' }).fill('nobody');
  await expect(page.getByText('There are no records to show')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await page.goto(`/outbox?billing=${other.billing}`);
  await expect(rows(page)).toContainText('Failed');
  await expect(rows(page)).not.toContainText('tries');

  await page.goto('/outbox?status=unknown');
  await expect(page.getByText(/for you to decide/)).toBeVisible();
  // The failures of a send are tasks; each figure links to its people.
  await page.goto(`/outbox?run=${run}`);
  await expect(page.getByTestId('mend-row')).toHaveCount(2);
  await figure(page, 'Messages 3').click();
  await expect(rows(page)).toHaveCount(3);
  await rows(page).getByRole('button', { name: 'Alpha 1', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Chat' })).toContainText('dear parent of Alpha 1');
});

test('A failed message that is marked as told by phone is not offered for a retry.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await setPace(page, 'instant');
  const { run } = await sendTo(page, 'Tau', ['0300-3000399']);
  await expect.poll(async () => (await countsOf(page, run)).failed).toBe(1);
  await page.goto(`/outbox?run=${run}&status=failed`);
  await expect(page.getByRole('button', { name: 'Retry 1 failed' })).toBeVisible();
  const { items } = await ask<{ items: { id: number }[] }>(page, `/Outbox/Runs/${run}/ToMend`);
  await tell(page, 'POST', '/Outbox/ToldByPhone', { ids: items.map(({ id }) => id) });
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Retry \d/ })).toHaveCount(0);
});

test('The number of a family that has paid is corrected without an offer to send.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await setPace(page, 'instant');
  const { billing, run } = await sendTo(page, 'Rho', ['0300-3000500'], { status: 'unpaid' });
  await expect.poll(async () => (await countsOf(page, run)).failed).toBe(1);
  const ids = await ask<number[]>(page, `/Groups/${billing}/ContactIDs`);
  await tell(page, 'POST', '/GroupContacts/Mark', { ids, status: 'paid' });
  await page.goto(`/outbox?run=${run}`);
  const row = page.getByTestId('mend-row');
  await expect(row).toContainText('they have paid in the meantime');
  await row.getByRole('textbox', { name: 'Right number of Rho 1' }).fill('0300-3000501');
  await row.getByRole('button', { name: 'Correct the number of Rho 1', exact: true }).click();
  await expect(
    page.getByText(/is now their number\. Nothing was sent, because they have paid\./),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('One message, a send and the whole outbox can be cancelled, and each cancel can be undone.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const { run, pending } = await sendAndPause(page, 'Gamma');
  await page.goto(`/outbox?status=pending&run=${run}`);
  const waiting = (count: number) => figure(page, `Waiting ${count}`);
  await expect(waiting(pending)).toBeVisible();

  // The table has a row for each waiting message, and only some of them are in the page.
  const first = rows(page)
    .first()
    .getByRole('button', { name: /^Gamma/ });
  await first.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('table', { name: 'Outbox' })).toHaveAttribute(
    'aria-rowcount',
    `${pending + 1}`,
  );
  await expect(page.locator(`[data-row="${pending - 1}"] button`).first()).toBeFocused();
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();

  await page.getByRole('button', { name: 'Cancel the message to Gamma 320' }).click();
  await expect(page.getByText('1 message was cancelled.')).toBeVisible();
  await expect(waiting(pending - 1)).toBeVisible();
  await undo(page).click();
  await expect(waiting(pending)).toBeVisible();

  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(`${320 - pending} sent, ${pending} cancelled.`)).toBeVisible();
  await expect(
    page.getByText('Messages wait here until they are sent').or(page.getByText('No message fits')),
  ).toBeVisible();
  await undo(page).click();
  await expect(waiting(pending)).toBeVisible();
  await expect(bar(page)).toContainText('Paused');
  await expect(page.getByTestId('send')).toContainText('Gamma');

  await page.getByRole('button', { name: 'Clear Outbox' }).click();
  await expect(page.getByText('Outbox cleared.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Outbox' })).toBeHidden();
  await undo(page).click();
  await expect(waiting(pending)).toBeVisible();

  // On a phone the rows are cards, and the page does not scroll sideways.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rows(page).first()).toHaveCSS('height', '128px');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await first.focus();
  await page.keyboard.press('End');
  await expect(page.locator(`[data-row="${pending - 1}"] button`).first()).toBeFocused();
  await tell(page, 'POST', '/Chat/ClearOutBox', undefined);
});

/** A second browser with the same session. */
async function openColleague(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  return context.newPage();
}

test('Pause, resume, cancel and clear in one browser appear in another within seconds.', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn();
  const { run, pending } = await sendAndPause(page, 'Delta');
  await page.goto(`/outbox?run=${run}`);
  const colleague = await openColleague(browser, page);
  const live = colleague.waitForResponse(/\/api\/Live/);
  await colleague.goto(`/outbox?run=${run}`);
  await live;
  await expect(bar(colleague)).toContainText('Paused');
  await expect(bar(page)).toContainText('Paused');
  const seen: { what: string; milliseconds: number }[] = [];
  /** The milliseconds from the click in one browser to the change in the other, on the same clock. */
  const measure = async (what: string, button: Locator, sight: { where: string; text: string }) => {
    // The limit is far below the time after which the page would ask without an event.
    const inSight = colleague.waitForFunction(
      ({ where, text }) => {
        const isThere = [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(text));
        return isThere && Date.now();
      },
      sight,
      { timeout: 15_000 },
    );
    const pressed = await button.evaluate((button: HTMLElement) => {
      const now = Date.now();
      button.click();
      return now;
    });
    const milliseconds = Number(await (await inSight).jsonValue()) - pressed;
    seen.push({ what, milliseconds });
  };
  const barOf = '[data-testid="run-bar"]';
  const row = '[data-testid="outbox-row"]';
  await measure('resume', bar(page).getByRole('button', { name: 'Resume' }), {
    where: barOf,
    text: 'Sending',
  });
  await measure('pause', bar(page).getByRole('button', { name: 'Pause' }), { where: barOf, text: 'Paused' });
  const cancel = rows(page).getByRole('button', { name: /^Cancel the message to/ });
  await measure('cancel', cancel.first(), { where: row, text: sayReason(makeReason('cancelled')) });
  const clear = page.getByRole('button', { name: 'Clear Outbox' });
  await measure('clear', clear, { where: 'fieldset button', text: 'Waiting 0' });
  const times = seen.map(({ what, milliseconds }) => `${what} ${milliseconds} ms`).join(', ');
  console.info(`Seen in the other browser (${pending} waiting): ${times}`);
  await colleague.context().close();
});
