/** A family's conversation: read as it comes in, answered, and ended by an opt-out. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { ask, expect, tell, test } from './fixtures.ts';

/** A photo as a parent takes it. */
const slip = {
  name: 'slip.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 800, channels: 3, background: '#c9b27a' } })
    .png()
    .toBuffer(),
};

const chatOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat', exact: true });
const threadOf = (page: Page): Locator => chatOf(page).getByRole('log');
const fieldOf = (page: Page): Locator => chatOf(page).getByRole('textbox', { name: 'Write a message' });
const listOf = (page: Page): Locator => page.getByRole('region', { name: 'Chats', exact: true });

type Child = { name: string; number: string; regNum: string };

/** A billing of these children. Each test has its own month, because a bill is in one billing of a month. */
async function addBilling(page: Page, name: string, month: number, children: Child[]): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month, year: 2049, description: 'Fees', campusID: cId };
  const contacts = children.map((child) => ({
    ...child,
    status: 'unpaid',
    total: 12_500,
    month,
    year: 2049,
  }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

const setPace = (page: Page, pace: string) => tell(page, 'PUT', '/Demo/Pace', { pace });
const openMember = (page: Page, { name, number }: Child) =>
  page.getByRole('button', { name: `${name} ${number}` }).click();

/** A voice message for the page, because no demo phone can send one. */
const quietWav = (() => {
  const samples = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
})();

async function secondBrowser(browser: Browser, page: Page, address: string): Promise<Page> {
  // The same session is used here, because another sign-in would wait for the rate limit.
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(new URL(address, page.url()).href);
  return other;
}

test('A chat message by template is sent with a picture and the child’s values, and arrives on the phone.', {
  tag: '@proof',
}, async ({ page, signIn, program }) => {
  await signIn();
  await setPace(page, 'instant');
  const hira: Child = { name: 'حرا اقبال', number: '0300-8800001', regNum: '70001' };
  const absent: Child = { name: 'Bilal Khan', number: '0300-8800100', regNum: '70002' };
  const id = await addBilling(page, 'Chat by template', 1, [hira, absent]);
  await tell(page, 'POST', '/MessageTemplate', {
    title: 'Chat reminder',
    message: 'Fee of {{name}}: *Rs. {{total}}*',
  });
  await tell(page, 'POST', '/MessageTemplate', {
    title: 'On admission',
    message: 'Welcome',
    sendOn: 'Admission',
  });
  await page.goto(`/send-messages?billing=${id}`);
  await openMember(page, hira);
  await expect(chatOf(page).getByText('No messages with this number yet.')).toBeVisible();

  // The field has the focus at once.
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter message')).toBeVisible();
  await expect(fieldOf(page)).toHaveAccessibleDescription('Message is required.');

  await chatOf(page).getByRole('button', { name: 'Use a template' }).click();
  await expect(page.getByRole('option', { name: /^Chat reminder/ })).toBeVisible();
  await expect(page.getByRole('option', { name: 'On admission' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search templates' }).fill('chat rem');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toHaveValue('Fee of {{name}}: *Rs. {{total}}*');
  await expect(page.getByTestId('filled')).toContainText('Fee of \u2068حرا اقبال\u2069: Rs. 12,500');
  await chatOf(page).locator('input[type=file]').setInputFiles(slip);
  await expect(chatOf(page).getByRole('img', { name: 'Picture' })).toBeVisible();

  // An unsent text stays with its number.
  await openMember(page, absent);
  await expect(fieldOf(page)).toHaveValue('');
  await fieldOf(page).fill('Salam');
  await openMember(page, hira);
  await expect(fieldOf(page)).toHaveValue('Fee of {{name}}: *Rs. {{total}}*');
  await fieldOf(page).press('Enter');
  await expect(page.getByText('Message sent successfully.')).toBeVisible();
  await expect(fieldOf(page)).toHaveValue('');
  await expect(threadOf(page).getByText('Fee of \u2068حرا اقبال\u2069: Rs. 12,500')).toBeVisible();
  await expect(threadOf(page).getByTitle('Read')).toBeVisible();
  await threadOf(page)
    .getByRole('button', { name: /^Open picture/ })
    .click();
  const large = page.getByRole('dialog').getByAltText('Picture or video of this message');
  await expect(large).toHaveJSProperty('naturalWidth', 600);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The chat says why a message did not arrive. A number without WhatsApp offers no retry.
  await openMember(page, absent);
  await expect(fieldOf(page)).toHaveValue('Salam');
  await fieldOf(page).press('Enter');
  await expect(threadOf(page).getByText(sayReason(makeReason('notOnWhatsApp')))).toBeVisible();
  await expect(threadOf(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);

  await openMember(page, hira);
  await page.getByRole('tab', { name: 'Family' }).click();
  await expect(page).toHaveURL(/panel=family&chat=[^&]+&member=\d+$/);
  await expect(
    page.getByRole('region', { name: 'Family', exact: true }).getByText('Reg 70001'),
  ).toBeVisible();
  await page.goBack();
  await expect(threadOf(page).getByText('Fee of \u2068حرا اقبال\u2069: Rs. 12,500')).toBeVisible();

  await page.goto(`/demo-phone?number=${encodeURIComponent('+923008800001')}`);
  const phone = page.getByTestId('demo-phone');
  await expect(phone.getByText('Fee of \u2068حرا اقبال\u2069: Rs. 12,500')).toBeVisible();
  await expect(phone.getByAltText('Picture or video of this message')).toHaveJSProperty('naturalWidth', 600);
  expect(program.complaints()).toBe('');
});

test('A parent’s picture appears in the chat, and is counted as new until somebody looks at it.', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn();
  await setPace(page, 'instant');
  const sana: Child = { name: 'Sana Malik', number: '0300-8800003', regNum: '70003' };
  const id = await addBilling(page, 'Chat with answers', 2, [sana]);
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', { groupIDs: [id], message: 'Fee of {{name}}' });
  const colleague = await secondBrowser(browser, page, `/send-messages?billing=${id}`);
  const member = colleague.getByRole('button', { name: `${sana.name} ${sana.number}` });
  await expect(member).toBeVisible();

  const parent = await page.context().newPage();
  await parent.goto(`/demo-phone?number=${encodeURIComponent('+923008800003')}`);
  const phone = parent.getByTestId('demo-phone');
  await expect(phone.getByText('Fee of Sana Malik')).toBeVisible();
  await phone.locator('input[type=file]').setInputFiles(slip);
  await expect(phone.getByText('Uploading…')).toHaveCount(0);
  await phone.getByRole('button', { name: 'Send reply' }).click();
  await expect(phone.getByRole('log').getByAltText('Picture or video of this message')).toBeVisible();

  // The chat to answer is counted in the navigation and at the billing, the new message at the member.
  const rail = page.getByRole('navigation');
  await expect(rail.getByRole('link', { name: 'Chats, 1 chat to answer' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Chat with answers.*1 chat to answer/ })).toBeVisible();
  await expect(member.getByRole('img', { name: '1 new message' })).toBeVisible();

  await rail.getByRole('link', { name: 'Chats, 1 chat to answer' }).click();
  await listOf(page).getByRole('searchbox', { name: 'Search families and messages' }).fill('sana');
  // The search waits a moment after the last key, and a person clicks later than a program.
  await expect(page).toHaveURL(/q=sana/);
  const row = listOf(page).getByRole('button', { name: /Sana Malik.*Photo.*1 new message/ });
  const seen = page.waitForResponse((answer) => answer.url().includes('/Chat/Seen'));
  await row.click();
  await expect(threadOf(page).getByText('New messages', { exact: true })).toBeVisible();
  await seen;
  await expect(member.getByRole('img', { name: '1 new message' })).toHaveCount(0);
  await expect(rail.getByRole('link', { name: 'Chats, 1 chat to answer' })).toBeVisible();

  // A message that arrives in the open chat is not new.
  await phone.getByRole('textbox', { name: 'Reply as this parent' }).fill('Paid today');
  await phone.getByRole('textbox').press('Enter');
  await expect(threadOf(page).getByText('Paid today')).toBeInViewport();
  await expect(threadOf(page).getByText('New messages', { exact: true })).toHaveCount(1);

  // Back leads to the list as it was left.
  await page.goBack();
  await expect(listOf(page).getByRole('searchbox')).toHaveValue('sana');
  await expect(listOf(page).getByRole('button', { name: /Sana Malik.*Paid today/ })).toBeFocused();
  await colleague.context().close();
});

test('An opted-out number gets no messages until messages are allowed again.', async ({ page, signIn }) => {
  await signIn();
  await setPace(page, 'instant');
  const omar: Child = { name: 'Omar Raja', number: '0300-8800004', regNum: '70004' };
  const id = await addBilling(page, 'Chat with a stop', 3, [omar]);
  await page.goto(`/send-messages?billing=${id}`);
  await openMember(page, omar);
  await fieldOf(page).fill('Salam');
  await page.getByRole('button', { name: 'Chat menu' }).click();
  await page.getByRole('menuitem', { name: 'Send nothing to this number' }).click();
  const question = page.getByRole('dialog', { name: 'Send nothing to this number' });
  await question.getByLabel('Note').fill('Asked on the phone');
  await question.getByRole('button', { name: 'Stop messages' }).click();
  await expect(
    chatOf(page).getByText(/^Asked for no messages on \d+ \w+ \d+ · Asked on the phone$/),
  ).toBeVisible();
  await expect(fieldOf(page)).toBeDisabled();

  // A send does not reach the number either.
  const send = { groupIDs: [id], message: 'To everybody' };
  const run = await tell<{ queued: number }>(page, 'POST', '/Chat/SendWhatsAppGroup', send);
  expect(run.queued).toBe(0);

  await chatOf(page).getByRole('button', { name: 'Allow messages again' }).click();
  const allowed = page.getByRole('dialog', { name: 'Allow messages again' });
  await allowed.getByLabel('Note').fill('Asked for them again');
  await allowed.getByRole('button', { name: 'Allow messages', exact: true }).click();
  await expect(fieldOf(page)).toHaveValue('Salam');
  await chatOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Message sent successfully.')).toBeVisible();
  await expect(threadOf(page).getByText('Salam')).toBeVisible();
  await expect(threadOf(page).getByText('To everybody')).toHaveCount(0);

  // A parent can opt out by a message too.
  await tell(page, 'POST', '/Demo/Reply', { number: omar.number, message: 'STOP' });
  await expect(chatOf(page).getByText('They asked for it in a message')).toBeVisible();
  await expect(fieldOf(page)).toBeDisabled();
});

test('A chat on a phone opens at its end, and voice messages can be played.', async ({ page, signIn }) => {
  await signIn();
  const noor: Child = { name: 'Noor Fatima', number: '0300-8800005', regNum: '70005' };
  const id = await addBilling(page, 'Chat of years', 4, [noor]);
  await tell(page, 'POST', '/Demo/Reply', { number: noor.number, message: 'The first of all' });
  // The page gets a voice message among the real ones, and many of our messages before it.
  await page.route('**/files/voice.wav', (route) =>
    route.fulfill({ body: quietWav, contentType: 'audio/wav' }),
  );
  await page.route('**/api/Chat/LoadChatPage*', async (route) => {
    const page = (await (await route.fetch()).json()) as { items: object[] };
    const [first, ...later] = page.items;
    const minute = (index: number) => new Date(Date.UTC(2049, 3, 1, 8, index)).toISOString();
    const ours = Array.from({ length: 98 }, (_, index) => ({
      ...first,
      id: `m${index + 1}`,
      message: `Message ${index + 1}`,
      date: minute(index * 10),
      fromAdmin: true,
      status: 'read',
    }));
    const voice = { ...first, id: 'i999999', message: '', audio: '/files/voice.wav', date: minute(6000) };
    const last = later.map((item, index) => ({ ...item, date: minute(6001 + index) }));
    await route.fulfill({ json: { ...page, items: [first, ...ours, voice, ...last] } });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/send-messages?billing=${id}&panel=chat`);
  await listOf(page)
    .getByRole('button', { name: /The first of all/ })
    .click();
  await expect(chatOf(page).getByText('Noor Fatima', { exact: true })).toBeVisible();

  const voice = threadOf(page).locator('audio[aria-label^="Voice message, "]');
  await expect(voice).toBeInViewport();
  await voice.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect.poll(() => voice.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);

  // The day that is being read stays in view, and the newest message is one click away.
  const place = threadOf(page).getByText('Message 42', { exact: true });
  await place.evaluate((text) => text.scrollIntoView({ block: 'center' }));
  const ofPlace = threadOf(page)
    .locator('section')
    .filter({ has: page.getByText('Message 42', { exact: true }) });
  await expect(ofPlace.getByRole('heading')).toBeInViewport();
  await chatOf(page).getByRole('button', { name: 'To the newest message' }).click();
  await expect(voice).toBeInViewport();
  await threadOf(page).evaluate((log) => {
    log.scrollTop -= 2000;
  });
  await tell(page, 'POST', '/Demo/Reply', { number: noor.number, message: 'While you read' });
  await chatOf(page).getByRole('button', { name: 'New message', exact: true }).click();
  await expect(threadOf(page).getByText('While you read')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const found = await new AxeBuilder({ page }).include('section').analyze();
  expect(found.violations).toEqual([]);

  await chatOf(page).getByRole('button', { name: 'Back to chats' }).click();
  await expect(listOf(page)).toBeVisible();
  const loaded = page.waitForResponse('**/api/Chat/LoadChatPage*');
  await page.goBack();
  await expect(chatOf(page)).toBeVisible();
  await loaded;
});

/** The distance of this text from the top of the thread. */
const positionOf = (page: Page, text: string): Promise<number> =>
  threadOf(page).evaluate((log, text) => {
    const item = [...log.querySelectorAll('li')].find((one) => one.textContent?.includes(text));
    return item ? item.getBoundingClientRect().top - log.getBoundingClientRect().top : Number.NaN;
  }, text);

const longest = 260;
/** A chat with `longest` waiting messages of one instant, one answer before them and two after them. */
async function fillChat(page: Page, month: number, child: Child): Promise<number> {
  await tell(page, 'POST', '/Demo/Reply', { number: child.number, message: 'The first of all' });
  const bills = Array.from({ length: longest }, (_, index) => ({
    name: `${child.name} ${index}`,
    number: child.number,
    regNum: `${child.regNum}${String(index).padStart(3, '0')}`,
  }));
  const id = await addBilling(page, `Long chat ${month}`, month, bills);
  const sendAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
  const send = { groupIDs: [id], message: 'No. {{regNum}}', media: '', sendAt };
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', send);
  for (const message of ['Salam', 'Paid'])
    await tell(page, 'POST', '/Demo/Reply', { number: child.number, message });
  return id;
}

test('A late answer of the server does not scroll the reader back down.', async ({ page, signIn }) => {
  const child = { name: 'Danish Mir', number: '0300-8800009', regNum: '78' };
  await signIn();
  await setPace(page, 'instant');
  const id = await fillChat(page, 7, child);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/Chat/Seen*', async (route) => {
    await held;
    await route.continue();
  });
  const seenRequest = page.waitForRequest('**/api/Chat/Seen*');
  await page.goto(`/send-messages?billing=${id}&panel=chat&chat=${encodeURIComponent(child.number)}`);
  await expect(threadOf(page).getByText('Paid', { exact: true })).toBeInViewport();
  await seenRequest;
  const log = threadOf(page);
  // The middle of the chat, where no older messages are requested.
  await log.evaluate((log) => {
    log.scrollTop = log.scrollHeight / 2;
  });
  await expect(log.getByText('Paid', { exact: true })).not.toBeInViewport();
  const at = await log.evaluate(({ scrollTop }) => scrollTop);
  letGo();
  await expect(log.getByText('New messages', { exact: true })).toHaveCount(1);
  // The line "New messages" is below what is read and moves nothing.
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(at);
});

for (const [where, width, month] of [
  ['at a desk', 1440, 5],
  ['on a phone', 360, 6],
] as const)
  test(`A long chat ${where} can be read to its beginning while new messages arrive.`, async ({
    page,
    signIn,
  }) => {
    const child = { name: 'Danish Mir', number: `0300-880000${month + 1}`, regNum: `7${month}` };
    await signIn();
    await setPace(page, 'instant');
    const id = await fillChat(page, month, child);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/send-messages?billing=${id}&panel=chat&chat=${encodeURIComponent(child.number)}`);
    const items = threadOf(page).getByRole('listitem');
    await expect(items).toHaveCount(100);
    await expect(threadOf(page).getByText('Paid', { exact: true })).toBeInViewport();
    const earlier = threadOf(page).getByRole('button', { name: 'Earlier messages' });

    // The earlier page is requested near the top. No browser keeps the place by itself there, and the text in view must
    // not move, even when a new message arrives below.
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/Chat/LoadChatPage*before=*', async (route) => {
      await held;
      await route.continue();
    });
    const oldest = `No. ${child.regNum}${longest - 98}`;
    await threadOf(page).evaluate((log) => {
      log.scrollTop = 0;
    });
    await expect(earlier).toHaveAttribute('aria-busy', 'true');
    await tell(page, 'POST', '/Demo/Reply', { number: child.number, message: 'While you read' });
    await expect(threadOf(page).getByText('While you read')).toHaveCount(1);
    const before = await positionOf(page, oldest);
    expect(before).toBeGreaterThan(0);
    letGo();
    await expect(items).toHaveCount(201);
    expect(Math.abs((await positionOf(page, oldest)) - before)).toBeLessThan(1);
    await expect(chatOf(page).getByRole('button', { name: 'New message', exact: true })).toBeVisible();

    // The rest is loaded by keyboard, up to the beginning.
    await earlier.focus();
    await page.keyboard.press('Enter');
    await expect(items).toHaveCount(longest + 4);
    await expect(earlier).toHaveCount(0);
    await expect(threadOf(page)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(threadOf(page).getByText('The first of all')).toBeInViewport();
    const texts = await items.evaluateAll((all) =>
      all.map((item) => /No\. \d{5}/.exec(item.textContent ?? '')?.[0] ?? ''),
    );
    const ours = texts.filter((text) => text !== '');
    expect(ours).toEqual(
      Array.from({ length: longest }, (_, index) => `No. ${child.regNum}${String(index).padStart(3, '0')}`),
    );

    // Loaded messages stay and are still updated.
    await tell(page, 'POST', '/Demo/Reply', { number: child.number, message: 'And another' });
    await expect(items).toHaveCount(longest + 5);
    await expect(threadOf(page).getByText('The first of all')).toBeInViewport();
    await tell(page, 'POST', '/Chat/ClearOutBox', {});
    await expect(items.filter({ hasText: `No. ${child.regNum}000` })).toContainText('Cancelled');
    const found = await new AxeBuilder({ page }).include('section').analyze();
    expect(found.violations).toEqual([]);
  });

test('A chat that grows while it opens is still shown at its end.', async ({ page, signIn }) => {
  const child = { name: 'Danish Mir', number: '0300-8800010', regNum: '79' };
  await signIn();
  await setPace(page, 'instant');
  const id = await fillChat(page, 8, child);
  await page.goto(`/send-messages?billing=${id}&panel=chat&chat=${encodeURIComponent(child.number)}`);
  const log = threadOf(page);
  await expect(log.getByText('Paid', { exact: true })).toBeInViewport();
  // The chat scrolls to its new messages once by itself.
  await expect(log.getByText('New messages', { exact: true })).toHaveCount(1);
  // The chat grows again right after it was scrolled to its end, before the browser reports the scroll.
  const left = await log.evaluate(async (log) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const more = document.createElement('p');
    more.style.height = '300px';
    log.firstElementChild?.append(more);
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
    more.style.height = '900px';
    for (let frames = 0; frames < 5; frames += 1) await frame();
    return log.scrollHeight - log.clientHeight - log.scrollTop;
  });
  expect(left).toBeLessThan(1);
});
