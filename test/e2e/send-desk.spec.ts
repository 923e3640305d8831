/**
 * Send Messages over the whole desk: a text with chips, a preview on a phone, and people without a number completed in
 * place.
 */
import type { Locator, Page } from '@playwright/test';
import { noPace } from '#shared/calls/senders.ts';
import { groupWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import { messageWords } from '#shared/words/templates.ts';
import { tabTo } from './presses.ts';
import { addBilling, addTemplate, type Clerk, expect, makeBill, noRights, test } from './spec/desk.ts';

const panelOf = (page: Page): Locator => page.getByRole('region', { name: sendWords.title, exact: true });
const messageOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const previewOf = (page: Page): Locator => page.getByTestId('preview');
const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: sheetWords.title });
const chips = (page: Page): Locator => panelOf(page).locator('[data-label]');
const sendButton = (place: Locator): Locator => place.getByRole('button', { name: /^Send WhatsApp/ });

const sisters = { number: '0300-7654321' };
/** A family with two children, one with one child, and a child without a number. */
const bills = () => [
  makeBill({ name: 'Eman', ...sisters, total: 7000, amountAfterDueDate: null }),
  makeBill({ name: 'Daniyal', ...sisters, total: 5000, amountAfterDueDate: null }),
  makeBill({ name: 'عائشہ', number: '0321-7654321', total: 9000, amountAfterDueDate: null }),
  makeBill({ name: 'Rashid', number: '', total: 4000, amountAfterDueDate: null }),
];

async function write(page: Page, clerk: Clerk): Promise<number> {
  const billing = await addBilling(clerk, { bills: bills() });
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  await expect(messageOf(page)).toBeVisible();
  return billing;
}

const sendsOf = (clerk: Clerk): Promise<{ total: number; text: string }[]> =>
  clerk.ask('GET', '/Outbox/Runs');

test('Placeholders in the message box are chips that are typed, chosen, stepped over and deleted as a whole.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  await write(page, clerk);
  const message = messageOf(page);
  await message.click();
  await page.keyboard.type('Dear parent of /na');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', Rs. {pay');
  const { payable, payableUntil } = sendWords.placeholders;
  await expect(page.getByRole('option')).toHaveText([payable, payableUntil]);
  await page.keyboard.press('Tab');
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('Dear parent of {{name}}, Rs. {{payable}}');
  await expect(chips(page)).toHaveCount(2);
  await expect(chips(page).nth(1)).toHaveAttribute('data-label', sendWords.chips.payable);
  await expect(page.getByText(messageWords.count(40, 4096))).toBeVisible();
  await expect(previewOf(page)).toContainText('Dear parent of Eman, Rs. 7,000');
  await expect(previewOf(page)).toContainText('Dear parent of Daniyal, Rs. 5,000');

  // The cursor steps over a chip at once, one press deletes it, and Undo restores it.
  const cursor = () => message.evaluate((field: HTMLTextAreaElement) => field.selectionStart);
  await page.keyboard.press('ArrowLeft');
  expect(await cursor()).toBe('Dear parent of {{name}}, Rs. '.length);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(message).toHaveValue('Dear parent of {{name}}, Rs. ');
  await page.keyboard.press('Control+z');
  await expect(message).toHaveValue('Dear parent of {{name}}, Rs. {{payable}}');

  // Bold and italic are set by key and by button, and removed.
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(25, 40));
  await page.keyboard.press('Control+b');
  await expect(message).toHaveValue('Dear parent of {{name}}, *Rs. {{payable}}*');
  await expect(previewOf(page).locator('strong').first()).toHaveText('Rs. 7,000');
  await page.keyboard.press('Control+b');
  await expect(message).toHaveValue('Dear parent of {{name}}, Rs. {{payable}}');
  await panelOf(page).getByRole('button', { name: messageWords.italic }).click();
  await expect(message).toHaveValue('Dear parent of {{name}}, _Rs. {{payable}}_');
  // A slash inside a word opens no list, and Escape closes only the list.
  await message.fill('and/or ');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(panelOf(page)).toBeVisible();
});

test('The drawn chips break lines at the same characters as the text field, in English and in Urdu.', async ({
  page,
  clerk,
}) => {
  await write(page, clerk);
  const texts = [
    'Dear parent of {{name}} ({{regNum}}), *Rs. {{payable}}* of _{{familyTotal}}_ by {{dueDate}}: '.repeat(6),
    'محترم والدین {{name}} کی فیس *{{payable}}* روپے ہے، آخری تاریخ {{dueDate}} ہے۔ '.repeat(6),
    `{{name}}\n\n${'{{amountAfterDueDate}} '.repeat(12)}\n${'w'.repeat(300)}\n`,
  ];
  for (const text of texts) {
    await messageOf(page).fill(text);
    const heights = await messageOf(page).evaluate((field: HTMLTextAreaElement) => {
      const drawn = field.previousElementSibling as HTMLElement;
      field.style.height = '0';
      const own = field.scrollHeight;
      field.style.height = '';
      return [own, drawn.lastElementChild?.getBoundingClientRect().bottom, drawn.getBoundingClientRect().top];
    });
    const [own = 0, bottom = 0, top = 0] = heights;
    expect(own - (bottom - top), text.slice(0, 20)).toBeCloseTo(10, 0);
  }
  await expect(page.locator('[data-each]').first()).toBeVisible();
});

test('A child without a number gets one in the send panel, and is then included.', async ({
  page,
  clerk,
}) => {
  await write(page, clerk);
  await messageOf(page).fill('{{name}}: {{payable}}\nTotal {{familyTotal}}');
  const panel = panelOf(page);
  const gets = panel.getByRole('region', { name: sendWords.gets });
  const out = panel.getByRole('region', { name: sendWords.leftOutTitle });
  await expect(panel.getByTestId('gets-count')).toHaveText('2');
  await expect(panel.getByTestId('left-out-count')).toHaveText('1');
  await expect(gets.getByRole('button', { pressed: true })).toContainText('Rs. 12,000');
  await expect(previewOf(page)).toContainText('Total 12,000');
  await gets.getByRole('button', { name: /عائشہ/ }).click();
  await expect(previewOf(page)).toContainText('Total 9,000');

  await out.getByRole('button', { name: `${sendWords.addNumber}: Rashid` }).click();
  const field = page.getByRole('textbox', { name: sendWords.addNumberTo('Rashid') });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Contact is required.')).toBeVisible();
  await field.fill('0333-7654321');
  await page.keyboard.press('Enter');
  await expect(page.getByText(sendWords.numberAdded('Rashid'))).toBeVisible();
  await expect(panel.getByTestId('gets-count')).toHaveText('3');
  await expect(panel.getByTestId('left-out-count')).toHaveText('0');
  await expect(sendButton(panel)).toHaveText('Send WhatsApp to 3');

  await panel.getByRole('button', { name: sendWords.searchGets }).click();
  await panel.getByRole('searchbox', { name: sendWords.searchGets }).fill('rashid');
  await expect(gets.getByRole('listitem')).toHaveCount(1);
  await gets.getByRole('button', { name: /^Rashid/ }).click();
  await expect(previewOf(page)).toContainText('Rashid: 4,000');
});

test('An unsent message is kept after Close, on another screen and after a reload.', async ({
  page,
  clerk,
}) => {
  await write(page, clerk);
  await messageOf(page).fill('Half of {{name}}');
  await panelOf(page).getByRole('button', { name: sendWords.perBill }).click();
  await panelOf(page).getByRole('button', { name: commonWords.close, exact: true }).click();
  await expect(panelOf(page)).toHaveCount(0);
  await page.goto('/students');
  await page.getByRole('heading', { name: 'Students', exact: true }).waitFor();
  await page.keyboard.press('n');
  await expect(messageOf(page)).toHaveValue('Half of {{name}}');
  await page.reload();
  await expect(messageOf(page)).toHaveValue('Half of {{name}}');
  await expect(panelOf(page).getByRole('button', { name: sendWords.perBill })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('A clerk sends a reminder to the unpaid bills of a billing in four clicks.', async ({ page, clerk }) => {
  await addBilling(clerk, { bills: bills() });
  await addTemplate(clerk, { title: 'Reminder', message: 'Please pay {{payable}} for {{name}}.' });
  await page.goto('/send-messages');
  let clicks = 0;
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  // The button in the billing's row chooses this billing and its unpaid bills.
  await click(page.getByRole('button', { name: 'Send a message to November 2026' }));
  await click(page.getByRole('combobox', { name: 'Select template' }));
  await click(page.getByRole('option', { name: 'Reminder' }));
  await expect(sendButton(panelOf(page))).toHaveText('Send WhatsApp to 2');
  await messageOf(page).press('Control+Enter');
  await expect(sheetOf(page)).toContainText(sheetWords.messages(2));
  await click(sendButton(sheetOf(page)));
  expect(clicks).toBe(4);
  // The page shows the send and not the form.
  await expect(page).toHaveURL(/\/outbox\?run=\d+$/);
  expect(await sendsOf(clerk)).toMatchObject([{ total: 3, text: 'Please pay {{payable}} for {{name}}.' }]);
});

test('A message is written and sent by keyboard alone.', async ({ page, clerk }) => {
  await clerk.ask('PUT', '/Sender/Pace', noPace);
  await addBilling(clerk, { bills: bills() });
  await page.goto('/send-messages');
  await page.getByRole('heading', { name: groupWords.title, exact: true }).waitFor();
  await page.keyboard.press('n');
  await expect(panelOf(page)).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'Select Group' }), 12);
  await page.keyboard.type('November');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByText('November 2026', { exact: true })).toBeVisible();
  await tabTo(page, messageOf(page), 12);
  await page.keyboard.type('Rs. {fam');
  await page.keyboard.press('Enter');
  await expect(sendButton(panelOf(page))).toHaveText('Send WhatsApp to 2');
  await page.keyboard.press('Control+Enter');
  await expect(sheetOf(page)).toContainText(sheetWords.messages(2));
  await expect(sendButton(sheetOf(page))).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/outbox\?run=\d+$/);
  expect(await sendsOf(clerk)).toMatchObject([{ text: 'Rs. {{familyTotal}}' }]);
});

test('A person without the outbox right sees the billing after sending.', async ({ page, as, clerk }) => {
  const billing = await addBilling(clerk, { bills: bills() });
  await as({ ...noRights, view: true, add: true });
  await page.goto(`/send-messages?panel=send&to=${billing}`);
  await messageOf(page).fill('The fee is due.');
  await sendButton(panelOf(page)).click();
  await sendButton(sheetOf(page)).click();
  await expect(page).toHaveURL(new RegExp(`/send-messages\\?billing=${billing}$`));
});

test('On a phone a message is written, previewed and completed in four views.', async ({ page, clerk }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await write(page, clerk);
  await messageOf(page).fill('{{name}}: {{payable}}');
  const panel = panelOf(page);
  const view = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(previewOf(page)).toBeHidden();
  await view(sendWords.preview).click();
  await expect(previewOf(page)).toContainText('Eman: 7,000');
  await expect(messageOf(page)).toBeHidden();
  await view(/^Left out 1$/).click();
  await expect(panel.getByRole('button', { name: `${sendWords.addNumber}: Rashid` })).toBeVisible();
  await view(/^Gets it 2$/).click();
  await panel.getByRole('button', { name: /عائشہ/ }).click();
  // The chosen family is shown on the phone.
  await expect(previewOf(page)).toContainText('9,000');
  // A refused field is shown again.
  await view(sendWords.write).click();
  await messageOf(page).fill('');
  await view(sendWords.preview).click();
  await sendButton(panel).click();
  await expect(page.getByRole('alert').getByText('Please enter message')).toBeVisible();
  await expect(panel.getByText(sendWords.messageRequired)).toBeVisible();
  await expect(page.evaluate(() => document.documentElement.scrollWidth)).resolves.toBeLessThanOrEqual(360);
});

test('Of ten thousand recipients only the visible rows are in the page.', async ({ page, clerk }) => {
  const billing = await addBilling(clerk, { bills: 10_000 });
  await page.goto(`/send-messages?panel=send&to=${billing}`);
  const panel = panelOf(page);
  await expect(panel.getByTestId('gets-count')).toHaveText('10,000', { timeout: 30_000 });
  const rows = panel.getByRole('region', { name: sendWords.gets }).getByRole('listitem');
  // Before the due date, or after it.
  await expect(rows.first()).toContainText(/Rs\. 1[23],500/);
  expect(await rows.count()).toBeLessThan(60);
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('End');
  await expect(rows.last().getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('region', { name: sendWords.preview })).toContainText('10,000 of 10,000');
});
