/**
 * What parents send by themselves: `balance` is answered, a picture is to be confirmed, and a voucher's link is
 * scanned.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { freshNumber } from '../support/campus.ts';
import { type Program, password } from './fixtures.ts';
import { watchPrinter } from './printer.ts';
import { addBilling, type Clerk, test as desk, expect, makeBill } from './spec/desk.ts';

const port = 18_700 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
const publicUrl = 'https://fees.example.org';

/** Links for parents have the address of a proxy; in this test the program is called directly. */
const test = desk.extend<object, { program: Program }>({
  extraEnv: [{ ADMIN_PASSWORD: password, PUBLIC_URL: publicUrl, PORT: String(port) }, { scope: 'worker' }],
  program: [
    async ({ program }, use) => use({ ...program, address: `http://127.0.0.1:${port}` }),
    { scope: 'worker' },
  ],
});

const later = { dueDate: '2099-11-10', amountAfterDueDate: null };
const pictureOf = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`) });
const filter = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Which chats' }).getByRole('button', { name });
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** A screenshot like that of a bank's app. */
async function uploadPicture({ token, campusID }: Clerk, { address }: Program): Promise<string> {
  const slip = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800"
    fill="#fff"/><rect width="600" height="120" fill="#00745a"/><text x="40" y="80" font-size="44" fill="#fff">HBL
    Mobile</text><text x="40" y="240" font-size="52">Rs. 11,000</text><text x="40" y="320" font-size="36">Paid</text></svg>`;
  const body = new FormData();
  body.append('file', new Blob([await sharp(Buffer.from(slip)).png().toBuffer()]), 'slip.png');
  const answer = await fetch(`${address}/api/File/Upload?db=main&cID=${campusID}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await answer.json()) as { path: string[] }).path[0] ?? '';
}

test('A parent asks for the balance and sends a picture of a payment, which a clerk then receives.', async ({
  page,
  clerk,
  program,
}) => {
  const number = freshNumber();
  const e164 = `+92${number.slice(1)}`;
  const groupID = await addBilling(clerk, {
    bills: [
      makeBill({ ...later, name: 'Ayesha Khan', number, invNo: '77000000001', total: 6000 }),
      makeBill({ ...later, name: 'بلال خان', number, invNo: '77000000002', total: 5000 }),
    ],
  });
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });

  // A person switches the automatic answer on.
  await page.goto('/templates');
  await page.getByRole('button', { name: /^Reminders/ }).click();
  const answers = page.getByRole('switch', { name: /^Answer parents who write/ });
  await expect(answers).not.toBeChecked();
  await page.locator('label').filter({ has: answers }).first().click();
  await expect(answers).toBeChecked();
  await pictureOf(page, 'switch');

  const body = {
    groupIDs: [groupID],
    message: 'Fee of {{name}}: {{payable}}',
    status: 'unpaid',
    family: true,
  };
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', { contacts: '', ...body });
  await page.goto(`/demo-phone?number=${encodeURIComponent(e164)}`);
  const phone = page.getByTestId('demo-phone');
  await expect(phone).toContainText('Fee of Ayesha Khan: 6,000', { timeout: 20_000 });
  await page.getByRole('textbox', { name: 'Reply as this parent' }).fill('Balance?');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(phone).toContainText('Girls Campus, payable today:', { timeout: 20_000 });
  await expect(phone).toContainText('Ayesha Khan, November 2026: Rs. 6,000, due date 10 Nov 2099');
  await expect(phone).toContainText('Total: Rs. 11,000');
  await expect(phone).toContainText(/fees\.example\.org\/p\/[\w-]{22}/);
  await page.getByRole('textbox', { name: 'Reply as this parent' }).fill('بقایا');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(phone).toContainText('آج واجب الادا فیس', { timeout: 20_000 });
  await pictureOf(page, 'phone');

  // The automatic answer leaves nothing to answer.
  await page.goto('/chats?list=all');
  const row = page.getByTestId('conversations').getByRole('button', { name: /Ayesha Khan/ });
  await expect(row).toBeVisible();
  await expect(row).not.toHaveAttribute('data-waits');
  await expect(filter(page, 'To confirm')).toHaveCount(0);

  // A picture after that appears under "To confirm" at once and is no payment by itself.
  const media = await uploadPicture(clerk, program);
  await clerk.ask('POST', '/Demo/Reply', { number, message: 'Paid by HBL', media });
  await expect(row).toContainText('To confirm');
  await filter(page, 'To confirm').click();
  await expect(filter(page, 'To confirm')).toContainText('1');
  await row.click();
  const card = page.getByRole('region', { name: 'To confirm' });
  await expect(card).toContainText('Ayesha Khan, Nov 2026');
  await expect(card).toContainText('Rs. 6,000');
  await expect(card).toContainText('Paid by HBL');
  await expect(card.locator('img')).toHaveCount(1);
  await pictureOf(page, 'card');
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label="To confirm"]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await card.getByRole('button', { name: /^Open what they sent/ }).click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await pictureOf(page, 'card-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'Look at it' })).toBeVisible();
  await pictureOf(page, 'thread-narrow');
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(card).toBeVisible();
  await pictureOf(page, 'card-narrow');
  expect(await isTooWide(page)).toBe(false);
  await page.goto('/chats?list=confirm');
  await expect(row).toContainText('To confirm');
  await pictureOf(page, 'list-narrow');
  expect(await isTooWide(page)).toBe(false);
  await page.setViewportSize({ width: 1366, height: 768 });
  await row.click();

  // The payment form is filled, and a person saves it.
  await watchPrinter(page);
  await card.getByRole('button', { name: 'Receive payment' }).click();
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toHaveValue('11,000');
  await expect(page.getByRole('button', { name: 'Online', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form', { name: 'Receive payment' })).toHaveCount(0);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Receive payment' }).click();
  await page.getByRole('button', { name: /^Save and print/ }).click();
  await expect(page.getByText('Receipt 1: Rs. 11,000 received.')).toBeVisible();
  await page.goto('/chats?list=all');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('To confirm');
  await expect(filter(page, 'To confirm')).toHaveCount(0);

  // Nothing is owed any more, so another picture needs no confirmation.
  await clerk.ask('POST', '/Demo/Reply', { number, message: '', media });
  await expect(row).not.toContainText('To confirm');
});

test('A dismissed picture disappears from "To confirm" on another page too.', { tag: '@proof' }, async ({
  page,
  clerk,
  program,
  context,
}) => {
  const number = freshNumber();
  const bill = makeBill({ ...later, name: 'Sana Iqbal', number, total: 4000 });
  const groupID = await addBilling(clerk, { bills: [bill] });
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', {
    ...{ contacts: '', groupIDs: [groupID], message: '{{name}}: {{payable}}', status: 'unpaid' },
  });
  await page.goto('/chats');
  await expect
    .poll(
      async () => {
        const path = `/Chat/LoadChatPage?number=${number}`;
        return (await clerk.ask<{ items: { status: string }[] }>('GET', path)).items[0]?.status;
      },
      { timeout: 20_000 },
    )
    .toBe('read');
  const media = await uploadPicture(clerk, program);
  await clerk.ask('POST', '/Demo/Reply', { number, message: '', media });
  const row = (where: Page) => where.getByTestId('conversations').getByRole('button', { name: /Sana Iqbal/ });
  await row(page).click();
  const beside = await context.newPage();
  await beside.goto('/chats?list=confirm');
  await expect(row(beside)).toBeVisible();
  await page.getByRole('region', { name: 'To confirm' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'To confirm' })).toHaveCount(0);
  await expect(beside.getByText('No pictures to confirm')).toBeVisible();
  // The bill is unchanged.
  const { items } = await clerk.ask<{ items: { status: string }[] }>('GET', `/Groups/${groupID}/Contacts`);
  expect(items).toMatchObject([{ status: 'unpaid' }]);
});

test('The link on a voucher is scanned at the counter and in Find.', async ({ page, clerk }) => {
  const number = freshNumber();
  await addBilling(clerk, {
    bills: [
      makeBill({ ...later, name: 'Hira Malik', number, total: 6000 }),
      makeBill({ ...later, name: 'Omar Malik', number, total: 5000 }),
    ],
  });
  const { url } = await clerk.ask<{ url: string }>('POST', '/Families/Link', { number });
  const strange = `${publicUrl}/p/${'A'.repeat(22)}`;

  await page.goto('/counter');
  const field = page.getByRole('textbox', { name: /^Voucher, registration/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(strange);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This link is of another school, or it no longer works.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type(url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save and print/ })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'To pay now', exact: true })).toHaveValue('11,000');
  await pictureOf(page, 'counter');
  await page.setViewportSize({ width: 360, height: 740 });
  await pictureOf(page, 'counter-narrow');
  expect(await isTooWide(page)).toBe(false);
  await page.setViewportSize({ width: 1366, height: 768 });

  await page.goto('/send-messages');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const find = page.getByRole('combobox', { name: /^Find a family/ });
  await find.fill(strange);
  await expect(page.getByText('This link is of another school, or it no longer works.')).toBeVisible();
  await pictureOf(page, 'find');
  await find.fill('');
  await page.keyboard.type(url);
  await page.keyboard.press('Enter');
  await expect(find).toBeHidden();
  await expect(page.getByRole('region', { name: 'Family', exact: true })).toContainText('Omar Malik');
});
