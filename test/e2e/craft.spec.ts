/** Details that matter in daily work: keys, focus, room at every width, and slow or lost networks. */
import type { Page } from '@playwright/test';
import { failureWords } from '#shared/words/failures.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import { ask, expect, tell, test } from './fixtures.ts';

/** A billing with some bills; returns its id. */
async function addBilling(page: Page, name: string, bills = 3): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month: 12, year: 2049, description: 'Fees', campusID: cId };
  const contacts = Array.from({ length: bills }, (_, index) => ({
    name: `Child ${index + 1}`,
    number: `0300-${String(2_000_000 + index)}`,
    regNum: `${name} ${index + 1}`,
    status: 'unpaid',
    total: 9500,
  }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The browser reports failed requests itself; no other error is allowed. */
function expectOnlyNetworkErrors(complaints: string[]): void {
  expect(complaints.splice(0).filter((text) => !/net::ERR_|Failed to fetch/.test(text))).toEqual([]);
}

test('The first Tab offers to skip the navigation, and it leaves the focus in the content.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/students');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(skip).not.toBeInViewport();
});

test('Ctrl P prints the bills of the opened billing, not the cards in sight.', async ({ page, signIn }) => {
  await signIn();
  const billing = await addBilling(page, 'Printed by key', 5);
  await page.goto(`/send-messages?billing=${billing}&status=unpaid`);
  await expect(page.getByRole('heading', { name: 'Printed by key' })).toBeVisible();
  const [paper] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+p')]);
  await expect(paper).toHaveURL(new RegExp(`/print\\?billing=${billing}&status=unpaid`));
  await expect(paper.getByRole('row', { name: /Child 5/ })).toBeVisible();
});

test('Keyboard shortcuts open their help, search, walk through a list, begin a message and close panels.', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const name of ['Typed A', 'Typed B', 'Typed C']) await addBilling(page, name);
  await page.goto('/send-messages');
  const found = region(page, 'Billings').getByRole('button', { name: /^Dec.*Typed/ });
  await expect(found).toHaveCount(3);

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Write a new message');
  // A dialog over the page gets the keys.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/panel/);

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search billings' });
  await expect(search).toBeFocused();
  await page.keyboard.type('keys n?');
  await expect(search).toHaveValue('keys n?');
  await expect(sheet).toBeHidden();
  await search.fill('typed');
  await expect(page).toHaveURL(/[?&]find=typed(&|$)/);
  // The other billings must be gone, or the list changes while it is walked through.
  await expect(
    region(page, 'Billings').getByRole('button', {
      name: /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
    }),
  ).toHaveCount(3);

  await found.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(found.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(found.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(found.nth(2)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Alt+n');
  await expect(found.first()).toBeFocused();

  await page.keyboard.press('n');
  const panel = region(page, 'Send Messages');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(found.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('bill-card')).toHaveCount(3);

  // The keys work on every screen, and a search is emptied before a panel closes.
  await page.goto('/students');
  await page.getByRole('heading', { name: 'Students', exact: true }).waitFor();
  await page.keyboard.press('n');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const billings = page.getByRole('searchbox', { name: 'Search billings' });
  await page.getByRole('button', { name: historyWords.title, exact: true }).click();
  await expect(region(page, historyWords.title)).toBeFocused();
  await billings.fill('typed');
  await page.keyboard.press('Escape');
  await expect(billings).toHaveValue('');
  await expect(region(page, historyWords.title)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(region(page, historyWords.title)).toBeHidden();
});

test('A panel fits the screen at every width, and closing it returns the focus.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const billing = await addBilling(page, 'Widths');
  const cards = page.getByTestId('bill-card');
  const members = page.getByTestId('member-list');
  const noSidewaysScrolling = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

  // The message panel takes the place of both lists. Where there is no room for three columns, the bills are hidden.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/send-messages?billing=${billing}&panel=send`);
  await expect(region(page, 'Send Messages')).toBeVisible();
  await expect(cards.first()).toBeHidden();
  await expect(members).toBeHidden();
  await page.keyboard.press('Escape');
  const card = cards.first().getByRole('button', { name: 'Child 1', exact: true });
  await card.click();
  await expect(region(page, 'Family')).toBeVisible();
  await expect(members).toBeVisible();
  await expect(cards.first()).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  // On a phone the panel covers the screen.
  await page.setViewportSize({ width: 360, height: 740 });
  const opener = cards.nth(1).getByRole('button', { name: 'Child 2', exact: true });
  await opener.click();
  const panel = page.getByRole('region', { name: /^(Bill|Family)/ });
  await expect(panel).toBeFocused();
  await expect(cards.first()).toBeHidden();
  expect(await noSidewaysScrolling()).toBe(true);
  await page.mouse.wheel(0, 400);
  expect(await page.evaluate(() => [window.scrollY, document.body.scrollTop])).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  expect(await noSidewaysScrolling()).toBe(true);
});

test('Each link of the navigation rail has its name below it and is highlighted while its screen is open.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const rail = page.getByRole('navigation', { name: 'Qasid' });
  const namesOfLit = () =>
    rail
      .locator('a, button')
      .evaluateAll((places) =>
        places
          .filter((place) => getComputedStyle(place).backgroundColor !== 'rgba(0, 0, 0, 0)')
          .map((place) => (place as HTMLElement).innerText.split('\n')[0]),
      );
  const places = ['Billings', 'Students', 'Messages', 'Chats', 'Templates', 'Demo', 'Settings'];
  for (const height of [768, 560]) {
    await page.setViewportSize({ width: 1366, height });
    for (const name of places) {
      await rail.locator('a, button').filter({ hasText: name }).click();
      await page.mouse.move(700, 20);
      await expect.poll(namesOfLit).toEqual([name]);
    }
    await page.screenshot({ path: test.info().outputPath(`rail-${height}.png`) });
  }
  for (const [address, place] of [
    ['/settings/backups', 'Settings'],
    ['/whatsapp-number', 'Settings'],
    ['/send-messages?panel=chat&chat=03001234567', 'Billings'],
    // The address from when all conversations were a panel of the desk.
    ['/send-messages?panel=chat', 'Chats'],
  ] as const) {
    await page.goto(address);
    await expect.poll(namesOfLit).toEqual([place]);
  }
});

test('On a phone the navigation has targets of 44 px and leads to every screen.', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto('/students');
  const rail = page.getByRole('navigation', { name: 'Qasid' });
  const places = rail.locator('a, button');
  await expect(places).toHaveText([/^Billings/, /^Messages/, /^Chats/, /^Counter/, /^Menu/]);
  for (const place of await places.all()) {
    const box = (await place.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  const menu = page.getByRole('menu');
  const go = async (name: string): Promise<void> => {
    await rail.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('menuitem', { name, exact: true }).click();
    await expect(menu).toBeHidden();
  };
  await go('WhatsApp number');
  await expect(page.getByRole('heading', { name: 'WhatsApp number' })).toBeVisible();
  await go('Demo phone');
  await expect(page).toHaveURL(/demo-phone/);
  await rail.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('menuitem', { name: 'Demo phone', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('Escape');
  await go('Students');
  await expect(page).toHaveURL(/students/);
  await go('Templates');
  await expect(region(page, 'Templates')).toBeVisible();
  await go('Switch to dark colours');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await go('Switch to light colours');
  await go('Sign out');
  await expect(page).toHaveURL(/sign-in/);
});

test('A lost connection is reported; typed text stays, and changes are loaded after the reconnect.', async ({
  page,
  context,
  request,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  const billing = await addBilling(page, 'Away');
  const session = await ask<{ token: string; db: string; cId: number }>(page, '/Account/Session');
  await page.goto(`/send-messages?billing=${billing}&panel=edit-billing`);
  const panel = region(page, 'Billing');
  await panel.getByLabel('Name').fill('Typed while away');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/students-.*\.js/.test(name)),
  );

  const lost = page.getByText('Connection lost. Trying again.');
  await context.setOffline(true);
  await expect(lost).toBeVisible();
  const save = panel.getByRole('button', { name: 'Save' });
  for (let press = 0; press < 3; press++) {
    await save.click();
    await expect(save).toBeEnabled();
  }
  // A repeated error replaces the one before it.
  const errorAlert = page.getByRole('alert').filter({ hasText: 'Qasid cannot be reached.' });
  await expect(errorAlert).toHaveCount(1);
  await expect(panel.getByLabel('Name')).toHaveValue('Typed while away');

  // A colleague changes the billing meanwhile.
  const changed = { name: 'Away', month: 12, year: 2049, description: 'Changed by a colleague' };
  const answer = await request.put(`/api/Groups/${billing}?db=${session.db}`, {
    headers: { authorization: `Bearer ${session.token}` },
    data: changed,
  });
  expect(answer.ok()).toBe(true);

  await context.setOffline(false);
  await expect(lost).toBeHidden();
  await expect(page.getByTestId('desk-main').getByText('Changed by a colleague')).toBeVisible();
  await expect(panel.getByLabel('Name')).toHaveValue('Typed while away');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(-1)).toEqual([expect.stringContaining('409')]);
  await save.click();
  await expect(page.getByText('Group updated successfully.')).toBeVisible();

  // The code of a screen that was never opened is loaded; only its data are missing.
  await context.setOffline(true);
  await expect(lost).toBeVisible();
  await page.getByRole('link', { name: 'Students' }).click();
  const missing = page.getByRole('main').getByText('Qasid cannot be reached.');
  await expect(missing).toBeVisible();
  await context.setOffline(false);
  await expect(missing).toBeHidden();
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('A change that happens while a page is still opening appears on it.', async ({ page, signIn }) => {
  let open = (): void => {};
  const isOpened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await signIn();
  await page.route('**/api/Live?**', async (route) => {
    await isOpened;
    await route.continue();
  });
  await page.goto('/send-messages');
  await expect(page.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  await addBilling(page, 'Meanwhile');
  const added = region(page, 'Billings').getByText('Meanwhile');
  await expect(added).toBeHidden();
  open();
  await expect(added).toBeVisible();
});

test('When the live stream’s script cannot be loaded, the page says that the connection is lost.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  let isAway = true;
  // The bundler names this file after its folder.
  await page.route(/\/assets\/dist-.*\.js/, (route) => (isAway ? route.abort() : route.continue()));
  await page.reload();
  const lost = page.getByText('Connection lost. Trying again.');
  await expect(lost).toBeVisible();
  isAway = false;
  await expect(lost).toBeHidden();
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('When the live stream is open but requests fail, the page says that the connection is lost.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  // Waits for the stream of this page and not of the one before.
  await page.goto('/send-messages?panel=new-billing', { waitUntil: 'commit' });
  await page.waitForResponse(/\/api\/Live/);
  // Acts as a network that keeps open connections and allows no new ones.
  let isAway = true;
  await page.route(/\/api\/|\/healthz/, (route) => (isAway ? route.abort() : route.continue()));
  const lost = page.getByText('Connection lost. Trying again.');
  await expect(lost).toBeHidden();
  await page.getByRole('link', { name: 'Students' }).click();
  await expect(lost).toBeVisible();
  isAway = false;
  await expect(lost).toBeHidden();
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('A part of the app that cannot be loaded is loaded once the connection is back.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  let isAway = true;
  await page.route(/desk-templates.*\.js|\/healthz/, (route) => (isAway ? route.abort() : route.continue()));
  await signIn();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  isAway = false;
  await expect(region(page, 'Templates')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-same-page', '');
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('A part that failed to load while the connection came back is requested again without a page reload.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  let isAway = true;
  await page.route(/desk-templates.*\.js/, (route) => (isAway ? route.abort() : route.continue()));
  // The connection is back at the moment when the page checks it.
  await page.route(/\/healthz/, async (route) => {
    isAway &&= (await page.locator('body[data-same-page]').count()) === 0;
    await (isAway ? route.abort() : route.continue());
  });
  await signIn();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(region(page, 'Templates')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-same-page', '');
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('A page whose files no longer exist after an update reloads itself.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  // What an updated server answers to a page of the older version.
  let isUpdated = true;
  await page.route(/desk-templates.*\.js/, (route) => (isUpdated ? route.abort() : route.continue()));
  await page.route(/\/$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    isUpdated = false;
    await route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-other.js"></script>',
    });
  });
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.locator('body:not([data-same-page])')).toBeAttached();
  await expect(region(page, 'Templates')).toBeVisible();
  expectOnlyNetworkErrors(complaintsOfPage);
});

test('A slow network shows a progress line after a second and a sentence after eight.', async ({
  page,
  context,
  signIn,
}) => {
  await page.clock.install();
  await signIn();
  const billing = await addBilling(page, 'Slow');
  await page.goto('/send-messages');
  const line = page.getByTestId('wait-line');
  const slow = page.getByText('The network is slow. Still trying.');
  const open = page.getByRole('button', { name: /^Dec.*Slow/ });
  await open.waitFor();

  const network = await context.newCDPSession(page);
  const emulate = (latency: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await emulate(2500);
  await open.click();
  await expect(line).toBeVisible();
  await expect(page.getByTestId('bill-card')).toHaveCount(3);
  await expect(line).toBeHidden();
  await emulate(0);

  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/Groups/${billing}/Contacts*status=paid*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('desk-main').getByRole('button', { name: /^Paid/ }).click();
  await page.clock.fastForward(1000);
  await expect(line).toBeVisible();
  await expect(slow).toBeHidden();
  await page.clock.fastForward(7000);
  await expect(slow).toBeVisible();
  answer();
  await expect(slow).toBeHidden();
  await expect(line).toBeHidden();
});
