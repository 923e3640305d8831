/** Places open at once: data of what the pointer rests on are loaded before, and unseen places show a placeholder. */
import type { Locator, Page } from '@playwright/test';
import { billWords } from '#shared/words/bills.ts';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { addBilling, addStudents, addTemplate, type Clerk, expect, makeBill, test } from './spec/desk.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const desk = (page: Page) => page.getByTestId('desk-main');
const loadingIn = (place: Locator) => place.getByRole('status', { name: 'Loading' }).first();
/** Loading places that are too small to show that they load. */
const blankIn = (page: Page) =>
  page.getByRole('main').getByRole('status', { name: 'Loading' }).filter({ visible: false });
const billing = (page: Page) => region(page, 'Billings').getByRole('button', { name: /^Nov 2026/ });
const card = (page: Page) => page.getByRole('article').getByRole('button', { name: 'Eman', exact: true });
const rail = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Qasid' }).getByRole('link', { name: new RegExp(`^${name}`) });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Holds all API calls from now on until the returned function is called. */
async function holdAll(page: Page): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/**', (route) => isLetGo.then(() => route.continue()).catch(() => {}));
  return letGo;
}

/** Performs the action and waits until the call that it causes is answered. */
async function untilAnswered(page: Page, address: RegExp, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(address);
  await act();
  await (await answered).finished();
}

const eman = { name: 'Eman', regNum: 'R-1', number: '0300-5000001' };

/** A billing with a sent reminder, a family that has written, and a roster. */
async function fillCampus(clerk: Clerk): Promise<number> {
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  const id = await addBilling(clerk, { bills: [makeBill(eman)] });
  await addTemplate(clerk, { title: 'Fee reminder', message: 'Dear {{name}}, please pay.' });
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', {
    message: 'Dear {{name}}, please pay.',
    groupIDs: [id],
  });
  const read = async (): Promise<number> => {
    const [send] = await clerk.ask<{ counts: { read: number } }[]>('GET', '/Outbox/Runs');
    return send?.counts.read ?? 0;
  };
  await expect.poll(read, { timeout: 20_000 }).toBe(1);
  await clerk.ask('POST', '/Demo/Reply', { number: eman.number, message: 'When is it due?' });
  await addStudents(clerk);
  return id;
}

/** Waits until the code of these screens is loaded, which happens one after the other while the page is idle. */
const partsAreThere = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return ['students', 'outbox', 'chats', 'family-side'].every((part) =>
        names.some((name) => name.includes(`/assets/${part}-`)),
      );
    },
    undefined,
    { timeout: 120_000 },
  );

test('When the pointer or the focus rests on an item, its data are loaded before the item is opened.', async ({
  page,
  clerk,
}) => {
  const id = await fillCampus(clerk);
  await page.goto('/send-messages');
  await partsAreThere(page);

  await untilAnswered(page, new RegExp(`/api/Groups/${id}/Contacts`), () => billing(page).hover());
  expect(new URL(page.url()).search).toBe('');
  let letGo = await holdAll(page);
  // The pointer moves away, because resting on a child would load its family.
  await page.mouse.move(0, 0);
  await billing(page).press('Enter');
  await expect(card(page)).toBeVisible();
  letGo();

  await page.unroute('**/api/**');
  await untilAnswered(page, /\/api\/Families\/One/, () => card(page).focus());
  letGo = await holdAll(page);
  await page.keyboard.press('Enter');
  await expect(region(page, 'Family').getByText('Payable today').first()).toBeVisible();
  letGo();

  await page.unroute('**/api/**');
  const send = region(page, sendListWords.ofBilling).getByRole('link', { name: 'Fee reminder' });
  await untilAnswered(page, /\/api\/Outbox\/Runs\/\d+\?/, () => send.hover());
  letGo = await holdAll(page);
  await send.click();
  await expect(page.getByTestId('send').getByRole('heading', { name: 'Fee reminder' })).toBeVisible();
  letGo();

  await page.unroute('**/api/**');
  await untilAnswered(page, /\/api\/Chat\/Conversations\?.*list=waiting/, () => rail(page, 'Chats').hover());
  letGo = await holdAll(page);
  await rail(page, 'Chats').click();
  const chat = region(page, 'Chats').getByRole('button', { name: /Eman/ });
  await expect(chat).toBeVisible();
  letGo();

  await page.unroute('**/api/**');
  await untilAnswered(page, /\/api\/Chat\/LoadChatPage/, () => chat.hover());
  letGo = await holdAll(page);
  await chat.click();
  await expect(page.getByTestId('chat-thread').getByText('When is it due?')).toBeVisible();
  letGo();

  await page.unroute('**/api/**');
  await untilAnswered(page, /\/api\/Students\?/, () => rail(page, 'Students').focus());
  letGo = await holdAll(page);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('student-row')).toHaveCount(2);
  letGo();
});

test('A screen that was never opened shows its placeholder at once, without old content.', async ({
  page,
  clerk,
}) => {
  await fillCampus(clerk);
  await page.goto('/send-messages');
  await expect(heading(page, 'Today')).toBeVisible();
  await partsAreThere(page);

  let letGo = await holdAll(page);
  await billing(page).click();
  await expect(loadingIn(desk(page))).toBeVisible();
  await expect(desk(page).getByRole('heading', { name: /November 2026/ })).toBeVisible();
  await expect(heading(page, 'Today')).toHaveCount(0);
  await expect(loadingIn(region(page, billWords.listTitle))).toBeVisible();
  letGo();
  await expect(card(page)).toBeVisible();

  await page.unroute('**/api/**');
  letGo = await holdAll(page);
  await card(page).click();
  await expect(loadingIn(region(page, 'Family'))).toBeVisible();
  letGo();
  await expect(region(page, 'Family').getByText('Payable today').first()).toBeVisible();

  // The navigation shows the new place, and the desk shows its placeholder.
  await page.unroute('**/api/**');
  letGo = await holdAll(page);
  await rail(page, 'Messages').click();
  await expect(loadingIn(page.getByRole('main'))).toBeVisible();
  await expect(blankIn(page)).toHaveCount(0);
  await expect(card(page)).toHaveCount(0);
  letGo();
  const send = region(page, outboxWords.broadcasts).getByRole('link', { name: /Fee reminder/ });
  await expect(send).toBeVisible();

  await page.unroute('**/api/**');
  letGo = await holdAll(page);
  await send.click();
  await expect(loadingIn(page.getByTestId('send'))).toBeVisible();
  letGo();
  await expect(page.getByTestId('send').getByRole('heading', { name: 'Fee reminder' })).toBeVisible();

  await page.unroute('**/api/**');
  await rail(page, 'Chats').click();
  const chat = region(page, 'Chats').getByRole('button', { name: /Eman/ });
  await expect(chat).toBeVisible();
  letGo = await holdAll(page);
  await chat.click();
  await expect(loadingIn(region(page, 'Chat'))).toBeVisible();
  letGo();
  await expect(page.getByTestId('chat-thread').getByText('When is it due?')).toBeVisible();
});

test('A screen whose code is still loading shows its placeholder at once.', async ({ page, clerk }) => {
  await fillCampus(clerk);
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/students-.*\.js/, (route) => isLetGo.then(() => route.continue()));
  await page.goto('/send-messages');
  await expect(heading(page, 'Today')).toBeVisible();
  // The data are known before the code of the screen is loaded.
  await untilAnswered(page, /\/api\/Students\?/, () => rail(page, 'Students').hover());
  await rail(page, 'Students').click();
  await expect(page.getByTestId('waiting-screen')).toBeVisible();
  await expect(heading(page, 'Today')).toHaveCount(0);
  await expect(rail(page, 'Students')).toHaveAttribute('aria-current', 'page');
  letGo();
  await expect(page.getByTestId('student-row')).toHaveCount(2);
});

test('Results of the former search stay, greyed, until the new ones arrive.', async ({ page, clerk }) => {
  const id = await fillCampus(clerk);
  await page.goto(`/send-messages?billing=${id}`);
  await expect(card(page)).toBeVisible();
  const bills = desk(page)
    .locator('[aria-busy]')
    .filter({ has: card(page) })
    .last();
  let letGo = await holdAll(page);
  await page.getByRole('searchbox', { name: 'Search members' }).fill('Em');
  await expect(bills).toHaveAttribute('aria-busy', 'true');
  await expect(bills).toHaveCSS('opacity', '0.5');
  letGo();
  await expect(bills).toHaveAttribute('aria-busy', 'false');
  await expect(bills).toHaveCSS('opacity', '1');

  await page.unroute('**/api/**');
  await page.goto('/chats');
  const chat = region(page, 'Chats').getByRole('button', { name: /Eman/ });
  await expect(chat).toBeVisible();
  letGo = await holdAll(page);
  await region(page, 'Chats').getByRole('searchbox').fill('due');
  const list = region(page, 'Chats').locator('[aria-busy]').filter({ hasText: 'Eman' });
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list).toHaveCSS('opacity', '0.5');
  letGo();
  await expect(list).toHaveAttribute('aria-busy', 'false');
});
